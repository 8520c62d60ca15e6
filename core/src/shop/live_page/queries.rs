//! SQL of sellers' own live stock pages.

use super::{LivePage, Version};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{GuildId, UserId, VersionId};
use crate::{execute_on_db, on_db};

pub(super) async fn newest(conn: &mut Conn, user_id: &UserId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT code FROM live_pages WHERE user_id = $1 ORDER BY id DESC LIMIT 1",
    )
    .bind(user_id)
    .fetch_optional(driver))
}

pub(super) async fn newest_of_storefront(conn: &mut Conn, guild_id: &GuildId) -> Result<Option<LivePage>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT p.user_id, p.code FROM live_pages p JOIN storefronts s ON s.user_id = p.user_id
         WHERE s.guild_id = $1 AND s.closed_at IS NULL ORDER BY p.id DESC LIMIT 1",
    )
    .bind(guild_id)
    .fetch_optional(driver))
}

pub(super) async fn insert(conn: &mut Conn, user_id: &UserId, code: &str, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("INSERT INTO live_pages (user_id, code, saved_at) VALUES ($1, $2, $3)")
        .bind(user_id)
        .bind(code)
        .bind(now)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn keep_newest(conn: &mut Conn, user_id: &UserId, count: i64) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM live_pages WHERE user_id = $1 AND id NOT IN (
             SELECT id FROM live_pages WHERE user_id = $1 ORDER BY id DESC LIMIT $2)",
    )
    .bind(user_id)
    .bind(count)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn versions(conn: &mut Conn, user_id: &UserId) -> Result<Vec<Version>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, saved_at, CAST(LENGTH(code) AS BIGINT) AS size FROM live_pages
         WHERE user_id = $1 ORDER BY id DESC",
    )
    .bind(user_id)
    .fetch_all(driver))
}

pub(super) async fn version(conn: &mut Conn, user_id: &UserId, id: VersionId) -> Result<Option<String>> {
    on_db!(conn, driver => sqlx::query_scalar("SELECT code FROM live_pages WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(driver))
}
