//! SQL of the blocklist.

use super::{Block, BlockKind, Visitor, entry};
use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{BlockId, UserId};
use crate::{execute_on_db, on_db};

#[derive(Clone)]
pub(super) struct NewBlock {
    pub id: BlockId,
    pub kind: BlockKind,
    pub value: String,
    pub folded: String,
    pub note: Option<String>,
}

/// The newest first.
pub(super) async fn of_user(conn: &mut Conn, user_id: &UserId) -> Result<Vec<Block>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, kind, value, note, created_at FROM blocklist WHERE user_id = $1 ORDER BY created_at DESC, id",
    )
    .bind(user_id)
    .fetch_all(driver))
}

/// Locks the seller's row, so that nobody else adds an entry until the transaction ends. SQLite has a single writer and needs no
/// lock.
pub(super) async fn lock(conn: &mut Conn, user_id: &UserId) -> Result<()> {
    if conn.dialect() == Dialect::Postgres {
        execute_on_db!(conn, driver => sqlx::query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE")
            .bind(user_id)
            .execute(driver))?;
    }
    Ok(())
}

pub(super) async fn count(conn: &mut Conn, user_id: &UserId) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT COUNT(*) FROM blocklist WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(driver))
}

pub(super) async fn find(
    conn: &mut Conn,
    user_id: &UserId,
    kind: BlockKind,
    folded: &str,
) -> Result<Option<BlockId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM blocklist WHERE user_id = $1 AND kind = $2 AND folded = $3",
    )
    .bind(user_id)
    .bind(kind)
    .bind(folded)
    .fetch_optional(driver))
}

pub(super) async fn insert(
    conn: &mut Conn,
    user_id: &UserId,
    block: &NewBlock,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO blocklist (id, user_id, kind, value, folded, note, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&block.id)
    .bind(user_id)
    .bind(block.kind)
    .bind(&block.value)
    .bind(&block.folded)
    .bind(block.note.as_deref())
    .bind(now)
    .execute(driver))?;
    Ok(())
}

/// Returns the removed value. `None`: there was no such entry.
pub(super) async fn delete(conn: &mut Conn, user_id: &UserId, id: &BlockId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar("DELETE FROM blocklist WHERE id = $1 AND user_id = $2 RETURNING value")
        .bind(id)
        .bind(user_id)
        .fetch_optional(driver))
}

/// Whether an entry of the seller's matches this visitor.
pub(super) async fn holds(conn: &mut Conn, user_id: &UserId, visitor: Visitor<'_>) -> Result<bool> {
    let any: Option<BlockId> = on_db!(conn, driver => sqlx::query_scalar("SELECT id FROM blocklist WHERE user_id = $1 LIMIT 1")
        .bind(user_id)
        .fetch_optional(driver))?;
    if any.is_none() {
        return Ok(false);
    }
    let networks = visitor.address.map(entry::networks_around).unwrap_or_default();
    let found: Option<BlockId> = on_db!(conn, driver => async {
        let mut query = sqlx::QueryBuilder::new("SELECT id FROM blocklist WHERE user_id = ");
        query.push_bind(user_id).push(" AND (kind = 'email' AND folded = ").push_bind(entry::fold_email(visitor.email));
        if let Some(guild_id) = visitor.guild_id {
            query.push(" OR kind = 'guild' AND folded = ").push_bind(guild_id);
        }
        if !networks.is_empty() {
            query.push(" OR kind = 'address' AND folded IN (");
            let mut list = query.separated(", ");
            for network in &networks {
                list.push_bind(network);
            }
            query.push(")");
        }
        query.push(") LIMIT 1");
        query.build_query_scalar().fetch_optional(driver).await
    })?;
    Ok(found.is_some())
}
