//! Event endpoints: which events are sent to them, how often each is tried, and what ends the tries.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use boostdesk_core::db::Dialect;
use boostdesk_core::developers::event_endpoints::{
    self, Changes, Created, Delivery, DeliveryState, EndpointError, NewEndpoint,
};
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::{ChannelId, EventEndpointId};
use boostdesk_core::messenger::announcements::{self, Content};
use boostdesk_core::ports::service_address::AddressError;
use boostdesk_core::ports::{ForbiddenUrl, WebhookAnswer, WebhookCall, WebhookError, Webhooks};
use boostdesk_core::shop::delivery::{self, Verdict};
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::storefronts;
use boostdesk_core::testing::{START, Setup, Shop, TestApp, details, on_both_with, tokens};
use boostdesk_core::watching::outages::Trouble;
use boostdesk_core::{App, execute_on_db, foundation::standard_webhooks as signing, health};
use futures::FutureExt;
use futures::future::BoxFuture;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::sync::oneshot;
use url::Url;

/// A service that gives the prepared answers, and 200 when there are none left.
#[derive(Debug, Default)]
struct Service {
    answers: Mutex<VecDeque<Result<u16, WebhookError>>>,
    heard: Mutex<Vec<WebhookCall>>,
    /// Signals the next call, and says when it may be answered.
    meanwhile: Mutex<Option<(oneshot::Sender<()>, oneshot::Receiver<()>)>>,
}

impl Service {
    fn will_answer(&self, answers: impl IntoIterator<Item = Result<u16, WebhookError>>) {
        self.answers.lock().unwrap().extend(answers);
    }

    fn heard(&self) -> Vec<WebhookCall> {
        std::mem::take(&mut *self.heard.lock().unwrap())
    }

    /// Returns the types and data of the events since the last look.
    fn told(&self) -> Vec<Value> {
        let told = self.heard().into_iter().map(|call| {
            let mut body: Value = serde_json::from_slice(&call.body).expect("JSON");
            let at = body.as_object_mut().expect("an object").remove("timestamp").expect("a timestamp");
            assert!(Timestamp::parse_rfc3339(at.as_str().expect("text")).is_some());
            body
        });
        let mut told: Vec<Value> = told.collect();
        told.sort_by_key(|body| body["type"].as_str().map(str::to_owned));
        told
    }
}

impl Webhooks for Service {
    fn judge(&self, url: &Url) -> Result<(), ForbiddenUrl> {
        if url.scheme() == "https" { Ok(()) } else { Err(ForbiddenUrl::Scheme) }
    }

    fn post(&self, call: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>> {
        self.heard.lock().unwrap().push(call);
        let answer = self.answers.lock().unwrap().pop_front().unwrap_or(Ok(200));
        let meanwhile = self.meanwhile.lock().unwrap().take();
        async move {
            if let Some((called, go_on)) = meanwhile {
                called.send(()).expect("the test waits");
                go_on.await.expect("the test goes on");
            }
            answer.map(|status| WebhookAnswer { status, body: Vec::new() })
        }
        .boxed()
    }
}

/// A shop with an endpoint that is told of everything.
async fn on_both_with_endpoint(test: impl AsyncFn(TestApp, Shop, Arc<Service>, Created)) {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let service = Arc::new(Service::default());
        let app = TestApp::new(dialect, setup(&service)).await;
        let shop = Shop::open(&app, 1).await;
        let endpoint = endpoint(&shop, &ALL).await;
        test(app, shop, service, endpoint).await;
    }
}

const ALL: [&str; 7] = [
    "order.redeemed",
    "order.finished",
    "order.waiting",
    "stock.low",
    "stock.empty",
    "key.created",
    "store.refused",
];

fn setup(service: &Arc<Service>) -> Setup {
    Setup { webhooks: service.clone(), ..Setup::default() }
}

fn wanted(events: &[&str]) -> NewEndpoint {
    NewEndpoint {
        url: "https://hooks.example.com/in".to_owned(),
        events: events.iter().map(|event| (*event).to_owned()).collect(),
        description: None,
    }
}

async fn endpoint(shop: &Shop, events: &[&str]) -> Created {
    event_endpoints::create(&shop.app, &shop.user_id, wanted(events)).await.expect("it is made")
}

