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

#[cfg(test)]
mod tests {
    use boostdesk_core::db::Dialect;
    use boostdesk_core::shop::stores::Provider;
    use boostdesk_core::shop::stores::calls::{CallFilter, Headers, Sent};
    use boostdesk_core::shop::stores::connections;
    use boostdesk_core::testing::{Setup, Shop, TestApp};
    use data_encoding::HEXLOWER;
    use hmac::{Hmac, KeyInit, Mac};
    use sha2::Sha256;

    use super::*;

    const SECRET: &str = "sk_live_0123456789";
    const PROVIDER: Provider = Provider::SellAuth;

    /// A connected store calls, with its signature.
    async fn call(app: &App, shop: &Shop) {
        let (user, guild) = (&shop.user_id, &shop.guild);
        let added = connections::add_secret(app, user, guild, PROVIDER, Some(SECRET)).await;
        added.expect("there is room for a secret");
        let enabled = connections::set_enabled(app, user, guild, PROVIDER, true).await;
        enabled.expect("there is a secret");
        let body = br#"{"event":"INVOICE.PAID","id":1,"shop_id":5}"#.to_vec();
        let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("a key of any length");
        mac.update(&body);
        let signature = HEXLOWER.encode(&mac.finalize().into_bytes());
        let sent = Sent { headers: Headers::from([("x-signature".to_owned(), signature)]), body };
        let judged = calls::judge(app, PROVIDER, guild, sent, false).await;
        calls::settle(app, judged.expect("the storefront exists")).await.expect("the database answers");
    }

    #[tokio::test]
    async fn store_calls_are_kept_for_their_own_days_not_for_the_chats() {
        let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
        let shop = Shop::open(&app, 1).await;
        call(&app, &shop).await;
        app.clock.advance(Duration::from_hours(48));
        for (chat_days, store_calls_days, left) in [(1, 0, 1), (0, 1, 0)] {
            assert!(forget_old(&app, Retention { activity_days: 0, chat_days, store_calls_days }).await);
            let page = calls::list(&app, &shop.user_id, &shop.guild, CallFilter::default()).await;
            assert_eq!(page.expect("the storefront exists").calls.len(), left);
        }
    }
}
