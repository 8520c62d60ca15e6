//! Old calls go: their sales stay, so that a store that asks again years later is answered the same.

use std::time::Duration;

use futures::FutureExt;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::error;

use super::queries;
use crate::App;
use crate::db::Result as DbResult;

const PAUSE: Duration = Duration::from_hours(1);
/// Rows that go in one transaction.
const TURN: u64 = 500;
const DAY: Duration = Duration::from_hours(24);

/// Forgets old calls again and again, until `shutdown`.
pub async fn run(app: App, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(failure) = forget_old(&app).await {
            error!(%failure, "cannot forget old store calls");
        }
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = sleep(PAUSE) => {}
        }
    }
}

/// Forgets calls older than `retention.store_calls_days`; 0 keeps them. Those that anybody can cause are few, and go by their
/// number.
pub async fn forget_old(app: &App) -> DbResult<()> {
    let days = app.retention.store_calls_days;
    if days == 0 {
        return Ok(());
    }
    let until = app.clock.now().minus(DAY * days);
    loop {
        let turn = i64::try_from(TURN).expect("a turn is small");
        let gone =
            app.db.write(move |tx| async move { queries::forget_until(tx, until, turn).await }.boxed());
        if gone.await? < TURN {
            return Ok(());
        }
    }
}
