//! SQL of backups.

use sqlx::SqliteConnection;

use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;

pub(super) async fn copy_into(
    connection: &mut SqliteConnection,
    target: &str,
) -> std::result::Result<(), sqlx::Error> {
    sqlx::query("VACUUM INTO $1").bind(target).execute(connection).await?;
    Ok(())
}

pub(super) async fn remember(conn: &mut Conn, at: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO last_backup (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
    )
    .bind(at)
    .execute(driver))?;
    Ok(())
}
