//! SQL of the home screen.

use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{StorefrontId, UserId};
use crate::on_db;

#[derive(sqlx::FromRow)]
pub(super) struct Totals {
    pub order_count: i64,
    pub boost_count: i64,
}

pub(super) async fn totals(conn: &mut Conn, user_id: &UserId) -> Result<Totals> {
    on_db!(conn, driver => sqlx::query_as("SELECT order_count, boost_count FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_one(driver))
}

/// How many boosts had succeeded before `moment`.
pub(super) async fn boosts_before(conn: &mut Conn, user_id: &UserId, moment: Timestamp) -> Result<i64> {
    let total: Option<i64> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT total FROM boost_totals WHERE user_id = $1 AND at < $2 ORDER BY at DESC, id DESC LIMIT 1",
    )
    .bind(user_id)
    .bind(moment)
    .fetch_optional(driver))?;
    Ok(total.unwrap_or_default())
}

/// How many orders of a storefront are among its seller's, after the first `first` and up to the first `last`.
pub(super) async fn orders_within(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    first: i64,
    last: i64,
) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT COUNT(*) FROM orders WHERE storefront_id = $1 AND seller_sequence > $2 AND seller_sequence <= $3",
    )
    .bind(storefront_id)
    .bind(first)
    .bind(last)
    .fetch_one(driver))
}

/// How many tokens of a storefront were delivered from one moment on and before another.
pub(super) async fn delivered_within(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    from: Timestamp,
    until: Timestamp,
) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT COUNT(*) FROM tokens
         WHERE storefront_id = $1 AND state = 'delivered' AND settled_at >= $2 AND settled_at < $3",
    )
    .bind(storefront_id)
    .bind(from)
    .bind(until)
    .fetch_one(driver))
}
