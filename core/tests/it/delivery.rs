//! Delivery: by an adapter, by hand, and after a crash.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boostdesk_core::db::Dialect;
use boostdesk_core::developers::event_endpoints::{self, NewEndpoint};
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::foundation::standard_webhooks::{self, Signed};
use boostdesk_core::ids::OrderId;
use boostdesk_core::ports::{
    ForbiddenUrl, Fulfil, Fulfilled, Fulfilment, WebhookAnswer, WebhookCall, WebhookError, Webhooks,
};
use boostdesk_core::shop::delivery::{self, DeliveryError, ReportError, Simulated, Verdict};
use boostdesk_core::shop::fulfilment::{self, Mode};
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::orders::{Order, OrderState, RetryError};
use boostdesk_core::testing::{Setup, Shop, TestApp, details, in_no_time, on_both, on_both_with, tokens};
use boostdesk_core::{App, health, on_db, shop::dashboard};
use futures::FutureExt;
use futures::future::{BoxFuture, join_all};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use url::Url;

/// Runs a worker until `until` is true of the order, and returns the order.
async fn work_until(app: &App, shop: &Shop, key: &RedeemKey, until: impl Fn(&Order) -> bool) -> Order {
    AtWork::begin(app).until(shop, key, until).await
}

/// A worker that runs.
struct AtWork {
    app: App,
    shutdown: CancellationToken,
    worker: JoinHandle<()>,
}

impl AtWork {
    fn begin(app: &App) -> Self {
        let shutdown = CancellationToken::new();
        let worker = tokio::spawn(delivery::run(app.clone(), shutdown.clone()));
        Self { app: app.clone(), shutdown, worker }
    }

    /// Ends it when the order has become so.
    async fn until(self, shop: &Shop, key: &RedeemKey, until: impl Fn(&Order) -> bool) -> Order {
        let mut events = self.app.events.listen(&[Topic::Orders]);
        let order = tokio::time::timeout(Duration::from_mins(1), async {
            loop {
                let order = shop.order(key).await;
                if until(&order) {
                    return order;
                }
                events.next().await;
            }
        })
        .await
        .expect("the worker gets there");
        self.shutdown.cancel();
        self.worker.await.unwrap();
        order
    }
}

fn is_done(order: &Order) -> bool {
    order.state == OrderState::Done
}

/// Fails the tokens whose text contains `bad`, and remembers all that it was given.
#[derive(Debug, Default)]
struct Picky {
    given: Mutex<Vec<String>>,
}

impl Fulfilment for Picky {
    fn deliver<'a>(&'a self, task: &'a Fulfil) -> BoxFuture<'a, Fulfilled> {
        let token = task.token.expose_secret().to_owned();
        let bad = token.contains("bad");
        self.given.lock().unwrap().push(token);
        async move { if bad { Fulfilled::Failed { reason: "bad".to_owned() } } else { Fulfilled::Delivered } }
            .boxed()
    }

    fn ask<'a>(&'a self, _: &'a Fulfil) -> BoxFuture<'a, Option<Fulfilled>> {
        async { None }.boxed()
    }
}

#[tokio::test]
async fn an_order_is_delivered_and_done() {
    on_both_with(Setup::adapter(Arc::new(Simulated::new(0.0))), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 10)).await;
        let key = shop.key(14).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let order = work_until(&app, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (7, 0));
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved, level.delivered), (3, 0, 7));
        let home = dashboard::home(&app, &shop.user_id).await.unwrap();
        assert_eq!((home.total_orders, home.new_orders, home.boosts_24h), (1, 1, 14));
        assert_eq!(home.recent_activity[0].title(), "Order completed");
    })
    .await;
}

#[tokio::test]
async fn a_failed_token_is_replaced_as_often_as_allowed() {
    on_both_with(Setup::adapter(Arc::new(Picky::default())), async |app| {
        let shop = Shop::open(&app, 1).await;
        // One replacement for each: bad.0 → good.0, bad.1 → bad.2, which is not replaced again.
        shop.restock("bad.0\nbad.1\ngood.0\nbad.2\ngood.1\n").await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let order = work_until(&app, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (1, 3));
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved, level.delivered, level.failed), (1, 0, 1, 3));
    })
    .await;
}

