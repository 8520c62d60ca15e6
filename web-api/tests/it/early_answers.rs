//! Requests that are answered before their body has arrived, on connections that are kept alive.

use std::time::Duration;

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Log, Setup, Shop, TestApp};
use tokio::task::yield_now;
use tokio::time::Instant;
use tracing::Level;

use crate::support::Site;
use crate::wire::Wire;

const NEXT: &str = "GET /api/config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// Nothing here depends on the database.
async fn app() -> TestApp {
    TestApp::new(Dialect::Sqlite, Setup::default()).await
}

/// Waits until the handlers have answered this many requests.
async fn handled(log: &Log, count: usize) {
    while log.lines().iter().filter(|line| line.contains(r#""message":"answered""#)).count() < count {
        yield_now().await;
    }
}

fn head(request: &str, headers: &str) -> String {
    format!("{request} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\n")
}

#[tokio::test]
async fn a_request_that_is_refused_before_its_body_arrives_leaves_its_connection_to_the_next() {
    let (log, _catching) = Log::catch(Level::DEBUG);
    let app = app().await;
    let site = Site::open(&app).await;
    let requests = [
        ("POST /api/storefronts", "Content-Length: 2", "{}", 401),
        ("POST /api/storefronts", "Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n", 401),
        ("POST /api/nowhere", "Content-Length: 2", "{}", 404),
        ("POST /api/config", "Content-Length: 2", "{}", 405),
        ("POST /api/auth/login", "Content-Type: text/plain\r\nContent-Length: 2", "{}", 415),
        ("GET /api/config", "Content-Length: 2", "{}", 200),
    ];
    for (handled_before, (request, headers, body, status)) in requests.into_iter().enumerate() {
        let mut wire = Wire::to(&site).await;
        wire.send(&head(request, headers)).await;
        handled(&log, 2 * handled_before + 1).await;
        wire.send(body).await;
        let answer = wire.read_until("}").await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}, {headers}: {answer}");
        assert!(!answer.contains("connection: close"), "{request}, {headers}: {answer}");
        wire.send(NEXT).await;
        let next = wire.read_to_end().await;
        assert!(next.contains("HTTP/1.1 200 OK"), "after {request}, {headers}: {next:?}");
    }
}

#[tokio::test]
async fn a_connection_whose_refused_request_is_long_or_does_not_arrive_says_that_it_closes() {
    let app = app().await;
    let site = Site::open(&app).await;
    let refused = |headers| head("POST /api/storefronts", headers);
    let chunk = "x".repeat(0x1_0001);
    let long = format!("{}10001\r\n{chunk}", refused("Transfer-Encoding: chunked"));
    for message in [
        refused("Content-Length: 65537"),
        refused("Expect: 100-continue\r\nContent-Length: 2"),
        long,
        refused("Transfer-Encoding: chunked") + "nonsense\r\n",
    ] {
        let mut wire = Wire::to(&site).await;
        wire.send(&message).await;
        says_that_it_closes(&wire.read_until("}").await);
    }
    let mut wire = Wire::to(&site).await;
    wire.send(&refused("Content-Length: 2")).await;
    // From here on the paused clock jumps ahead whenever all tasks wait.
    tokio::time::pause();
    let began = Instant::now();
    says_that_it_closes(&wire.read_until("}").await);
    let bounds = Duration::from_secs(1)..Duration::from_secs(4);
    assert!(bounds.contains(&began.elapsed()), "{:?}", began.elapsed());
}

fn says_that_it_closes(answer: &str) {
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
}

#[tokio::test]
async fn a_body_with_an_idempotency_key_is_refused_from_the_same_size_on_as_without() {
    let app = app().await;
    let site = Site::open(&app).await;
    let shop = Shop::open(&app, 1).await;
    let token = site.sign_in(&shop).await;
    let keys = format!("POST /api/storefronts/{}/keys", shop.guild);
    for also in ["", "Idempotency-Key: a\r\n"] {
        let mut wire = Wire::to(&site).await;
        let headers = format!(
            "Authorization: {token}\r\n{also}Content-Type: application/json\r\nContent-Length: {}",
            64 * 1024 + 1
        );
        wire.send(&head(&keys, &headers)).await;
        // Nothing of the body comes.
        let answer = wire.read_until("}").await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{also}: {answer}");
    }
}
