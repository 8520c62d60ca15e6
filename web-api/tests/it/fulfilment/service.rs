//! A fulfilment service on loopback, and a shop whose orders go to it.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use boostdesk_core::App;
use boostdesk_core::app::OperatorService;
use boostdesk_core::config;
use boostdesk_core::db::{Dialect, Failure};
use boostdesk_core::events::{Event, Topic};
use boostdesk_core::foundation::standard_webhooks::{self, ID, SIGNATURE, Signed, TIMESTAMP};
use boostdesk_core::shop::delivery;
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::shop::orders::{Order, OrderState};
use boostdesk_core::testing::{Setup, Shop, TestApp, details};
use boostdesk_web_api::Gate;
use futures::FutureExt;
use reqwest::RequestBuilder;
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::support::{Site, listen};

pub(super) const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
pub(super) const UNKNOWN_JOB: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";

/// A call that the service received.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) signed: Signed,
    pub(super) body: Vec<u8>,
}

impl Call {
    pub(super) fn id(&self) -> &str {
        &self.signed.id
    }

    pub(super) fn job(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a job is JSON")
    }

    pub(super) fn tokens(&self) -> Vec<String> {
        serde_json::from_value(self.job()["tokens"].clone()).expect("tokens are texts")
    }

    pub(super) fn is_by(&self, secret: &str) -> bool {
        self.signed.is_by(&key(secret), &self.body)
    }

    /// Returns a result for every token, by `ok`.
    pub(super) fn results(&self, ok: impl Fn(&str) -> bool) -> Value {
        results(self.tokens().iter().map(|token| (token.as_str(), ok(token))))
    }

    pub(super) fn all_delivered(&self) -> Reply {
        Reply::json(&self.results(|_| true))
    }
}

pub(super) fn results<'a>(verdicts: impl IntoIterator<Item = (&'a str, bool)>) -> Value {
    let one = |(token, ok): (&str, bool)| {
        let reason = (!ok).then_some("no good");
        json!({"token": token, "ok": ok, "reason": reason})
    };
    json!({"results": verdicts.into_iter().map(one).collect::<Vec<_>>()})
}

fn key(secret: &str) -> Vec<u8> {
    standard_webhooks::key_of(&SecretString::from(secret)).expect("a secret")
}

#[derive(Debug, Clone)]
pub(super) enum Reply {
    Status(u16, String),
    /// It hangs: no answer comes for as long as anybody waits.
    Nothing,
}

impl Reply {
    pub(super) fn json(body: &Value) -> Self {
        Self::Status(200, body.to_string())
    }

    pub(super) fn status(status: u16) -> Self {
        Self::Status(status, String::new())
    }
}

type Behaviour = Arc<dyn Fn(&Call) -> Reply + Send + Sync>;

/// A service whose answers may be changed while it runs.
#[derive(Clone)]
pub(super) struct Service {
    pub(super) url: String,
    address: SocketAddr,
    calls: Arc<Mutex<Vec<Call>>>,
    behaviour: Arc<Mutex<Behaviour>>,
    /// The runtime that it lives in, if it can die.
    life: Arc<Mutex<Option<Life>>>,
}

/// All that would run in the service's process; dropping it ends that.
struct Life(Option<Runtime>);

