//! What it takes to acknowledge a command in chat with a hundred thousand orders stored: from the gateway's event to the
//! first answer's arrival, on this machine's loopback.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Json;
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};

use crate::median;
use crate::orders::{MANY, fill};
use crate::shop::{GUILD, Shop};
use crate::table::{Aim, Row};

const ROUNDS: usize = 200;
const WARM_UP: usize = 20;
const CUSTOMER: &str = "190000000000000003";
/// Of an order that `fill` makes.
const ORDER: &str = "RX81P-V6NDK-10000-50000";

/// The id of an interaction.
static NEXT: AtomicU64 = AtomicU64::new(200_000_000_000_000_000);

/// The least of a chat platform that a bot comes online at.
#[derive(Clone)]
struct Platform {
    address: String,
    /// What the gateway is to send.
    to_bot: mpsc::UnboundedSender<String>,
    events: Arc<tokio::sync::Mutex<mpsc::UnboundedReceiver<String>>>,
    identified: Arc<tokio::sync::Notify>,
    answers: Arc<Mutex<HashMap<String, oneshot::Sender<Instant>>>>,
}

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    runtime.block_on(async {
        fill(&shop, None, MANY).await;
        let platform = Platform::start().await;
        let base = format!("http://{}", platform.address);
        let shop = shop.with(&[("DISCORD__TOKEN", "a-token"), ("DISCORD__API_BASE", &base)]);
        let _server = shop.start();
        platform.identified.notified().await;
        let order = json!({ "name": "order", "type": 1, "id": "1", "options": [
            { "name": "id", "type": 3, "value": ORDER }] });
        let stock = json!({ "name": "stock", "type": 1, "id": "2" });
        let mut rows = Vec::new();
        for (what, data) in [("`/order`", order), ("`/stock`", stock)] {
            let mut times = Vec::new();
            for round in 0..WARM_UP + ROUNDS {
                let time = platform.ask(&data).await;
                if round >= WARM_UP {
                    times.push(time.as_secs_f64() * 1e3);
                }
            }
            let what = format!("{what} acknowledged, of 100,000 orders");
            rows.push(Row::figure(what, median(times), "ms", Aim::AtMost(5.0)));
        }
        rows
    })
}

impl Platform {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it listens").to_string();
        let (to_bot, events) = mpsc::unbounded_channel();
        let platform = Self {
            address,
            to_bot,
            events: Arc::new(tokio::sync::Mutex::new(events)),
            identified: Arc::default(),
            answers: Arc::default(),
        };
        let router = Router::new()
            .route("/", get(gateway))
            .route("/api/v10/users/@me", get(|| async { Json(json!({ "id": "170000000000000001" })) }))
            .route(
                "/api/v10/oauth2/applications/@me",
                get(|| async { Json(json!({ "id": "170000000000000001", "name": "b" })) }),
            )
            .route("/api/v10/applications/{id}/commands", get(nothing).put(nothing))
            .route("/api/v10/gateway/bot", get(address_of_gateway))
            .route("/api/v10/interactions/{id}/{token}/callback", post(answered))
            .with_state(platform.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        platform
    }

    /// How long until the first answer to a command of this kind.
    async fn ask(&self, data: &Value) -> Duration {
        let id = NEXT.fetch_add(1, Ordering::Relaxed).to_string();
        let (answered, answer) = oneshot::channel();
        self.answers.lock().expect("nobody panics with it").insert(id.clone(), answered);
        let event = json!({ "op": 0, "s": 2, "t": "INTERACTION_CREATE", "d": {
            "id": id, "application_id": "170000000000000001", "type": 2, "token": "t", "version": 1, "guild_id": GUILD, "data": data,
            "member": { "permissions": "0", "user": { "id": CUSTOMER, "username": "noor" } } } });
        let began = Instant::now();
        self.to_bot.send(event.to_string()).expect("the gateway is connected");
        answer.await.expect("it is answered") - began
    }
}

async fn nothing() -> Json<Value> {
    Json(json!([]))
}

async fn address_of_gateway(State(platform): State<Platform>) -> Json<Value> {
    let limit = json!({ "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1 });
    Json(json!({ "url": format!("ws://{}", platform.address), "shards": 1, "session_start_limit": limit }))
}

async fn answered(State(platform): State<Platform>, Path((id, _)): Path<(String, String)>) -> StatusCode {
    let now = Instant::now();
    if let Some(answered) = platform.answers.lock().expect("nobody panics with it").remove(&id) {
        // Nobody waits for it after the end.
        let _ = answered.send(now);
    }
    StatusCode::NO_CONTENT
}

async fn gateway(State(platform): State<Platform>, upgrade: WebSocketUpgrade) -> axum::response::Response {
    upgrade.on_upgrade(|socket| converse(platform, socket))
}

async fn converse(platform: Platform, mut socket: WebSocket) {
    let say = |text: Value| Message::Text(text.to_string().into());
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": 40_000 } });
    socket.send(say(hello)).await.expect("the bot listens");
    // IDENTIFY.
    socket.recv().await;
    let ready = json!({ "op": 0, "s": 1, "t": "READY", "d": {
        "session_id": "s", "resume_gateway_url": format!("ws://{}", platform.address) } });
    socket.send(say(ready)).await.expect("the bot listens");
    platform.identified.notify_one();
    let mut events = platform.events.lock().await;
    while let Some(event) = events.recv().await {
        if socket.send(Message::Text(event.into())).await.is_err() {
            return;
        }
    }
}