#[tokio::test]
async fn a_replacement_by_hand_begins_no_new_count_of_replacements() {
    let adapter = Arc::new(Picky::default());
    on_both_with(Setup::adapter(adapter.clone()), async |app| {
        adapter.given.lock().unwrap().clear();
        let shop = Shop::open(&app, 1).await;
        shop.restock("bad.0\n").await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        work_until(&app, &shop, &key, is_done).await;
        shop.restock("bad.1\nbad.2\n").await;
        delivery::replace(&app, &shop.user_id, &key.order_id(), None, None, &By::System).await.unwrap();
        work_until(&app, &shop, &key, is_done).await;
        assert_eq!(*adapter.given.lock().unwrap(), ["bad.0", "bad.1"]);
    })
    .await;
}

#[tokio::test]
async fn a_replacement_in_an_order_whose_adapter_is_gone_is_left_to_the_seller() {
    on_both_with(Setup::adapter(Arc::new(Picky::default())), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock("bad.0\n").await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        work_until(&app, &shop, &key, is_done).await;
        shop.restock("good.0\n").await;

        let next = app.another(Setup::default()).await;
        let order_id = key.order_id();
        delivery::replace(&next, &shop.user_id, &order_id, None, None, &By::System).await.unwrap();
        let order = shop.order(&key).await;
        assert_eq!((order.state, order.pending.len()), (OrderState::Queued, 1));
        // It stays with the seller when the adapter is there again.
        let retried = delivery::retry(&app, &shop.user_id, &order_id, &By::System).await;
        assert!(matches!(retried, Err(DeliveryError::Retry(RetryError::NothingWaits))), "{retried:?}");
        let verdicts = vec![verdict("good.0", true)];
        delivery::record_verdicts(&next, &shop.user_id, &order_id, verdicts, &By::System).await.unwrap();
        assert!(is_done(&shop.order(&key).await));
        next.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn without_stock_for_a_replacement_the_order_ends_partial() {
    on_both_with(Setup::adapter(Arc::new(Picky::default())), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock("good.0\nbad.1\n").await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let order = work_until(&app, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (1, 1));
        let home = dashboard::home(&app, &shop.user_id).await.unwrap();
        assert_eq!(home.recent_activity[0].title(), "Order partial");
    })
    .await;
}

/// Never answers, and cannot be asked about an attempt: as if the process died in the middle.
#[derive(Debug, Default)]
struct Stuck {
    /// The order that it is stuck with.
    reached: watch::Sender<Option<OrderId>>,
}

impl Fulfilment for Stuck {
    fn deliver<'a>(&'a self, task: &'a Fulfil) -> BoxFuture<'a, Fulfilled> {
        async {
            self.reached.send_replace(Some(task.order_id.clone()));
            std::future::pending().await
        }
        .boxed()
    }

    fn ask<'a>(&'a self, _: &'a Fulfil) -> BoxFuture<'a, Option<Fulfilled>> {
        std::future::pending().boxed()
    }
}

async fn cut_off_in_the_middle(app: &App, shop: &Shop, key: &RedeemKey, stuck: &Stuck) {
    shop.redeem(key, details("mika")).await.unwrap();
    let worker = tokio::spawn(delivery::run(app.clone(), CancellationToken::new()));
    stuck.reached.subscribe().wait_for(|order| *order == Some(key.order_id())).await.unwrap();
    worker.abort();
    let _ = worker.await;
    // The lease of the dead worker runs out.
    app.clock.advance(Duration::from_mins(1));
}

/// Whether it was delivered is not known.
#[tokio::test]
async fn a_token_whose_delivery_takes_too_long_is_left_to_the_seller_and_not_replaced() {
    let stuck = Arc::new(Stuck::default());
    on_both_with(Setup::adapter(stuck.clone()), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let worker = AtWork::begin(&app);
        stuck.reached.subscribe().wait_for(|order| *order == Some(key.order_id())).await.unwrap();
        // Nothing of the test's own is read meanwhile: its time limit would pass as well.
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(11)).await;
        tokio::time::resume();
        let order = worker.until(&shop, &key, |order| order.state == OrderState::Waiting).await;
        assert_eq!((order.pending.len(), order.failed.len()), (1, 0));
        assert_eq!(shop.level().await.available, 1);
    })
    .await;
}