impl Drop for Life {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

impl Service {
    pub(super) async fn start(behaviour: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> Self {
        let (listener, address) = listen().await;
        let service = Self::at(address, behaviour);
        let router = service.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        service
    }

    /// Starts a service that can die, and be started again at the same address.
    pub(super) fn start_mortal(behaviour: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let service = Self::at(listener.local_addr().expect("it is bound"), behaviour);
        service.live(listener);
        service
    }

    /// Dies like a process that is killed: every connection ends, and nobody listens.
    pub(super) fn die(&self) {
        self.life.lock().unwrap().take();
    }

    /// Starts it again; does nothing if it lives.
    pub(super) fn start_again(&self) {
        if self.life.lock().unwrap().is_some() {
            return;
        }
        self.live(bound_again(self.address));
    }

    fn live(&self, listener: std::net::TcpListener) {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("threads can be started");
        let router = self.router();
        runtime.spawn(async move {
            listener.set_nonblocking(true).expect("a socket can");
            axum::serve(TcpListener::from_std(listener).expect("it is a listener"), router).await
        });
        *self.life.lock().unwrap() = Some(Life(Some(runtime)));
    }

    fn at(address: SocketAddr, behaviour: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> Self {
        let behaviour: Behaviour = Arc::new(behaviour);
        Self {
            url: format!("http://{address}/fulfil"),
            address,
            calls: Arc::default(),
            behaviour: Arc::new(Mutex::new(behaviour)),
            life: Arc::default(),
        }
    }

    fn router(&self) -> Router {
        // A router that held its own runtime would never end.
        let service = Self { life: Arc::default(), ..self.clone() };
        Router::new().route("/fulfil", post(take)).with_state(service)
    }

    pub(super) fn behaves(&self, behaviour: impl Fn(&Call) -> Reply + Send + Sync + 'static) {
        *self.behaviour.lock().unwrap() = Arc::new(behaviour);
    }

    pub(super) fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.calls().iter().map(|call| call.id().to_owned()).collect()
    }

    /// The setup of an app whose orders go here, and whose sellers may have services on loopback.
    pub(super) fn setup(&self) -> Setup {
        Setup {
            service: Some(OperatorService {
                url: self.url.parse().expect("a URL"),
                secret: SecretString::from(SECRET),
            }),
            ..with_loopback()
        }
    }
}

/// The former listener is closed with its threads, a moment after they were told to end.
fn bound_again(address: SocketAddr) -> std::net::TcpListener {
    loop {
        match std::net::TcpListener::bind(address) {
            Ok(listener) => return listener,
            Err(error) if error.kind() == ErrorKind::AddrInUse => std::thread::yield_now(),
            Err(error) => panic!("{address}: {error}"),
        }
    }
}

async fn take(State(service): State<Service>, headers: HeaderMap, body: Bytes) -> Response {
    let text = |name| headers.get(name).expect("it is signed").to_str().expect("text").to_owned();
    let signed = Signed { id: text(ID), timestamp: text(TIMESTAMP), signature: text(SIGNATURE) };
    let call = Call { signed, body: body.to_vec() };
    service.calls.lock().unwrap().push(call.clone());
    let behaviour = service.behaviour.lock().unwrap().clone();
    match behaviour(&call) {
        Reply::Status(status, body) => {
            (StatusCode::from_u16(status).expect("a status"), body).into_response()
        }
        Reply::Nothing => std::future::pending().await,
    }
}

/// The setup of an app whose sellers may have services on this machine.
pub(super) fn with_loopback() -> Setup {
    let allowed_networks = vec!["127.0.0.0/8".parse().expect("a network")];
    Setup { webhooks: Arc::new(Gate::new(&config::Webhooks { allowed_networks })), ..Setup::default() }
}

/// Runs a test on both databases, each time with a service of its own that delivers everything at first.
pub(super) async fn on_both(test: impl AsyncFn(TestApp, Service)) {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let service = Service::start(Call::all_delivered).await;
        let app = TestApp::new(dialect, service.setup()).await;
        let db = app.db.clone();
        test(app, service).await;
        db.close().await;
    }
}

/// A delivery worker that runs until it is dropped.
pub(super) struct Worker(CancellationToken);

impl Worker {
    pub(super) fn start(app: &App) -> Self {
        let token = CancellationToken::new();
        tokio::spawn(delivery::run(app.clone(), token.clone()));
        Self(token)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Redeems a new key and returns it.
pub(super) async fn redeemed(shop: &Shop, amount: i64) -> RedeemKey {
    let key = shop.key(amount).await;
    shop.redeem(&key, details("mika")).await.expect("the key is good");
    key
}

/// Waits until it is true of the order. After each attempt without results, moves the clock to the next.
pub(super) async fn until(app: &App, shop: &Shop, key: &RedeemKey, is_so: impl Fn(&Order) -> bool) -> Order {
    let mut events = app.events.listen(&[Topic::Orders]);
    let mut failures = 0;
    let reached = async {
        loop {
            let order = shop.order(key).await;
            if is_so(&order) {
                return order;
            }
            let since = order.history.iter().rev().take_while(|step| step.what != "Sent again");
            let failed = since.filter(|step| step.what.contains(", attempt ")).count();
            if failed > failures {
                failures = failed;
                pass(app, Duration::from_hours(1)).await;
                continue;
            }
            events.next().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), reached).await.expect("the order gets there")
}

/// As [`until`], while the clock goes by itself.
pub(super) async fn watch(app: &App, shop: &Shop, key: &RedeemKey, is_so: impl Fn(&Order) -> bool) -> Order {
    let mut events = app.events.listen(&[Topic::Orders]);
    let reached = async {
        loop {
            let order = shop.order(key).await;
            if is_so(&order) {
                return order;
            }
            events.next().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), reached).await.expect("the order gets there")
}

/// Moves the clock, and has the worker look at it.
pub(super) async fn pass(app: &App, span: Duration) {
    app.clock.advance(span);
    let look = app.db.write(|tx| {
        async move {
            tx.publish(Event::of_all(Topic::DeliveryJobs));
            Ok::<_, Failure>(())
        }
        .boxed()
    });
    look.await.expect("an empty write");
}

pub(super) fn is_done(order: &Order) -> bool {
    order.state == OrderState::Done
}

pub(super) fn is_waiting(order: &Order) -> bool {
    order.state == OrderState::Waiting
}

/// A signed report of results, as a service sends it later.
pub(super) fn report(site: &Site, app: &App, job: &str, secret: &str, body: &Value) -> RequestBuilder {
    report_text(site, app, job, secret, &body.to_string())
}

pub(super) fn report_text(site: &Site, app: &App, job: &str, secret: &str, body: &str) -> RequestBuilder {
    let bytes = body.as_bytes().to_vec();
    let headers = standard_webhooks::headers("any id", app.clock.now(), &bytes, &[key(secret)]);
    let request = site.request(reqwest::Method::POST, &format!("/api/delivery/{job}/result"));
    headers.into_iter().fold(request, |request, (name, value)| request.header(name, value)).body(bytes)
}

/// Returns each token's outcome over all orders. Panics if a token is in two.
pub(super) fn fates(orders: &[Order]) -> BTreeMap<String, bool> {
    use secrecy::ExposeSecret;
    let mut fates = BTreeMap::new();
    for order in orders {
        let tokens = order.succeeded.iter().map(|token| (token, true));
        for (token, ok) in tokens.chain(order.failed.iter().map(|token| (token, false))) {
            let before = fates.insert(token.expose_secret().to_owned(), ok);
            assert_eq!(before, None, "a token is in one order, once");
        }
    }
    fates
}
