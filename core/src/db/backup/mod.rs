//! Copying a SQLite database while it is in use, and remembering that a backup was made. PostgreSQL has programs of its own
//! for copies, which the binary runs.

mod queries;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::{Conn, Dialect, PATIENCE, Result as DbResult, connect};
use crate::foundation::clock::Timestamp;

/// The file that a SQLite URL names. `None` for another database's.
pub fn sqlite_file(url: &str) -> Result<Option<PathBuf>, sqlx::Error> {
    if Dialect::of(url) != Some(Dialect::Sqlite) {
        return Ok(None);
    }
    Ok(Some(SqliteConnectOptions::from_str(url)?.get_filename().to_owned()))
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
    let mut conn = connect(url).await?;
    queries::remember(&mut conn, at).await?;
    if let Conn::PostgresWriter(transaction) = conn {
        transaction.commit().await?;
    }
    Ok(())
}
