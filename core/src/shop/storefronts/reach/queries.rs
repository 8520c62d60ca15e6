//! SQL of who reaches what.

use super::Role;
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{DiscordId, OrderId, StorefrontId, UserId};
use crate::on_db;

#[derive(sqlx::FromRow)]
pub(super) struct Membership {
    pub storefront_id: StorefrontId,
    pub role: Role,
    pub until: Option<Timestamp>,
}

/// The open storefront that a helper reaches now, and their role there. `None` once the role has ended, the storefront is
/// closed or the seller was removed.
pub(super) async fn role(conn: &mut Conn, user_id: &UserId, now: Timestamp) -> Result<Option<Membership>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT m.storefront_id, m.role, m.until FROM members m
         JOIN storefronts s ON s.id = m.storefront_id
         JOIN users u ON u.id = s.user_id
         WHERE m.user_id = $1 AND (m.until IS NULL OR m.until > $2) AND s.closed_at IS NULL AND u.removed_at IS NULL",
    )
    .bind(user_id)
    .bind(now)
    .fetch_optional(driver))
}

pub(super) async fn whose_order(
    conn: &mut Conn,
    order_id: &OrderId,
) -> Result<Option<(UserId, StorefrontId)>> {
    on_db!(conn, driver => sqlx::query_as("SELECT user_id, storefront_id FROM orders WHERE id = $1")
        .bind(order_id)
        .fetch_optional(driver))
}

pub(super) async fn helper_by_discord_id(conn: &mut Conn, discord_id: &DiscordId) -> Result<Option<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM users WHERE discord_id = $1 AND helper AND removed_at IS NULL",
    )
    .bind(discord_id)
    .fetch_optional(driver))
}
