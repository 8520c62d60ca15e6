//! Stores' calls a second, over HTTP, each a sale of one key, beside a loop that runs the same durable transactions one after
//! another.

use std::fs;
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
use crate::store_calls_bare::BareLoop;
use crate::table::{Aim, Row};
use crate::{median, per_second};

const ROUNDS: usize = 7;
/// A connection takes 600 calls a minute: the load is shared by as many storefronts as there are callers.
const STOREFRONTS: usize = 64;
/// Callers at once, and their calls in a round.
const LOADS: [(usize, usize); 2] = [(1, 200), (64, 1600)];
const BARE: usize = 200;
const WARM_UP: usize = 100;
const SECRET: &str = "sk_live_0123456789";

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    let numbers = &mut (1..);
    runtime.block_on(async {
        let server = shop.start();
        connect_all(&shop, &server).await;
        let copy = shop.folder().join("copy.db");
        fs::copy(shop.database(), &copy).expect("a folder of our own");
        let wal = shop.database().with_extension("db-wal");
        if wal.exists() {
            fs::copy(wal, shop.folder().join("copy.db-wal")).expect("a folder of our own");
        }
        let mut bare = BareLoop::open(&copy).await;
        sell(&server, 8, numbers.by_ref().take(WARM_UP)).await;
        bare.sell(WARM_UP).await;
        let mut theirs = Vec::new();
        let mut ours = LOADS.map(|_| (Vec::new(), Vec::new(), Vec::new()));
        for _ in 0..ROUNDS {
            let alone = bare.sell(BARE).await;
            for ((callers, calls), (rates, ratios, slow)) in LOADS.iter().zip(&mut ours) {
                let (rate, times) = sell(&server, *callers, numbers.by_ref().take(*calls)).await;
                rates.push(rate);
                ratios.push(rate / alone);
                slow.push(percentile_99(times));
            }
            theirs.push(alone);
        }
        let theirs = median(theirs);
        let rows = LOADS.iter().zip(ours).flat_map(|((callers, _), (rates, ratios, slow))| {
            let what = format!("store call, {callers} at a time, beside a bare loop");
            let slowest = format!("store call, {callers} at a time, p99");
            [
                Row::ratio(what, (median(rates), theirs, "/s"), median(ratios), Aim::AtLeast(0.7)),
                Row::figure(slowest, median(slow), "ms", Aim::None),
            ]
        });
        rows.collect()
    })
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

/// Sales a second of so many callers, and how many milliseconds each took.
async fn sell(server: &Server, callers: usize, numbers: impl Iterator<Item = usize>) -> (f64, Vec<f64>) {
    let requests: Vec<Vec<u8>> = numbers.map(request).collect();
    let count = requests.len();
    let mut shares: Vec<Vec<Vec<u8>>> = vec![Vec::new(); callers];
    for (number, request) in requests.into_iter().enumerate() {
        shares[number % callers].push(request);
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
    (per_second(count, began), times)
}

fn percentile_99(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() * 99 / 100]
}

/// As `SellAuth` sends it, of a purchase that nobody has made before.
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
