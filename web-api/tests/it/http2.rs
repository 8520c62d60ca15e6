//! HTTP/2, when the server speaks https itself: many requests per connection, within the limits of their address.

use std::convert::Infallible;

use boostdesk_core::config::Config;
use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp, free_port};
use futures::channel::mpsc;
use futures::future::join_all;
use futures::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper::{Request, Response, Version};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;

use crate::dns::{Zone, address, name_server, patient_dns};
use crate::program::TIMEOUT;
use crate::secure::{DASHBOARD, Pebble, Secure};
use crate::support::files_of;
use crate::tls_client::TlsClient;

struct House {
    shop: Shop,
    client: TlsClient,
    secure: Secure,
    origin: String,
    port: u16,
    kept: (TestApp, Pebble, tempfile::TempDir),
}

async fn a_house(settings: impl FnOnce(&mut Config)) -> House {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let zone = Zone::default();
    zone.set(DASHBOARD, [address([127, 0, 0, 1])]);
    let dns = name_server(&zone).await;
    let setup = Setup { name_server: patient_dns(dns), ..Setup::default() };
    let app = TestApp::new(Dialect::Sqlite, setup).await;
    let shop = Shop::open(&app, 1).await;
    let folder = tempfile::tempdir().expect("a folder");
    let port = free_port();
    let pebble = Pebble::start(folder.path(), port, dns).await;
    let mut config = pebble.config(folder.path(), port);
    settings(&mut config);
    let client = TlsClient::trusting(&pebble.root(folder.path()).await, &[DASHBOARD], port);
    let secure = Secure::open(&app, &config, port, free_port()).await;
    pebble.program.until("the dashboard has a certificate", async || client.agrees_on(DASHBOARD).await).await;
    let origin = format!("https://{DASHBOARD}:{port}");
    House { shop, client, secure, origin, port, kept: (app, pebble, folder) }
}

#[derive(Clone)]
struct Connection {
    sender: SendRequest<Full<Bytes>>,
    origin: String,
}

impl House {
    /// Reopens it with other settings and the same certificate.
    async fn reopened(self, settings: impl FnOnce(&mut Config)) -> Self {
        self.secure.close().await;
        let (app, pebble, folder) = &self.kept;
        let mut config = pebble.config(folder.path(), self.port);
        settings(&mut config);
        let secure = Secure::open(app, &config, self.port, free_port()).await;
        Self { secure, ..self }
    }

    async fn connection(&self) -> Connection {
        self.connection_on(self.client.in_http2(DASHBOARD).await).await
    }

    async fn connection_on(&self, stream: TlsStream<TcpStream>) -> Connection {
        let begun = handshake(TokioExecutor::new(), TokioIo::new(stream)).await;
        let (sender, connection) = begun.expect("both begin");
        tokio::spawn(connection);
        Connection { sender, origin: self.origin.clone() }
    }
}

impl Connection {
    async fn ask(&self, request: Request<Full<Bytes>>) -> Response<Incoming> {
        let answer = timeout(TIMEOUT, self.sender.clone().send_request(request)).await;
        answer.expect("it does not take long").expect("an answer")
    }

