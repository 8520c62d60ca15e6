//! Finds out when a database that took no writes takes them again. Nobody else may try for hours.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::watching::outages::Trouble;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::debug;

const LOOK: Duration = Duration::from_secs(15);

/// Runs until `stop`.
pub(crate) async fn run(app: App, stop: CancellationToken) {
    while stop.run_until_cancelled(sleep(LOOK)).await.is_some() {
        if app.outages.is_ongoing(Trouble::Writes, "")
            && let Err(failure) = app.db.try_writing(&app.rng).await
        {
            debug!(%failure, "the database still takes no writes: {failure}");
        }
    }
}
