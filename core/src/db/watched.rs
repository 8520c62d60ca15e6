//! SQLite as queries run on it: who shares a transaction with others has to know whether they have changed anything in it.

use futures::future::{self, BoxFuture};
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt};
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteQueryResult, SqliteRow, SqliteStatement, SqliteTypeInfo};
use sqlx::{Describe, Either, Error, Execute, Executor, SqlStr, Sqlite, SqliteConnection};

/// The connection that writes.
#[derive(Debug)]
pub struct Watched {
    pub(super) connection: SqliteConnection,
    /// Whether a statement has run that may have changed something, since somebody set it back.
    pub(super) has_written: bool,
}

/// What runs a query on SQLite.
#[derive(Debug)]
pub struct SqliteDriver<'c> {
    connection: &'c mut SqliteConnection,
    /// None where nothing can be written.
    has_written: Option<&'c mut bool>,
}

impl Watched {
    pub(super) fn new(connection: SqliteConnection) -> Self {
        Self { connection, has_written: false }
    }
}

impl<'c> SqliteDriver<'c> {
    pub(super) fn reading(connection: &'c mut SqliteConnection) -> Self {
        Self { connection, has_written: None }
    }

    pub(super) fn writing(Watched { connection, has_written }: &'c mut Watched) -> Self {
        Self { connection, has_written: Some(has_written) }
    }

    /// Whatever is no plain SELECT may change something.
    fn note<'q, E>(&mut self, mut query: E) -> Result<(SqlStr, Option<SqliteArguments>), BoxDynError>
    where
        E: Execute<'q, Sqlite>,
    {
        let arguments = query.take_arguments()?;
        let sql = query.sql();
        if let Some(has_written) = &mut self.has_written {
            **has_written |= !sql.as_str().starts_with("SELECT");
        }
        Ok((sql, arguments))
    }
}

impl<'c> Executor<'c> for SqliteDriver<'c> {
    type Database = Sqlite;

    fn fetch_many<'e, 'q: 'e, E>(
        mut self,
        query: E,
    ) -> BoxStream<'e, Result<Either<SqliteQueryResult, SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        match self.note(query) {
            Ok(query) => self.connection.fetch_many(query),
            Err(error) => stream::once(future::ready(Err(Error::Encode(error)))).boxed(),
        }
    }

    fn fetch_optional<'e, 'q: 'e, E>(mut self, query: E) -> BoxFuture<'e, Result<Option<SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        match self.note(query) {
            Ok(query) => self.connection.fetch_optional(query),
            Err(error) => future::ready(Err(Error::Encode(error))).boxed(),
        }
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [SqliteTypeInfo],
    ) -> BoxFuture<'e, Result<SqliteStatement, Error>>
    where
        'c: 'e,
    {
        self.connection.prepare_with(sql, parameters)
    }
    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Sqlite>, Error>>
    where
        'c: 'e,
    {
        self.connection.describe(sql)
    }
}
