//! A web side for a test, on port 0, and how to talk to it.

use std::net::SocketAddr;
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::testing::Shop;
use boostdesk_web_api::{PictureHelper, Web};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    pub(crate) operations: SocketAddr,
    pub(crate) client: Client,
    pub(crate) shutdown: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

impl Site {
    /// Opens a site without rate limits.
    pub(crate) async fn open(app: &App) -> Self {
        Self::open_with(app, unlimited()).await
    }

    pub(crate) async fn open_with(app: &App, config: Config) -> Self {
        Self::serve(Web::new(app.clone(), &config, picture_helper())).await
    }

    /// Opens a site with room for few requests at a time, so that a small crowd fills it.
    pub(crate) async fn with_places(app: &App, config: &Config, requests: u16) -> Self {
        Self::serve(Web::new(app.clone(), config, picture_helper()).with_places(requests)).await
    }

    pub(crate) async fn serve(web: Web) -> Self {
        let (shutdown, tasks) = (CancellationToken::new(), TaskTracker::new());
        let (listener, address) = listen().await;
        let (server, token, tracker) = (web.clone(), shutdown.clone(), tasks.clone());
        tasks.spawn(async move { server.serve(listener, token, &tracker).await });
        let (listener, operations) = listen().await;
        let (token, tracker) = (shutdown.clone(), tasks.clone());
        tasks.spawn(async move { web.serve_operations(listener, token, &tracker).await });
        Self { address, operations, client: client(), shutdown, tasks }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.address))
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.request(Method::POST, path).json(body)
    }

    pub(crate) async fn sign_in(&self, shop: &Shop) -> String {
        let answer = self.login(shop.code.expose()).await;
        answer["token"].as_str().unwrap_or_else(|| panic!("signed in: {answer}")).to_owned()
    }

    pub(crate) async fn login(&self, code: &str) -> Value {
        body(self.post("/api/auth/login", &json!({"captcha_key": "", "access_code": code}))).await.1
    }

    /// Ends once everything that ran has ended.
    pub(crate) async fn stop(&self) {
        self.shutdown.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

pub(crate) fn unlimited() -> Config {
    let mut config = Config::default();
    config.limits.login_per_minute = 0;
    config.limits.redeem_per_minute = 0;
    config.limits.public_per_minute = 0;
    config.limits.preview_per_minute = 0;
    config.limits.session_per_minute = 0;
    config
}

/// The program that reads pictures, as cargo has built it.
pub(crate) fn picture_helper() -> PictureHelper {
    let helper = PictureHelper::new(env!("CARGO_BIN_EXE_picture-helper"), []);
    // Many tests run at once on a slow machine: only the limit of processor time should count.
    helper.with_time_limit(Duration::from_mins(2))
}

pub(crate) fn client() -> Client {
    // The first test installs it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::new()
}

/// Waits for a condition, for a minute at most.
pub(crate) async fn until(what: &str, mut done: impl FnMut() -> bool) {
    let waiting = async {
        while !done() {
            yield_now().await;
        }
    };
    timeout(Duration::from_mins(1), waiting).await.unwrap_or_else(|_| panic!("{what}"));
}

/// A port that nobody may call.
pub(crate) struct Canary {
    listener: std::net::TcpListener,
    pub(crate) address: SocketAddr,
}

impl Canary {
    pub(crate) fn at(address: &str) -> Self {
        let listener = std::net::TcpListener::bind(address).expect("a free port");
        listener.set_nonblocking(true).expect("it does not wait");
        let address = listener.local_addr().expect("it is bound");
        Self { listener, address }
    }

    /// Whether nobody has called yet.
    pub(crate) fn sings(&self) -> bool {
        self.listener.accept().is_err()
    }
}

pub(crate) async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    (listener, address)
}

/// Returns the status and the JSON body of an answer; of a refusal without the request's id, which differs each time.
pub(crate) async fn body(request: RequestBuilder) -> (u16, Value) {
    let response = send(request).await;
    let status = response.status().as_u16();
    let id = header(&response, "x-request-id").to_owned();
    let text = response.text().await.expect("a body");
    let mut body: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{status} {text:?}: {error}"));
    if let Some(named) = body.as_object_mut().and_then(|fields| fields.remove("requestId")) {
        assert_eq!((named, status >= 400), (json!(id), true), "a refusal names its own request");
    }
    (status, body)
}

pub(crate) async fn send(request: RequestBuilder) -> Response {
    request.send().await.expect("an answer")
}

pub(crate) fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().expect("text"))
}

/// How many connections the site has, by its own metrics.
pub(crate) async fn open_connections(site: &Site) -> usize {
    let metrics = send(site.client.get(format!("http://{}/metrics", site.operations))).await;
    let metrics = metrics.text().await.expect("text");
    let open = metrics.lines().find_map(|line| line.strip_prefix("boostdesk_http_connections "));
    open.expect("it is counted").parse().expect("a number")
}

/// Asserts that most requests were answered within a second. On a busy machine one may take longer.
#[expect(clippy::print_stdout, reason = "what it measures is for whoever asks")]
pub(crate) fn assert_soon(mut waits: Vec<Duration>) {
    waits.sort_unstable();
    println!("{} requests: {waits:?}", waits.len());
    assert!(waits[waits.len() / 2] <= Duration::from_secs(1), "{waits:?}");
}

/// The files that a page names.
pub(crate) fn files_of(page: &str) -> Vec<&str> {
    let files: Vec<&str> = page.split('"').filter(|text| text.starts_with("/assets/")).collect();
    assert!(files.len() >= 3, "a script, a style and a font: {page}");
    files
}

pub(crate) fn refusal(code: u16, message: &str) -> (u16, Value) {
    (code, json!({"code": code, "message": message}))
}
