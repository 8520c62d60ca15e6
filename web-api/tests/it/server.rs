//! Connections: how long they may take, how many there may be, and how they end.

use std::time::Duration;

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, TestApp};
use boostdesk_web_api::Web;
use http_body_util::{BodyExt, Empty};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use crate::support::{Site, files_of, listen, picture_helper, send, unlimited};
use crate::wire::Wire;

/// Nothing here depends on the database.
async fn app() -> TestApp {
    TestApp::new(Dialect::Sqlite, Setup::default()).await
}

/// From here on the paused clock jumps ahead whenever all tasks wait.
fn hurry() -> Instant {
    tokio::time::pause();
    Instant::now()
}

#[tokio::test]
async fn an_incomplete_request_head_closes_the_connection_after_ten_seconds() {
    let app = app().await;
    let site = Site::open(&app).await;
    let connected = Instant::now();
    let mut wire = Wire::to(&site).await;
    wire.send("GET /api/config HTTP/1.1\r\nHost: localhost\r\n").await;
    let sent = hurry();
    assert_eq!(wire.read_to_end().await, "");
    assert!(connected.elapsed() > Duration::from_secs(9), "{:?}", connected.elapsed());
    assert!(sent.elapsed() < Duration::from_secs(12), "{:?}", sent.elapsed());
}

#[tokio::test]
async fn a_connection_that_sends_nothing_is_closed() {
    let app = app().await;
    let site = Site::open(&app).await;
    let mut wire = Wire::to(&site).await;
    let began = hurry();
    assert_eq!(wire.read_to_end().await, "");
    assert!(began.elapsed() < Duration::from_secs(12));
}

#[tokio::test]
async fn an_idle_keep_alive_connection_stays_open_for_two_minutes() {
    let app = app().await;
    let site = Site::open(&app).await;
    let mut wire = Wire::to(&site).await;
    wire.send("GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(wire.read_until("}").await.starts_with("HTTP/1.1 200 OK"));
    let began = hurry();
    wire.read_to_end().await;
    let took = began.elapsed();
    assert!((Duration::from_mins(2)..Duration::from_mins(3)).contains(&took), "{took:?}");
}

