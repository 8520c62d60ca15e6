//! Anything that comes in a header, an address or a socket is answered, and never as an internal error.

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use futures::{SinkExt, StreamExt};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use url::form_urlencoded::Serializer;

use crate::seller::Desk;
use crate::support::{header, send};

const CASES: usize = 100;

/// Some values, the same ones each time.
fn samples<S: Strategy>(strategy: &S) -> Vec<S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..CASES).map(|_| strategy.new_tree(&mut runner).expect("a value").current()).collect()
}

/// Any bytes that a header may have, and some that are almost valid.
fn header_values(almost: &'static str) -> Vec<HeaderValue> {
    let any_bytes = proptest::collection::vec(any::<u8>(), 0..40);
    let some = prop_oneof![any_bytes, almost.prop_map(String::into_bytes)];
    samples(&some).into_iter().filter_map(|bytes| HeaderValue::from_bytes(&bytes).ok()).collect()
}

/// The two databases do not differ here.
async fn a_desk() -> (TestApp, Shop, Desk) {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let desk = Desk::of(&shop).await;
    (app, shop, desk)
}

#[tokio::test]
async fn any_accept_header_gets_a_page_or_json() {
    let (_app, shop, desk) = a_desk().await;
    let almost = "(text/html|application/json|\\*/\\*|[a-z]{1,5}/[a-z*]{1,5})(;q=[0-9.]{0,6})?(, ?(text/html|application/json;q=0\\.[0-9]))?";
    for accept in header_values(almost) {
        let call = desk.site.get(&format!("/api/{}/live-stock", shop.guild)).header("Accept", &accept);
        let answer = send(call).await;
        assert_eq!(answer.status(), 200, "{accept:?}");
        let kind = answer.headers()["content-type"].to_str().expect("text");
        assert!(kind.starts_with("text/html") || kind == "application/json", "{accept:?}: {kind}");
    }
}

#[tokio::test]
async fn arbitrary_values_of_credential_etag_and_address_headers_get_an_expected_status() {
    let (_app, shop, desk) = a_desk().await;
    for (name, path, almost, statuses) in [
        ("Authorization", "/api/auth/self", "(Bearer )?(bds_|bdk_|bdt_)?[A-Za-z0-9_-]{0,50}", [401, 401]),
        ("If-None-Match", "/api/fetch/GUILD/live-stock", "(W/)?\"?[a-f0-9 ]{0,16}\"?(, \\*)?", [200, 304]),
        ("X-Forwarded-For", "/api/config", "[0-9a-f.:]{0,20}(, ?[0-9.]{0,15})?", [200, 200]),
        ("Cookie", "/api/chat/room", "boostdesk_session=[A-Za-z0-9_;=\" -]{0,30}", [401, 401]),
    ] {
        let path = path.replace("GUILD", shop.guild.as_str());
        for value in header_values(almost) {
            let status = send(desk.site.get(&path).header(name, &value)).await.status().as_u16();
            assert!(statuses.contains(&status), "{name} {value:?}: {status}");
        }
    }
}

#[tokio::test]
async fn any_idempotency_key_is_refused_or_gives_the_same_answer_twice() {
    let (_app, shop, desk) = a_desk().await;
    let path = format!("/api/storefronts/{}/keys", shop.guild);
    let wanted = json!({"stock": "OneMonthTokens.txt", "amount": 2, "count": 1});
    for key in header_values("[ -~]{1,40}|x{250,260}") {
        let make = async || {
            let call = desk.site.post(&path, &wanted).header("Authorization", &desk.token);
            let answer = send(call.header("Idempotency-Key", &key)).await;
            let id = header(&answer, "x-request-id").to_owned();
            // A refusal names its own request.
            (answer.status().as_u16(), answer.text().await.expect("a body").replace(&id, ""))
        };
        let first = make().await;
        assert!(matches!(first.0, 200 | 422), "{key:?}: {first:?}");
        assert_eq!(make().await, first, "{key:?}");
    }
}

#[tokio::test]
async fn any_cursor_gives_a_page_or_is_refused() {
    let (_app, shop, desk) = a_desk().await;
    let storefront = format!("/api/storefronts/{}", shop.guild);
    let lists =
        [format!("{storefront}/keys"), format!("{storefront}/store-calls"), "/api/bugs/fetch-all".to_owned()];
    let some = prop_oneof![any::<String>(), "-?[0-9]{0,20}"];
    for (number, cursor) in samples(&some).into_iter().enumerate() {
        let query = Serializer::new(String::new()).append_pair("cursor", &cursor).finish();
        let call = desk.site.get(&format!("{}?{query}", lists[number % lists.len()]));
        let status = send(call.header("Authorization", &desk.token)).await.status().as_u16();
        assert!(matches!(status, 200 | 422), "{cursor:?}: {status}");
    }
}

#[tokio::test]
async fn the_chat_still_works_after_arbitrary_websocket_frames() {
    let (_app, _shop, desk) = a_desk().await;
    let envelope = ("(message|hello|typing|[a-z]{0,5})", "[ -~]{0,20}", any::<bool>());
    let envelope = envelope.prop_map(|(kind, text, nested)| {
        let data =
            if nested { json!({"author": text, "authorId": text, "content": text}) } else { json!(text) };
        json!({"type": kind, "data": data}).to_string().into_bytes()
    });
    let frames = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..200),
        envelope,
        "\\PC{0,80}".prop_map(String::into_bytes)
    ];
    let open = async || {
        let mut request = format!("ws://{}/ws/chat?room=global", desk.site.address)
            .into_client_request()
            .expect("a request");
        let cookie = format!("boostdesk_session={}", desk.token);
        request.headers_mut().insert("cookie", cookie.parse().expect("a header value"));
        request.headers_mut().insert("origin", HeaderValue::from_static("http://127.0.0.1:8080"));
        connect_async(request).await.expect("it opens").0
    };
    let mut socket = open().await;
    for frame in samples(&frames) {
        if socket.send(Message::binary(frame.clone())).await.is_err() {
            // A client that sends only nonsense is cut off.
            socket = open().await;
        }
    }
    let mut socket = open().await;
    let hello = json!({"type": "message", "data": {"author": "mika", "authorId": "author-0123456789", "content": "still here"}});
    socket.send(Message::text(hello.to_string())).await.expect("it is sent");
    loop {
        let heard = socket.next().await.expect("a frame").expect("it is heard");
        let Ok(text) = heard.to_text() else { continue };
        let frame: Value = serde_json::from_str(text).unwrap_or_default();
        if frame["data"]["content"] == "still here" {
            break;
        }
    }
}
