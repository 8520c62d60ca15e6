//! SQL of what comes after a sale.

use crate::db::{Conn, Result};
use crate::ids::{OrderId, TokenId};
use crate::shop::stock::TokenState;
use crate::{execute_on_db, on_db};

/// Hands the tokens that were set aside back to a worker.
pub(super) async fn take_back(conn: &mut Conn, order_id: &OrderId, state: TokenState) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE tokens SET state = $2 WHERE order_id = $1 AND state = 'set_aside'",
    )
    .bind(order_id)
    .bind(state)
    .execute(driver))?;
    Ok(())
}

/// The order's tokens that have been replaced.
pub(super) async fn replaced(conn: &mut Conn, order_id: &OrderId) -> Result<Vec<TokenId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT replaces FROM tokens WHERE order_id = $1 AND replaces IS NOT NULL",
    )
    .bind(order_id)
    .fetch_all(driver))
}

pub(super) async fn leave_to_seller(conn: &mut Conn, order_id: &OrderId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE delivery_jobs SET way = 'manual' WHERE order_id = $1")
        .bind(order_id)
        .execute(driver))?;
    Ok(())
}