#[tokio::test]
async fn a_request_body_that_stops_arriving_gets_408() {
    let app = app().await;
    let site = Site::open(&app).await;
    let mut wire = Wire::to(&site).await;
    wire.send("POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{")
        .await;
    let began = hurry();
    let answer = wire.read_to_end().await;
    assert!(answer.starts_with("HTTP/1.1 408 Request Timeout"), "{answer}");
    assert!(began.elapsed() < Duration::from_secs(40), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_request_head_that_is_too_large_gets_431_with_a_json_body() {
    let app = app().await;
    let site = Site::open(&app).await;
    // The second is still being sent when it is refused.
    for length in [40_000, 4_000_000] {
        let mut wire = Wire::to(&site).await;
        let long = "a".repeat(length);
        wire.send(&format!("GET /api/config HTTP/1.1\r\nHost: localhost\r\nX-Long: {long}\r\n\r\n")).await;
        let answer = wire.read_to_end().await;
        assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
        let body: Value = serde_json::from_str(body).expect("a body");
        assert_eq!(body["code"], 431, "{answer}");
    }
}

#[tokio::test]
async fn bytes_that_are_not_http_get_a_400_with_a_json_body() {
    let app = app().await;
    let site = Site::open(&app).await;
    for message in [
        "no request\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nno header\r\n\r\n",
        "GET /a b HTTP/1.1\r\n\r\n",
    ] {
        let mut wire = Wire::to(&site).await;
        wire.send(message).await;
        let answer = wire.read_to_end().await;
        assert!(
            answer.starts_with("HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n"),
            "{answer}"
        );
        let body = r#"{"code":400,"message":"This is no valid HTTP request."}"#;
        assert!(answer.ends_with(&format!("\r\n\r\n{body}")), "{answer}");
        assert!(answer.contains(&format!("\r\ncontent-length: {}\r\n", body.len())), "{answer}");
    }
}

/// Only the first answer of a connection gets one: later, the body of an answer could look like a refusal.
#[tokio::test]
async fn invalid_bytes_after_a_valid_request_get_a_400_without_a_body() {
    let app = app().await;
    let site = Site::open(&app).await;
    let mut wire = Wire::to(&site).await;
    wire.send("GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(wire.read_until("}").await.starts_with("HTTP/1.1 200 OK"));
    wire.send("no request\r\n\r\n").await;
    let answer = wire.read_to_end().await;
    assert!(answer.contains("HTTP/1.1 400 Bad Request\r\n") && answer.ends_with("\r\n\r\n"), "{answer}");
}

#[tokio::test]
async fn connections_per_address_are_limited_except_for_trusted_proxies() {
    let app = app().await;
    let mut config = unlimited();
    config.limits.connections_per_address = 2;
    let site = Site::open_with(&app, config.clone()).await;
    let get = "GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut held = [Wire::to(&site).await, Wire::to(&site).await];
    for wire in &mut held {
        wire.send(get).await;
        assert!(wire.read_until("}").await.starts_with("HTTP/1.1 200 OK"));
    }
    let refused = Wire::to(&site).await.read_to_end().await;
    assert!(refused.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{refused}");
    assert!(refused.contains("\r\nretry-after: "), "{refused}");
    let (_, body) = refused.split_once("\r\n\r\n").expect("a body");
    assert!(refused.contains(&format!("content-length: {}\r\n", body.len())), "{refused}");

    let [mut first, _second] = held;
    first.send("GET /api/config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    first.read_to_end().await;
    let freed = async {
        loop {
            let mut wire = Wire::to(&site).await;
            wire.send(get).await;
            if wire.read_until("}").await.starts_with("HTTP/1.1 200 OK") {
                return;
            }
        }
    };
    timeout(Duration::from_mins(1), freed).await.expect("a place is given back");

    config.web.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let behind_proxy = Site::open_with(&app, config).await;
    let mut many = Vec::new();
    for _ in 0..5 {
        let mut wire = Wire::to(&behind_proxy).await;
        wire.send(get).await;
        assert!(wire.read_until("}").await.starts_with("HTTP/1.1 200 OK"), "a proxy speaks for many");
        many.push(wire);
    }
}

#[tokio::test]
async fn a_page_and_its_files_load_with_a_limit_of_one_connection() {
    let app = app().await;
    let mut config = unlimited();
    config.limits.connections_per_address = 1;
    let site = Site::open_with(&app, config).await;
    let stream = TokioIo::new(TcpStream::connect(site.address).await.expect("a connection"));
    let (mut sender, connection) = handshake(stream).await.expect("both begin");
    tokio::spawn(connection);
    let mut read = async |path: &str| {
        sender.ready().await.expect("the connection is kept");
        let request = Request::get(path).header("host", "localhost").body(Empty::<Bytes>::new());
        let answer = sender.send_request(request.expect("a request")).await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.into_body().collect().await.expect("all of it").to_bytes())
    };
    let (status, page) = read("/").await;
    assert_eq!(status, 200);
    let page = String::from_utf8(page.into()).expect("text");
    for file in files_of(&page) {
        let (status, content) = read(file).await;
        assert!(status == 200 && !content.is_empty(), "{file}: {status}");
    }
    let refused = Wire::to(&site).await.read_to_end().await;
    assert!(refused.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{refused}");
    assert!(refused.contains("Too many connections from your address."), "{refused}");
    assert_eq!(read("/api/config").await.0, 200, "which the first does not feel");
    assert_eq!(refused_connections(&site).await, "1");
}

/// Returns how many connections were refused, as the operators' listener says.
async fn refused_connections(site: &Site) -> String {
    let figures = send(site.client.get(format!("http://{}/metrics", site.operations))).await;
    let figures = figures.text().await.expect("a body");
    let (_, count) = figures.split_once("\nboostdesk_http_connections_refused_total ").expect("a figure");
    count.split_once('\n').expect("a line").0.to_owned()
}

#[tokio::test]
async fn the_redirect_listener_shares_the_limit_on_connections_and_counts_what_it_refuses() {
    let app = app().await;
    let mut config = unlimited();
    config.limits.connections_per_address = 1;
    let web = Web::new(app.app.clone(), &config, picture_helper());
    let site = Site::serve(web.clone()).await;
    let (listener, redirects) = listen().await;
    let (token, tracker) = (site.shutdown.clone(), site.tasks.clone());
    site.tasks.spawn(async move { web.serve_redirects(listener, token, &tracker).await });
    let mut held = Wire::to(&site).await;
    held.send("GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(held.read_until("}").await.starts_with("HTTP/1.1 200 OK"));
    let refused = Wire::at(redirects).await.read_to_end().await;
    assert!(refused.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{refused}");
    assert_eq!(refused_connections(&site).await, "1");
}

#[tokio::test]
async fn shutdown_answers_requests_in_progress_and_closes_idle_connections() {
    let app = app().await;
    let site = Site::open(&app).await;
    let (mut idle, mut asking, mut dripping) =
        (Wire::to(&site).await, Wire::to(&site).await, Wire::to(&site).await);
    idle.send("GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    idle.read_until("}").await;
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 21\r\n";
    asking.send(&format!("{head}Expect: 100-continue\r\n\r\n")).await;
    assert!(
        asking.read_until("\r\n\r\n").await.starts_with("HTTP/1.1 100 "),
        "the handler waits for the body"
    );
    dripping.send("GET / HTTP/1.1\r\n").await;

    site.shutdown.cancel();
    assert_eq!(idle.read_to_end().await, "", "an idle connection is closed");
    asking.send(r#"{"access_code":"abc"}"#).await;
    let answer = asking.read_to_end().await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
    assert_eq!(dripping.read_to_end().await, "", "nobody waits for a head");
    timeout(Duration::from_mins(1), site.stop()).await.expect("nothing is left");
    assert!(TcpStream::connect(site.address).await.is_err(), "nobody listens any more");
}