async fn deliveries(shop: &Shop, id: &EventEndpointId) -> Vec<Delivery> {
    let page = event_endpoints::deliveries(&shop.app, &shop.user_id, id, None).await;
    page.expect("the endpoint is the seller's").deliveries
}

async fn test_it(shop: &Shop, id: &EventEndpointId) {
    event_endpoints::send_test(&shop.app, &shop.user_id, id).await.expect("it is enabled");
}

async fn send_due(app: &App) -> usize {
    event_endpoints::send_due(app).await.expect("the database answers")
}

fn header<'a>(call: &'a WebhookCall, name: &str) -> &'a str {
    let found = call.headers.iter().find(|(known, _)| *known == name);
    &found.expect("every call has its headers").1
}

/// Records the seller's verdicts on an order's remaining tokens: delivered, or not.
async fn judge(shop: &Shop, key: &RedeemKey, delivered: &[bool]) {
    let pending = shop.order(key).await.pending;
    assert_eq!(pending.len(), delivered.len());
    let verdict = |(token, delivered): (&SecretString, &bool)| Verdict {
        token: token.expose_secret().to_owned(),
        delivered: *delivered,
        reason: None,
    };
    let verdicts = pending.iter().zip(delivered).map(verdict).collect();
    delivery::record_verdicts(
        &shop.app,
        &shop.user_id,
        &key.order_id(),
        verdicts,
        &By::User(shop.user_id.clone()),
    )
    .await
    .expect("verdicts");
}

#[tokio::test]
async fn an_unreadable_event_fails_after_twelve_tries_without_blaming_the_endpoint() {
    on_both_with_endpoint(async |app, shop, service, endpoint| {
        test_it(&shop, &endpoint.id).await;
        let broken = app.db.write(|tx| {
            async move {
                execute_on_db!(tx, driver => sqlx::query("UPDATE event_deliveries SET body_sealed = 'x'").execute(driver))
            }
            .boxed()
        });
        assert_eq!(broken.await.unwrap(), 1);
        for _ in 0..12 {
            assert_eq!(send_due(&app).await, 1);
            let outages = app.outages.ongoing();
            let found: Vec<_> = outages.iter().map(|outage| (outage.trouble, outage.about.as_str())).collect();
            assert_eq!(found, [(Trouble::Events, endpoint.id.as_str())], "but whoever operates it hears of it");
            app.clock.advance(Duration::from_mins(10));
        }
        assert_eq!(send_due(&app).await, 0, "twelve times are enough");
        assert!(service.told().is_empty());
        let delivery = deliveries(&shop, &endpoint.id).await.remove(0);
        assert_eq!((delivery.state, delivery.attempts), (DeliveryState::Failed, 12));
        assert!(delivery.error.is_some_and(|error| error.contains("our fault")));
        let list = event_endpoints::list(&app, &shop.user_id).await.unwrap();
        assert!(list[0].enabled && list[0].failing_since.is_none());
    })
    .await;
}

#[tokio::test]
async fn each_event_in_a_shop_is_sent_exactly_once() {
    on_both_with_endpoint(async |app, shop, service, _| {
        let guild = shop.guild.as_str();
        shop.restock(&tokens("a", 3)).await;
        let key = shop.keys(4, 2).await.remove(0);
        shop.redeem(&key, details("mika")).await.expect("it is redeemed");
        shop.redeem(&key, details("mika")).await.expect("a repeat");
        assert_eq!(send_due(&app).await, 3);
        let one_month = "OneMonthTokens.txt";
        let order = json!({
            "orderId": key.expose(), "guildId": guild, "stock": one_month, "amount": 4, "state": "queued",
            "successful": 0, "failed": 0,
        });
        assert_eq!(
            service.told(),
            [
                json!({"type": "key.created", "data": {"guildId": guild, "stock": one_month, "amount": 4, "count": 2,
                    "note": null, "source": "seller"}}),
                json!({"type": "order.redeemed", "data": order}),
                json!({"type": "stock.low", "data": {"guildId": guild, "stock": one_month, "available": 1,
                    "threshold": 10}}),
            ]
        );

        judge(&shop, &key, &[true, false]).await;
        // The failed token was replaced by the last in stock.
        assert_eq!(send_due(&app).await, 1);
        assert_eq!(service.told()[0]["type"], "stock.empty");
        judge(&shop, &key, &[false]).await;
        assert_eq!(send_due(&app).await, 1);
        let told = service.told().remove(0);
        assert_eq!(told["type"], "order.finished");
        assert_eq!(
            (&told["data"]["state"], &told["data"]["successful"], &told["data"]["failed"]),
            (&json!("done"), &json!(1), &json!(2))
        );
        assert_eq!(send_due(&app).await, 0, "nothing is told twice");
    })
    .await;
}

