//! Statements that go to the database together: none has rows to give, and none waits for what another one says.
//!
//! Each statement by itself is a way to SQLite's thread and back, which takes longer than most statements do.

use futures::TryStreamExt;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, Either, Encode, Executor, PgConnection, Postgres, Sqlite, Type};

use super::{Dialect, Driver, Result, SqliteDriver, Tx};
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
    /// One text, whose parameters are numbered through.
    Sqlite {
        text: String,
        values: SqliteArguments,
    },
    Postgres(Vec<(&'static str, PgArguments)>),
}

/// A statement that takes its values, in the order of their numbers.
#[derive(Debug)]
pub struct Binds<'s, 't>(&'s mut Script<'t>);

impl Tx {
    /// Begins a script.
    pub fn script(&mut self) -> Script<'_> {
        let statements = match self.driver() {
            Driver::Sqlite(_) => {
                Statements::Sqlite { text: String::with_capacity(2048), values: SqliteArguments::default() }
            }
            Driver::Postgres(_) => Statements::Postgres(Vec::new()),
        };
        Script { tx: self, statements, refused: None }
    }
}

impl<'t> Script<'t> {
    /// Adds a statement without rows.
    pub fn put(&mut self, sql: &'static str) -> Binds<'_, 't> {
        match &mut self.statements {
            Statements::Sqlite { text, values } => {
                push_numbered_on(text, sql, values.len());
                text.push(';');
            }
            Statements::Postgres(statements) => statements.push((sql, PgArguments::default())),
        }
        Binds(self)
    }

    pub fn dialect(&self) -> Dialect {
        self.tx.dialect()
    }

    /// Who does it, when it is not whose business it is.
    pub fn helper(&self) -> Option<&UserId> {
        self.tx.helper()
    }

    pub fn publish(&mut self, event: Event) {
        self.tx.publish(event);
    }

    /// Runs the statements. Returns how many rows each has changed.
    pub async fn run(self) -> Result<Vec<u64>> {
        if let Some(error) = self.refused {
            return Err(sqlx::Error::Encode(error).into());
        }
        match (self.statements, self.tx.driver()) {
            (Statements::Sqlite { text, values }, Driver::Sqlite(driver)) => {
                run_as_one(driver, text, values).await
            }
            (Statements::Postgres(statements), Driver::Postgres(driver)) => {
                run_each(driver, statements).await
            }
            _ => unreachable!("a script is written for the driver that runs it"),
        }
    }
}

/// SQLite's driver runs each statement of a text, and says of each what it did.
async fn run_as_one(driver: SqliteDriver<'_>, text: String, values: SqliteArguments) -> Result<Vec<u64>> {
    let mut steps = driver.fetch_many(sqlx::query_with::<Sqlite, _>(AssertSqlSafe(text), values));
    let mut changed = Vec::with_capacity(16);
    while let Some(step) = steps.try_next().await? {
        if let Either::Left(done) = step {
            changed.push(done.rows_affected());
        }
    }
    Ok(changed)
}

async fn run_each(
    driver: &mut PgConnection,
    statements: Vec<(&'static str, PgArguments)>,
) -> Result<Vec<u64>> {
    let mut changed = Vec::with_capacity(statements.len());
    for (sql, values) in statements {
        changed.push(sqlx::query_with(sql, values).execute(&mut *driver).await?.rows_affected());
    }
    Ok(changed)
}

impl Binds<'_, '_> {
    pub fn bind<'v, T>(self, value: T) -> Self
    where
        T: Encode<'v, Sqlite> + Type<Sqlite> + Encode<'v, Postgres> + Type<Postgres>,
    {
        let script = &mut *self.0;
        let bound = match &mut script.statements {
            Statements::Sqlite { values, .. } => values.add(value),
            Statements::Postgres(statements) => match statements.last_mut() {
                Some((_, values)) => values.add(value),
                None => Ok(()),
            },
        };
        if let Err(error) = bound {
            script.refused.get_or_insert(error);
        }
        self
    }
}

/// Adds a statement whose `$1` follows on `taken` parameters.
fn push_numbered_on(text: &mut String, sql: &str, taken: usize) {
    let mut rest = sql;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'$' | b'\'')) {
        let (before, after) = rest.split_at(at + 1);
        text.push_str(before);
        let taken_up = if before.ends_with('$') {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let number: usize = after[..digits].parse().expect("a parameter has a number");
            push_number(text, number + taken);
            digits
        } else {
            let quoted = after.find('\'').expect("a quotation ends") + 1;
            text.push_str(&after[..quoted]);
            quoted
        };
        rest = &after[taken_up..];
    }
    text.push_str(rest);
}

fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b"0123456789"[number % 10]));
}

#[cfg(test)]
mod tests {
    use super::push_numbered_on;

    #[test]
    fn parameters_are_numbered_through() {
        let mut text = String::from("a = $1, b = $2;");
        push_numbered_on(&mut text, "($2, c($1, '$1')), ($12, '')", 2);
        assert_eq!(text, "a = $1, b = $2;($4, c($3, '$1')), ($14, '')");
    }
}
