//! SQL of invites that are to be looked up.

use crate::db::{Conn, Result};
use crate::foundation::clock::{SLACK, Timestamp};
use crate::ids::{GuildId, OrderId, UserId};
use crate::{execute_on_db, on_db};

#[derive(Clone, sqlx::FromRow)]
pub(super) struct Unresolved {
    pub order_id: OrderId,
    pub invite: String,
    pub user_id: UserId,
    pub storefront_guild_id: GuildId,
    pub attempts: i64,
}

pub(super) async fn due(conn: &mut Conn, now: Timestamp, limit: i64) -> Result<Vec<Unresolved>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT u.order_id, o.invite, o.user_id, s.guild_id AS storefront_guild_id, u.attempts
         FROM unresolved_invites u
         JOIN orders o ON o.id = u.order_id
         JOIN storefronts s ON s.id = o.storefront_id
         WHERE u.due_at <= $1 ORDER BY u.due_at LIMIT $2",
    )
    .bind(now)
    .bind(limit)
    .fetch_all(driver))
}

pub(super) async fn put_off(conn: &mut Conn, order_id: &OrderId, due_at: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE unresolved_invites SET attempts = attempts + 1, due_at = $2 WHERE order_id = $1",
    )
    .bind(order_id)
    .bind(due_at)
    .execute(driver))?;
    Ok(())
}

/// Caps due times at `latest`, tolerating [`SLACK`]. Returns how many rows changed.
pub(super) async fn shorten_waits(conn: &mut Conn, latest: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE unresolved_invites SET due_at = $1 WHERE due_at > $2")
        .bind(latest)
        .bind(latest.plus(SLACK))
        .execute(driver))
}

/// `guild_id`: where the invite leads, if anywhere. `false`: another process has settled it.
pub(super) async fn settle(conn: &mut Conn, order_id: &OrderId, guild_id: Option<&GuildId>) -> Result<bool> {
    let open = execute_on_db!(conn, driver => sqlx::query("DELETE FROM unresolved_invites WHERE order_id = $1")
        .bind(order_id)
        .execute(driver))?;
    if open == 0 {
        return Ok(false);
    }
    execute_on_db!(conn, driver => sqlx::query("UPDATE orders SET guild_id = $2 WHERE id = $1 AND guild_id IS NULL")
        .bind(order_id)
        .bind(guild_id)
        .execute(driver))?;
    if let Some(guild_id) = guild_id {
        find_by_guild(conn, order_id, guild_id).await?;
    }
    Ok(true)
}

/// Replaces the storefront's guild by the customer's among the order's search terms.
async fn find_by_guild(conn: &mut Conn, order_id: &OrderId, guild_id: &GuildId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "DELETE FROM order_terms
         WHERE user_id = (SELECT user_id FROM orders WHERE id = $1)
           AND term = (SELECT s.guild_id FROM orders o JOIN storefronts s ON s.id = o.storefront_id WHERE o.id = $1)
           AND seller_sequence = (SELECT seller_sequence FROM orders WHERE id = $1)",
    )
    .bind(order_id)
    .execute(driver))?;
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO order_terms (user_id, term, seller_sequence)
         SELECT user_id, $2, seller_sequence FROM orders WHERE id = $1
         ON CONFLICT (user_id, term, seller_sequence) DO NOTHING",
    )
    .bind(order_id)
    .bind(guild_id)
    .execute(driver))?;
    Ok(())
}
