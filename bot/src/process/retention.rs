//! Rows that are older than they are kept go, a few at a time: by configuration, after the day for which answers can be
//! asked for again and exports read again, or after the time for which anybody wants to hear of something. What waits for nobody ends.

use std::fmt::Display;
use std::time::Duration;

use boostdesk_core::config::Retention;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::messenger::{announcements, channel_problems};
use boostdesk_core::people::activity_log;
use boostdesk_core::shop::stores::calls;
use boostdesk_core::shop::{delivery, stock};
use boostdesk_core::{App, chat, kept_answers};
use tokio::time::{Instant, interval_at};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

const PAUSE: Duration = Duration::from_hours(1);
/// A machine that has just started may not know the time yet, and what is deleted does not come back.
const FIRST: Duration = Duration::from_mins(10);

/// Until `stop`.
pub(crate) async fn run(app: App, keep: Retention, stop: CancellationToken) {
    let hourly = async {
        let mut tick = interval_at(Instant::now() + FIRST, PAUSE);
        loop {
            tick.tick().await;
            forget_old(&app, keep).await;
        }
    };
    stop.run_until_cancelled(hourly).await;
}

async fn forget_old(app: &App, keep: Retention) {
    say("activity log", activity_log::forget_old(app, keep.activity_days).await);
    say("chat", chat::forget_old(app, keep.chat_days).await);
    say("store calls", calls::forget_old(app, keep.store_calls_days).await);
    say("deliveries of events", event_endpoints::forget_old(app).await);
    say("kept answers", kept_answers::forget_old(app).await);
    say("exports", stock::forget_old(app).await);
    say("announcements", announcements::forget_old(app).await);
    say("channel problems", channel_problems::forget_old(app).await);
    match delivery::end_left_over(app).await {
        Ok(0) => {}
        Ok(sellers) => info!(sellers, "orders that waited for sellers who were removed have ended"),
        Err(failure) => warn!(%failure, "orders go on waiting for sellers who were removed"),
    }
}

fn say(what: &str, gone: Result<u64, impl Display>) {
    match gone {
        Ok(0) => {}
        Ok(rows) => info!(rows, "old {what} went: {rows} rows"),
        Err(failure) => warn!(%failure, "old {what} could not be removed, trying again later"),
    }
}
