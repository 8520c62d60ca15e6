//! The gate to outside services: which addresses it allows, and which never.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Redirect;
use axum::routing::post;
use boostdesk_core::config::Config;
use boostdesk_core::ports::{ForbiddenUrl, ServiceOwner, WebhookAnswer, WebhookCall, WebhookError, Webhooks};
use boostdesk_core::testing::free_port;
use boostdesk_web_api::{Gate, Names};
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::Notify;

use crate::support::listen;

/// Every name has an address of this machine, and one of the internet, too, if it begins so.
#[derive(Debug)]
struct HomeNames;

impl Names for HomeNames {
    fn look_up<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        let home: SocketAddr = ([127, 0, 0, 1], 0).into();
        let outside: SocketAddr = ([93, 184, 216, 34], 0).into();
        let found = match name {
            _ if name.starts_with("two-faced") => vec![outside, home],
            _ if name.starts_with("outside") => vec![outside],
            _ => vec![home],
        };
        async move { Ok(found) }.boxed()
    }
}

fn gate(allowed: &[&str]) -> Gate {
    let mut config = Config::default();
    config.webhooks.allowed_networks =
        allowed.iter().map(|network| network.parse().expect("a network")).collect();
    Gate::with_names(&config.webhooks, Arc::new(HomeNames))
}

async fn serve(router: Router) -> SocketAddr {
    let (listener, address) = listen().await;
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

fn call(url: &str, owner: ServiceOwner) -> WebhookCall {
    let url = url.parse().expect("a URL");
    WebhookCall {
        url,
        owner,
        wants_body: true,
        headers: vec![("webhook-id", "one".to_owned())],
        body: b"{}".to_vec(),
    }
}

async fn ask(gate: &Gate, url: &str) -> Result<WebhookAnswer, WebhookError> {
    gate.post(call(url, ServiceOwner::Seller)).await
}

const ADDRESS: Result<WebhookAnswer, WebhookError> = Err(WebhookError::Forbidden(ForbiddenUrl::Address));
const PLAIN: Result<WebhookAnswer, WebhookError> = Err(WebhookError::Forbidden(ForbiddenUrl::Plain));

#[test]
fn webhook_urls_with_forbidden_ip_addresses_or_schemes_are_refused_before_any_call() {
    let closed = gate(&[]);
    let judge = |gate: &Gate, url: &str| gate.judge(&url.parse().expect("a URL"));
    for url in [
        "https://127.0.0.1/",
        "https://10.1.2.3:8443/x",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/latest",
        "https://0x7f.1/",
        "https://localhost/",
        "https://shop.localhost./",
    ] {
        assert_eq!(judge(&closed, url), Err(ForbiddenUrl::Address), "{url}");
    }
    for url in
        ["http://example.com/", "http://127.0.0.1/", "ftp://example.com/", "https://me:pass@example.com/"]
    {
        assert_eq!(judge(&closed, url), Err(ForbiddenUrl::Scheme), "{url}");
    }
    for url in ["https://example.com/hook", "https://example.com:8443/", "https://1.1.1.1/"] {
        assert_eq!(judge(&closed, url), Ok(()), "{url}");
    }
    let open = gate(&["127.0.0.0/8"]);
    for url in ["http://127.0.0.1:9000/", "https://127.0.0.1/", "http://localhost/", "http://example.com/"] {
        assert_eq!(judge(&open, url), Ok(()), "{url}");
    }
    for url in ["https://10.0.0.1/", "https://[::1]/"] {
        assert_eq!(judge(&open, url), Err(ForbiddenUrl::Address), "{url}");
    }
    for url in ["http://10.0.0.1/", "http://1.1.1.1/"] {
        assert_eq!(judge(&open, url), Err(ForbiddenUrl::Plain), "{url}");
    }
}

#[tokio::test]
async fn a_webhook_host_name_is_judged_by_all_the_addresses_it_resolves_to() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let port = serve(Router::new().route(
        "/",
        post(async move || {
            count.fetch_add(1, Ordering::SeqCst);
        }),
    ))
    .await
    .port();

    let closed = gate(&[]);
    for host in ["home.test", "two-faced.test"] {
        assert_eq!(ask(&closed, &format!("https://{host}:{port}/")).await, ADDRESS, "{host}");
    }
    let elsewhere = gate(&["10.0.0.0/8"]);
    assert_eq!(ask(&elsewhere, &format!("http://home.test:{port}/")).await, PLAIN);
    let open = gate(&["127.0.0.1/32"]);
    // Plain http is only allowed to networks that the operator allows.
    assert_eq!(ask(&open, &format!("http://outside.test:{port}/")).await, PLAIN);
    assert_eq!(ask(&open, &format!("http://two-faced.test:{port}/")).await, PLAIN);
    assert_eq!(asked.load(Ordering::SeqCst), 0, "nobody was called");

    let answer = ask(&open, &format!("http://home.test:{port}/")).await;
    assert_eq!(answer.map(|answer| answer.status), Ok(200));
    let operators = call(&format!("http://127.0.0.1:{port}/"), ServiceOwner::Operator);
    assert_eq!(closed.post(operators).await.map(|answer| answer.status), Ok(200));
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_webhook_call_sends_its_headers_and_body_and_returns_the_answer_up_to_1_mib() {
    let router = Router::new()
        .route(
            "/echo",
            post(async |headers: HeaderMap, body: Bytes| {
                let text = |name: &str| headers[name].to_str().expect("text").to_owned();
                let body = String::from_utf8(body.to_vec()).expect("text");
                format!("{} {} {body}", text("content-type"), text("webhook-id"))
            }),
        )
        .route("/moved", post(async || Redirect::temporary("/echo")))
        .route("/large", post(async || vec![b'x'; 1024 * 1024 + 1]))
        .route("/gone", post(async || (StatusCode::GONE, vec![b'x'; 1024 * 1024 + 1])));
    let address = serve(router).await;
    let gate = gate(&["127.0.0.1/32"]);
    let answer = ask(&gate, &format!("http://{address}/echo")).await.expect("an answer");
    assert_eq!(answer.body, b"application/json one {}");
    let moved = ask(&gate, &format!("http://{address}/moved")).await.expect("an answer");
    assert_eq!(moved.status, 307, "a redirect is an answer like others");
    assert_eq!(ask(&gate, &format!("http://{address}/large")).await, Err(WebhookError::TooLarge));
    let mut told = call(&format!("http://{address}/large"), ServiceOwner::Seller);
    told.wants_body = false;
    let told = gate.post(told).await.expect("whoever asks for the status alone has it, whatever follows");
    assert_eq!((told.status, told.body.len()), (200, 0));
    let gone = ask(&gate, &format!("http://{address}/gone")).await.expect("what it says, whatever follows");
    assert_eq!(gone.status, 410);
    let nobody = format!("http://127.0.0.1:{}/", free_port());
    assert_eq!(ask(&gate, &nobody).await, Err(WebhookError::Unreachable));
}

#[tokio::test]
async fn a_webhook_call_is_given_up_after_30_seconds() {
    let asked = Arc::new(Notify::new());
    let tell = asked.clone();
    let router = Router::new().route(
        "/",
        post(async move || {
            tell.notify_one();
            std::future::pending::<()>().await;
        }),
    );
    let url = format!("http://{}/", serve(router).await);
    let waiting = tokio::spawn(async move { ask(&gate(&["127.0.0.1/32"]), &url).await });
    asked.notified().await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(30)).await;
    assert_eq!(waiting.await.expect("it ended"), Err(WebhookError::TooSlow));
}