#[tokio::test]
async fn an_order_interrupted_by_a_crash_is_completed_by_the_next_process() {
    let stuck = Arc::new(Stuck::default());
    on_both_with(Setup::adapter(stuck.clone()), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(4).await;
        cut_off_in_the_middle(&app, &shop, &key, &stuck).await;

        // The next process's adapter knows what became of it.
        let next = app.another(Setup::adapter(Arc::new(Simulated::new(0.0)))).await;
        next.clock.advance(Duration::from_mins(1));
        delivery::adopt(&next).await.unwrap();
        let order = work_until(&next, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (2, 0));
        next.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn an_interrupted_order_without_its_adapter_waits_for_the_seller_who_is_notified() {
    let stuck = Arc::new(Stuck::default());
    on_both_with(Setup::adapter(stuck.clone()), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        let wanted = NewEndpoint {
            url: "https://hooks.example.com/in".to_owned(),
            events: vec!["order.waiting".to_owned()],
            description: None,
        };
        let endpoint = event_endpoints::create(&app, &shop.user_id, wanted).await.unwrap();
        let (begun, queued) = (shop.key(4).await, shop.key(2).await);
        cut_off_in_the_middle(&app, &shop, &begun, &stuck).await;
        shop.redeem(&queued, details("mika")).await.unwrap();

        let next = app.another(Setup::default()).await;
        delivery::adopt(&next).await.unwrap();
        let order = shop.order(&begun).await;
        assert_eq!((order.state, order.pending.len()), (OrderState::Waiting, 2));
        let steps: Vec<&str> = order.history.iter().map(|step| step.what.as_str()).collect();
        assert_eq!(steps, ["Redeemed", "Nothing delivers it any more", "2 tokens wait for your verdict"]);
        let by_hand = shop.order(&queued).await;
        assert_eq!((by_hand.state, by_hand.pending.len()), (OrderState::Queued, 1));
        let told = event_endpoints::deliveries(&app, &shop.user_id, &endpoint.id, None).await.unwrap();
        assert_eq!(told.deliveries.len(), 1, "of the one that was begun");
        next.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn an_order_that_is_sent_again_counts_as_waiting_from_then_on() {
    let stuck = Arc::new(Stuck::default());
    on_both_with(Setup::adapter(stuck.clone()), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let key = shop.key(2).await;
        cut_off_in_the_middle(&app, &shop, &key, &stuck).await;
        let next = app.another(Setup::default()).await;
        delivery::adopt(&next).await.unwrap();
        let oldest = async || health::backlog(&app).await.unwrap().jobs.oldest;
        assert_eq!(oldest().await, None, "it waits for nobody but the seller");
        app.clock.advance(Duration::from_hours(1));
        delivery::retry(&app, &shop.user_id, &key.order_id(), &By::System).await.unwrap();
        assert_eq!(oldest().await, Some(app.clock.now()));
        next.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn an_attempt_of_unknown_outcome_is_not_repeated_but_left_to_the_sellers_verdict() {
    let stuck = Arc::new(Stuck::default());
    on_both_with(Setup::adapter(stuck.clone()), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        let key = shop.key(4).await;
        cut_off_in_the_middle(&app, &shop, &key, &stuck).await;

        let picky = Arc::new(Picky::default());
        let next = app.another(Setup::adapter(picky.clone())).await;
        next.clock.advance(Duration::from_mins(1));
        delivery::adopt(&next).await.unwrap();
        let order = work_until(&next, &shop, &key, |order| order.state == OrderState::Waiting).await;
        assert_eq!(order.pending.len(), 2);
        assert!(picky.given.lock().unwrap().is_empty(), "a token was tried twice");

        let verdicts = order.pending.iter().map(|token| verdict(token.expose_secret(), true)).collect();
        delivery::record_verdicts(&next, &shop.user_id, &key.order_id(), verdicts, &By::System)
            .await
            .unwrap();
        assert!(is_done(&shop.order(&key).await));
        next.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_delivery_result_reported_under_an_expired_lease_is_ignored() {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let slow = Arc::new(Slow::default());
        let app = TestApp::new(dialect, Setup::adapter(slow.clone())).await;
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        in_no_time(Box::pin(async {
            let shutdown = CancellationToken::new();
            let late = tokio::spawn(delivery::run(app.app.clone(), shutdown.clone()));
            slow.reached.notified().await;

            // Another process takes the job over and fails the token; then the first one hears of a success.
            let failing = Setup::adapter(Arc::new(Simulated::new(1.0)));
            let next = app.another(Setup { max_replacements: 0, ..failing }).await;
            next.clock.advance(Duration::from_mins(1));
            let order = work_until(&next, &shop, &key, is_done).await;
            assert_eq!((order.succeeded.len(), order.failed.len()), (0, 1));
            slow.go_on.notify_one();
            shutdown.cancel();
            late.await.unwrap();
            next.db.close().await;
        }))
        .await;
        let order = shop.order(&key).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (0, 1));
    }
}

/// Delivers once it is told to go on.
#[derive(Debug, Default)]
struct Slow {
    reached: Notify,
    go_on: Notify,
}

impl Fulfilment for Slow {
    fn deliver<'a>(&'a self, _: &'a Fulfil) -> BoxFuture<'a, Fulfilled> {
        async {
            self.reached.notify_one();
            self.go_on.notified().await;
            Fulfilled::Delivered
        }
        .boxed()
    }

    fn ask<'a>(&'a self, _: &'a Fulfil) -> BoxFuture<'a, Option<Fulfilled>> {
        async { None }.boxed()
    }
}

/// Otherwise another worker would take over an order that has many tokens.
#[tokio::test]
async fn each_result_that_is_written_down_extends_the_lease() {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let slow = Arc::new(Slow::default());
        let app = TestApp::new(dialect, Setup::adapter(slow.clone())).await;
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let lease_until = async || -> Timestamp {
            let mut conn = app.db.read().await.unwrap();
            let until = on_db!(conn, driver => sqlx::query_scalar("SELECT lease_until FROM delivery_jobs")
                .fetch_one(driver));
            until.unwrap()
        };
        let mut events = app.events.listen(&[Topic::Orders]);
        in_no_time(async {
            let shutdown = CancellationToken::new();
            let worker = tokio::spawn(delivery::run(app.app.clone(), shutdown.clone()));
            slow.reached.notified().await;
            let (taken, pause) = (lease_until().await, Duration::from_secs(20));
            app.clock.advance(pause);
            slow.go_on.notify_one();
            while shop.order(&key).await.succeeded.is_empty() {
                events.next().await;
            }
            assert_eq!(lease_until().await, taken.plus(pause));
            slow.go_on.notify_one();
            shutdown.cancel();
            worker.await.unwrap();
        })
        .await;
        assert!(is_done(&shop.order(&key).await));
    }
}

fn verdict(token: &str, delivered: bool) -> Verdict {
    Verdict { token: token.to_owned(), delivered, reason: None }
}

#[tokio::test]
async fn a_seller_delivers_by_hand() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let say = async |verdicts| {
            delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), verdicts, &By::System).await
        };
        say(vec![verdict("token.a.0", true), verdict("token.a.1", false)]).await.unwrap();
        // The failed one is replaced by a fresh one.
        let order = shop.order(&key).await;
        assert_eq!(order.pending[0].expose_secret(), "token.a.2");
        // A repeated verdict changes nothing; a different one is refused.
        say(vec![verdict("token.a.0", true)]).await.unwrap();
        assert!(matches!(say(vec![verdict("token.a.0", false)]).await, Err(DeliveryError::AlreadySettled)));
        assert!(matches!(say(vec![verdict("other", true)]).await, Err(DeliveryError::UnknownToken)));
        say(vec![verdict("token.a.2", false)]).await.unwrap();
        let order = shop.order(&key).await;
        assert_eq!((order.state, order.succeeded.len(), order.failed.len()), (OrderState::Done, 1, 2));
        let other = Shop::open(&app, 2).await;
        let (order_id, verdicts) = (key.order_id(), vec![verdict("token.a.0", true)]);
        let foreign = delivery::record_verdicts(&app, &other.user_id, &order_id, verdicts, &By::System);
        assert!(matches!(foreign.await, Err(DeliveryError::Order(_))));
    })
    .await;
}

