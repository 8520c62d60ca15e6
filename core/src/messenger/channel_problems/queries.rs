//! SQL of channel problems.

use super::{ChannelProblem, LogChannel};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{GuildId, UserId};
use crate::{execute_on_db, on_db};

pub(super) async fn of_storefront(
    conn: &mut Conn,
    user_id: &UserId,
    guild_id: &GuildId,
) -> Result<Vec<ChannelProblem>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT channel, message FROM standing_channel_problems
         WHERE user_id = $1 AND (guild_id = $2 OR guild_id IS NULL) ORDER BY at, channel",
    )
    .bind(user_id)
    .bind(guild_id)
    .fetch_all(driver))
}

pub(super) async fn all(conn: &mut Conn) -> Result<Vec<(String, ChannelProblem)>> {
    let rows: Vec<(String, String, String)> = on_db!(conn, driver => sqlx::query_as(
        "SELECT u.username, p.channel, p.message FROM standing_channel_problems p JOIN users u ON u.id = p.user_id
         ORDER BY p.at, p.channel",
    )
    .fetch_all(driver))?;
    let problem = |(seller, channel, message)| (seller, ChannelProblem { channel, message });
    Ok(rows.into_iter().map(problem).collect())
}

pub(super) async fn of_idle_log_channels(conn: &mut Conn, owners: &str) -> Result<Vec<LogChannel>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT p.user_id, p.guild_id, p.channel FROM standing_channel_problems p
         JOIN storefronts s ON s.guild_id = p.guild_id AND s.user_id = p.user_id AND s.log_channel_id = p.channel
         WHERE s.closed_at IS NULL AND NOT EXISTS (SELECT 1 FROM announcements a WHERE a.storefront_id = s.id)
         UNION ALL
         SELECT p.user_id, p.guild_id, p.channel FROM standing_channel_problems p
         WHERE p.guild_id IS NULL AND p.channel = $1
           AND NOT EXISTS (SELECT 1 FROM announcements a WHERE a.storefront_id IS NULL)",
    )
    .bind(owners)
    .fetch_all(driver))
}

pub(super) async fn is_noted(
    conn: &mut Conn,
    user_id: &UserId,
    channel: &str,
    message: &str,
) -> Result<bool> {
    let noted: Option<String> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT message FROM channel_problems WHERE user_id = $1 AND channel = $2",
    )
    .bind(user_id)
    .bind(channel)
    .fetch_optional(driver))?;
    Ok(noted.as_deref() == Some(message))
}

pub(super) async fn has(conn: &mut Conn, user_id: &UserId, channel: &str) -> Result<bool> {
    let found: Option<String> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT channel FROM channel_problems WHERE user_id = $1 AND channel = $2",
    )
    .bind(user_id)
    .bind(channel)
    .fetch_optional(driver))?;
    Ok(found.is_some())
}

pub(super) async fn put(
    conn: &mut Conn,
    user_id: &UserId,
    guild_id: Option<&GuildId>,
    channel: &str,
    message: &str,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO channel_problems (user_id, guild_id, channel, message, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, channel) DO UPDATE SET
             guild_id = excluded.guild_id, message = excluded.message, at = excluded.at",
    )
    .bind(user_id)
    .bind(guild_id)
    .bind(channel)
    .bind(message)
    .bind(now)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn delete(conn: &mut Conn, user_id: &UserId, channel: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM channel_problems WHERE user_id = $1 AND channel = $2")
        .bind(user_id)
        .bind(channel)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn delete_direct_until(conn: &mut Conn, channel: &str, until: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM channel_problems WHERE channel = $1 AND at < $2")
        .bind(channel)
        .bind(until)
        .execute(driver))
}

pub(super) async fn delete_owners_but(conn: &mut Conn, kept: [&str; 2]) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM channel_problems WHERE guild_id IS NULL AND channel <> $1 AND channel <> $2",
    )
    .bind(kept[0])
    .bind(kept[1])
    .execute(driver))
}
