//! Copying a database into one of SQLite while it is in use, moving such a copy into PostgreSQL, and remembering that a backup was made.
//! PostgreSQL also has programs of its own for copies, which the binary runs.

mod moving;
mod postgres_queries;
mod queries;
mod sqlite_queries;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use futures::FutureExt;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::{Conn, Db, Dialect, OpenError, Result as DbResult, TIMEOUT, Tables, Watched, connect, sqlite};
use crate::foundation::clock::Timestamp;

pub use super::sqlite::{files_of_sqlite, refuse_a_log_without_its_database};
pub use moving::{copy_postgres, move_into_postgres};

/// Why a copy cannot be restored.
#[derive(Debug, thiserror::Error)]
pub enum BadCopy {
    #[error("it is damaged or cut short: {0}")]
    Damaged(String),
    #[error("it has none of Boostdesk's tables")]
    NoTables,
    #[error(transparent)]
    Unreadable(#[from] OpenError),
}

/// The file that a SQLite URL names. `None` for another database's.
pub fn sqlite_file(url: &str) -> Result<Option<PathBuf>, sqlx::Error> {
    if Dialect::of(url) != Some(Dialect::Sqlite) {
        return Ok(None);
    }
    Ok(Some(SqliteConnectOptions::from_str(url)?.get_filename().to_owned()))
}

/// Writes the database as it is at one moment into `target`, which is empty or not there. Others go on reading and writing.
pub async fn copy_sqlite(url: &str, target: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::from_str(url)?.busy_timeout(TIMEOUT);
    let mut connection = options.create_if_missing(false).connect().await?;
    sqlite_queries::copy_into(&mut connection, &target.to_string_lossy()).await?;
    connection.close().await
}

/// Checks the integrity of all pages of a copy, and returns its tables' version. Changes nothing.
pub async fn look_through_sqlite(copy: &Path) -> Result<Tables, BadCopy> {
    let damaged = |error: sqlx::Error| BadCopy::Damaged(error.to_string());
    let mut connection = open_copy(copy).await.map_err(damaged)?;
    let verdict = sqlite_queries::verdict(&mut connection).await.map_err(damaged)?;
    if verdict != "ok" {
        return Err(BadCopy::Damaged(verdict));
    }
    let mut conn = Conn::SqliteWriter(Box::new(Watched::new(connection)));
    match Tables::seen_by(&mut conn).await? {
        Tables::Missing => Err(BadCopy::NoTables),
        tables => Ok(tables),
    }
}

/// Brings the tables of a copy, which must be writable, up to this version.
pub async fn upgrade_copy(copy: &Path) -> Result<(), OpenError> {
    let mut connection = SqliteConnectOptions::new().filename(copy).foreign_keys(true).connect().await?;
    sqlite::migrate(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Opens a copy that nobody writes to. Ignores any log beside it.
async fn open_copy(copy: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    options.disable_statement_logging().connect().await
}

/// The schema that the tables are in, or would be made in, quoted for SQL. `None` when PostgreSQL's search path names no existing
/// schema.
pub async fn schema(url: &str) -> Result<Option<String>, OpenError> {
    Ok(queries::schema(&mut connect(url).await?).await?)
}

/// Records in the database when a backup was made. Runs no migrations: another version may be using the tables.
///
/// Errors: also when the tables are too old to record backups.
pub async fn remember(url: &str, at: Timestamp) -> DbResult<()> {
    let mut conn = connect(url).await?;
    queries::remember(&mut conn, at).await?;
    if let Conn::PostgresWriter(transaction) = conn {
        transaction.commit().await?;
    }
    Ok(())
}

/// Records in a database that it was restored just now.
pub async fn remember_restore(db: &Db) -> DbResult<()> {
    db.write(|tx| queries::remember_restore(tx).boxed()).await
}

/// When this database was made, or last restored. Files beside it that are older may belong to another database.
pub async fn here_since(db: &Db) -> DbResult<Timestamp> {
    queries::here_since(&mut db.read().await?).await
}
