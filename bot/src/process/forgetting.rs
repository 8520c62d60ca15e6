//! Forgets, every hour, what is kept for a day only: answers that could be asked for again, tokens that were taken out.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::kept_answers;
use boostdesk_core::shop::stock;
use tokio::time::interval;
use tokio_util::sync::CancellationToken;
use tracing::error;

const PAUSE: Duration = Duration::from_hours(1);

pub(crate) async fn run(app: App, shutdown: CancellationToken) {
    let mut hours = interval(PAUSE);
    while shutdown.run_until_cancelled(hours.tick()).await.is_some() {
        if let Err(failure) = kept_answers::forget_old(&app).await {
            error!(%failure, "cannot delete old answers");
        }
        if let Err(failure) = stock::forget_old(&app).await {
            error!(%failure, "cannot delete old exports");
        }
    }
}
