//! SQL of backups, for both databases.

use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;

/// The tables' schema goes first: another one may have come before it in the search path.
pub(super) async fn schema(conn: &mut Conn) -> Result<Option<String>> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => "SELECT 'main'",
        Dialect::Postgres => {
            "SELECT quote_ident(COALESCE(
                (SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE c.oid = to_regclass('_sqlx_migrations')),
                current_schema()
            ))"
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

/// Dates all migrations to now: `here_since` goes by these dates, and a copy brings along the original ones.
pub(super) async fn remember_restore(conn: &mut Conn) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE _sqlx_migrations SET installed_on = CURRENT_TIMESTAMP")
        .execute(driver))?;
    Ok(())
}

pub(super) async fn here_since(conn: &mut Conn) -> Result<Timestamp> {
    let sql = match conn.dialect() {
        Dialect::Sqlite => "SELECT 1000 * MIN(unixepoch(installed_on)) FROM _sqlx_migrations",
        Dialect::Postgres => {
            "SELECT CAST(1000 * EXTRACT(EPOCH FROM MIN(installed_on)) AS BIGINT) FROM _sqlx_migrations"
        }
    };
    on_db!(conn, driver => sqlx::query_scalar(sql).fetch_one(driver))
}
