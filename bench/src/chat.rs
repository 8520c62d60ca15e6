//! One message to a thousand listeners and to ten thousand, over and over: deliveries per second, how late the last
//! ones are, and the memory of a listener. Compared with a minimal WebSocket server that relays what it receives, and
//! with the peer, which does the same.

use std::fs;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::broadcast;

use crate::crowd::{self, Crowd};
use crate::disk::Disk;
use crate::product::Server;
use crate::rounds::{Rounds, Sides};
use crate::shop::Shop;
use crate::table::{Aim, Row, note};

const LISTENERS: usize = 1000;
const MANY: usize = 10_000;
/// So many that one-time costs weigh little.
const QUIET: usize = 4000;
/// Other files that a process with so many listeners has open.
const OTHER_FILES: usize = 200;
const ROUNDS: usize = 15;
/// Rounds with ten thousand listeners. They join anew for each side, as often as this.
const ROUNDS_OF_MANY: usize = 3;
/// Rounds that are not measured, before the others.
const WARM_UP: usize = 3;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = open_shop();
    let sides = start(&shop);
    let mut rows = runtime.block_on(async {
        let kibibytes = memory_of_a_listener(&sides).await;
        let mut rows = a_thousand(&sides).await;
        rows.push(kibibytes.figure_row("memory of a quiet listener", "KiB", Aim::AtMost(4.0)));
        rows
    });
    if may_open() >= MANY + OTHER_FILES {
        rows.push(runtime.block_on(ten_thousand(&sides)));
    } else {
        note("a process may not open so many files: ten thousand listeners are left out");
    }
    rows
}

/// Opens a shop whose chat room takes any number of people from this machine.
pub(crate) fn open_shop() -> Shop {
    Shop::open(None).with(&[
        ("CHAT__REQUIRE_SESSION", "false"),
        ("LIMITS__CHAT_CONNECTIONS_PER_USER", "0"),
        ("WEB__TRUSTED_PROXIES", "127.0.0.1"),
    ])
}

fn start(shop: &Shop) -> Sides {
    let peer = Server::peer(&shop.folder().join("peer.db"), Disk::AsItIs);
    Sides { product: shop.start(), floor: Server::bare_chat(), peer }
}

async fn a_thousand(sides: &Sides) -> Vec<Row> {
    let mut crowds = Vec::new();
    for server in sides.all() {
        crowds.push(Crowd::of(server.web, LISTENERS).await);
    }
    let mut rows = Vec::new();
    for (what, speakers) in [("one message", 1), ("twenty at once", 20)] {
        let (mut deliveries, mut late) = (Rounds::default(), Rounds::default());
        for round in 0..ROUNDS + WARM_UP {
            let (mut a_second, mut times) = (Vec::new(), Vec::new());
            for crowd in &mut crowds {
                let round = crowd.round(speakers).await;
                a_second.push(round.a_second / 1000.0);
                times.push(round.late);
            }
            if round >= WARM_UP {
                deliveries.push(a_second);
                late.push(times);
            }
        }
        rows.push(deliveries.row(format!("chat deliveries, {what}"), "k/s", Aim::AtLeast(0.85), Aim::None));
        rows.push(late.figure_row(format!("chat p99, {what}"), "ms", Aim::None));
    }
    rows
}

async fn ten_thousand(sides: &Sides) -> Row {
    let mut deliveries = Rounds::default();
    for _ in 0..ROUNDS_OF_MANY {
        let mut of_sides = Vec::new();
        for server in sides.all() {
            let mut crowd = Crowd::of(server.web, MANY).await;
            crowd.round(1).await;
            let mut rounds = Vec::new();
            for _ in 0..ROUNDS_OF_MANY {
                rounds.push(crowd.round(1).await.a_second / 1000.0);
            }
            of_sides.push(crate::median(rounds));
        }
        deliveries.push(of_sides);
    }
    deliveries.row("chat deliveries, 10,000 listeners", "k/s", Aim::AtLeast(1.0), Aim::None)
}

/// Returns by how much each process grows per listener that joins and hears nothing.
async fn memory_of_a_listener(sides: &Sides) -> Rounds {
    let mut grown = Vec::new();
    for server in sides.all() {
        // Not counted: one-time costs of the first listeners, and what joining takes while it lasts.
        let mut first = Crowd::of(server.web, crowd::AT_ONCE).await;
        first.round(1).await;
        let before = server.memory().resident;
        let _crowd = Crowd::of(server.web, QUIET).await;
        let kibibytes = server.memory().resident.saturating_sub(before);
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
        grown.push(kibibytes as f64 / QUIET as f64);
    }
    let mut rounds = Rounds::default();
    rounds.push(grown);
    rounds
}

/// Returns how many files a process of ours may have open.
fn may_open() -> usize {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

/// Serves a chat that relays each message to all.
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
