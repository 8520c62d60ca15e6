//! Brings back the times of orders and boosts that were written while the clock was ahead. No later one is earlier than these,
//! so without this they would hold back the times of all that follow until the clock is there again.

mod queries;

use futures::FutureExt;

use crate::App;
use crate::db::Result;
use crate::foundation::clock::SLACK;
use crate::shop::orders;

/// Dates now what is dated in the future. What another process dates so meanwhile is left for the next call. Returns how many
/// rows changed.
pub async fn bring_back(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let latest = now.plus(SLACK);
    let mut conn = app.db.read().await?;
    let of_orders = queries::sellers_with_orders_after(&mut conn, latest).await?;
    let of_boosts = queries::sellers_with_boosts_after(&mut conn, latest).await?;
    drop(conn);
    if of_orders.is_empty() && of_boosts.is_empty() {
        return Ok(0);
    }
    app.db
        .write(move |tx| {
            async move {
                let mut changed = 0;
                for seller in &of_orders {
                    let past = orders::count_before(tx, seller, now).await?;
                    changed += queries::date_orders(tx, seller, past, now).await?;
                }
                for seller in &of_boosts {
                    changed += queries::date_boosts(tx, seller, now).await?;
                }
                Ok(changed)
            }
            .boxed()
        })
        .await
}
