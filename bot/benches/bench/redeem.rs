//! Redeems a second, over HTTP, beside the least that could do them with the same durability.

use std::collections::VecDeque;
use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::client::{self, Client};
use crate::product::Server;
use crate::shop::{GUILD, Shop};
use crate::table::{Aim, Row};
use crate::{median, per_second};

const ROUNDS: usize = 7;
/// In boosts, what is sold most: seven tokens.
const AMOUNT: usize = 14;
/// Clients at once, their redeems in a round, and what is hoped for.
const LOADS: [(usize, usize, f64); 3] = [(1, 200, 0.8), (8, 400, 0.7), (64, 1600, 0.7)];
/// For files and caches to be as they will be.
const WARM_UP: usize = 200;

/// Both sides of one load.
#[derive(Default)]
struct Rounds {
    ours: Vec<f64>,
    theirs: Vec<f64>,
    ratios: Vec<f64>,
    /// Milliseconds of processor time for a thousand.
    our_time: Vec<f64>,
    their_time: Vec<f64>,
}

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    let redeems = WARM_UP + ROUNDS * LOADS.iter().map(|(_, redeems, _)| redeems).sum::<usize>();
    shop.restock(redeems * AMOUNT / 2);
    let mut keys: VecDeque<String> = shop.keys(AMOUNT, redeems).into();
    let copy = shop.folder().join("copy.db");
    fs::copy(shop.database(), &copy).expect("a folder of our own");

    runtime.block_on(async {
        let (product, bare) = (shop.start(), Server::bare_redeems(&copy));
        let warm: Vec<String> = keys.drain(..WARM_UP).collect();
        for server in [&product, &bare] {
            redeem(server, 8, &warm).await;
        }
        let mut rounds = LOADS.map(|_| Rounds::default());
        for _ in 0..ROUNDS {
            for ((clients, redeems, _), round) in LOADS.iter().zip(&mut rounds) {
                let keys: Vec<String> = keys.drain(..redeems).collect();
                let (theirs, their_time) = redeem(&bare, *clients, &keys).await;
                let (ours, our_time) = redeem(&product, *clients, &keys).await;
                round.ratios.push(ours / theirs);
                round.ours.push(ours);
                round.theirs.push(theirs);
                round.our_time.push(our_time);
                round.their_time.push(their_time);
            }
        }
        LOADS.iter().zip(rounds).flat_map(|(load, round)| rows(load, round)).collect()
    })
}

fn rows((clients, _, aim): &(usize, usize, f64), round: Rounds) -> Vec<Row> {
    let what = format!("redeem, {clients} at a time, beside bare axum");
    let figures = (median(round.ours), median(round.theirs), "/s");
    let mut rows = vec![Row::ratio(what, figures, median(round.ratios), Aim::AtLeast(*aim))];
    if *clients == 64 {
        let time =
            Row::figure("processor time of 1,000 redeems", median(round.our_time), "ms", Aim::AtMost(140.0));
        rows.push(time.beside(median(round.their_time)));
    }
    rows
}

/// Redeems a second of so many clients, and the server's processor time for a thousand.
async fn redeem(server: &Server, clients: usize, keys: &[String]) -> (f64, f64) {
    let mut shares: Vec<Vec<Vec<u8>>> = vec![Vec::new(); clients];
    for (number, key) in keys.iter().enumerate() {
        shares[number % clients].push(request(key));
    }
    let mut ready = Vec::new();
    for share in shares {
        ready.push((Client::connect(server.web).await.expect("it listens"), share));
    }
    let (began, before) = (Instant::now(), server.processor_time());
    let mut tasks = JoinSet::new();
    for (mut client, share) in ready {
        tasks.spawn(async move {
            for request in share {
                client.expect(&request).await;
            }
        });
    }
    tasks.join_all().await;
    let used = server.processor_time().saturating_sub(before);
    (per_second(keys.len(), began), milliseconds_of_a_thousand(used, keys.len()))
}

fn milliseconds_of_a_thousand(used: Duration, count: usize) -> f64 {
    used.as_secs_f64() * 1e6 / f64::from(u32::try_from(count).expect("a few thousand"))
}

fn request(key: &str) -> Vec<u8> {
    let body = json!({
        "redeemKey": key, "discordInvite": "https://discord.gg/lofi-lounge", "email": "mika@example.com",
        "displayname": "Mika", "bio": "", "avatar": "", "banner": "",
    });
    client::post(&format!("/api/redeem/{GUILD}"), "", &body.to_string())
}
