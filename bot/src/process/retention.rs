//! Deletes rows that are too old, a few at a time: by configuration, after the day in which answers and exports can be
//! read again, or after the time in which anybody wants to hear of them. Ends orders that wait for nobody.

use std::time::Duration;

use boostdesk_core::config::Retention;
use boostdesk_core::db::Failure;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::messenger::{announcements, channel_problems};
use boostdesk_core::people::activity_log;
use boostdesk_core::shop::stores::calls;
use boostdesk_core::shop::{delivery, stock};
use boostdesk_core::watching::outages::Trouble;
use boostdesk_core::{App, chat, kept_answers};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::info;

const PAUSE: Duration = Duration::from_hours(1);
/// The pause after a failure: short, so that its outage does not outlast the cause by an hour.
const SOON: Duration = Duration::from_mins(1);
/// A machine that has just booted may not know the time yet, and deleted rows do not come back.
const FIRST: Duration = Duration::from_mins(10);

/// Runs until `stop`.
pub(crate) async fn run(app: App, keep: Retention, stop: CancellationToken) {
    let hourly = async {
        let mut pause = FIRST;
        loop {
            sleep(pause).await;
            pause = if forget_old(&app, keep).await { PAUSE } else { SOON };
        }
    };
    stop.run_until_cancelled(hourly).await;
}

/// Returns whether everything succeeded.
async fn forget_old(app: &App, keep: Retention) -> bool {
    let mut all = true;
    let mut say = |what, gone| all &= say(app, what, &gone);
    say("activity log", activity_log::forget_old(app, keep.activity_days).await);
    say("chat", chat::forget_old(app, keep.chat_days).await);
    say("store calls", calls::forget_old(app, keep.store_calls_days).await);
    say("deliveries of events", event_endpoints::forget_old(app).await);
    say("kept answers", kept_answers::forget_old(app).await);
    say("exports", stock::forget_old(app).await);
    say("announcements", announcements::forget_old(app).await);
    say("channel problems", channel_problems::forget_old(app).await);
    let ended = delivery::end_left_over(app).await;
    app.outages.note(Trouble::Database, "orders of removed sellers", &ended);
    if let Ok(sellers @ 1..) = ended {
        info!(sellers, "orders that waited for sellers who were removed have ended");
    }
    all && ended.is_ok()
}

fn say(app: &App, what: &str, gone: &Result<u64, Failure>) -> bool {
    app.outages.note(Trouble::Database, &format!("old {what}"), gone);
    if let Ok(rows @ 1..) = gone {
        info!(rows, "old {what} went: {rows} rows");
    }
    gone.is_ok()
}
