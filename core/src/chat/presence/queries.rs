//! SQL of who is here.

use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::{execute_on_db, on_db};

pub(super) async fn put(conn: &mut Conn, process: &str, members: &str, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO chat_presence (process, members, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (process) DO UPDATE SET members = excluded.members, seen_at = excluded.seen_at",
    )
    .bind(process)
    .bind(members)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// Removes this process, and those that are gone for good.
pub(super) async fn remove(conn: &mut Conn, process: &str, gone: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM chat_presence WHERE process = $1 OR seen_at < $2")
        .bind(process)
        .bind(gone)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn others(conn: &mut Conn, process: &str, since: Timestamp) -> Result<Vec<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT members FROM chat_presence WHERE process <> $1 AND seen_at > $2 ORDER BY process",
    )
    .bind(process)
    .bind(since)
    .fetch_all(driver))
}
