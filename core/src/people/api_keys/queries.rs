//! SQL of API keys.

use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{ApiKeyId, UserId};
use crate::{execute_on_db, on_db};

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub id: ApiKeyId,
    pub user_id: UserId,
    pub name: String,
    pub hint: String,
    pub scopes: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
}

#[derive(Debug, Clone)]
pub(super) struct NewRow {
    pub id: ApiKeyId,
    pub user_id: UserId,
    pub name: String,
    pub key_digest: String,
    pub hint: String,
    pub scopes: String,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
}

/// The oldest first.
pub(super) async fn of_user(conn: &mut Conn, user_id: &UserId) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, user_id, name, hint, scopes, created_at, last_used_at, expires_at
         FROM api_keys WHERE user_id = $1 ORDER BY created_at, id",
    )
    .bind(user_id)
    .fetch_all(driver))
}

/// The key with this digest, unless its seller was removed.
pub(super) async fn by_digest(conn: &mut Conn, digest: &str) -> Result<Option<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT k.id, k.user_id, k.name, k.hint, k.scopes, k.created_at, k.last_used_at, k.expires_at
         FROM api_keys k JOIN users u ON u.id = k.user_id
         WHERE k.key_digest = $1 AND u.removed_at IS NULL",
    )
    .bind(digest)
    .fetch_optional(driver))
}

pub(super) async fn insert(conn: &mut Conn, row: &NewRow) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO api_keys (id, user_id, name, key_digest, hint, scopes, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&row.id)
    .bind(&row.user_id)
    .bind(&row.name)
    .bind(&row.key_digest)
    .bind(&row.hint)
    .bind(&row.scopes)
    .bind(row.created_at)
    .bind(row.expires_at)
    .execute(driver))?;
    Ok(())
}

/// Returns its name. `None`: the user has no such key.
pub(super) async fn delete(conn: &mut Conn, user_id: &UserId, id: &ApiKeyId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "DELETE FROM api_keys WHERE id = $2 AND user_id = $1 RETURNING name",
    )
    .bind(user_id)
    .bind(id)
    .fetch_optional(driver))
}

pub(super) async fn delete_all(conn: &mut Conn, user_id: &UserId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM api_keys WHERE user_id = $1")
        .bind(user_id)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn touch(conn: &mut Conn, digest: &str, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE api_keys SET last_used_at = $2 WHERE key_digest = $1")
        .bind(digest)
        .bind(now)
        .execute(driver))?;
    Ok(())
}
