//! Brings back the times of orders and boosts that were written while the clock was ahead. No later one is earlier than these,
//! so without this they would hold back the times of all that follow until the clock is there again.

mod queries;

use futures::FutureExt;

use crate::App;
use crate::db::{Conn, Result};
use crate::foundation::clock::{SLACK, Timestamp};
use crate::ids::UserId;
use crate::shop::orders;

/// Sellers of whom something is dated in the future.
struct Sellers {
    of_orders: Vec<UserId>,
    of_boosts: Vec<UserId>,
}

impl Sellers {
    async fn at(conn: &mut Conn, now: Timestamp) -> Result<Self> {
        let latest = now.plus(SLACK);
        Ok(Self {
            of_orders: queries::sellers_with_orders_after(conn, latest).await?,
            of_boosts: queries::sellers_with_boosts_after(conn, latest).await?,
        })
    }
}

/// Whether an order or a boost is dated in the future.
pub async fn are_there(app: &App) -> Result<bool> {
    let Sellers { of_orders, of_boosts } = Sellers::at(&mut app.db.read().await?, app.clock.now()).await?;
    Ok(!of_orders.is_empty() || !of_boosts.is_empty())
}

/// Dates now what is dated in the future. The clock must be known to be right: with one that is behind, right times would be lost.
/// What another process dates so meanwhile is left for the next call. Returns how many orders and records of boosts changed.
pub async fn bring_back(app: &App) -> Result<u64> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                let Sellers { of_orders, of_boosts } = Sellers::at(tx, now).await?;
                let mut changed = 0;
                for seller in &of_orders {
                    let past = orders::count_before(tx, seller, now).await?;
                    changed += queries::date_orders(tx, seller, past, now).await?;
                }
                for seller in &of_boosts {
                    changed += queries::date_boosts(tx, seller, now).await?;
                    queries::date_deliveries(tx, seller, now).await?;
                }
                Ok(changed)
            }
            .boxed()
        })
        .await
}
