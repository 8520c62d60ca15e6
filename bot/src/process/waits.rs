//! Shortens waits that were set while the clock was ahead: once it is right again, nothing waits longer than its usual pause.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::db::Failure;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::messenger::announcements;
use boostdesk_core::shop::stores::calls;
use boostdesk_core::shop::{custom_domain, delivery, redeem};
use boostdesk_core::watching::outages::Trouble;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

const LOOK: Duration = Duration::from_mins(2);
/// The pause after a failed look.
const SOON: Duration = Duration::from_secs(10);

/// Runs until `stop`.
pub(crate) async fn run(app: App, stop: CancellationToken) {
    let looks = async {
        let mut pause = LOOK;
        loop {
            sleep(pause).await;
            let shortened = shorten(&app).await;
            app.outages.note(Trouble::Database, "waits", &shortened);
            pause = if shortened.is_ok() { LOOK } else { SOON };
        }
    };
    stop.run_until_cancelled(looks).await;
}

/// Returns the first failure of several.
async fn shorten(app: &App) -> Result<(), Failure> {
    let all = [
        ("orders' deliveries", delivery::shorten_waits(app).await),
        ("invites", redeem::shorten_waits(app).await),
        ("announcements", announcements::shorten_waits(app).await),
        ("deliveries of events", event_endpoints::shorten_waits(app).await),
        ("refused store calls", calls::shorten_waits(app).await),
        ("custom domains", custom_domain::shorten_waits(app).await),
    ];
    for (what, shortened) in &all {
        say(what, shortened);
    }
    all.into_iter().try_for_each(|(_, shortened)| shortened.map(drop))
}

fn say(what: &str, shortened: &Result<u64, Failure>) {
    if let Ok(rows @ 1..) = shortened {
        warn!(
            rows,
            "{what} waited longer than any does: the clock was ahead, or a setting was longer. {rows} rows"
        );
    }
}