#[tokio::test]
async fn the_same_verdict_submitted_twice_at_once_is_counted_once() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let order_id = key.order_id();
        let click = || {
            let verdicts = vec![verdict("token.a.0", true)];
            delivery::record_verdicts(&app, &shop.user_id, &order_id, verdicts, &By::System)
        };
        let (first, second) = tokio::join!(click(), click());
        first.unwrap();
        second.unwrap();
        let home = dashboard::home(&app, &shop.user_id).await.unwrap();
        assert_eq!(home.boosts_24h, 2);
    })
    .await;
}

#[tokio::test]
async fn a_replaced_fulfilment_secret_stays_valid_for_a_day() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let url = Some("https://shop.example.com/in");
        let saved = fulfilment::save(&app, &shop.user_id, &shop.guild, Mode::Webhook, url).await.unwrap();
        let renew = async || fulfilment::renew_secret(&app, &shop.user_id, &shop.guild).await.unwrap();
        let (first, second) = (saved.secret.expect("it is shown once"), renew().await);
        app.clock.advance(Duration::from_hours(1));
        let third = renew().await;
        for (hours, valid) in [(0, [true, true, true]), (23, [false, true, true]), (1, [false, false, true])]
        {
            app.clock.advance(Duration::from_hours(hours));
            for (secret, valid) in [&first, &second, &third].into_iter().zip(valid) {
                let (now, key) = (app.clock.now().unix_seconds(), standard_webhooks::key_of(secret).unwrap());
                let signed = Signed {
                    id: "an-id".to_owned(),
                    timestamp: now.to_string(),
                    signature: standard_webhooks::signature("an-id", now, b"{}", &key),
                };
                let found = delivery::authenticate(&app, None, &signed, b"{}").await;
                assert_eq!(matches!(found, Err(ReportError::UnknownJob)), valid, "{found:?}");
            }
        }
        // All at once: each gets a secret of its own.
        let mut renewed = join_all((0..4).map(|_| renew())).await;
        renewed.sort_by(|one, other| one.expose_secret().cmp(other.expose_secret()));
        renewed.dedup_by(|one, other| one.expose_secret() == other.expose_secret());
        assert_eq!(renewed.len(), 4);
    })
    .await;
}

