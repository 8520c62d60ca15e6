//! SQL of stock boards.

use super::LeftBoard;
use crate::db::{Conn, Dialect, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{ChannelId, DiscordMessageId, GuildId, StorefrontId};
use crate::{execute_on_db, on_db};

/// The columns of a [`Row`]. A macro, because a query's text must be one literal.
macro_rules! columns {
    () => {
        "b.storefront_id, s.closed_at IS NOT NULL AS is_closed, b.channel_id, b.message_id, b.posting_since, b.shown"
    };
}

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    pub storefront_id: StorefrontId,
    pub is_closed: bool,
    pub channel_id: ChannelId,
    pub message_id: Option<DiscordMessageId>,
    pub posting_since: Option<Timestamp>,
    pub shown: Option<String>,
}

pub(super) async fn all(conn: &mut Conn) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!(
            "SELECT ",
            columns!(),
            " FROM stock_boards b JOIN storefronts s ON s.id = b.storefront_id
             WHERE s.closed_at IS NULL OR b.message_id IS NOT NULL ORDER BY b.storefront_id",
        ),
    )
    .fetch_all(driver))
}

pub(super) async fn in_guild(conn: &mut Conn, guild: &GuildId) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        concat!(
            "SELECT ",
            columns!(),
            " FROM storefronts s JOIN stock_boards b ON b.storefront_id = s.id
             WHERE s.guild_id = $1 AND (s.closed_at IS NULL OR b.message_id IS NOT NULL) ORDER BY b.storefront_id",
        ),
    )
    .bind(guild)
    .fetch_all(driver))
}

/// Locks the board, so that nobody posts it before this transaction ends. SQLite's only writer needs no lock.
pub(super) async fn lock(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<()> {
    if conn.dialect() == Dialect::Postgres {
        execute_on_db!(conn, driver => sqlx::query("SELECT 1 FROM stock_boards WHERE storefront_id = $1 FOR NO KEY UPDATE")
            .bind(storefront_id)
            .execute(driver))?;
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
pub(super) struct Where {
    pub channel_id: ChannelId,
    /// `None`: it is not posted yet.
    pub message_id: Option<DiscordMessageId>,
    pub posting_since: Option<Timestamp>,
}

pub(super) async fn place_of(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Option<Where>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT channel_id, message_id, posting_since FROM stock_boards WHERE storefront_id = $1",
    )
    .bind(storefront_id)
    .fetch_optional(driver))
}

pub(super) async fn put(conn: &mut Conn, storefront_id: &StorefrontId, channel_id: &ChannelId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO stock_boards (storefront_id, channel_id) VALUES ($1, $2)
         ON CONFLICT (storefront_id) DO UPDATE SET
             posting_since = CASE WHEN stock_boards.channel_id = excluded.channel_id
                                  THEN stock_boards.posting_since END,
             channel_id = excluded.channel_id, message_id = NULL, shown = NULL",
    )
    .bind(storefront_id)
    .bind(channel_id)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn mark_posting(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    channel_id: &ChannelId,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE stock_boards SET posting_since = COALESCE(posting_since, $3)
         WHERE storefront_id = $1 AND channel_id = $2 RETURNING posting_since",
    )
    .bind(storefront_id)
    .bind(channel_id)
    .bind(now)
    .fetch_optional(driver))
}

pub(super) async fn unmark_posting(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    channel_id: &ChannelId,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_boards SET posting_since = NULL WHERE storefront_id = $1 AND channel_id = $2",
    )
    .bind(storefront_id)
    .bind(channel_id)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn mark_shown(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    channel_id: &ChannelId,
    message_id: &DiscordMessageId,
    shown: Option<&str>,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_boards SET message_id = $3, shown = $4, posting_since = NULL
         WHERE storefront_id = $1 AND channel_id = $2",
    )
    .bind(storefront_id)
    .bind(channel_id)
    .bind(message_id)
    .bind(shown)
    .execute(driver))?;
    Ok(rows > 0)
}

/// Marks what the message shows as unknown, if it is still the board's.
pub(super) async fn mark_unknown(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    message_id: Option<&DiscordMessageId>,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_boards SET shown = NULL WHERE storefront_id = $1 AND message_id = $2",
    )
    .bind(storefront_id)
    .bind(message_id)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn forget_message(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    channel_id: &ChannelId,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_boards SET message_id = NULL, shown = NULL, posting_since = NULL
         WHERE storefront_id = $1 AND channel_id = $2",
    )
    .bind(storefront_id)
    .bind(channel_id)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn leave(conn: &mut Conn, guild: &GuildId, left: &LeftBoard) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO left_boards (channel_id, message_id, guild_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(&left.channel_id)
    .bind(&left.message_id)
    .bind(guild)
    .execute(driver))?;
    Ok(())
}

/// Records that a former board's message may be in a channel.
pub(super) async fn leave_post(conn: &mut Conn, guild: &GuildId, channel_id: &ChannelId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO left_board_posts (channel_id, guild_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    )
    .bind(channel_id)
    .bind(guild)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn left_posts_in(conn: &mut Conn, guild: &GuildId) -> Result<Vec<ChannelId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT channel_id FROM left_board_posts WHERE guild_id = $1 ORDER BY channel_id",
    )
    .bind(guild)
    .fetch_all(driver))
}

pub(super) async fn forget_left_post(conn: &mut Conn, channel_id: &ChannelId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM left_board_posts WHERE channel_id = $1")
        .bind(channel_id)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn guilds_with_left(conn: &mut Conn) -> Result<Vec<GuildId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT guild_id FROM left_boards UNION SELECT guild_id FROM left_board_posts ORDER BY guild_id",
    )
    .fetch_all(driver))
}

pub(super) async fn left_in(conn: &mut Conn, guild: &GuildId) -> Result<Vec<LeftBoard>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT channel_id, message_id FROM left_boards WHERE guild_id = $1 ORDER BY channel_id, message_id",
    )
    .bind(guild)
    .fetch_all(driver))
}

pub(super) async fn forget_left(conn: &mut Conn, left: &LeftBoard) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM left_boards WHERE channel_id = $1 AND message_id = $2")
        .bind(&left.channel_id)
        .bind(&left.message_id)
        .execute(driver))?;
    Ok(())
}
