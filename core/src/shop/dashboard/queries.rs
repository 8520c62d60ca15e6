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
