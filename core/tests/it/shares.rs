//! How much of the shared capacity one storefront's or seller's slow service may use.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::app::OperatorService;
use boostdesk_core::db::Dialect;
use boostdesk_core::developers::event_endpoints::{self, DeliveryState, NewEndpoint};
use boostdesk_core::events::Topic;
use boostdesk_core::ids::{EventEndpointId, GuildId};
use boostdesk_core::ports::{ForbiddenUrl, WebhookAnswer, WebhookCall, WebhookError, Webhooks};
use boostdesk_core::shop::delivery;
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::shop::orders::OrderState;
use boostdesk_core::testing::{Setup, Shop, TestApp, details, tokens};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use url::Url;

/// Rounds of one storefront that are under way at once.
const ROUNDS: usize = 8;
/// Tries of one seller that are under way at once; and of those to one endpoint.
const TRIES: usize = 16;
const TRIES_TO_ONE: usize = 4;
const TIMEOUT: Duration = Duration::from_mins(1);

/// A service that accepts everything; calls of the slow storefront only once it is let go.
#[derive(Debug, Default)]
struct Service {
    slow: OnceLock<GuildId>,
    /// How many calls of the slow storefront have arrived.
    begun: watch::Sender<usize>,
    let_go: CancellationToken,
}

impl Service {
    async fn have_begun(&self, count: usize) {
        let mut begun = self.begun.subscribe();
        let wait = begun.wait_for(|begun| *begun >= count);
        timeout(TIMEOUT, wait).await.expect("they come").expect("the service is there");
    }
}

impl Webhooks for Service {
    fn judge(&self, _: &Url) -> Result<(), ForbiddenUrl> {
        Ok(())
    }

