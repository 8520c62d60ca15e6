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
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::median;
use crate::product::Server;
use crate::shop::Shop;
use crate::table::{Aim, Row};

const LISTENERS: usize = 1000;
const ROUNDS: usize = 15;
/// Rounds before those that are measured.
const WARM_UP: usize = 3;

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
    let mut crowds = [ours, theirs];
    let mut rows = Vec::new();
    for (what, speakers) in [("one message", 1), ("twenty at once", 20)] {
        let (mut deliveries, mut late) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let mut ratios = Vec::new();
        for round in 0..ROUNDS + WARM_UP {
            let rounds = runtime.block_on(async {
                let [ours, theirs] = &mut crowds;
                [ours.round(speakers).await, theirs.round(speakers).await]
            });
            if round >= WARM_UP {
                ratios.push(rounds[0].a_second / rounds[1].a_second);
                for (side, round) in rounds.into_iter().enumerate() {
                    deliveries[side].push(round.a_second / 1000.0);
                    late[side].push(round.late);
                }
            }
        }
        let [product, bare] = deliveries.map(median);
        let [product_late, bare_late] = late.map(median);
        let figures = (product, bare, "k/s");
        rows.push(Row::ratio(
            format!("chat deliveries, {what}"),
            figures,
            median(ratios),
            Aim::AtLeast(0.85),
        ));
        rows.push(Row::figure(format!("chat p99, {what}"), product_late, "ms", Aim::None).beside(bare_late));
    }
    rows.push(Row::figure("chat, memory a listener", kibibytes, "KiB", Aim::AtMost(12.0)));
    rows
}

/// What the process grows by for each of so many who listen, once they have heard something.
async fn memory_of_a_listener(product: &Server) -> f64 {
    // What the first ones set going is not theirs.
    let mut first = Crowd::of(product.web, 20).await;
    first.round(1).await;
    let before = product.memory().resident;
    let mut crowd = Crowd::gather(product.web).await;
    crowd.round(1).await;
    let grown = product.memory().resident.saturating_sub(before);
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let each = grown as f64 / LISTENERS as f64;
    each
}

/// Listeners on one server, each a task of its own.
struct Crowd {
    server: SocketAddr,
    size: usize,
    heard: mpsc::UnboundedReceiver<Instant>,
    rounds: usize,
    _tasks: JoinSet<()>,
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
        let mut tasks = JoinSet::new();
        for _ in 0..size {
            let (report, there) = (report.clone(), there.clone());
            tasks.spawn(async move {
                let mut socket = open(server, 0).await;
                there.wait().await;
                while let Some(Ok(message)) = socket.next().await {
                    if is_a_message(&message) && report.send(Instant::now()).is_err() {
                        return;
                    }
                }
            });
        }
        there.wait().await;
        Self { server, size, heard, rounds: 0, _tasks: tasks }
    }

    /// So many people say one thing each, at once; ends when all have heard all.
    async fn round(&mut self, speakers: usize) -> Round {
        self.rounds += 1;
        let mut sockets = Vec::new();
        for number in 0..speakers {
            let number = self.rounds * 100 + number;
            let message = json!({
                "room": "global", "authorId": format!("speaker-{number}"), "author": "Mika",
                "content": format!("line {number}, which is about as long as what people say to each other"),
            });
            sockets.push((open(self.server, number).await, Utf8Bytes::from(message.to_string())));
        }
        let began = Instant::now();
        for (socket, text) in &mut sockets {
            socket.send(tungstenite::Message::Text(text.clone())).await.expect("it listens");
        }
        let mut delays = Vec::with_capacity(self.size * speakers);
        for _ in 0..self.size * speakers {
            delays.push(self.heard.recv().await.expect("the listeners are there") - began);
        }
        delays.sort();
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
        let deliveries = delays.len() as f64;
        let last = delays[delays.len() - 1].as_secs_f64();
        let late = delays[delays.len() * 99 / 100].as_secs_f64() * 1000.0;
        Round { a_second: deliveries / last, late }
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