#[tokio::test]
async fn an_endpoint_receives_only_subscribed_events_of_its_own_seller() {
    on_both_with_endpoint(async |app, shop, service, all| {
        event_endpoints::delete(&app, &shop.user_id, None, &all.id).await.expect("it was there");
        let keys_only = endpoint(&shop, &["key.created", "key.created"]).await;
        let other = Shop::open(&app, 2).await;
        other.restock(&tokens("b", 1)).await;
        other.key(2).await;
        shop.restock(&tokens("a", 1)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.expect("it is redeemed");
        assert_eq!(send_due(&app).await, 1);
        assert_eq!(service.told()[0]["type"], "key.created");
        let list = event_endpoints::list(&app, &shop.user_id).await.expect("a list");
        assert_eq!((list.len(), list[0].events.len()), (1, 1));
        assert_eq!(signing::hint(&keys_only.secret), list[0].hint, "a secret is told from others by its end");
        let foreign = event_endpoints::deliveries(&app, &other.user_id, &keys_only.id, None).await;
        assert!(matches!(foreign, Err(EndpointError::NotFound)));
        let sent = &deliveries(&shop, &keys_only.id).await[0];
        let foreign = event_endpoints::redeliver(&app, &other.user_id, &sent.message_id).await;
        assert!(matches!(foreign, Err(EndpointError::NoSuchDelivery)));
    })
    .await;
}

#[tokio::test]
async fn every_delivery_is_signed_and_for_a_day_after_renewal_also_with_the_old_secret() {
    on_both_with_endpoint(async |app, shop, service, first| {
        test_it(&shop, &first.id).await;
        send_due(&app).await;
        let call = service.heard().remove(0);
        assert!(
            call.body.starts_with(br#"{"type":"test","timestamp":"#) && call.body.ends_with(br#""data":{}}"#)
        );
        let sign = |call: &WebhookCall, secret: &SecretString| {
            let key = signing::key_of(secret).expect("a key");
            let at = header(call, "webhook-timestamp").parse().expect("seconds");
            signing::signature(header(call, "webhook-id"), at, &call.body, &key)
        };
        assert_eq!(header(&call, "webhook-signature"), sign(&call, &first.secret));

        let second = event_endpoints::renew_secret(&app, &shop.user_id, &first.id).await.expect("a secret");
        test_it(&shop, &first.id).await;
        send_due(&app).await;
        let call = service.heard().remove(0);
        let both = format!("{} {}", sign(&call, &second), sign(&call, &first.secret));
        assert_eq!(header(&call, "webhook-signature"), both);

        app.clock.advance(Duration::from_hours(1));
        let third = event_endpoints::renew_secret(&app, &shop.user_id, &first.id).await.expect("a secret");
        for (hours, signing) in
            [(0, vec![&third, &second, &first.secret]), (23, vec![&third, &second]), (1, vec![&third])]
        {
            app.clock.advance(Duration::from_hours(hours));
            test_it(&shop, &first.id).await;
            send_due(&app).await;
            let call = service.heard().remove(0);
            let signed: Vec<String> = signing.iter().map(|secret| sign(&call, secret)).collect();
            assert_eq!(header(&call, "webhook-signature"), signed.join(" "));
        }
        event_endpoints::delete(&app, &shop.user_id, None, &first.id).await.expect("with its secrets");
    })
    .await;
}

#[tokio::test]
async fn a_failing_delivery_is_tried_twelve_times_with_growing_pauses() {
    on_both_with_endpoint(async |app, shop, service, endpoint| {
        service.will_answer([Ok(500), Ok(302), Err(WebhookError::TooSlow)].into_iter().cycle().take(12));
        test_it(&shop, &endpoint.id).await;
        let mut pauses = Vec::new();
        loop {
            assert_eq!(send_due(&app).await, 1);
            let delivery = deliveries(&shop, &endpoint.id).await.remove(0);
            let Some(next_at) = delivery.next_at else { break };
            let pause = next_at.0 - app.clock.now().0;
            assert_eq!(send_due(&app).await, 0, "not before its time");
            app.clock.advance(Duration::from_millis(pause.unsigned_abs()));
            pauses.push(pause / 1000);
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
        let delivery = deliveries(&shop, &endpoint.id).await.remove(0);
        assert_eq!((delivery.state, delivery.attempts, delivery.status), (DeliveryState::Failed, 12, None));
        assert_eq!(delivery.error.as_deref(), Some("The service did not answer in time."));
        let heard = service.heard();
        assert!(heard.iter().all(|call| header(call, "webhook-id") == delivery.message_id));
        assert!(heard.iter().all(|call| call.body == heard[0].body));

        event_endpoints::redeliver(&app, &shop.user_id, &delivery.message_id).await.expect("it is there");
        assert_eq!(send_due(&app).await, 1);
        let again = deliveries(&shop, &endpoint.id).await.remove(0);
        assert_eq!((again.state, again.attempts, again.status), (DeliveryState::Delivered, 1, Some(200)));
        let call = service.heard().remove(0);
        assert_eq!((header(&call, "webhook-id"), &call.body), (delivery.message_id.as_str(), &heard[0].body));
    })
    .await;
}

/// The process ended during the try, or could not record its outcome.
#[tokio::test]
async fn a_delivery_interrupted_during_its_last_try_is_failed_and_not_tried_again() {
    on_both_with_endpoint(async |app, shop, service, endpoint| {
        service.will_answer((0..11).map(|_| Ok(500)));
        test_it(&shop, &endpoint.id).await;
        for _ in 0..11 {
            assert_eq!(send_due(&app).await, 1);
            app.clock.advance(Duration::from_mins(5));
        }
        let ((called, is_called), (_go_on, may_go_on)) = (oneshot::channel(), oneshot::channel());
        *service.meanwhile.lock().unwrap() = Some((called, may_go_on));
        tokio::select! {
            _ = send_due(&app) => panic!("the service does not answer"),
            called = is_called => called.expect("it is called"),
        }
        app.clock.advance(Duration::from_mins(5));
        assert_eq!(send_due(&app).await, 0);
        let delivery = deliveries(&shop, &endpoint.id).await.remove(0);
        assert_eq!((delivery.state, delivery.attempts, delivery.next_at), (DeliveryState::Failed, 12, None));
        assert!(delivery.error.is_some_and(|error| error.contains("cut off")));
        event_endpoints::redeliver(&app, &shop.user_id, &delivery.message_id).await.expect("it is there");
        assert_eq!(send_due(&app).await, 1);
    })
    .await;
}

#[tokio::test]
async fn status_410_disables_an_endpoint_and_enabling_it_again_resumes_pending_deliveries() {
    on_both_with_endpoint(async |app, shop, service, endpoint| {
        service.will_answer([Ok(500), Ok(410)]);
        test_it(&shop, &endpoint.id).await;
        send_due(&app).await;
        test_it(&shop, &endpoint.id).await;
        send_due(&app).await;
        let list = event_endpoints::list(&app, &shop.user_id).await.expect("a list");
        assert!(!list[0].enabled && list[0].failing_since == Some(START));
        let states = async || {
            let states = deliveries(&shop, &endpoint.id).await.into_iter();
            states.map(|delivery| (delivery.state, delivery.next_at.is_some())).collect::<Vec<_>>()
        };
        assert_eq!(states().await, [(DeliveryState::Failed, false), (DeliveryState::Pending, false)]);
        let waiting = async || health::backlog(&app).await.expect("it is counted").event_deliveries.waiting;
        assert_eq!(waiting().await, 0, "it waits for nobody but the seller");
        let refused = event_endpoints::send_test(&app, &shop.user_id, &endpoint.id).await;
        assert!(matches!(refused, Err(EndpointError::Disabled)));
        shop.key(2).await;
        app.clock.advance(Duration::from_hours(1));
        assert_eq!(send_due(&app).await, 0, "what happens meanwhile is not queued, what waits is not sent");

        let changes = Changes { enabled: Some(true), ..Changes::default() };
        event_endpoints::update(&app, &shop.user_id, None, &endpoint.id, changes)
            .await
            .expect("it is the seller's");
        assert_eq!(waiting().await, 1);
        assert_eq!(send_due(&app).await, 1);
        assert_eq!(states().await, [(DeliveryState::Failed, false), (DeliveryState::Delivered, false)]);
        let list = event_endpoints::list(&app, &shop.user_id).await.expect("a list");
        assert!(list[0].enabled && list[0].failing_since.is_none());
    })
    .await;
}

#[tokio::test]
async fn an_answer_from_a_former_url_does_not_affect_the_endpoint_at_its_new_url() {
    on_both_with_endpoint(async |app, shop, service, endpoint| {
        service.will_answer([Ok(500), Ok(410)]);
        test_it(&shop, &endpoint.id).await;
        send_due(&app).await;
        let ((called, is_called), (go_on, may_go_on)) = (oneshot::channel(), oneshot::channel());
        *service.meanwhile.lock().unwrap() = Some((called, may_go_on));
        app.clock.advance(Duration::from_secs(1));
        let moving = async {
            is_called.await.expect("it is called");
            let changes =
                Changes { url: Some("https://hooks.example.com/new".to_owned()), ..Changes::default() };
            let moved = event_endpoints::update(&app, &shop.user_id, None, &endpoint.id, changes);
            moved.await.expect("it is the seller's");
            let list = event_endpoints::list(&app, &shop.user_id).await.expect("a list");
            assert_eq!(list[0].failing_since, None, "only the former address has failed");
            go_on.send(()).expect("the service waits");
        };
        assert_eq!(tokio::join!(send_due(&app), moving).0, 2, "it goes to the new address at once");
        let list = event_endpoints::list(&app, &shop.user_id).await.expect("a list");
        assert!(list[0].enabled && list[0].failing_since.is_none(), "{:?}", list[0]);
        let called: Vec<String> = service.heard().iter().map(|call| call.url.path().to_owned()).collect();
        assert_eq!(called, ["/in", "/in", "/new"]);
        let delivery = deliveries(&shop, &endpoint.id).await.remove(0);
        assert_eq!((delivery.state, delivery.attempts), (DeliveryState::Delivered, 1), "counted anew there");
    })
    .await;
}

#[tokio::test]
async fn an_endpoint_that_fails_for_five_days_is_disabled_and_its_seller_notified() {
    on_both_with_endpoint(async |app, shop, service, endpoint| {
        let channel = ChannelId::parse("190000000000000001");
        storefronts::update(&app, &shop.user_id, &shop.guild, |settings| settings.log_channel_id = channel)
            .await
            .expect("it is the seller's");
        service.will_answer((0..100).map(|_| Ok(503)));
        for _ in 0..5 {
            test_it(&shop, &endpoint.id).await;
            send_due(&app).await;
            assert!(event_endpoints::list(&app, &shop.user_id).await.expect("a list")[0].enabled);
            app.clock.advance(Duration::from_hours(24));
        }
        send_due(&app).await;
        let is_enabled =
            async || event_endpoints::list(&app, &shop.user_id).await.expect("a list")[0].enabled;
        assert!(is_enabled().await, "a try more says little of a service that was called once a day");
        while is_enabled().await {
            app.clock.advance(Duration::from_mins(5));
            assert!(send_due(&app).await > 0, "there are tries left");
        }
        let failed = deliveries(&shop, &endpoint.id).await;
        assert!(failed.iter().any(|delivery| delivery.state == DeliveryState::Failed), "{failed:?}");
        let list = event_endpoints::list(&app, &shop.user_id).await.expect("a list");
        assert_eq!(list[0].failing_since, Some(START));
        let said = announcements::due(&app).await.expect("announcements");
        let [said] = &said[..] else { panic!("{said:?}") };
        assert!(matches!(&said.content, Content::EndpointDisabled { host } if host == "hooks.example.com"));
    })
    .await;
}

#[tokio::test]
async fn two_processes_send_each_delivery_once_and_one_held_by_a_dead_process_is_sent_again() {
    on_both_with_endpoint(async |app, shop, service, endpoint| {
        let other = app.another(setup(&service)).await;
        for _ in 0..20 {
            test_it(&shop, &endpoint.id).await;
        }
        let (here, there) = tokio::join!(send_due(&app), send_due(&other));
        assert_eq!((here + there, service.heard().len()), (20, 20));
        other.db.close().await;

        // A process that ends while it waits for the service's answer.
        let silent = Arc::new(Silent::default());
        let dead = app.another(Setup { webhooks: silent.clone(), ..Setup::default() }).await;
        test_it(&shop, &endpoint.id).await;
        tokio::select! {
            _ = send_due(&dead) => panic!("nobody answers"),
            () = silent.asked.notified() => {}
        }
        dead.db.close().await;
        assert_eq!(send_due(&app).await, 0, "the dead one's lease still holds");
        app.clock.advance(Duration::from_mins(1));
        assert_eq!(send_due(&app).await, 1);
        let delivery = deliveries(&shop, &endpoint.id).await.remove(0);
        assert_eq!((delivery.state, delivery.attempts), (DeliveryState::Delivered, 2));
    })
    .await;
}

/// A service that never answers.
#[derive(Debug, Default)]
struct Silent {
    asked: Notify,
}

impl Webhooks for Silent {
    fn judge(&self, _: &Url) -> Result<(), ForbiddenUrl> {
        Ok(())
    }

    fn post(&self, _: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>> {
        self.asked.notify_one();
        std::future::pending().boxed()
    }
}

#[tokio::test]
async fn creating_an_endpoint_with_invalid_input_or_as_the_eleventh_is_refused() {
    on_both_with(setup(&Arc::default()), async |app| {
        let shop = Shop::open(&app, 1).await;
        let with = |change: &dyn Fn(&mut NewEndpoint)| {
            let mut input = wanted(&["key.created"]);
            change(&mut input);
            event_endpoints::create(&shop.app, &shop.user_id, input)
        };
        let refused = with(&|input| input.url = "http://hooks.example.com".to_owned()).await;
        assert!(matches!(refused, Err(EndpointError::Address(AddressError::Forbidden(_)))));
        for bad in ["", "hooks.example.com", "https://"] {
            let refused = with(&|input| bad.clone_into(&mut input.url)).await;
            assert!(matches!(refused, Err(EndpointError::Address(AddressError::Malformed))), "{bad}");
        }
        assert!(matches!(with(&|input| input.events.clear()).await, Err(EndpointError::NoEvents)));
        for bad in ["test", "order.lost"] {
            let refused = with(&|input| input.events = vec![bad.to_owned()]).await;
            assert!(matches!(refused, Err(EndpointError::UnknownEvent(name)) if name == bad));
        }
        let refused = with(&|input| input.description = Some("x".repeat(201))).await;
        assert!(matches!(refused, Err(EndpointError::DescriptionTooLong)));
        assert!(event_endpoints::list(&app, &shop.user_id).await.expect("a list").is_empty());
        for _ in 0..10 {
            endpoint(&shop, &["key.created"]).await;
        }
        assert!(matches!(with(&|_| {}).await, Err(EndpointError::TooMany)));
    })
    .await;
}

#[tokio::test]
async fn a_delivery_scheduled_while_the_clock_was_ahead_is_brought_forward() {
    on_both_with_endpoint(async |app, shop, _, endpoint| {
        let ahead = Duration::from_hours(3);
        app.clock.advance(ahead);
        test_it(&shop, &endpoint.id).await;
        app.clock.set_back(ahead);
        assert_eq!(send_due(&app).await, 0);
        assert_eq!(event_endpoints::shorten_waits(&app).await.unwrap(), 1);
        assert_eq!(event_endpoints::shorten_waits(&app).await.unwrap(), 0);
        app.clock.advance(Duration::from_mins(5));
        assert_eq!(send_due(&app).await, 1);
    })
    .await;
}
