//! SQL of backups.

use sqlx::SqliteConnection;

pub(super) async fn copy_into(connection: &mut SqliteConnection, target: &str) -> Result<(), sqlx::Error> {
    sqlx::query("VACUUM INTO $1").bind(target).execute(connection).await?;
    Ok(())
}
