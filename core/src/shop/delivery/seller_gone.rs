//! Orders that wait for a seller who was removed: nobody is left who could say what became of their tokens.

use futures::FutureExt;

use super::JobState;
use super::queries;
use super::settle;
use crate::App;
use crate::db::{Failure, Result, Tx};
use crate::foundation::clock::Timestamp;
use crate::ids::UserId;

/// Ends all that wait for this seller. Those that are being delivered are followed to their end.
pub(crate) async fn end_waiting(tx: &mut Tx, app: &App, user_id: &UserId, now: Timestamp) -> Result<()> {
    for order_id in queries::waiting_for(tx, user_id).await? {
        let order = queries::context(tx, &order_id).await?;
        let order = order.ok_or(Failure::Inconsistent("a job without its order"))?;
        if queries::lock_job(tx, &order_id).await?.state == JobState::Manual {
            settle::end(tx, app, &order, now).await?;
        }
    }
    Ok(())
}

/// Ends what came to wait for a seller who had been removed before: by a call that was let in before, by a change of the
/// configuration, or under a version that left such orders waiting. Returns of how many sellers.
pub async fn end_left_over(app: &App) -> Result<u64> {
    let sellers = queries::gone_and_waited_for(&mut app.db.read().await?).await?;
    let count = sellers.len() as u64;
    for seller in sellers {
        let (app_, now) = (app.clone(), app.clock.now());
        app.db.write(move |tx| async move { end_waiting(tx, &app_, &seller, now).await }.boxed()).await?;
    }
    Ok(count)
}
