//! Redeems a second, over HTTP, beside a loop that runs the same durable transactions one after another.

use std::collections::VecDeque;
use std::fs;
use std::time::Instant;

use serde_json::json;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::client::{self, Client};
use crate::product::Server;
use crate::redeem_bare::BareLoop;
use crate::shop::{GUILD, Shop};
use crate::table::{Aim, Row};
use crate::{median, per_second};

const ROUNDS: usize = 7;
/// In boosts, what is sold most: seven tokens.
const AMOUNT: usize = 14;
/// Clients at once, and their redeems in a round.
const LOADS: [(usize, usize); 3] = [(1, 200), (8, 400), (64, 1600)];
const BARE: usize = 200;
/// Per cent of the rounds' own, for files and caches to be as they will be.
const WARM_UP: usize = 200;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    let redeems = WARM_UP + ROUNDS * (BARE + LOADS.iter().map(|(_, redeems)| redeems).sum::<usize>());
    shop.restock(redeems * AMOUNT / 2);
    let mut keys: VecDeque<String> = shop.keys(AMOUNT, redeems).into();
    let copy = shop.folder().join("copy.db");
    fs::copy(shop.database(), &copy).expect("a folder of our own");

    runtime.block_on(async {
        let server = shop.start();
        let mut bare = BareLoop::open(&copy).await;
        redeem(&server, 8, keys.drain(..WARM_UP / 2)).await;
        bare.redeem(WARM_UP / 2).await;
        let mut theirs = Vec::new();
        let mut ours = LOADS.map(|_| (Vec::new(), Vec::new()));
        for _ in 0..ROUNDS {
            let alone = bare.redeem(BARE).await;
            for ((clients, redeems), (rates, ratios)) in LOADS.iter().zip(&mut ours) {
                let rate = redeem(&server, *clients, keys.drain(..redeems)).await;
                rates.push(rate);
                ratios.push(rate / alone);
            }
            theirs.push(alone);
        }
        let theirs = median(theirs);
        let rows = LOADS.iter().zip(ours).map(|((clients, _), (rates, ratios))| {
            let what = format!("redeem, {clients} at a time, beside a bare loop");
            Row::ratio(what, (median(rates), theirs, "/s"), median(ratios), Aim::AtLeast(0.7))
        });
        rows.collect()
    })
}

/// Redeems a second of so many clients.
async fn redeem(server: &Server, clients: usize, keys: impl Iterator<Item = String>) -> f64 {
    let requests: Vec<Vec<u8>> = keys.map(|key| request(&key)).collect();
    let count = requests.len();
    let mut shares: Vec<Vec<Vec<u8>>> = vec![Vec::new(); clients];
    for (number, request) in requests.into_iter().enumerate() {
        shares[number % clients].push(request);
    }
    let mut ready = Vec::new();
    for share in shares {
        ready.push((Client::connect(server.web).await.expect("it listens"), share));
    }
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for (mut client, share) in ready {
        tasks.spawn(async move {
            for request in share {
                client.expect(&request).await;
            }
        });
    }
    tasks.join_all().await;
    per_second(count, began)
}

fn request(key: &str) -> Vec<u8> {
    let body = json!({
        "redeemKey": key, "discordInvite": "https://discord.gg/lofi-lounge", "email": "mika@example.com",
        "displayname": "Mika", "bio": "", "avatar": "", "banner": "",
    });
    client::post(&format!("/api/redeem/{GUILD}"), "", &body.to_string())
}
