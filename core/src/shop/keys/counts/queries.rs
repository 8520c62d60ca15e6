//! SQL of counts of keys: a few rows, however many keys there are.

use crate::db::{Conn, Result};
use crate::ids::StorefrontId;
use crate::on_db;

#[derive(sqlx::FromRow)]
pub(super) struct Kept {
    pub made: i64,
    pub redeemed: i64,
    pub revoked: i64,
}

/// Reads all counters in one statement, so that they are consistent. Each order is a redeemed key.
pub(super) async fn kept(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<Kept> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(made), 0) AS BIGINT) AS made,
                COALESCE((SELECT processing + by_hand + given_up + completed + partial + failed FROM order_counts
                          WHERE storefront_id = $1), 0) AS redeemed,
                CAST(COALESCE(SUM(revoked), 0) AS BIGINT) AS revoked
         FROM key_counts WHERE storefront_id = $1",
    )
    .bind(storefront_id)
    .fetch_one(driver))
}
