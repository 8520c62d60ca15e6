//! SQL of the home screen: each statement looks one row up.

use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::UserId;
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

/// How many orders had been made by then. Their numbers have no gaps, and their times go with them: the last of them is looked for from
/// the newest on, in steps that double, and then by halves. Where few came since, few are looked at.
pub(super) async fn orders_by(conn: &mut Conn, user_id: &UserId, moment: Timestamp) -> Result<i64> {
    on_db!(conn, driver => sqlx::query_scalar(
        "WITH RECURSIVE search (made, most, step) AS (
             SELECT CAST(0 AS BIGINT), order_count, CAST(1 AS BIGINT) FROM users WHERE id = $1
             UNION ALL
             SELECT CASE WHEN o.created_at <= $2 THEN o.seller_sequence ELSE made END,
                    CASE WHEN o.created_at <= $2 THEN most ELSE o.seller_sequence - 1 END,
                    step * 2
             FROM search JOIN orders o ON o.user_id = $1 AND o.seller_sequence =
                 CASE WHEN step * 2 <= most - made THEN most - step + 1 ELSE (made + most + 1) / 2 END
             WHERE made < most)
         SELECT made FROM search WHERE made = most",
    )
    .bind(user_id)
    .bind(moment)
    .fetch_one(driver))
}

/// How many boosts had succeeded by then.
pub(super) async fn boosts_by(conn: &mut Conn, user_id: &UserId, moment: Timestamp) -> Result<i64> {
    let total: Option<i64> = on_db!(conn, driver => sqlx::query_scalar(
        "SELECT total FROM boost_totals WHERE user_id = $1 AND at <= $2 ORDER BY at DESC, id DESC LIMIT 1",
    )
    .bind(user_id)
    .bind(moment)
    .fetch_optional(driver))?;
    Ok(total.unwrap_or_default())
}
