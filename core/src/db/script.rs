//! Statements that go to the database together: none returns rows, and none depends on another's result.
//!
//! Each statement by itself is a round trip to SQLite's thread, which takes longer than most statements do.

use futures::FutureExt;
use futures::future::BoxFuture;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::{Arguments, Encode, PgConnection, Postgres, Sqlite, Type};

use super::{Conn, Dialect, Driver, Failure, Result, SqliteScript, Tx, in_time};
use crate::events::Event;
use crate::ids::UserId;

/// Statements to be run in their order. Nothing can read meanwhile: the transaction is taken until [`Script::run`].
#[must_use = "nothing happens before it is run"]
#[derive(Debug)]
pub struct Script<'t> {
    tx: &'t mut Tx,
    statements: Statements,
    /// The first value that could not be bound.
    refused: Option<BoxDynError>,
}

#[derive(Debug)]
enum Statements {
    Sqlite(SqliteScript),
    Postgres(Vec<PgStatement>),
}

#[derive(Debug)]
struct PgStatement {
    sql: &'static str,
    values: PgArguments,
    check: Option<(i64, &'static str)>,
}

/// Binds the values of a statement, in the order of their numbers.
#[derive(Debug)]
pub struct Binds<'s, 't>(&'s mut Script<'t>);

impl Tx {
    /// Begins a script.
    pub fn script(&mut self) -> Script<'_> {
        let statements = match self.dialect() {
            Dialect::Sqlite => Statements::Sqlite(SqliteScript::default()),
            Dialect::Postgres => Statements::Postgres(Vec::new()),
        };
        Script { tx: self, statements, refused: None }
    }

    /// Runs one script.
    pub(super) fn run_script(&mut self, put: impl Fn(&mut Script<'_>)) -> BoxFuture<'_, Result<()>> {
        let mut script = self.script();
        put(&mut script);
        script.run().boxed()
    }
}

impl<'t> Script<'t> {
    /// Adds a statement without rows.
    pub fn put(&mut self, sql: &'static str) -> Binds<'_, 't> {
        match &mut self.statements {
            Statements::Sqlite(script) => script.add(sql),
            Statements::Postgres(statements) => {
                statements.push(PgStatement { sql, values: PgArguments::default(), check: None });
            }
        }
        Binds(self)
    }

    pub fn dialect(&self) -> Dialect {
        self.tx.dialect()
    }

    /// The helper who does it in the seller's place, if any.
    pub fn helper(&self) -> Option<&UserId> {
        self.tx.helper()
    }

    pub fn publish(&mut self, event: Event) {
        self.tx.publish(event);
    }

    /// Lets the same statements be put once more, with other values. `false` when those just put differ from the first ones.
    pub(super) fn again(&mut self) -> bool {
        match &mut self.statements {
            Statements::Sqlite(script) => script.again() && self.refused.is_none(),
            Statements::Postgres(_) => false,
        }
    }

    pub(super) fn into_sqlite(self) -> SqliteScript {
        match self.statements {
            Statements::Sqlite(script) => script,
            Statements::Postgres(_) => unreachable!("a script is written for the driver that runs it"),
        }
    }

    /// Runs the statements.
    ///
    /// Errors: `Inconsistent`, when one has not changed the number of rows that it should.
    pub async fn run(self) -> Result<()> {
        if let Some(error) = self.refused {
            return Err(sqlx::Error::Encode(error).into());
        }
        match (self.statements, &mut self.tx.conn) {
            (Statements::Sqlite(script), Conn::SqliteWriter(writer)) => script.run(writer).await,
            (Statements::Postgres(statements), conn) => match conn.driver() {
                Driver::Postgres(driver) => run_each(driver, statements).await,
                Driver::Sqlite(_) => unreachable!("a script is written for the driver that runs it"),
            },
            _ => unreachable!("SQLite's writer holds SQLite's write connection"),
        }
    }
}

async fn run_each(driver: &mut PgConnection, statements: Vec<PgStatement>) -> Result<()> {
    for PgStatement { sql, values, check } in statements {
        let changed = in_time(sqlx::query_with(sql, values).execute(&mut *driver)).await?.rows_affected();
        if let Some((rows, otherwise)) = check
            && i64::try_from(changed) != Ok(rows)
        {
            return Err(Failure::Inconsistent(otherwise));
        }
    }
    Ok(())
}

impl Binds<'_, '_> {
    pub fn bind<'v, T>(self, value: T) -> Self
    where
        T: Encode<'v, Sqlite> + Type<Sqlite> + Encode<'v, Postgres> + Type<Postgres>,
    {
        let script = &mut *self.0;
        let bound = match &mut script.statements {
            Statements::Sqlite(script) => script.bind(value),
            Statements::Postgres(statements) => match statements.last_mut() {
                Some(last) => last.values.add(value),
                None => Ok(()),
            },
        };
        if let Err(error) = bound {
            script.refused.get_or_insert(error);
        }
        self
    }

    /// Requires that the statement changes this many rows; otherwise the transaction fails.
    pub fn changing(self, rows: i64, otherwise: &'static str) {
        let script = self.0;
        let bound = match &mut script.statements {
            Statements::Sqlite(script) => script.check(rows, otherwise),
            Statements::Postgres(statements) => {
                if let Some(last) = statements.last_mut() {
                    last.check = Some((rows, otherwise));
                }
                Ok(())
            }
        };
        if let Err(error) = bound {
            script.refused.get_or_insert(error);
        }
    }
}
