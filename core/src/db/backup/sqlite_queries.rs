//! SQL of backups that SQLite alone knows.

use sqlx::SqliteConnection;

pub(super) async fn copy_into(
    connection: &mut SqliteConnection,
    target: &str,
) -> std::result::Result<(), sqlx::Error> {
    sqlx::query("VACUUM INTO $1").bind(target).execute(connection).await?;
    Ok(())
}

/// `ok`, or the first thing that is wrong.
pub(super) async fn verdict(connection: &mut SqliteConnection) -> std::result::Result<String, sqlx::Error> {
    sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(connection).await
}
