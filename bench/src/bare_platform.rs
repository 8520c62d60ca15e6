//! A minimal chat platform for a bot to come online at.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Json;
use axum::routing::{get, patch, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Mutex as AsyncMutex, Notify, mpsc, oneshot};

use crate::shop::{GUILD, Shop};

const CUSTOMER: &str = "190000000000000003";

/// The next interaction's id.
static NEXT: AtomicU64 = AtomicU64::new(200_000_000_000_000_000);

#[derive(Clone)]
pub(crate) struct Platform {
    address: String,
    /// Events for the gateway to send.
    to_bot: mpsc::UnboundedSender<String>,
    events: Arc<AsyncMutex<mpsc::UnboundedReceiver<String>>>,
    identified: Arc<Notify>,
    edited: mpsc::UnboundedSender<()>,
    edits: Arc<AsyncMutex<mpsc::UnboundedReceiver<()>>>,
    answers: Arc<Mutex<HashMap<String, oneshot::Sender<Instant>>>>,
}

impl Platform {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it listens").to_string();
        let (to_bot, events) = mpsc::unbounded_channel();
        let (edited, edits) = mpsc::unbounded_channel();
        let platform = Self {
            address,
            to_bot,
            events: Arc::new(AsyncMutex::new(events)),
            edited,
            edits: Arc::new(AsyncMutex::new(edits)),
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
            .route("/api/v10/channels/{channel}/messages/{message}", patch(edit))
            .route("/api/v10/interactions/{id}/{token}/callback", post(answered))
            .with_state(platform.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        platform
    }

    /// Returns the shop, set up so that its bot comes online here.
    pub(crate) fn host(&self, shop: Shop) -> Shop {
        let base = format!("http://{}", self.address);
        shop.with(&[("DISCORD__TOKEN", "a-token"), ("DISCORD__API_BASE", &base)])
    }

    pub(crate) async fn online(&self) {
        self.identified.notified().await;
    }

    /// Waits until so many more messages have been edited.
    pub(crate) async fn edits(&self, count: usize) {
        let mut edits = self.edits.lock().await;
        for _ in 0..count {
            edits.recv().await.expect("the platform runs");
        }
    }

    /// Returns how many edits have not been waited for.
    pub(crate) async fn edits_left(&self) -> usize {
        self.edits.lock().await.len()
    }

    /// Sends a command. Returns how long its first answer took.
    pub(crate) async fn ask(&self, data: &Value) -> Duration {
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

async fn edit(State(platform): State<Platform>, Path((_, message)): Path<(String, String)>) -> Json<Value> {
    platform.edited.send(()).expect("the platform counts them");
    Json(json!({ "id": message }))
}

async fn answered(State(platform): State<Platform>, Path((id, _)): Path<(String, String)>) -> StatusCode {
    let now = Instant::now();
    if let Some(answered) = platform.answers.lock().expect("nobody panics with it").remove(&id) {
        // After the end nobody waits for it.
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
