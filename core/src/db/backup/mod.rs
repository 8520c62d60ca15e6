//! Copying a SQLite database while it is in use. PostgreSQL has programs of its own for that, which the binary runs.

mod queries;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

/// The file that a `sqlite:` URL names.
pub fn sqlite_file(url: &str) -> Result<PathBuf, sqlx::Error> {
    Ok(SqliteConnectOptions::from_str(url)?.get_filename().to_owned())
}

/// Writes the database as it is at one moment into `target`, which must not exist. Others go on reading and writing.
pub async fn copy_sqlite(url: &str, target: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::from_str(url)?.busy_timeout(Duration::from_secs(5));
    let mut connection = options.create_if_missing(false).connect().await?;
    queries::copy_into(&mut connection, &target.to_string_lossy()).await?;
    connection.close().await
}
