//! SQL of announcements, and of what a seller has been told about a stock's level.

use super::Kind;
use crate::clock::Timestamp;
use crate::db::{Conn, Result};
use crate::shop::stock::StockName;
use crate::{execute_on_db, on_db};

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub id: i64,
    pub storefront_id: Option<String>,
    #[sqlx(try_from = "String")]
    pub kind: Kind,
    pub subject: String,
    pub at: Timestamp,
    pub attempts: i64,
    pub attempted_channel_id: Option<String>,
    pub user_id: Option<String>,
    pub guild_id: Option<String>,
    pub name: Option<String>,
    pub embed_color: Option<String>,
    pub embed_footer: Option<String>,
    pub log_channel_id: Option<String>,
    pub low_stock_role_id: Option<String>,
}

/// `false` when the storefront has no log channel.
pub(super) async fn insert(
    conn: &mut Conn,
    storefront_id: &str,
    kind: Kind,
    subject: &str,
    now: Timestamp,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO announcements (storefront_id, kind, subject, at, due_at)
         SELECT id, $2, $3, $4, $4 FROM storefronts WHERE id = $1 AND log_channel_id IS NOT NULL",
    )
    .bind(storefront_id)
    .bind(kind.as_str())
    .bind(subject)
    .bind(now)
    .execute(driver))?;
    Ok(rows > 0)
}

pub(super) async fn insert_code_resets(conn: &mut Conn, user_id: &str, now: Timestamp) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO announcements (storefront_id, kind, subject, at, due_at)
         SELECT id, 'code_reset', $1, $2, $2 FROM storefronts
         WHERE user_id = $1 AND closed_at IS NULL AND log_channel_id IS NOT NULL",
    )
    .bind(user_id)
    .bind(now)
    .execute(driver))?;
    Ok(rows > 0)
}

pub(super) async fn insert_owner_code(conn: &mut Conn, owner_id: &str, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO announcements (storefront_id, kind, subject, at, due_at) VALUES (NULL, 'owner_code', $1, $2, $2)",
    )
    .bind(owner_id)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// Of earlier starts: their codes work no more.
pub(super) async fn delete_owner_codes(conn: &mut Conn) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM announcements WHERE kind = 'owner_code'").execute(driver))?;
    Ok(())
}

/// The oldest of each storefront, where it is due.
pub(super) async fn heads(conn: &mut Conn, now: Timestamp) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT a.id, a.storefront_id, a.kind, a.subject, a.at, a.attempts, a.attempted_channel_id,
                s.user_id, s.guild_id, s.name, s.embed_color, s.embed_footer, s.log_channel_id, s.low_stock_role_id
         FROM announcements a
         LEFT JOIN storefronts s ON s.id = a.storefront_id
         WHERE a.id IN (SELECT MIN(id) FROM announcements GROUP BY storefront_id) AND a.due_at <= $1
         ORDER BY a.id",
    )
    .bind(now)
    .fetch_all(driver))
}

pub(super) async fn next_due(conn: &mut Conn) -> Result<Option<Timestamp>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT MIN(due_at) FROM announcements
         WHERE id IN (SELECT MIN(id) FROM announcements GROUP BY storefront_id)",
    )
    .fetch_one(driver))
}

/// The channel of the first try of unknown outcome stays: its message may be there.
pub(super) async fn mark_attempted(conn: &mut Conn, id: i64, channel_id: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE announcements SET attempted_channel_id = COALESCE(attempted_channel_id, $2) WHERE id = $1",
    )
    .bind(id)
    .bind(channel_id)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn put_off(conn: &mut Conn, id: i64, due_at: Timestamp, refused: bool) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE announcements SET attempts = attempts + 1, due_at = $2,
                attempted_channel_id = CASE WHEN $3 THEN NULL ELSE attempted_channel_id END
         WHERE id = $1",
    )
    .bind(id)
    .bind(due_at)
    .bind(refused)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn delete(conn: &mut Conn, id: i64) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM announcements WHERE id = $1").bind(id).execute(driver))?;
    Ok(())
}

pub(super) async fn delete_before(conn: &mut Conn, before: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM announcements WHERE at < $1").bind(before).execute(driver))?;
    Ok(())
}

/// What the seller is to be told: `low`, `empty`, or nothing new. The caller holds the level.
pub(super) async fn mark_fallen(
    conn: &mut Conn,
    storefront_id: &str,
    stock: StockName,
) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE stock_levels SET announced = CASE WHEN available = 0 THEN 'empty' ELSE 'low' END
         WHERE storefront_id = $1 AND stock = $2 AND announced <> 'empty' AND (
             available = 0
             OR (announced = 'nothing'
                 AND available <= (SELECT low_stock_threshold FROM storefronts WHERE id = $1)))
         RETURNING announced",
    )
    .bind(storefront_id)
    .bind(stock.as_str())
    .fetch_optional(driver))
}

pub(super) async fn mark_risen(conn: &mut Conn, storefront_id: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_levels SET announced = 'nothing'
         WHERE storefront_id = $1 AND announced <> 'nothing'
           AND available > (SELECT low_stock_threshold FROM storefronts WHERE id = $1)",
    )
    .bind(storefront_id)
    .execute(driver))?;
    Ok(())
}
