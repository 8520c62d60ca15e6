//! Event endpoints over HTTP, and a service on this machine that receives events.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use boostdesk_core::config::Config;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::foundation::{clock::Timestamp, standard_webhooks};
use boostdesk_core::testing::{Setup, Shop, TestApp, on_both_with};
use boostdesk_web_api::Gate;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::support::{Site, body, listen};

/// The headers and bodies that a service received.
type Heard = Arc<Mutex<Vec<(HeaderMap, Bytes)>>>;

/// A gate that allows services on this machine.
fn open_gate() -> Setup {
    let mut config = Config::default();
    config.webhooks.allowed_networks = vec!["127.0.0.0/8".parse().expect("a network")];
    Setup { webhooks: Arc::new(Gate::new(&config.webhooks)), ..Setup::default() }
}

/// Starts a service that answers `statuses` one after the other, and 204 after the last. Returns its address.
async fn service(statuses: &[u16]) -> (String, Heard, Arc<Notify>) {
    let (heard, told) = (Heard::default(), Arc::new(Notify::new()));
    let (listener, address) = listen().await;
    let (keep, tell) = (heard.clone(), told.clone());
    let mut left: Vec<u16> = statuses.iter().rev().copied().collect();
    left.insert(0, 204);
    let left = Arc::new(Mutex::new(left));
    let answer = async move |headers: HeaderMap, body: Bytes| {
        keep.lock().expect("nobody panicked").push((headers, body));
        tell.notify_one();
        let mut left = left.lock().expect("nobody panicked");
        let status = if left.len() > 1 { left.pop() } else { left.first().copied() };
        StatusCode::from_u16(status.expect("the last one stays")).expect("a status")
    };
    let router = Router::new().route("/in", post(answer));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (format!("http://{address}/in"), heard, told)
}

struct Seller {
    site: Site,
    shop: Shop,
    token: String,
}

impl Seller {
    async fn enter(app: &TestApp) -> Self {
        let shop = Shop::open(app, 1).await;
        let site = Site::open(app).await;
        let token = site.sign_in(&shop).await;
        Self { site, shop, token }
    }

    async fn ask(&self, method: Method, path: &str, sent: Option<&Value>) -> (u16, Value) {
        let mut call = self.site.request(method, path).header("Authorization", &self.token);
        if let Some(sent) = sent {
            call = call.json(sent);
        }
        body(call).await
    }

    async fn make(&self, wanted: &Value) -> (u16, Value) {
        self.ask(Method::POST, "/api/event-endpoints", Some(wanted)).await
    }
}

