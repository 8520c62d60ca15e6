//! Runs what only one process at a time does, however many share a database: the bot, the watch over custom domains,
//! and announcing refused store calls.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::db::{Dialect, Leadership};
use boostdesk_core::shop::{custom_domain, stores};
use boostdesk_core::watching::supervised::supervised;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::bot::context::Bot;
use crate::process::failed::Failed;

/// How long a start waits to lead: the database holds a killed process's connection for another moment.
const TIMEOUT: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(100);
/// How long work under way may take after leadership is lost.
const WIND_DOWN: Duration = Duration::from_secs(10);

/// `None`: another process leads.
pub(crate) async fn elect(app: &App) -> Option<Leadership> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(leadership) = app.db.try_to_lead().await {
            return Some(leadership);
        }
        if Instant::now() >= deadline {
            info!("another process leads: this one answers the web");
            return None;
        }
        sleep(PAUSE).await;
    }
}

/// Leads whenever it is this process's turn, until `stop`. Errors: the platform refuses the bot at the start. Later the
/// web stays up whatever the gateway does.
pub(crate) async fn run(
    app: App,
    bot: Option<Bot>,
    mut first: Option<Leadership>,
    stop: CancellationToken,
) -> Result<(), Failed> {
    let app = app.as_leader();
    loop {
        let at_start = first.is_some();
        let mut leadership = if let Some(leadership) = first.take() {
            leadership
        } else {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                leadership = app.db.lead() => leadership,
            }
        };
        if app.db.dialect() == Dialect::Postgres {
            info!("this process leads: it runs the bot, and what is done once for all");
        }
        let term = stop.child_token();
        let watch = || custom_domain::run(app.clone(), term.clone());
        let watch = supervised(app.outages.clone(), "custom domains", term.clone(), watch);
        let refusals = || stores::calls::tell_refused_until(app.clone(), term.clone());
        let refusals = supervised(app.outages.clone(), "refused store calls", term.clone(), refusals);
        let bot = async {
            match &bot {
                Some(bot) => crate::bot::run::run(bot, at_start, term.clone()).await.map_err(Failed::trouble),
                None => Ok(()),
            }
        };
        let mut led = Box::pin(async { tokio::join!(watch, refusals, bot).2 });
        tokio::select! {
            done = &mut led => return done,
            () = leadership.lost() => {
                warn!("the database has let this process go: another one may lead");
                term.cancel();
                // Work that waits for a database server that is gone is left behind.
                let wound_down = timeout(WIND_DOWN, &mut led).await;
                // Ends the bot's parts for good. Interactions heard by then were answered, whoever leads now.
                drop(led);
                app.outages.end_term();
                if let Ok(done) = wound_down {
                    done?;
                }
            }
        }
    }
}
