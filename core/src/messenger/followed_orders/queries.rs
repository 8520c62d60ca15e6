//! SQL of followed orders.

use super::{Eyes, FollowedOrder};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::{FollowedOrderId, OrderId};
use crate::{execute_on_db, on_db};

/// Answers of which it is known what they show, and those that end before `left`.
pub(super) async fn list(conn: &mut Conn, now: Timestamp, left: Timestamp) -> Result<Vec<FollowedOrder>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT id, order_id, reader_id, packs, answer_sealed, shown, until FROM followed_orders
         WHERE until > $1 AND (shown <> '' OR until < $2) ORDER BY id",
    )
    .bind(now)
    .bind(left)
    .fetch_all(driver))
}

pub(super) async fn insert(
    conn: &mut Conn,
    order_id: &OrderId,
    eyes: &Eyes,
    answer_sealed: &str,
    until: Timestamp,
) -> Result<FollowedOrderId> {
    on_db!(conn, driver => sqlx::query_scalar(
        "INSERT INTO followed_orders (order_id, reader_id, packs, answer_sealed, until) VALUES ($1, $2, $3, $4, $5)
         RETURNING id",
    )
    .bind(order_id)
    .bind(eyes.reader())
    .bind(eyes.packs())
    .bind(answer_sealed)
    .bind(until)
    .fetch_one(driver))
}

pub(super) async fn mark_shown(conn: &mut Conn, id: FollowedOrderId, shown: &str) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE followed_orders SET shown = $2 WHERE id = $1")
        .bind(id)
        .bind(shown)
        .execute(driver))?;
    Ok(())
}

pub(super) async fn delete(conn: &mut Conn, id: FollowedOrderId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM followed_orders WHERE id = $1").bind(id).execute(driver))?;
    Ok(())
}

pub(super) async fn delete_until(conn: &mut Conn, now: Timestamp) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("DELETE FROM followed_orders WHERE until <= $1")
        .bind(now)
        .execute(driver))?;
    Ok(())
}