    fn to(&self, path: &str) -> hyper::http::request::Builder {
        Request::builder().uri(format!("{}{path}", self.origin))
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Response<Incoming> {
        let builder =
            headers.iter().fold(self.to(path), |builder, (name, value)| builder.header(*name, *value));
        self.ask(builder.body(Full::default()).expect("a request")).await
    }

    /// The session's token.
    async fn sign_in(&self, shop: &Shop) -> String {
        let login = json!({"captcha_key": "", "access_code": shop.code.expose()}).to_string();
        let request = self.to("/api/auth/login").method("POST").header("content-type", "application/json");
        let answer = self.ask(request.body(login.into()).expect("a request")).await;
        json_of(answer).await["token"].as_str().expect("signed in").to_owned()
    }
}

async fn json_of(answer: Response<Incoming>) -> Value {
    let body = answer.into_body().collect().await.expect("a body").to_bytes();
    serde_json::from_slice(&body).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_requests_share_one_http2_connection() {
    let house = a_house(|config| config.chat.require_session = true).await;
    let connection = house.connection().await;
    let path = format!("/api/fetch/{}/live-stock", house.shop.guild);
    let answers = join_all((0..64).map(|_| connection.get(&path, &[]))).await;
    for answer in answers {
        assert_eq!((answer.status().as_u16(), answer.version()), (200, Version::HTTP_2));
    }
    let token = connection.sign_in(&house.shop).await;
    // Browsers send cookies in separate headers, so that they can be compressed.
    let session = format!("__Host-boostdesk_session={token}");
    assert_eq!(connection.get("/api/chat/history", &[("cookie", "theme=dark")]).await.status(), 401);
    let cookies = [("cookie", "theme=dark"), ("cookie", &session), ("cookie", "more=1")];
    assert_eq!(connection.get("/api/chat/history", &cookies).await.status(), 200);
    let orders = connection.get("/api/dashboard/orders", &[("authorization", &token)]).await;
    assert_eq!(orders.status(), 200);
    house.secure.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_http2_authority_decides_the_host_and_a_differing_host_header_gets_421() {
    let house = a_house(|_| {}).await;
    let connection = house.connection().await;
    let own = house.origin.trim_start_matches("https://");
    assert_eq!(connection.get("/", &[("host", own)]).await.status(), 200);
    assert_eq!(connection.get("/", &[("host", "other.example.com")]).await.status(), 421);
    let stranger = Request::builder().uri("https://stranger.example.net/").body(Full::default());
    assert_eq!(connection.ask(stranger.expect("a request")).await.status(), 421);
    let head = "x".repeat(40 * 1024);
    assert_eq!(connection.get("/", &[("x-long", &head)]).await.status(), 431);
    house.secure.close().await;
}

/// hyper leaves a body out in HTTP/1.1 only.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_head_request_has_no_body_in_http2() {
    let house = a_house(|_| {}).await;
    let connection = house.connection().await;
    let head = |builder: hyper::http::request::Builder| {
        connection.ask(builder.method("HEAD").body(Full::default()).expect("a request"))
    };
    let stranger = Request::builder().uri("https://stranger.example.net/");
    for (asked, status) in [(connection.to("/api/auth/login"), 405), (stranger, 421)] {
        let refused = head(asked).await;
        assert_eq!(refused.status(), status);
        let length = refused.headers()["content-length"].to_str().expect("text").parse::<usize>();
        assert!(length.expect("a number") > 40, "as a GET would be told");
        assert!(refused.into_body().collect().await.expect("an end").to_bytes().is_empty());
    }
    house.secure.close().await;
}

/// A reset would be allowed, but some clients take it for a failure and forget the answer.
#[tokio::test(flavor = "multi_thread")]
async fn an_http2_request_that_is_refused_before_its_body_arrives_is_not_reset() {
    let house = a_house(|_| {}).await;
    let stream = TokioIo::new(house.client.in_http2(DASHBOARD).await);
    let (mut sender, connection) = handshake(TokioExecutor::new(), stream).await.expect("both begin");
    tokio::spawn(connection);
    let mut ask = async |method: &str, path: &str| {
        let (body, arriving) = mpsc::channel::<Bytes>(1);
        let arriving = arriving.map(|bytes| Ok::<_, Infallible>(Frame::data(bytes)));
        let request = Request::builder().method(method).uri(format!("{}{path}", house.origin));
        let request = request.body(StreamBody::new(arriving)).expect("a request");
        let answer = timeout(TIMEOUT, sender.send_request(request)).await.expect("it does not take long");
        let answer = answer.expect("an answer");
        let status = answer.status().as_u16();
        answer.into_body().collect().await.expect("a body");
        (status, body)
    };
    for pieces in [1, 500] {
        let (status, mut body) = ask("POST", "/api/storefronts").await;
        assert_eq!(status, 401);
        // What was sent to this stream has arrived by the time that the next one is answered.
        assert_eq!(ask("GET", "/api/config").await.0, 200);
        assert!(!body.is_closed(), "it was reset");
        for _ in 0..pieces {
            body.send(Bytes::from_static(&[b'x'; 2000])).await.expect("it is read");
        }
    }
    house.secure.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_http2_requests_count_towards_the_connection_limit_of_their_address() {
    let house = a_house(|config| config.limits.connections_per_address = 4).await;
    let (first, connection) = (house.connection().await, house.connection().await);
    let token = connection.sign_in(&house.shop).await;
    // One in each connection's own place, and two more.
    let mut streams = Vec::new();
    for connection in [&connection, &first, &first, &first] {
        let stream = connection.get("/api/dashboard/events", &[("authorization", &token)]).await;
        assert_eq!(stream.status(), 200);
        streams.push(stream);
    }
    let refused = connection.get("/", &[]).await;
    assert_eq!(refused.status(), 429);
    let message = "Too many connections from your address. Please try again.";
    let headers = refused.headers().clone();
    assert_eq!([&headers["retry-after"], &headers["x-content-type-options"]], ["5", "nosniff"]);
    let id = headers["x-request-id"].to_str().expect("text");
    assert_eq!(json_of(refused).await, json!({"code": 429, "message": message, "requestId": id}));
    streams.pop();
    let again = async { while connection.get("/", &[]).await.status() != 200 {} };
    timeout(TIMEOUT, again).await.expect("a place is free again");
    drop(streams);
    house.secure.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_http2_answer_that_the_client_does_not_read_keeps_counting_towards_the_limit() {
    let house = a_house(|config| config.limits.connections_per_address = 4).await;
    let connection = house.connection().await;
    let token = connection.sign_in(&house.shop).await;
    let own = connection.get("/api/dashboard/events", &[("authorization", &token)]).await;
    assert_eq!(own.status(), 200);
    let mut stalled = house.client.in_http2(DASHBOARD).await;
    stalled.write_all(PREFACE_WITHOUT_ROOM).await.expect("the server reads");
    for stream in [1, 3, 5] {
        stalled.write_all(&headers(stream)).await.expect("the server reads");
        assert_eq!(read_until(&mut stalled, HEADERS).await[0], STATUS_200);
    }
    assert_eq!(connection.get("/", &[]).await.status(), 429);
    drop(stalled);
    let again = async { while connection.get("/", &[]).await.status() != 200 {} };
    timeout(TIMEOUT, again).await.expect("the places are free again");
    drop(own);
    house.secure.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_short_http2_requests_on_one_connection_stay_within_the_connection_limit() {
    let house = a_house(|config| config.limits.connections_per_address = 8).await;
    let connection = house.connection().await;
    connection.sign_in(&house.shop).await;
    let read = async || {
        let answer = connection.get("/", &[]).await;
        (answer.status().as_u16(), answer.into_body().collect().await.is_ok())
    };
    assert_eq!(join_all((0..64).map(|_| read())).await, [(200, true); 64]);
    house.secure.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_and_its_files_load_over_http2_with_a_limit_of_one_connection() {
    // The authority uses one address, and several connections at once: it has been here before.
    let house = a_house(|_| {}).await.reopened(|config| config.limits.connections_per_address = 1).await;
    let stream = async {
        loop {
            if let Ok(stream) = house.client.try_in_http2(DASHBOARD).await {
                return stream;
            }
        }
    };
    let stream = timeout(TIMEOUT, stream).await.expect("the certificate is found again");
    let connection = house.connection_on(stream).await;
    let page = connection.get("/", &[]).await.into_body().collect().await.expect("a page").to_bytes();
    let page = String::from_utf8(page.into()).expect("text");
    let files = files_of(&page);
    let read = async |path: &str| {
        let answer = connection.get(path, &[]).await;
        (answer.status().as_u16(), answer.into_body().collect().await.is_ok())
    };
    let asked = files.iter().cycle().take(60).map(|path| read(path));
    assert_eq!(join_all(asked).await, [(200, true); 60], "one after the other");
    assert!(house.client.try_in_http2(DASHBOARD).await.is_err(), "a second connection is refused");
    assert_eq!(read("/").await, (200, true), "which the first does not feel");
    house.secure.close().await;
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a short frame").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A whole request for `/`.
fn headers(stream: u32) -> Vec<u8> {
    let mut head = vec![0x82, 0x84, 0x87, 0x41, u8::try_from(DASHBOARD.len()).expect("a short name")];
    head.extend(DASHBOARD.bytes());
    frame(HEADERS, 0x5, stream, &head)
}

/// Reads until there is a frame of this type, and returns its payload.
async fn read_until(stream: &mut (impl AsyncRead + Unpin), wanted: u8) -> Vec<u8> {
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).await.expect("the server goes on");
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        stream.read_exact(&mut payload).await.expect("the server goes on");
        if head[3] == wanted {
            return payload;
        }
    }
}

const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const GOAWAY: u8 = 7;
const CANCEL: [u8; 4] = [0, 0, 0, 8];
const ENHANCE_YOUR_CALM: u8 = 11;

/// `:status: 200` in HPACK's static table.
const STATUS_200: u8 = 0x88;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
/// The preface of a client whose window has no room for an answer.
const PREFACE_WITHOUT_ROOM: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\0\0";

#[tokio::test(flavor = "multi_thread")]
async fn an_http2_client_that_resets_all_its_streams_is_disconnected() {
    let house = a_house(|_| {}).await;
    let mut stream = house.client.in_http2(DASHBOARD).await;
    stream.write_all(PREFACE).await.expect("the server reads");
    let taken_back = |stream| [headers(stream), frame(RST_STREAM, 0, stream, &CANCEL)].concat();
    let asked: Vec<u8> = (0..500).flat_map(|nth| taken_back(2 * nth + 1)).collect();
    stream.write_all(&asked).await.expect("the server reads");
    let goodbye = timeout(TIMEOUT, read_until(&mut stream, GOAWAY)).await.expect("the server closes");
    assert_eq!(goodbye[7], ENHANCE_YOUR_CALM);
    house.secure.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_http2_connection_does_not_delay_the_shutdown() {
    let house = a_house(|_| {}).await;
    let polite = house.connection().await;
    assert_eq!(polite.get("/", &[]).await.status(), 200);
    let mut silent = house.client.in_http2(DASHBOARD).await;
    silent.write_all(PREFACE).await.expect("the server reads");
    silent.write_all(&headers(1)).await.expect("the server reads");
    read_until(&mut silent, HEADERS).await;
    timeout(TIMEOUT, house.secure.close()).await.expect("all connections end");
}
