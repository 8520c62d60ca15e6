//! Notices of refused calls: gathered, and sent at most once a minute for each connection.

use std::time::Duration;

use futures::FutureExt;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::queries;
use crate::App;
use crate::db::Result as DbResult;
use crate::events::Topic;
use crate::foundation::clock::Timestamp;
use crate::outbox::seller_events::{self, RefusalFacts, SellerEvent};
use crate::shop::storefronts;
use crate::watching::outages::Trouble;

/// Time from the first refused call to the notice of it, and of those that came in between.
const GATHERED: Duration = Duration::from_mins(1);
/// How often to look for those that another process has written.
const LOOK: Duration = Duration::from_secs(5);
/// Rows that go in one transaction.
const TURN: i64 = 100;

/// Reports refused calls to sellers' services until `shutdown`.
pub async fn run(app: App, shutdown: CancellationToken) {
    let mut refused = app.events.listen(&[Topic::RefusedCalls]);
    while !shutdown.is_cancelled() {
        let told = tell_due(&app).await;
        app.outages.note(Trouble::Database, "refused store calls", &told);
        let wait = wait(&app).await;
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = sleep(wait.unwrap_or(GATHERED)) => {}
            _ = refused.next(), if wait.is_none() => {}
        }
    }
}

/// Reports the gathered calls whose minute is over.
pub async fn tell_due(app: &App) -> DbResult<()> {
    let until = app.clock.now().minus(GATHERED);
    while oldest(app).await?.is_some_and(|since| since <= until) {
        let app_ = app.clone();
        let told = app.db.write(move |tx| {
            async move {
                for refusal in queries::take_refusals(tx, until, TURN).await? {
                    let Some(storefront) = storefronts::by_id(tx, &refusal.storefront_id).await? else {
                        continue;
                    };
                    let facts = RefusalFacts {
                        guild_id: storefront.guild_id,
                        provider: refusal.provider.as_str(),
                        verdict: refusal.verdict.as_str(),
                        count: refusal.count,
                    };
                    let event = SellerEvent::StoreRefused(facts);
                    seller_events::write(tx, &app_, &storefront.user_id, &event).await?;
                }
                DbResult::Ok(())
            }
            .boxed()
        });
        told.await?;
    }
    Ok(())
}

/// When the first refused call came that was not reported yet.
async fn oldest(app: &App) -> DbResult<Option<Timestamp>> {
    queries::oldest_refusal(&mut app.db.read().await?).await
}

/// Time until the next notice is due. `None`: none waits.
async fn wait(app: &App) -> Option<Duration> {
    match oldest(app).await {
        Ok(oldest) => oldest.map(|since| since.plus(GATHERED).since(app.clock.now()).min(LOOK)),
        // The next `tell_due` meets the same failure and reports it.
        Err(_) => Some(LOOK),
    }
}

/// Shortens gathering that would last too long because the clock was ahead. Returns for how many connections.
pub async fn shorten_waits(app: &App) -> DbResult<u64> {
    let now = app.clock.now();
    app.db.write(move |tx| async move { queries::shorten_gathering(tx, now).await }.boxed()).await
}