#[tokio::test]
async fn an_endpoint_is_made_changed_listed_and_deleted() {
    on_both_with(open_gate(), async |app| {
        let seller = Seller::enter(&app).await;
        let (status, made) = seller
            .make(&json!({"url": "https://hooks.example.com/x#y", "events": ["stock.low", "order.redeemed"],
                "description": " Stock sheet "}))
            .await;
        assert_eq!((status, made["code"].as_u64()), (200, Some(200)));
        let secret = made["secret"].as_str().expect("a secret");
        assert!(secret.starts_with("whsec_"));
        let mut shown = json!({
            "id": made["id"], "url": "https://hooks.example.com/x", "events": ["order.redeemed", "stock.low"],
            "enabled": true, "description": "Stock sheet", "hint": secret[secret.len() - 4..],
            "createdAt": "2026-11-20T09:14:00.000Z", "failingSince": null,
        });
        let list = async || seller.ask(Method::GET, "/api/event-endpoints", None).await.1;
        assert_eq!(list().await, json!([shown]));

        let path = format!("/api/event-endpoints/{}", made["id"].as_str().expect("an id"));
        let changes = json!({"enabled": false, "description": "", "url": "https://hooks.example.com"});
        assert_eq!(seller.ask(Method::PUT, &path, Some(&changes)).await.0, 200);
        shown["enabled"] = json!(false);
        shown["url"] = json!("https://hooks.example.com");
        shown["description"] = json!(null);
        assert_eq!(list().await, json!([shown]));
        let (status, renewed) = seller.ask(Method::POST, &format!("{path}/secret"), None).await;
        assert_eq!(status, 200);
        assert_ne!(renewed["secret"], made["secret"]);
        assert_eq!(seller.ask(Method::POST, &format!("{path}/test"), None).await.0, 409);
        assert_eq!(seller.ask(Method::DELETE, &path, None).await.0, 200);
        assert_eq!(list().await, json!([]));
        for (method, path) in [
            (Method::PUT, path.clone()),
            (Method::DELETE, path.clone()),
            (Method::POST, format!("{path}/test")),
            (Method::GET, format!("{path}/deliveries")),
            (Method::POST, "/api/event-endpoints/deliveries/x/redeliver".to_owned()),
        ] {
            assert_eq!(seller.ask(method, &path, Some(&json!({}))).await.0, 404, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_endpoint_with_a_private_or_invalid_url_or_unknown_events_is_refused() {
    on_both_with(open_gate(), async |app| {
        let seller = Seller::enter(&app).await;
        for bad in [
            "https://10.0.0.1/",
            "https://[::1]/",
            "http://10.0.0.1/",
            "ftp://hooks.example.com/",
            "hooks.example.com",
            "https://me:pass@hooks.example.com/",
        ] {
            let (status, said) = seller.make(&json!({"url": bad, "events": ["stock.low"]})).await;
            assert_eq!((status, said["code"].as_u64()), (422, Some(422)), "{bad}: {said}");
        }
        for bad in [json!([]), json!(["stock.gone"]), json!(["test"]), json!("stock.low")] {
            let wanted = json!({"url": "https://hooks.example.com/", "events": bad});
            assert_eq!(seller.make(&wanted).await.0, 422, "{bad}");
        }
        assert_eq!(seller.ask(Method::GET, "/api/event-endpoints", None).await.1, json!([]));
    })
    .await;
}

#[tokio::test]
async fn a_failed_event_delivery_is_retried_with_the_same_id_until_the_service_accepts_it() {
    on_both_with(open_gate(), async |app| {
        let seller = Seller::enter(&app).await;
        let (url, heard, _) = service(&[500]).await;
        let (_, made) = seller.make(&json!({"url": url, "events": ["key.created"]})).await;
        seller.shop.keys(2, 3).await;
        event_endpoints::send_due(&app).await.expect("the database answers");
        let path = format!("/api/event-endpoints/{}/deliveries", made["id"].as_str().expect("an id"));
        let page = seller.ask(Method::GET, &path, None).await.1;
        let (_, mut delivery) = (page["next"].is_null(), page["deliveries"][0].clone());
        assert_eq!(
            (&delivery["state"], &delivery["status"], &delivery["attempts"], &delivery["nextAt"]),
            (&json!("pending"), &json!(500), &json!(1), &json!("2026-11-20T09:14:01.000Z"))
        );
        app.clock.advance(std::time::Duration::from_secs(1));
        event_endpoints::send_due(&app).await.expect("the database answers");
        delivery = seller.ask(Method::GET, &path, None).await.1["deliveries"][0].clone();
        let shown = json!({"id": delivery["id"], "event": "key.created", "attempts": 2, "state": "delivered",
            "status": 204, "at": "2026-11-20T09:14:00.000Z", "nextAt": null, "error": null});
        assert_eq!(delivery, shown);

        let heard = std::mem::take(&mut *heard.lock().expect("nobody panicked"));
        let [(first, body), (second, again)] = &heard[..] else { panic!("{}", heard.len()) };
        let text = |headers: &HeaderMap, name: &str| headers[name].to_str().expect("text").to_owned();
        assert_eq!(text(first, "webhook-id"), delivery["id"]);
        assert_eq!((text(second, "webhook-id"), again), (text(first, "webhook-id"), body));
        assert_eq!(text(first, "content-type"), "application/json");
        let at: i64 = text(second, "webhook-timestamp").parse().expect("seconds");
        assert_eq!(at, Timestamp(1_795_166_041_000).unix_seconds());
        let secret = made["secret"].as_str().expect("a secret").to_owned().into();
        let key = standard_webhooks::key_of(&secret).expect("a key");
        let signed = standard_webhooks::signature(&text(second, "webhook-id"), at, again, &key);
        assert_eq!(text(second, "webhook-signature"), signed);
        let told: Value = serde_json::from_slice(again).expect("JSON");
        assert_eq!(told["data"]["count"], 3);
        assert_eq!(told["timestamp"], "2026-11-20T09:14:00.000Z");
    })
    .await;
}

#[tokio::test]
async fn a_key_created_event_says_whether_an_api_key_or_the_seller_made_the_keys() {
    on_both_with(open_gate(), async |app| {
        let seller = Seller::enter(&app).await;
        let (url, heard, _) = service(&[]).await;
        assert_eq!(seller.make(&json!({"url": url, "events": ["key.created"]})).await.0, 200);
        let program = json!({"name": "A program", "scopes": ["keys"]});
        let (_, program) = seller.ask(Method::POST, "/api/api-keys", Some(&program)).await;
        let program = program["key"].as_str().expect("a key");
        let path = format!("/api/storefronts/{}/keys", seller.shop.guild);
        let wanted = json!({"stock": "OneMonthTokens.txt", "amount": 2, "count": 1});
        for (caller, source) in [(program, "api"), (seller.token.as_str(), "seller")] {
            let call = seller.site.post(&path, &wanted).header("Authorization", caller);
            assert_eq!(body(call).await.0, 200);
            event_endpoints::send_due(&app).await.expect("the database answers");
            let heard = std::mem::take(&mut *heard.lock().expect("nobody panicked"));
            let [(_, told)] = &heard[..] else { panic!("{}", heard.len()) };
            let told: Value = serde_json::from_slice(told).expect("JSON");
            assert_eq!(told["data"]["source"], source);
        }
    })
    .await;
}

#[tokio::test]
async fn the_background_sender_delivers_a_queued_event() {
    on_both_with(open_gate(), async |app| {
        let seller = Seller::enter(&app).await;
        let (url, heard, told) = service(&[]).await;
        let (_, made) = seller.make(&json!({"url": url, "events": ["key.created"]})).await;
        let stop = CancellationToken::new();
        let sender = tokio::spawn(event_endpoints::run(app.app.clone(), stop.clone()));
        let path = format!("/api/event-endpoints/{}/test", made["id"].as_str().expect("an id"));
        assert_eq!(seller.ask(Method::POST, &path, None).await.0, 200);
        told.notified().await;
        let body = heard.lock().expect("nobody panicked")[0].1.clone();
        assert_eq!(body, r#"{"type":"test","timestamp":"2026-11-20T09:14:00.000Z","data":{}}"#);
        stop.cancel();
        sender.await.expect("it ended");
    })
    .await;
}
