//! One message to a thousand listeners, over and over: how many deliveries a second, how late the last ones are, and what a
//! listener costs in memory. Beside it the least that could do the same: a WebSocket server that passes on what it hears.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use futures::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{Barrier, broadcast, mpsc};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::median;
use crate::product::Server;
use crate::shop::Shop;
use crate::table::{Aim, Row};

const LISTENERS: usize = 1000;
const ROUNDS: usize = 5;
/// Of a round. As many as one may say at once.
const MESSAGES: usize = 20;
/// Of messages, in a row, before they are measured.
const WARM_UP: usize = 2;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None).with(&[
        ("CHAT__REQUIRE_SESSION", "false"),
        ("LIMITS__CHAT_CONNECTIONS_PER_USER", "0"),
        ("WEB__TRUSTED_PROXIES", "127.0.0.1"),
    ]);
    let product = shop.start();
    let bare = Server::bare_chat();
    let kibibytes = runtime.block_on(memory_of_a_listener(&product));
    let (ours, theirs) =
        runtime.block_on(async { (Crowd::gather(product.web).await, Crowd::gather(bare.web).await) });
    let (mut ours, mut theirs) = (ours, theirs);
    let mut rounds = [Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new()];
    for round in 0..ROUNDS + WARM_UP {
        let (product, bare) =
            runtime.block_on(async { (ours.round(round).await, theirs.round(round).await) });
        if round >= WARM_UP {
            let figures =
                [product.a_second, bare.a_second, product.a_second / bare.a_second, product.late, bare.late];
            for (all, figure) in rounds.iter_mut().zip(figures) {
                all.push(figure);
            }
        }
    }
    let [a_second, bare_a_second, ratio, late, bare_late] = rounds.map(median);
    let thousands = (a_second / 1000.0, bare_a_second / 1000.0, "k/s");
    vec![
        Row::ratio("chat deliveries, 1,000 listeners", thousands, ratio, Aim::AtLeast(0.85)),
        Row::figure("chat, p99 from saying to hearing", late, "ms", Aim::None).beside(bare_late),
        Row::figure("chat, memory a listener", kibibytes, "KiB", Aim::AtMost(12.0)),
    ]
}

/// What the process grows by for each of so many who listen, once they have heard something.
async fn memory_of_a_listener(product: &Server) -> f64 {
    // What the first ones set going is not theirs.
    let mut first = Crowd::of(product.web, 20).await;
    first.round(1000).await;
    let before = product.memory().resident;
    let mut crowd = Crowd::gather(product.web).await;
    crowd.round(1001).await;
    let grown = product.memory().resident.saturating_sub(before);
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let each = grown as f64 / LISTENERS as f64;
    each
}

/// Listeners on one server, each a task of its own, and somebody who talks.
struct Crowd {
    server: SocketAddr,
    size: usize,
    heard: mpsc::UnboundedReceiver<Vec<Instant>>,
    /// A listener reports each time it has heard so many.
    _tasks: tokio::task::JoinSet<()>,
}

struct Round {
    a_second: f64,
    /// Milliseconds.
    late: f64,
}

impl Crowd {
    async fn gather(server: SocketAddr) -> Self {
        Self::of(server, LISTENERS).await
    }

    async fn of(server: SocketAddr, size: usize) -> Self {
        let (report, heard) = mpsc::unbounded_channel();
        let there = Arc::new(Barrier::new(size + 1));
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..size {
            let (report, there) = (report.clone(), there.clone());
            tasks.spawn(async move {
                let mut socket = open(server, 0).await;
                there.wait().await;
                let mut times = Vec::with_capacity(MESSAGES);
                while let Some(Ok(message)) = socket.next().await {
                    if !is_a_message(&message) {
                        continue;
                    }
                    times.push(Instant::now());
                    if times.len() == MESSAGES {
                        let all = std::mem::replace(&mut times, Vec::with_capacity(MESSAGES));
                        if report.send(all).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        there.wait().await;
        Self { server, size, heard, _tasks: tasks }
    }

    /// Somebody new says so many things at once; ends when all have heard all.
    async fn round(&mut self, number: usize) -> Round {
        let mut speaker = open(self.server, number + 1).await;
        let began = Instant::now();
        let mut said = Vec::with_capacity(MESSAGES);
        for line in 0..MESSAGES {
            let message = json!({
                "room": "global", "authorId": format!("speaker-{number}"), "author": "Mika",
                "content": format!("line {line} of round {number}, about as long as what people say to each other"),
            });
            said.push(Instant::now());
            let text = Utf8Bytes::from(message.to_string());
            speaker.send(tungstenite::Message::Text(text)).await.expect("it listens");
        }
        let mut last = began;
        let mut delays = Vec::with_capacity(self.size * MESSAGES);
        for _ in 0..self.size {
            let times = self.heard.recv().await.expect("the listeners are there");
            for (said, heard) in said.iter().zip(&times) {
                delays.push(heard.saturating_duration_since(*said));
                last = last.max(*heard);
            }
        }
        delays.sort();
        let late = delays[delays.len() * 99 / 100];
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
        let deliveries = (self.size * MESSAGES) as f64;
        Round { a_second: deliveries / (last - began).as_secs_f64(), late: late.as_secs_f64() * 1000.0 }
    }
}

/// Through a proxy that speaks for many, as it were: one address alone may not say so much.
async fn open(server: SocketAddr, number: usize) -> WebSocketStream<TcpStream> {
    let mut request = format!("ws://{server}/ws/chat?room=global").into_client_request().expect("a request");
    let [.., a, b] = number.to_be_bytes();
    let address = format!("10.0.{a}.{b}").parse().expect("a header value");
    request.headers_mut().insert("x-forwarded-for", address);
    let stream = loop {
        if let Ok(stream) = TcpStream::connect(server).await {
            break stream;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    stream.set_nodelay(true).expect("a socket");
    let small = WebSocketConfig::default().read_buffer_size(4096);
    client_async_with_config(request, stream, Some(small)).await.expect("it takes WebSockets").0
}

fn is_a_message(message: &tungstenite::Message) -> bool {
    matches!(message, tungstenite::Message::Text(text) if text.contains(r#""content":"line "#))
}

/// Passes on what it hears.
pub(crate) fn serve_bare() {
    Runtime::new().expect("threads can be started").block_on(async {
        let room = broadcast::Sender::<Message>::new(256);
        let router = Router::new().route("/ws/chat", get(enter)).with_state(room);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        crate::bare_server::announce(&listener);
        axum::serve(listener, router).await.expect("it serves until it is killed");
    });
}

async fn enter(
    State(room): State<broadcast::Sender<Message>>,
    upgrade: WebSocketUpgrade,
) -> axum::response::Response {
    upgrade.on_upgrade(async move |socket| stay(socket, room).await)
}

async fn stay(mut socket: WebSocket, room: broadcast::Sender<Message>) {
    let mut news = room.subscribe();
    loop {
        tokio::select! {
            heard = news.recv() => {
                let Ok(message) = heard else { return };
                if socket.send(message).await.is_err() {
                    return;
                }
            }
            said = socket.recv() => match said {
                Some(Ok(message @ Message::Text(_))) => drop(room.send(message)),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            }
        }
    }
}
