//! What a seller's screens cost with a million orders, compared with ten thousand.

use std::time::Instant;

use boostdesk_core::testing::postgres_database;
use tokio::runtime::Runtime;

use crate::client::{self, Client};
use crate::median;
use crate::order_store::{self, fill};
use crate::product::Server;
use crate::shop::Shop;
use crate::table::{Aim, Row, note};

const FEW: usize = 10_000;
const MANY: usize = 1_000_000;
/// Fewer on `PostgreSQL`, where they are written for each run, and more slowly.
const MANY_ON_POSTGRES: usize = 100_000;
const PAGE: usize = 20;
/// For each request.
const ROUNDS: usize = 150;
/// For each request, not counted: filling the tables leaves background work behind.
const WARM_UP: usize = 40;
/// In microseconds. A slower request is sent only a few times.
const SLOW: f64 = 100_000.0;
const ROUNDS_OF_SLOW: usize = 7;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let mut rows = runtime.block_on(async {
        let shops = [order_store::kept(FEW).await, order_store::kept(MANY).await];
        compare("SQLite", shops, MANY).await
    });
    if has_postgres() {
        rows.extend(runtime.block_on(async {
            let databases = [postgres_database().await, postgres_database().await];
            let shops = databases.each_ref().map(|url| Shop::open(Some(url)));
            fill(&shops[0], Some(&databases[0]), FEW).await;
            fill(&shops[1], Some(&databases[1]), MANY_ON_POSTGRES).await;
            compare("PostgreSQL", shops, MANY_ON_POSTGRES).await
        }));
    } else {
        note("PostgreSQL is not installed: its rows are left out");
    }
    rows
}

/// A request's name, and its path by how many orders there are.
type Request = (&'static str, fn(usize) -> String);

const REQUESTS: [Request; 7] = [
    ("first page of orders", |_| page(1)),
    ("a page in their middle", |orders| page(orders / PAGE / 2)),
    ("home counts", |_| "/api/dashboard/fetch-dashboard-data".to_owned()),
    ("orders by status", |_| list("status=completed")),
    ("search that one is found by", |orders| list(&format!("q={}", order_store::id(orders / 2)))),
    ("search that all are found by", |_| list("q=customer")),
    ("order status", |orders| order_store::status_path(orders / 2)),
];

fn page(number: usize) -> String {
    format!("/api/dashboard/fetch-dashboard-orders?page={number}&size={PAGE}")
}

fn list(filter: &str) -> String {
    format!("/api/dashboard/orders?{filter}&page=1&size={PAGE}")
}

async fn compare(name: &str, [few, many]: [Shop; 2], count: usize) -> Vec<Row> {
    let (mut few, mut many) = (Seller::of(&few).await, Seller::of(&many).await);
    let mut rows = Vec::new();
    for (what, path) in REQUESTS {
        let (of_few, of_many) = (path(FEW), path(count));
        let is_slow = many.time(&of_many).await > SLOW;
        let (warm_up, rounds) = if is_slow { (1, ROUNDS_OF_SLOW) } else { (WARM_UP, ROUNDS) };
        for _ in 0..warm_up {
            few.time(&of_few).await;
            many.time(&of_many).await;
        }
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            theirs.push(few.time(&of_few).await);
            ours.push(many.time(&of_many).await);
        }
        let (ours, theirs) = (median(ours), median(theirs));
        let what = format!("{what}, {name}, {} orders beside {}", thousands(count), thousands(FEW));
        rows.push(Row::ratio(what, (ours, theirs, "µs"), ours / theirs, Aim::AtMost(1.1)));
    }
    rows
}

fn thousands(count: usize) -> String {
    format!("{}k", count / 1000)
}

struct Seller {
    /// Stopped when this is dropped.
    _server: Server,
    client: Client,
    token: String,
}

impl Seller {
    async fn of(shop: &Shop) -> Self {
        let server = shop.start();
        let token = shop.sign_in(&server).await;
        let client = Client::connect(server.web).await.expect("it listens");
        Self { _server: server, client, token }
    }

    /// Returns how long a request takes, in microseconds.
    async fn time(&mut self, path: &str) -> f64 {
        let request = client::get(path, &[("authorization", &self.token)]);
        let began = Instant::now();
        self.client.expect(&request).await;
        began.elapsed().as_secs_f64() * 1e6
    }
}

fn has_postgres() -> bool {
    std::env::var_os("BOOSTDESK_TEST_POSTGRES").is_some()
        || std::path::Path::new("/usr/lib/postgresql").exists()
}
