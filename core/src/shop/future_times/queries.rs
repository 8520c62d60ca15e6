//! SQL of times in the future.

use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::UserId;
use crate::{execute_on_db, on_db};

/// Sellers whose newest order was made after `latest`.
pub(super) async fn sellers_with_orders_after(conn: &mut Conn, latest: Timestamp) -> Result<Vec<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT u.id FROM users u JOIN orders o ON o.user_id = u.id AND o.seller_sequence = u.order_count
         WHERE o.created_at > $1",
    )
    .bind(latest)
    .fetch_all(driver))
}

/// Sellers who had boosts after `latest`.
pub(super) async fn sellers_with_boosts_after(conn: &mut Conn, latest: Timestamp) -> Result<Vec<UserId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT u.id FROM users u WHERE EXISTS (SELECT 1 FROM boost_totals b WHERE b.user_id = u.id AND b.at > $1)",
    )
    .bind(latest)
    .fetch_all(driver))
}

/// Dates a seller's orders but for the first `past`, and when they were done. Returns how many changed.
pub(super) async fn date_orders(conn: &mut Conn, user_id: &UserId, past: i64, now: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE orders SET created_at = $3, done_at = CASE WHEN done_at > $3 THEN $3 ELSE done_at END
         WHERE user_id = $1 AND seller_sequence > $2",
    )
    .bind(user_id)
    .bind(past)
    .bind(now)
    .execute(driver))
}

/// Dates a seller's boosts that are dated after `now`. Returns how many rows changed.
pub(super) async fn date_boosts(conn: &mut Conn, user_id: &UserId, now: Timestamp) -> Result<u64> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE boost_totals SET at = $2 WHERE user_id = $1 AND at > $2")
        .bind(user_id)
        .bind(now)
        .execute(driver))
}

/// Dates a seller's tokens that were delivered after `now`.
pub(super) async fn date_deliveries(conn: &mut Conn, user_id: &UserId, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE tokens SET settled_at = $2
         WHERE storefront_id IN (SELECT id FROM storefronts WHERE user_id = $1) AND state = 'delivered' AND settled_at > $2",
    )
    .bind(user_id)
    .bind(now)
    .execute(driver))?;
    Ok(())
}
