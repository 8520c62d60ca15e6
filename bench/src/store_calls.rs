//! Stores' calls per second over HTTP, each a sale of one key, compared with a minimal server of the same durability.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::client::{self, Client};
use crate::product::Server;
use crate::shop::{STOCK, Shop};
use crate::table::{Aim, Row};
use crate::{median, per_second};

const ROUNDS: usize = 7;
/// A store connection takes 600 calls a minute, so the load is spread over as many storefronts as there are callers.
const STOREFRONTS: usize = 64;
/// Numbers of callers at once, and of their calls in a round.
const LOADS: [(usize, usize); 2] = [(1, 200), (64, 1600)];
const WARM_UP: usize = 100;
const SECRET: &str = "sk_live_0123456789";

/// Both sides of one load.
#[derive(Default)]
struct Rounds {
    ours: Vec<f64>,
    theirs: Vec<f64>,
    ratios: Vec<f64>,
    /// The 99th percentile of a call's time, in milliseconds.
    our_slowest: Vec<f64>,
    their_slowest: Vec<f64>,
}

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    let numbers = &mut (1..);
    runtime.block_on(async {
        connect_all(&shop, &shop.start()).await;
        let copy = copy(&shop);
        let (product, bare) = (shop.start(), Server::bare_sales(&copy));
        let warm: Vec<usize> = numbers.by_ref().take(WARM_UP).collect();
        for server in [&product, &bare] {
            sell(server, 8, &warm).await;
        }
        let mut rounds = LOADS.map(|_| Rounds::default());
        for _ in 0..ROUNDS {
            for ((callers, calls), round) in LOADS.iter().zip(&mut rounds) {
                let numbers: Vec<usize> = numbers.by_ref().take(*calls).collect();
                let (theirs, their_times) = sell(&bare, *callers, &numbers).await;
                let (ours, our_times) = sell(&product, *callers, &numbers).await;
                round.ratios.push(ours / theirs);
                round.ours.push(ours);
                round.theirs.push(theirs);
                round.our_slowest.push(percentile_99(our_times));
                round.their_slowest.push(percentile_99(their_times));
            }
        }
        LOADS.iter().zip(rounds).flat_map(|((callers, _), round)| rows(*callers, round)).collect()
    })
}

fn rows(callers: usize, round: Rounds) -> [Row; 2] {
    let what = format!("store call, {callers} at a time, beside bare axum");
    let slowest = format!("store call, {callers} at a time, p99");
    let figures = (median(round.ours), median(round.theirs), "/s");
    [
        Row::ratio(what, figures, median(round.ratios), Aim::AtLeast(0.7)),
        Row::figure(slowest, median(round.our_slowest), "ms", Aim::None).beside(median(round.their_slowest)),
    ]
}

/// Copies the database, which nobody has open.
fn copy(shop: &Shop) -> PathBuf {
    let copy = shop.folder().join("copy.db");
    fs::copy(shop.database(), &copy).expect("a folder of our own");
    let wal = shop.database().with_extension("db-wal");
    if wal.exists() {
        fs::copy(wal, copy.with_extension("db-wal")).expect("a folder of our own");
    }
    copy
}

fn guild(number: usize) -> String {
    format!("2222333344445555{:02}", number % STOREFRONTS)
}

async fn connect_all(shop: &Shop, server: &Server) {
    let token = shop.sign_in(server).await;
    let mut client = Client::connect(server.web).await.expect("it listens");
    for number in 0..STOREFRONTS {
        let guild = guild(number);
        let storefront = json!({ "guildId": guild, "name": "Nova Boosts" }).to_string();
        client.expect(&client::post("/api/storefronts", &token, &storefront)).await;
        let store = format!("/api/storefronts/{guild}/stores/sellauth");
        let secret = json!({ "secret": SECRET }).to_string();
        client.expect(&client::post(&format!("{store}/secrets"), &token, &secret)).await;
        let rows = json!([{ "product": "42", "stock": STOCK, "amount": 14 }]).to_string();
        client.expect(&client::put(&format!("{store}/products"), &token, &rows)).await;
        client.expect(&client::put(&store, &token, &json!({ "enabled": true }).to_string())).await;
    }
}

/// Returns the sales per second of so many callers, and how many milliseconds each took.
async fn sell(server: &Server, callers: usize, numbers: &[usize]) -> (f64, Vec<f64>) {
    let mut shares: Vec<Vec<Vec<u8>>> = vec![Vec::new(); callers];
    for (turn, number) in numbers.iter().enumerate() {
        shares[turn % callers].push(request(*number));
    }
    let mut ready = Vec::new();
    for share in shares {
        ready.push((Client::connect(server.web).await.expect("it listens"), share));
    }
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for (mut client, share) in ready {
        tasks.spawn(async move {
            let mut times = Vec::with_capacity(share.len());
            for request in share {
                let asked = Instant::now();
                client.expect(&request).await;
                times.push(asked.elapsed().as_secs_f64() * 1e3);
            }
            times
        });
    }
    let times = tasks.join_all().await.concat();
    (per_second(numbers.len(), began), times)
}

fn percentile_99(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() * 99 / 100]
}

/// A call as `SellAuth` sends it, for a purchase with a number of its own.
fn request(number: usize) -> Vec<u8> {
    let body = json!({
        "event": "INVOICE.ITEM.DELIVER-DYNAMIC", "id": number, "shop_id": 5, "email": "mika@example.com",
        "item": { "id": 9, "product_id": 42, "quantity": 1 },
    })
    .to_string();
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(body.as_bytes());
    let signature = HEXLOWER.encode(&mac.finalize().into_bytes());
    format!(
        "POST /api/autobuy/sellauth/{} HTTP/1.1\r\nhost: localhost\r\nx-signature: {signature}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        guild(number),
        body.len()
    )
    .into_bytes()
}
