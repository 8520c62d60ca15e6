//! SQL of orders' histories and notes.

use super::{Note, Step};
use crate::db::{Conn, Result};
use crate::foundation::clock::Timestamp;
use crate::ids::OrderId;
use crate::{execute_on_db, on_db};

pub(super) async fn insert_step(
    conn: &mut Conn,
    order_id: &OrderId,
    author: &str,
    what: &str,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO order_history (order_id, at, author, what) VALUES ($1, $2, $3, $4)",
    )
    .bind(order_id)
    .bind(now)
    .bind(author)
    .bind(what)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn insert_note(
    conn: &mut Conn,
    order_id: &OrderId,
    author: &str,
    text: &str,
    now: Timestamp,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "INSERT INTO order_notes (order_id, at, author, text) VALUES ($1, $2, $3, $4)",
    )
    .bind(order_id)
    .bind(now)
    .bind(author)
    .bind(text)
    .execute(driver))?;
    Ok(())
}

pub(super) async fn steps(conn: &mut Conn, order_id: &OrderId) -> Result<Vec<Step>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT at, author, what FROM order_history WHERE order_id = $1 ORDER BY id",
    )
    .bind(order_id)
    .fetch_all(driver))
}

/// When a store sold the key of an order.
pub(super) async fn sold_at(conn: &mut Conn, order_id: &OrderId) -> Result<Option<Timestamp>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT p.created_at FROM orders o
         JOIN redeem_keys k ON k.id = o.key_id
         JOIN store_sales p ON p.id = k.sale_id WHERE o.id = $1",
    )
    .bind(order_id)
    .fetch_optional(driver))
}

pub(super) async fn notes(conn: &mut Conn, order_id: &OrderId) -> Result<Vec<Note>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT at, author, text FROM order_notes WHERE order_id = $1 ORDER BY id",
    )
    .bind(order_id)
    .fetch_all(driver))
}
