//! Jobs that wait for a time which was reckoned by a clock that was ahead.

mod queries;

use futures::FutureExt;

use super::rounds;
use crate::App;
use crate::db::Result;

/// Lets no job wait, and none be held, for longer than it may. What was never tried waits for nothing. Returns how many did.
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
