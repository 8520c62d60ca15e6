//! SQL of reading announcements, and of keeping track of them.

use super::Posted;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::foundation::color::Color;
use crate::ids::{AnnouncementId, ChannelId, GuildId, RoleId, StorefrontId, UserId};
use crate::outbox::announcements::Kind;
use crate::{execute_on_db, on_db};

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub id: AnnouncementId,
    pub storefront_id: Option<StorefrontId>,
    pub kind: Kind,
    pub subject: String,
    pub at: Timestamp,
    pub attempts: i64,
    pub attempted_channel_id: Option<ChannelId>,
    pub user_id: Option<UserId>,
    pub guild_id: Option<GuildId>,
    pub name: Option<String>,
    pub embed_color: Option<Color>,
    pub embed_footer: Option<String>,
    pub log_channel_id: Option<ChannelId>,
    pub low_stock_role_id: Option<RoleId>,
    pub low_stock_threshold: Option<i64>,
}

/// The oldest announcement of each storefront, if due. A closed shop has no log channel once somebody else sells in its guild.
pub(super) async fn heads(conn: &mut Conn, now: Timestamp) -> Result<Vec<Row>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT a.id, a.storefront_id, a.kind, a.subject, a.at, a.attempts, a.attempted_channel_id,
                s.user_id, s.guild_id, s.name, s.embed_color, s.embed_footer, s.low_stock_role_id, s.low_stock_threshold,
                CASE WHEN NOT EXISTS (SELECT 1 FROM storefronts other WHERE other.guild_id = s.guild_id
                                      AND other.user_id <> s.user_id AND other.closed_at IS NULL)
                     THEN s.log_channel_id END AS log_channel_id
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

/// Keeps the channel of the first try of unknown outcome, where its message may be. `false`: the announcement was withdrawn.
pub(super) async fn mark_attempted(
    conn: &mut Conn,
    id: AnnouncementId,
    channel_id: &ChannelId,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE announcements SET attempted_channel_id = COALESCE(attempted_channel_id, $2) WHERE id = $1",
    )
    .bind(id)
    .bind(channel_id)
    .execute(driver))?;
    Ok(rows == 1)
}

pub(super) async fn put_off(
    conn: &mut Conn,
    id: AnnouncementId,
    due_at: Timestamp,
    posted: Posted,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE announcements SET attempts = attempts + 1, due_at = $2,
                attempted_channel_id = CASE WHEN $3 THEN NULL ELSE attempted_channel_id END
         WHERE id = $1",
    )
    .bind(id)
    .bind(due_at)
    .bind(posted == Posted::No)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn delete(conn: &mut Conn, id: AnnouncementId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM announcements WHERE id = $1").bind(id).execute(driver))?;
    Ok(())
}

/// Returns how many.
pub(super) async fn delete_before(conn: &mut Conn, before: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM announcements WHERE at < $1").bind(before).execute(driver))
}

/// Makes announcements that are due after `latest` due at `soon`. Returns how many.
pub(super) async fn shorten_waits(conn: &mut Conn, soon: Timestamp, latest: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE announcements SET due_at = $1 WHERE due_at > $2")
        .bind(soon)
        .bind(latest)
        .execute(driver))
}
