//! Shortens waits and leases of jobs that were set while the clock was ahead.

mod queries;

use futures::FutureExt;

use super::rounds;
use crate::App;
use crate::db::Result;

/// Caps each job's wait and lease at its regular length; a job that was never tried is due now. Returns how many changed.
pub async fn shorten_waits(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let latest = now.plus(rounds::PAUSES.longest.max(app.delivery.result_timeout));
    let held = now.plus(rounds::LEASE);
    app.db
        .write(move |tx| {
            async move {
                let held = queries::shorten_leases(tx, held).await?;
                Ok(held + queries::shorten_waits(tx, now, latest).await?)
            }
            .boxed()
        })
        .await
}
