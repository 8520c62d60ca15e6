//! What a start does with jobs that an earlier process left.

mod queries;

use futures::FutureExt;

use super::queries as jobs;
use super::rounds;
use super::settle::Settling;
use crate::App;
use crate::db::{Dialect, Result, Tx};

/// Takes over jobs that an earlier process left. Call it once at the start, before deliveries [run](super::run). On SQLite there is only one
/// process, so an earlier one's leases are freed. Without an adapter, jobs that waited for one are left to the seller.
pub async fn adopt(app: &App) -> Result<()> {
    let by_hand = app.delivery.adapter.is_none();
    let alone = app.db.dialect() == Dialect::Sqlite;
    let app_ = app.clone();
    app.db
        .write(move |tx| {
            async move {
                if alone {
                    queries::free_all_leases(tx).await?;
                }
                if by_hand {
                    leave_to_sellers(tx, &app_).await?;
                }
                Ok(())
            }
            .boxed()
        })
        .await
}

async fn leave_to_sellers(tx: &mut Tx, app: &App) -> Result<()> {
    let now = app.clock.now();
    for order_id in queries::under_way_by_adapter(tx).await? {
        // Another process may be delivering it: lock the job first, as a worker does.
        if !jobs::lock_job(tx, &order_id).await?.state.is_workers() {
            continue;
        }
        let order = jobs::context(tx, &order_id).await?;
        let mut settling = Settling { tx, app, order: &order, now };
        rounds::give_up(&mut settling, "Nothing delivers it any more").await?;
    }
    queries::leave_queued_to_sellers(tx).await
}
