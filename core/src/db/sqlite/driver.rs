//! Runs queries on SQLite, and notes what the next user of the connection must know: whether they have written, or may still run.

use std::task::Poll;

use futures::future::{self, BoxFuture};
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt, TryStreamExt};
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteQueryResult, SqliteRow, SqliteStatement, SqliteTypeInfo};
use sqlx::{Describe, Either, Error, Execute, Executor, SqlStr, Sqlite, SqliteConnection};

use super::script::KnownScripts;

/// The connection that writes.
#[derive(Debug)]
pub struct Watched {
    pub(super) connection: SqliteConnection,
    /// Whether a statement that may have changed something has run since this was last reset.
    pub(super) has_written: bool,
    pub(super) scripts: KnownScripts,
}

/// What runs a query on SQLite.
#[derive(Debug)]
pub struct SqliteDriver<'c> {
    connection: &'c mut SqliteConnection,
    note: Note<'c>,
}

#[derive(Debug)]
enum Note<'c> {
    HasWritten(&'c mut bool),
    /// Set while a query runs. It stays set when the query fails or is cancelled: SQLite's thread may still be running it.
    IsBusy(&'c mut bool),
}

type Query = (SqlStr, Option<SqliteArguments>);

impl Watched {
    pub(in crate::db) fn new(connection: SqliteConnection) -> Self {
        Self { connection, has_written: false, scripts: KnownScripts::default() }
    }
}

impl<'c> SqliteDriver<'c> {
    pub(super) fn reading(connection: &'c mut SqliteConnection, is_busy: &'c mut bool) -> Self {
        Self { connection, note: Note::IsBusy(is_busy) }
    }

    pub(in crate::db) fn writing(Watched { connection, has_written, .. }: &'c mut Watched) -> Self {
        Self { connection, note: Note::HasWritten(has_written) }
    }
}

impl Note<'_> {
    /// Whatever is not one plain SELECT may change something.
    fn begin<'q, E>(&mut self, mut query: E) -> Result<Query, BoxDynError>
    where
        E: Execute<'q, Sqlite>,
    {
        let arguments = query.take_arguments()?;
        let sql = query.sql();
        match self {
            Self::HasWritten(has_written) => {
                let sql = sql.as_str();
                **has_written |= !sql.starts_with("SELECT") || sql.contains(';');
            }
            Self::IsBusy(is_busy) => **is_busy = true,
        }
        Ok((sql, arguments))
    }

    fn end(&mut self) {
        if let Self::IsBusy(is_busy) = self {
            **is_busy = false;
        }
    }
}

impl<'c> Executor<'c> for SqliteDriver<'c> {
    type Database = Sqlite;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<SqliteQueryResult, SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let Self { connection, mut note } = self;
        match note.begin(query) {
            Ok(query) => {
                let end = stream::poll_fn(move |_| {
                    note.end();
                    Poll::Ready(None)
                });
                connection.fetch_many(query).chain(end).boxed()
            }
            Err(error) => stream::once(future::ready(Err(Error::Encode(error)))).boxed(),
        }
    }

    /// Executes one statement. Waits for its result only, not for the separate message that no further statement follows.
    fn execute<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<SqliteQueryResult, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let mut steps = self.fetch_many(query);
        async move {
            while let Some(step) = steps.try_next().await? {
                if let Either::Left(done) = step {
                    return Ok(done);
                }
            }
            Ok(SqliteQueryResult::default())
        }
        .boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let Self { connection, mut note } = self;
        match note.begin(query) {
            Ok(query) => async move {
                let row = connection.fetch_optional(query).await?;
                note.end();
                Ok(row)
            }
            .boxed(),
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
