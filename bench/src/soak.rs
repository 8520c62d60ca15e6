//! Whether the process uses more memory after days than after hours: days of a busy shop, hour by hour, each as fast as
//! the server allows. Runs only when it is named.

use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::client::{self, Client};
use crate::crowd::Crowd;
use crate::memory::mebibytes;
use crate::product::Server;
use crate::shop::{GUILD, STOCK, Shop, stock_path};
use crate::table::{Aim, Row, note, short};
use crate::{chat, live_stock, median, redeem};

const HOURS: usize = 240;
/// Hours that are not compared: they fill caches, which get fuller than usual when a day takes half a minute.
const WARM_UP: usize = 96;
/// The median of so many hours after the warm-up is compared with that of the last ones.
const COMPARED: usize = 24;

/// Redeems in an hour.
const REDEEMS: usize = 400;
/// How often a customer looks at their order.
const LOOKS: usize = 20;
const STOCK_LOOKS: usize = 5000;
const SIGN_INS: usize = 10;
const CHATTERS: usize = 100;
const LINES: usize = 10;
/// Dashboards that are open, and hear of changes until they are closed.
const DASHBOARDS: usize = 10;
const AT_ONCE: usize = 8;

/// Lets what an hour has started finish.
const REST: Duration = Duration::from_millis(200);

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = chat::open_shop().with(&[("DELIVERY__PROVIDER", "simulated")]);
    let code = shop.new_code();
    let server = shop.start();
    let mut held = Vec::new();
    for hour in 0..HOURS {
        runtime.block_on(an_hour(&server, &code, hour));
        thread::sleep(REST);
        held.push(mebibytes(server.memory().resident));
        if (hour + 1) % 24 == 0 {
            note(&format!("{} MiB after {} hours", short(held[hour]), hour + 1));
        }
    }
    let early = median(held[WARM_UP..WARM_UP + COMPARED].to_vec());
    let late = median(held[HOURS - COMPARED..].to_vec());
    let what = format!("memory in day {} of a busy shop, beside day {}", HOURS / 24, WARM_UP / 24 + 1);
    vec![Row::ratio(what, (late, early, "MiB"), late / early, Aim::AtMost(1.05))]
}

async fn an_hour(server: &Server, code: &str, hour: usize) {
    let token = Shop::sign_in_by(server, code).await;
    let mut crowd = Crowd::of(server.web, CHATTERS).await;
    let dashboards = open_dashboards(server.web, &token).await;
    let mut seller = Client::connect(server.web).await.expect("it listens");
    let keys = stock_up(&mut seller, &token, hour).await;

    let mut customers = JoinSet::new();
    for share in keys.chunks(keys.len().div_ceil(AT_ONCE)) {
        customers.spawn(buy(server.web, share.to_vec()));
    }
    customers.join_all().await;
    for path in [
        "/api/dashboard/fetch-dashboard-data",
        "/api/dashboard/orders?page=3&size=20",
        "/api/dashboard/orders?q=mika&page=1&size=20",
        "/api/dashboard/orders-per-day",
    ] {
        seller.expect(&client::get(path, &[("authorization", &token)])).await;
    }
    crowd.round(LINES).await;
    for _ in 0..SIGN_INS {
        let session = Shop::sign_in_by(server, code).await;
        seller.expect(&client::post("/api/auth/logout", &session, "")).await;
    }
    drop(dashboards);
    seller.expect(&client::post("/api/auth/logout", &token, "")).await;
}

/// Opens event streams. Each hears of changes until it is dropped.
async fn open_dashboards(server: SocketAddr, token: &str) -> Vec<Client> {
    let mut dashboards = Vec::new();
    for _ in 0..DASHBOARDS {
        let mut dashboard = Client::connect(server).await.expect("it listens");
        // A stream has no content-length: only its head is read, and what came with it.
        let begun = dashboard.ask(&client::get("/api/dashboard/events", &[("authorization", token)])).await;
        assert_eq!(begun.expect("the server answers").status, 200);
        dashboards.push(dashboard);
    }
    dashboards
}

/// Adds tokens, and makes a key for each of them.
async fn stock_up(seller: &mut Client, token: &str, hour: usize) -> Vec<String> {
    let tokens: Vec<String> =
        (0..REDEEMS).map(|number| format!("token.of.hour.{hour}.number.{number}\n")).collect();
    seller.expect(&client::post_text(&stock_path(), token, &tokens.concat())).await;
    let wanted = json!({ "stock": STOCK, "amount": 2, "count": REDEEMS }).to_string();
    let made = seller.expect(&client::post(&format!("/api/storefronts/{GUILD}/keys"), token, &wanted)).await;
    let made: Value = serde_json::from_slice(&made).expect("JSON");
    let keys = made["keys"].as_array().expect("a list");
    keys.iter().map(|key| key.as_str().expect("a text").to_owned()).collect()
}

/// Acts as a customer with each key: looks at the stock, mistypes, redeems, and looks at the order's status.
async fn buy(server: SocketAddr, keys: Vec<String>) {
    let mut client = Client::connect(server).await.expect("it listens");
    let stock = client::get(&live_stock::path(), &[]);
    for key in keys {
        for _ in 0..STOCK_LOOKS / REDEEMS {
            client.expect(&stock).await;
        }
        let refused = client.ask(&redeem::request(&mistyped(&key))).await.expect("the server answers").status;
        assert!((400..500).contains(&refused), "{refused}");
        client.expect(&redeem::request(&key)).await;
        let status = client::get(&format!("/api/fetch/{GUILD}/order/{key}/status"), &[]);
        for _ in 0..LOOKS {
            client.expect(&status).await;
        }
    }
}

fn mistyped(key: &str) -> String {
    key.chars().rev().collect()
}
