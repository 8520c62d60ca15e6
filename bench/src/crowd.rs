//! Listeners of a chat room, and how long it takes until all have heard a message.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt, stream};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How many join at once: the system refuses connections beyond a busy server's backlog.
pub(crate) const AT_ONCE: usize = 64;

/// Listeners on one server, each a task of its own.
pub(crate) struct Crowd {
    server: SocketAddr,
    size: usize,
    heard: mpsc::UnboundedReceiver<Instant>,
    rounds: usize,
    _tasks: JoinSet<()>,
}

pub(crate) struct Round {
    pub(crate) a_second: f64,
    /// The 99th percentile of the delays, in milliseconds.
    pub(crate) late: f64,
}

impl Crowd {
    pub(crate) async fn of(server: SocketAddr, size: usize) -> Self {
        let (report, heard) = mpsc::unbounded_channel();
        let joining = stream::iter(0..size).map(|_| open(server, 0)).buffer_unordered(AT_ONCE);
        let sockets: Vec<_> = joining.collect().await;
        let mut tasks = JoinSet::new();
        for mut socket in sockets {
            let report = report.clone();
            tasks.spawn(async move {
                while let Some(Ok(message)) = socket.next().await {
                    if is_a_message(&message) && report.send(Instant::now()).is_err() {
                        return;
                    }
                }
            });
        }
        Self { server, size, heard, rounds: 0, _tasks: tasks }
    }

    /// Has so many people say one thing each, at once. Ends when all have heard all.
    pub(crate) async fn round(&mut self, speakers: usize) -> Round {
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

/// Poses as a proxy for many clients, as the number of messages per address is limited.
async fn open(server: SocketAddr, number: usize) -> WebSocketStream<TcpStream> {
    let mut request =
        format!("ws://{server}/ws/chat?room=global&presence=true").into_client_request().expect("a request");
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
