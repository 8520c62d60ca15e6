//! What a seller's screens cost with a hundred thousand orders, beside a hundred.

use std::time::Instant;

use boostdesk_core::testing::postgres_database;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use tokio::runtime::Runtime;

use crate::client::{self, Client};
use crate::median;
use crate::product::Server;
use crate::shop::Shop;
use crate::table::{Aim, Row, note};

const FEW: usize = 100;
pub(crate) const MANY: usize = 100_000;
const PAGE: usize = 20;
/// Of each request. A session may ask 600 times a minute.
const ROUNDS: usize = 150;
/// Of each request, not counted: filling the tables leaves work behind.
const WARM_UP: usize = 40;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let mut rows = runtime.block_on(compare("SQLite", [None, None]));
    if has_postgres() {
        rows.extend(runtime.block_on(async {
            let databases = [postgres_database().await, postgres_database().await];
            compare("PostgreSQL", databases.each_ref().map(|url| Some(url.as_str()))).await
        }));
    } else {
        note("PostgreSQL is not installed: its rows are left out");
    }
    rows
}

async fn compare(name: &str, databases: [Option<&str>; 2]) -> Vec<Row> {
    let [few, many] = databases.map(Shop::open);
    fill(&few, databases[0], FEW).await;
    fill(&many, databases[1], MANY).await;
    let (mut few, mut many) = (Seller::of(&few).await, Seller::of(&many).await);
    let page = |number: usize| format!("/api/dashboard/fetch-dashboard-orders?page={number}&size={PAGE}");
    let home = "/api/dashboard/fetch-dashboard-data".to_owned();
    let middle = |orders: usize| page(orders / PAGE / 2);
    let requests = [
        ("first page of orders", page(1), page(1)),
        ("a page in their middle", middle(FEW), middle(MANY)),
        ("home counts", home.clone(), home),
    ];
    let mut rows = Vec::new();
    for (what, of_few, of_many) in requests {
        for _ in 0..WARM_UP {
            few.time(&of_few).await;
            many.time(&of_many).await;
        }
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            theirs.push(few.time(&of_few).await);
            ours.push(many.time(&of_many).await);
        }
        let (ours, theirs) = (median(ours), median(theirs));
        let what = format!("{what}, {name}, of 100,000 beside 100");
        rows.push(Row::ratio(what, (ours, theirs, "µs"), ours / theirs, Aim::AtMost(1.2)));
    }
    rows
}

struct Seller {
    /// Ended with this.
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

    /// In microseconds.
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

/// As many orders as `count`, a minute apart, done, the last one a minute ago; written by SQL, which is the same for both.
pub(crate) async fn fill(shop: &Shop, postgres: Option<&str>, count: usize) {
    let sql = statements(count);
    if let Some(url) = postgres {
        let mut connection = PgConnection::connect(url).await.expect("it answers");
        connection.execute(AssertSqlSafe(sql)).await.expect("the schema is known");
        connection.execute("ANALYZE").await.expect("PostgreSQL");
        connection.close().await.expect("it answers");
    } else {
        let url = format!("sqlite://{}", shop.database().display());
        let mut connection = SqliteConnection::connect(&url).await.expect("it is there");
        connection.execute(AssertSqlSafe(sql)).await.expect("the schema is known");
        connection.close().await.expect("it is there");
    }
}

fn statements(count: usize) -> String {
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_millis();
    let numbers =
        format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})");
    // As a key is spelled: of ten digits, in fives.
    let id = "'RX81P-V6NDK-' || SUBSTR(CAST(1000000000 + i AS TEXT), 1, 5) || '-'
              || SUBSTR(CAST(1000000000 + i AS TEXT), 6, 5)";
    let at = format!("{now} - CAST({count} - i + 1 AS BIGINT) * 60000");
    format!(
        "BEGIN;
         {numbers}
         INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, stock, amount, status, created_at, redeemed_at)
         SELECT s.id, 'fingerprint ' || CAST(i AS TEXT), 'sealed', 'OneMonthTokens.txt', 2, 'redeemed', {at}, {at}
         FROM n CROSS JOIN storefronts s ORDER BY i;
         {numbers}
         INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                             details_fingerprint, state, succeeded, created_at, done_at)
         SELECT {id}, s.id, s.user_id, i, i, 'OneMonthTokens.txt', 2, 'lofi-lounge', 'mika@example.com', 'fingerprint',
                'done', 1, {at}, {at}
         FROM n CROSS JOIN storefronts s ORDER BY i;
         {numbers}
         INSERT INTO tokens (storefront_id, stock, token_fingerprint, token_sealed, state, order_id, created_at, settled_at)
         SELECT s.id, 'OneMonthTokens.txt', 'fingerprint ' || CAST(i AS TEXT), 'sealed', 'delivered', {id}, {at}, {at}
         FROM n CROSS JOIN storefronts s ORDER BY i;
         {numbers}
         INSERT INTO delivery_jobs (id, order_id, state, run_at) SELECT 'job ' || CAST(i AS TEXT), {id}, 'done', {at} FROM n;
         {numbers}
         INSERT INTO boost_totals (user_id, at, total) SELECT s.user_id, {at}, i * 2 FROM n CROSS JOIN storefronts s ORDER BY i;
         {numbers}
         INSERT INTO activity (user_id, action, severity, details, at)
         SELECT s.user_id, 'order_completed', 'success', {id} || ' · 2 of 2 boosts delivered', {at}
         FROM n CROSS JOIN storefronts s ORDER BY i;
         UPDATE users SET order_count = {count}, boost_count = {count} * 2;
         UPDATE stock_levels SET delivered = {count} WHERE stock = 'OneMonthTokens.txt';
         COMMIT;"
    )
}
