//! Copying a SQLite database while it is in use, and remembering that a backup was made. PostgreSQL has programs of its own
//! for copies, which the binary runs.

mod queries;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::{Conn, Result as DbResult, Watched};
use crate::foundation::clock::Timestamp;

const PATIENCE: Duration = Duration::from_secs(5);

/// The file that a `sqlite:` URL names.
pub fn sqlite_file(url: &str) -> Result<PathBuf, sqlx::Error> {
    Ok(SqliteConnectOptions::from_str(url)?.get_filename().to_owned())
}

/// A database's file, and those that SQLite may have beside it: after a kill, most of what was written last is in them.
pub fn files_of_sqlite(file: &Path) -> [PathBuf; 3] {
    let beside = |end: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    [file.to_owned(), beside("-wal"), beside("-shm")]
}

/// Writes the database as it is at one moment into `target`, which must not exist. Others go on reading and writing.
pub async fn copy_sqlite(url: &str, target: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::from_str(url)?.busy_timeout(PATIENCE);
    let mut connection = options.create_if_missing(false).connect().await?;
    queries::copy_into(&mut connection, &target.to_string_lossy()).await?;
    connection.close().await
}

/// Remembers in the database when a backup of it was made. Its tables stay as they are: another version may be using them.
///
/// Errors: also for tables that know nothing of backups yet.
pub async fn remember(url: &str, at: Timestamp) -> DbResult<()> {
    if url.starts_with("sqlite:") {
        let options = SqliteConnectOptions::from_str(url)?.busy_timeout(PATIENCE).create_if_missing(false);
        let mut conn = Conn::SqliteWriter(Box::new(Watched::new(options.connect().await?)));
        return queries::remember(&mut conn, at).await;
    }
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE).connect(url).await?;
    let mut conn = Conn::PostgresWriter(pool.begin().await?);
    queries::remember(&mut conn, at).await?;
    if let Conn::PostgresWriter(transaction) = conn {
        transaction.commit().await?;
    }
    Ok(())
}