#[tokio::test]
async fn an_order_queued_while_the_clock_was_ahead_is_brought_forward_and_delivered() {
    on_both_with(Setup::adapter(Arc::new(Simulated::new(0.0))), async |app| {
        let ahead = Duration::from_hours(3);
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 10)).await;
        let key = shop.key(14).await;
        app.clock.advance(ahead);
        shop.redeem(&key, details("mika")).await.unwrap();
        app.clock.set_back(ahead);
        assert_eq!(delivery::shorten_waits(&app).await.unwrap(), 1);
        assert_eq!(delivery::shorten_waits(&app).await.unwrap(), 0);
        work_until(&app, &shop, &key, is_done).await;
    })
    .await;
}

/// The clock is set back during the delivery; the worker that holds the lease may still finish it.
#[tokio::test]
async fn a_delivery_lease_taken_while_the_clock_was_ahead_is_shortened() {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let slow = Arc::new(Slow::default());
        let app = TestApp::new(dialect, Setup::adapter(slow.clone())).await;
        let ahead = Duration::from_hours(3);
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let key = shop.key(2).await;
        app.clock.advance(ahead);
        shop.redeem(&key, details("mika")).await.unwrap();
        in_no_time(async {
            let shutdown = CancellationToken::new();
            let worker = tokio::spawn(delivery::run(app.app.clone(), shutdown.clone()));
            slow.reached.notified().await;
            app.clock.set_back(ahead);
            assert_eq!(delivery::shorten_waits(&app).await.unwrap(), 2, "its lease, and when it was due");
            assert_eq!(delivery::shorten_waits(&app).await.unwrap(), 0);
            slow.go_on.notify_one();
            shutdown.cancel();
            worker.await.unwrap();
        })
        .await;
        assert!(is_done(&shop.order(&key).await), "whoever has it still may end it");
    }
}

/// A service that delivers everything.
#[derive(Debug)]
struct Willing;

impl Webhooks for Willing {
    fn judge(&self, _: &Url) -> Result<(), ForbiddenUrl> {
        Ok(())
    }

    fn post(&self, call: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>> {
        let told: Value = serde_json::from_slice(&call.body).unwrap();
        let tokens = told["tokens"].as_array().unwrap().iter();
        let results: Vec<Value> = tokens.map(|token| json!({ "token": token, "ok": true })).collect();
        let body = json!({ "results": results }).to_string().into_bytes();
        async { Ok(WebhookAnswer { status: 200, body }) }.boxed()
    }
}

#[tokio::test]
async fn a_round_whose_connection_is_cut_before_its_service_is_known_is_sent_in_the_same_attempt() {
    let app =
        TestApp::new(Dialect::Postgres, Setup { webhooks: Arc::new(Willing), ..Setup::default() }).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock(&tokens("a", 1)).await;
    let url = Some("https://shop.example.com/in");
    fulfilment::save(&app, &shop.user_id, &shop.guild, Mode::Webhook, url).await.unwrap();
    let key = shop.key(2).await;
    shop.redeem(&key, details("mika")).await.unwrap();
    let mut operator = PgConnection::connect(&app.url).await.unwrap();
    let mut holder = PgConnection::connect(&app.url).await.unwrap();
    holder.execute("BEGIN; LOCK TABLE fulfilment_services IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let cut = async {
        let waiting = "SELECT COALESCE(BOOL_OR(pg_terminate_backend(pid)), FALSE) FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while !sqlx::query_scalar::<_, bool>(waiting).fetch_one(&mut operator).await.unwrap() {}
        holder.execute("ROLLBACK").await.unwrap();
    };
    let (order, ()) = tokio::join!(work_until(&app, &shop, &key, is_done), cut);
    let steps: Vec<&str> = order.history.iter().map(|step| step.what.as_str()).collect();
    assert!(!steps.iter().any(|step| step.contains("attempt")), "{steps:?}");
}
