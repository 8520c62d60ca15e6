//! What one process at a time does, however many share a database: the bot, the watch over custom domains, and telling of
//! refused store calls.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::db::{Dialect, Leadership};
use boostdesk_core::shop::{custom_domain, stores};
use boostdesk_core::watching::outages::Trouble;
use boostdesk_core::watching::supervised::supervised;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::bot::context::Bot;
use crate::process::failed::Failed;

/// A process that has just been killed is still there for a moment, as the database sees it.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(100);
/// How long what is under way may take once another process may lead.
const WIND_DOWN: Duration = Duration::from_secs(10);

/// `None`: another process leads.
pub(crate) async fn elect(app: &App) -> Option<Leadership> {
    let deadline = Instant::now() + PATIENCE;
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

/// What fails for who leads: the next one meets its own. What goes on in each process and fails, too, is told of once more.
const OF_A_TERM: [Trouble; 7] = [
    Trouble::Announcements,
    Trouble::Commands,
    Trouble::Crashes,
    Trouble::Database,
    Trouble::Gateway,
    Trouble::Invites,
    Trouble::StockBoards,
];

/// Leads whenever it is this process's turn, until `stop`. Fails when the platform does not accept the bot at the start: later the
/// web stays up whatever the gateway does.
pub(crate) async fn run(
    app: App,
    bot: Option<Bot>,
    first: Option<Leadership>,
    stop: CancellationToken,
) -> Result<(), Failed> {
    let mut first = first;
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
                // What waits for a server that has gone is left behind.
                let wound_down = timeout(WIND_DOWN, &mut led).await;
                // And begins nothing any more: whoever has asked by then still has their answer, whoever leads.
                drop(led);
                for trouble in OF_A_TERM {
                    app.outages.forget_all(trouble);
                }
                if let Ok(done) = wound_down {
                    done?;
                }
            }
        }
    }
}
