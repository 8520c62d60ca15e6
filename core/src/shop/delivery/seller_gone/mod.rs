//! Orders that wait for a seller who was removed: nobody is left who could say what became of their tokens.

mod queries;

use futures::FutureExt;
use tracing::warn;

use super::queries as jobs;
use super::settle::Settling;
use crate::App;
use crate::db::{Result, Tx};
use crate::ids::{OrderId, UserId};
use crate::people::auth;
use crate::shop::orders::JobState;

/// Ends all orders that wait for this seller. Those that are being delivered go on to their end. A failure for one order does not
/// stop the others. Errors: that of the last order that failed.
pub(crate) async fn end_waiting(app: &App, user_id: &UserId) -> Result<()> {
    let orders = queries::waiting_for(&mut app.db.read().await?, user_id).await?;
    let mut ended = Ok(());
    for order_id in orders {
        let app_ = app.clone();
        ended =
            app.db.write(move |tx| async move { end(tx, &app_, &order_id).await }.boxed()).await.and(ended);
    }
    ended
}

async fn end(tx: &mut Tx, app: &App, order_id: &OrderId) -> Result<()> {
    let order = jobs::context(tx, order_id).await?;
    let waits = jobs::lock_job(tx, order_id).await?.state == JobState::Manual;
    // They may have been added again since.
    if waits && auth::is_removed(tx, &order.user_id).await? {
        Settling { tx, app, order: &order, now: app.clock.now() }.end().await?;
    }
    Ok(())
}

/// Ends orders that still wait for removed sellers: those that could not be ended at the removal, and those that came to
/// wait later, by a call admitted before it, a change of the configuration or an older version. A failure for one seller
/// does not stop the others. Returns the number of sellers whose orders were ended.
pub async fn end_left_over(app: &App) -> Result<u64> {
    let mut ended = 0;
    let sellers = queries::gone_and_waited_for(&mut app.db.read().await?).await?;
    for seller in sellers {
        match end_waiting(app, &seller).await {
            Ok(()) => ended += 1,
            Err(failure) => {
                warn!(user.id = %seller, %failure, "orders go on waiting for a seller who was removed");
            }
        }
    }
    Ok(ended)
}
