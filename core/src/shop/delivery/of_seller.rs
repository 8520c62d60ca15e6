//! Finds and locks a seller's own order, before the seller acts on it.

use super::DeliveryError;
use super::queries::{self, OrderContext};
use crate::db::Tx;
use crate::ids::{OrderId, UserId};
use crate::shop::orders::{JobStanding, OrderError};

/// Errors: `Order(NotFound)`, also for another seller's.
pub(super) async fn find(
    tx: &mut Tx,
    user_id: &UserId,
    order_id: &OrderId,
) -> Result<OrderContext, DeliveryError> {
    let order = queries::find_context(tx, order_id).await?.filter(|order| order.user_id == *user_id);
    Ok(order.ok_or(OrderError::NotFound)?)
}

/// As [`find`], with the order's job locked, so that a second click of the same button waits for this one's commit.
pub(super) async fn hold(
    tx: &mut Tx,
    user_id: &UserId,
    order_id: &OrderId,
) -> Result<(OrderContext, JobStanding), DeliveryError> {
    let order = find(tx, user_id, order_id).await?;
    let job = queries::lock_job(tx, order_id).await?;
    Ok((OrderContext { round: job.round, ..order }, job))
}
