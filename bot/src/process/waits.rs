//! A clock that was ahead when something was put off, and was set right since: nothing waits for it longer than it would have waited.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::db::Failure;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::messenger::announcements;
use boostdesk_core::shop::stores::calls;
use boostdesk_core::shop::{custom_domain, delivery, redeem};
use boostdesk_core::watching::outages::Trouble;
use tokio::time::{Instant, interval_at};
use tokio_util::sync::CancellationToken;
use tracing::warn;

const LOOK: Duration = Duration::from_mins(2);

/// Until `stop`.
pub(crate) async fn run(app: App, stop: CancellationToken) {
    let looks = async {
        let mut tick = interval_at(Instant::now() + LOOK, LOOK);
        loop {
            tick.tick().await;
            shorten(&app).await;
        }
    };
    stop.run_until_cancelled(looks).await;
}

async fn shorten(app: &App) {
    let say = |what, shortened| say(app, what, &shortened);
    say("orders' deliveries", delivery::shorten_waits(app).await);
    say("invites", redeem::shorten_waits(app).await);
    say("announcements", announcements::shorten_waits(app).await);
    say("deliveries of events", event_endpoints::shorten_waits(app).await);
    say("refused store calls", calls::shorten_waits(app).await);
    say("custom domains", custom_domain::shorten_waits(app).await);
}

fn say(app: &App, what: &str, shortened: &Result<u64, Failure>) {
    app.outages.note(Trouble::Database, &format!("waits of {what}"), shortened);
    if let Ok(rows @ 1..) = shortened {
        warn!(
            rows,
            "{what} waited longer than any does: the clock was ahead, or a setting was longer. {rows} rows"
        );
    }
}
