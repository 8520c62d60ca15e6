//! SQL of backups.

use sqlx::SqliteConnection;

use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;

pub(super) async fn copy_into(
    connection: &mut SqliteConnection,
    target: &str,
) -> std::result::Result<(), sqlx::Error> {
    sqlx::query("VACUUM INTO $1").bind(target).execute(connection).await?;
    Ok(())
}

/// Whether there is no table where a copy's would be. Views of extensions are in nobody's way.
pub(super) async fn has_no_tables(conn: &mut Conn) -> Result<bool> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table')",
        Dialect::Postgres => {
            "SELECT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())"
        }
    };
    on_db!(conn, driver => sqlx::query_scalar(sql).fetch_one(driver))
}

pub(super) async fn remember(conn: &mut Conn, at: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO last_backup (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
    )
    .bind(at)
    .execute(driver))?;
    Ok(())
}
