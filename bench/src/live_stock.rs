//! Live stock, which every open page asks for every ten seconds: answers per second of the server's processor time, in
//! full and as "not changed".

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use tokio::runtime::Runtime;

use crate::bare_server;
use crate::client::{self, Client};
use crate::disk::Disk;
use crate::product::Server;
use crate::rounds::{Rounds, Sides};
use crate::shop::{GUILD, STOCK, Shop};
use crate::table::{Aim, Row};

const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(1500);
const CONNECTIONS: usize = 32;
const TOKENS: usize = 500;
/// Headers that an answer cannot do without: the body's type, and the tag for the next request.
const NEEDED: [&str; 2] = ["content-type", "etag"];

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    shop.restock(TOKENS);
    let product = shop.start();
    let floor = runtime.block_on(bare_beside(&shop, &product));
    let sides = Sides { product, floor, peer: peer_beside(&shop) };
    let whole = [(); 3].map(|()| client::get(&path(), &[]));
    let known = runtime.block_on(known(&sides));
    vec![
        measure(runtime, &sides, &whole).row(
            "live stock for a second of CPU",
            "k",
            Aim::AtLeast(0.8),
            Aim::AtLeast(4.0),
        ),
        measure(runtime, &sides, &known).row(
            "the same, not changed",
            "k",
            Aim::AtLeast(0.8),
            Aim::AtLeast(4.0),
        ),
    ]
}

pub(crate) fn path() -> String {
    format!("/api/fetch/{GUILD}/live-stock")
}

/// Returns a request for each side, with the tag of its last answer.
async fn known(sides: &Sides) -> Vec<Vec<u8>> {
    let mut requests = Vec::new();
    for server in sides.all() {
        let mut client = Client::connect(server.web).await.expect("it listens");
        let answer = client.ask(&client::get(&path(), &[])).await.expect("it answers");
        let mut fields = answer.head.lines().filter_map(|line| line.split_once(": "));
        let (_, tag) = fields.find(|(name, _)| name.eq_ignore_ascii_case("etag")).expect("it has an ETag");
        requests.push(client::get(&path(), &[("if-none-match", tag)]));
    }
    requests
}

fn measure(runtime: &Runtime, sides: &Sides, requests: &[Vec<u8>]) -> Rounds {
    let mut rounds = Rounds::default();
    for _ in 0..ROUNDS {
        let sides = sides.all().zip(requests);
        rounds.push(
            sides.map(|(server, request)| runtime.block_on(answers_a_second(server, request))).collect(),
        );
    }
    rounds
}

/// Starts a bare server that gives the product's answer.
async fn bare_beside(shop: &Shop, product: &Server) -> Server {
    let folder = shop.folder().join("bare");
    bare_server::write_address(&folder, "127.0.0.1:0");
    record(&folder, product, &client::get(&path(), &[])).await;
    Server::bare(&folder)
}

/// Starts the peer with the same stock.
fn peer_beside(shop: &Shop) -> Option<Server> {
    let database = shop.folder().join("peer.db");
    let connection = Connection::open(&database).expect("a folder of our own");
    connection.execute_batch(crate::least_shop::SCHEMA).expect("it is SQLite's");
    let level = format!("INSERT INTO stock_levels (stock, available) VALUES ('{STOCK}', {TOKENS})");
    connection.execute_batch(&level).expect("the schema is known");
    Server::peer(&database, Disk::AsItIs)
}

/// Records the product's answer, with only the headers that it needs.
pub(crate) async fn record(folder: &Path, product: &Server, request: &[u8]) {
    let mut client = Client::connect(product.web).await.expect("it listens");
    let answer = client.ask(request).await.expect("it answers");
    assert_eq!(answer.status, 200);
    let needed = answer.head.lines().filter(|line| {
        let (name, _) = line.split_once(": ").unwrap_or_default();
        NEEDED.contains(&name.to_lowercase().as_str())
    });
    let head = needed.fold(String::new(), |head, line| head + "\r\n" + line);
    bare_server::write(folder, "live-stock", "/api/fetch/{guild}/live-stock", &head, answer.body);
}

/// Returns the answers per second of processor time, in thousands.
async fn answers_a_second(server: &Server, request: &[u8]) -> f64 {
    let before = server.processor_time();
    let answers = client::load(server.web, vec![vec![request.to_vec()]; CONNECTIONS], ROUND).await;
    let used = server.processor_time().since(&before);
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let answers = answers as f64;
    answers / used.as_secs_f64() / 1000.0
}