    fn post(&self, call: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>> {
        let told: Value = serde_json::from_slice(&call.body).expect("JSON");
        // From the body of a round, or of an event.
        let guild = told["BBGuildID"].as_str().or(told["data"]["guildId"].as_str());
        let is_slow = guild == self.slow.get().map(GuildId::as_str);
        let tokens = told["tokens"].as_array().cloned().unwrap_or_default();
        let results: Vec<Value> =
            tokens.into_iter().map(|token| json!({"token": token, "ok": true})).collect();
        let body = json!({ "results": results }).to_string().into_bytes();
        async move {
            if is_slow {
                self.begun.send_modify(|begun| *begun += 1);
                self.let_go.cancelled().await;
            }
            Ok(WebhookAnswer { status: 200, body })
        }
        .boxed()
    }
}

fn operators_service() -> OperatorService {
    OperatorService {
        url: "https://fulfil.example.com/".parse().expect("a URL"),
        secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into(),
    }
}

/// Runs a test on both databases, with a shop whose service is slow and another one.
async fn on_both(test: impl AsyncFn(&TestApp, &Service, Shop, Shop)) {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let service = Arc::new(Service::default());
        let setup =
            Setup { webhooks: service.clone(), service: Some(operators_service()), ..Setup::default() };
        let app = TestApp::new(dialect, setup).await;
        let (slow, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        service.slow.set(slow.guild.clone()).expect("it is set once");
        test(&app, &service, slow, other).await;
    }
}

async fn redeemed(shop: &Shop, count: usize) -> Vec<RedeemKey> {
    shop.restock(&tokens(shop.guild.as_str(), count)).await;
    let keys = shop.keys(2, i64::try_from(count).expect("a handful")).await;
    for key in &keys {
        shop.redeem(key, details("mika")).await.expect("there is stock");
    }
    keys
}

async fn count(shop: &Shop, keys: &[RedeemKey], state: OrderState) -> usize {
    let mut count = 0;
    for key in keys {
        count += usize::from(shop.order(key).await.state == state);
    }
    count
}

async fn until_done(app: &App, shop: &Shop, keys: &[RedeemKey]) {
    let mut events = app.events.listen(&[Topic::Orders]);
    let done = async {
        while count(shop, keys, OrderState::Done).await < keys.len() {
            events.next().await;
        }
    };
    timeout(TIMEOUT, done).await.expect("they are delivered");
}

#[tokio::test]
async fn a_slow_storefront_has_at_most_eight_rounds_in_flight_and_delays_no_other() {
    on_both(async |app, service, slow, other| {
        let keys = redeemed(&slow, ROUNDS + 2).await;
        let stop = CancellationToken::new();
        let courier = tokio::spawn(delivery::run(app.app.clone(), stop.clone()));
        service.have_begun(ROUNDS).await;
        // The slow shop's other rounds have been due for longer.
        let key = redeemed(&other, 1).await;
        until_done(app, &other, &key).await;
        assert_eq!(count(&slow, &keys, OrderState::Delivering).await, ROUNDS);
        assert_eq!(count(&slow, &keys, OrderState::Queued).await, 2);
        service.let_go.cancel();
        until_done(app, &slow, &keys).await;
        assert_eq!(*service.begun.borrow(), ROUNDS + 2);
        stop.cancel();
        courier.await.expect("it ends");
    })
    .await;
}

#[tokio::test]
async fn a_slow_storefront_with_seven_rounds_in_flight_gets_only_one_more() {
    on_both(async |app, service, slow, other| {
        let begin = || {
            let stop = CancellationToken::new();
            (tokio::spawn(delivery::run(app.app.clone(), stop.clone())), stop)
        };
        slow.restock(&tokens("more", 3)).await;
        let mut keys = redeemed(&slow, ROUNDS - 1).await;
        let (courier, _stop) = begin();
        service.have_begun(ROUNDS - 1).await;
        // It dies, so its rounds stay leased, and the next courier finds three due at once.
        courier.abort();
        courier.await.expect_err("it was aborted");
        for key in slow.keys(2, 3).await {
            slow.redeem(&key, details("mika")).await.expect("there is stock");
            keys.push(key);
        }
        let (courier, stop) = begin();
        let key = redeemed(&other, 1).await;
        until_done(app, &other, &key).await;
        assert_eq!(count(&slow, &keys, OrderState::Delivering).await, ROUNDS);
        assert_eq!(count(&slow, &keys, OrderState::Queued).await, 2);
        stop.cancel();
        courier.await.expect("it ends");
    })
    .await;
}

async fn endpoint(shop: &Shop) -> EventEndpointId {
    let wanted = NewEndpoint {
        url: "https://hooks.example.com/in".to_owned(),
        events: vec!["key.created".to_owned()],
        description: None,
    };
    event_endpoints::create(&shop.app, &shop.user_id, wanted).await.expect("there is room").id
}

async fn until_delivered(app: &App, shop: &Shop, endpoint: &EventEndpointId, wanted: usize) {
    let mut events = app.events.listen(&[Topic::EventEndpoints]);
    let delivered = async {
        loop {
            let page = event_endpoints::deliveries(app, &shop.user_id, endpoint, None).await;
            let deliveries = page.expect("the endpoint is there").deliveries;
            let delivered = deliveries.iter().filter(|one| one.state == DeliveryState::Delivered);
            if delivered.count() == wanted {
                return;
            }
            events.next().await;
        }
    };
    timeout(TIMEOUT, delivered).await.expect("they are delivered");
}

#[tokio::test]
async fn a_slow_seller_has_at_most_sixteen_event_tries_in_flight_and_delays_no_other() {
    on_both(async |app, service, slow, other| {
        let mut endpoints = Vec::new();
        for _ in 0..=TRIES / TRIES_TO_ONE {
            endpoints.push(endpoint(&slow).await);
        }
        let others = endpoint(&other).await;
        for _ in 0..TRIES_TO_ONE {
            slow.key(2).await;
        }
        let stop = CancellationToken::new();
        let sender = tokio::spawn(event_endpoints::run(app.app.clone(), stop.clone()));
        service.have_begun(TRIES).await;
        other.key(2).await;
        until_delivered(app, &other, &others, 1).await;
        assert_eq!(*service.begun.borrow(), TRIES);
        service.let_go.cancel();
        for endpoint in &endpoints {
            until_delivered(app, &slow, endpoint, TRIES_TO_ONE).await;
        }
        assert_eq!(*service.begun.borrow(), TRIES + TRIES_TO_ONE);
        stop.cancel();
        sender.await.expect("it ends");
    })
    .await;
}

#[tokio::test]
async fn what_a_stopping_process_has_in_flight_is_sent_by_another_at_once() {
    on_both(async |app, service, slow, _| {
        let begin = || {
            let (app, stop) = (app.app.clone(), CancellationToken::new());
            let stopping = stop.clone();
            let running = tokio::spawn(async move {
                tokio::join!(
                    delivery::run(app.clone(), stopping.clone()),
                    event_endpoints::run(app, stopping)
                );
            });
            (running, stop)
        };
        let endpoint = endpoint(&slow).await;
        // An event and a round.
        let keys = redeemed(&slow, 1).await;
        let (first, stop) = begin();
        service.have_begun(2).await;
        stop.cancel();
        first.await.expect("it ends");
        // The clock stands still, so no lease runs out.
        let (second, stop) = begin();
        service.have_begun(4).await;
        service.let_go.cancel();
        until_done(app, &slow, &keys).await;
        until_delivered(app, &slow, &endpoint, 1).await;
        assert_eq!(*service.begun.borrow(), 4);
        stop.cancel();
        second.await.expect("it ends");
    })
    .await;
}

#[tokio::test]
async fn a_round_leased_while_the_clock_was_ahead_waits_only_for_its_lease() {
    on_both(async |app, service, slow, _| {
        let ahead = Duration::from_hours(3);
        app.clock.advance(ahead);
        let keys = redeemed(&slow, 1).await;
        let courier = tokio::spawn(delivery::run(app.app.clone(), CancellationToken::new()));
        service.have_begun(1).await;
        // It dies.
        courier.abort();
        courier.await.expect_err("it was aborted");
        app.clock.set_back(ahead);
        delivery::shorten_waits(app).await.expect("it is shortened");
        app.clock.advance(Duration::from_secs(61));
        service.let_go.cancel();
        let stop = CancellationToken::new();
        let courier = tokio::spawn(delivery::run(app.app.clone(), stop.clone()));
        until_done(app, &slow, &keys).await;
        stop.cancel();
        courier.await.expect("it ends");
    })
    .await;
}

#[tokio::test]
async fn an_answer_that_cannot_be_written_down_is_written_once_the_database_is_back() {
    let service = Arc::new(Service::default());
    let setup = Setup { webhooks: service.clone(), service: Some(operators_service()), ..Setup::default() };
    let app = TestApp::new(Dialect::Sqlite, setup).await;
    let slow = Shop::open(&app, 1).await;
    service.slow.set(slow.guild.clone()).expect("it is set once");
    let endpoint = endpoint(&slow).await;
    let keys = redeemed(&slow, 1).await;
    let stop = CancellationToken::new();
    let courier = tokio::spawn(delivery::run(app.app.clone(), stop.clone()));
    let sender = tokio::spawn(event_endpoints::run(app.app.clone(), stop.clone()));
    service.have_begun(2).await;
    let file = app.url.strip_prefix("sqlite://").expect("a file");
    let elsewhere = format!("{file}.elsewhere");
    std::fs::rename(file, &elsewhere).expect("it is moved away");
    service.let_go.cancel();
    for _ in 0..200 {
        // Behind those of the courier and the sender.
        slow.redeem(&keys[0], details("mira")).await.expect_err("nothing can be written");
    }
    std::fs::rename(&elsewhere, file).expect("it is back");
    until_done(&app, &slow, &keys).await;
    until_delivered(&app, &slow, &endpoint, 1).await;
    assert_eq!(*service.begun.borrow(), 2, "nothing was sent again");
    stop.cancel();
    courier.await.expect("it ends");
    sender.await.expect("it ends");
}
