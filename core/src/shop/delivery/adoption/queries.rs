//! SQL of jobs that an earlier process left.

use crate::db::{Conn, Result};
use crate::ids::OrderId;
use crate::{execute_on_db, on_db};

pub(super) async fn free_all_leases(conn: &mut Conn) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query("UPDATE delivery_jobs SET lease_until = 0 WHERE state = 'leased'")
        .execute(driver))?;
    Ok(())
}

/// Orders that an adapter has begun to deliver.
pub(super) async fn under_way_by_adapter(conn: &mut Conn) -> Result<Vec<OrderId>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "SELECT j.order_id FROM delivery_jobs j JOIN orders o ON o.id = j.order_id
         WHERE j.state IN ('waiting', 'leased') AND j.way = 'adapter' AND o.state = 'delivering' ORDER BY j.run_at",
    )
    .fetch_all(driver))
}

/// Leaves the adapter's queued orders to their sellers. Orders that another process begins meanwhile stay with it.
pub(super) async fn leave_queued_to_sellers(conn: &mut Conn) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE delivery_jobs SET state = 'manual', way = 'manual', fence = fence + 1
         WHERE state = 'waiting' AND way = 'adapter' AND order_id IN (SELECT id FROM orders WHERE state = 'queued')",
    )
    .execute(driver))?;
    Ok(())
}
