//! SQL of orders that wait for a seller.

use crate::db::{Conn, Result};
use crate::ids::{OrderId, UserId};
use crate::on_db;
use crate::shop::orders::Standing;

/// A seller's orders that wait for the seller.
pub(super) async fn waiting_for(conn: &mut Conn, user_id: &UserId) -> Result<Vec<OrderId>> {
    let [by_hand, given_up] = Standing::FOR_SELLER;
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT id FROM orders WHERE user_id = $1 AND (standing = $2 OR standing = $3) ORDER BY id",
    )
    .bind(user_id)
    .bind(by_hand)
    .bind(given_up)
    .fetch_all(driver))
}

/// Removed sellers for whom orders still wait.
pub(super) async fn gone_and_waited_for(conn: &mut Conn) -> Result<Vec<UserId>> {
    let [by_hand, given_up] = Standing::FOR_SELLER;
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT u.id FROM users u WHERE u.removed_at IS NOT NULL AND EXISTS (
             SELECT 1 FROM orders o WHERE o.user_id = u.id AND (o.standing = $1 OR o.standing = $2))
         ORDER BY u.id",
    )
    .bind(by_hand)
    .bind(given_up)
    .fetch_all(driver))
}
