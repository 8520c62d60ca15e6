//! Redeems per second over HTTP, compared with a minimal server of the same durability and with the peer: on the disk
//! as it is, and on one whose syncs take two milliseconds longer.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::client::{self, Client};
use crate::disk::Disk;
use crate::product::Server;
use crate::rounds::{Rounds, Sides};
use crate::shop::{GUILD, Shop};
use crate::table::{Aim, Row};
use crate::{least_shop, per_second};

/// In boosts. The amount that is sold most: seven tokens.
const AMOUNT: usize = 14;
/// Redeems that are not measured, to warm up files and caches.
const WARM_UP: usize = 200;
/// The aim: milliseconds of processor time for a thousand redeems by 64 clients, and the floor's figure when it was set.
const TIME: (f64, f64) = (140.0, 90.0);

/// A number of clients at once, and the aims for it.
struct Load {
    clients: usize,
    /// Redeems in a round.
    redeems: usize,
    of_floor: f64,
    of_peer: Aim,
}

const LOADS: [Load; 3] = [
    Load { clients: 1, redeems: 200, of_floor: 0.8, of_peer: Aim::AtLeast(1.3) },
    Load { clients: 8, redeems: 400, of_floor: 0.7, of_peer: Aim::AtLeast(2.5) },
    Load { clients: 64, redeems: 1600, of_floor: 0.7, of_peer: Aim::AtLeast(4.0) },
];
const SLOW_LOADS: [Load; 2] = [
    Load { clients: 1, redeems: 50, of_floor: 0.9, of_peer: Aim::None },
    Load { clients: 64, redeems: 640, of_floor: 0.7, of_peer: Aim::None },
];

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let mut rows = measure(runtime, Disk::AsItIs, &LOADS, 7);
    if Disk::SlowToSync.is_there() {
        rows.extend(measure(runtime, Disk::SlowToSync, &SLOW_LOADS, 5));
    }
    rows
}

fn measure(runtime: &Runtime, disk: Disk, loads: &[Load], count: usize) -> Vec<Row> {
    let shop = Shop::open(None);
    let redeems = WARM_UP + count * loads.iter().map(|load| load.redeems).sum::<usize>();
    shop.restock(redeems * AMOUNT / 2);
    let keys = shop.keys(AMOUNT, redeems);
    let [floor, peer] = ["floor.db", "peer.db"].map(|name| shop.folder().join(name));
    for database in [&floor, &peer] {
        least_shop::with_keys(database, &keys, AMOUNT);
    }
    let sides = Sides {
        product: shop.start_on(disk),
        floor: Server::bare_shop(&floor, disk),
        peer: Server::peer(&peer, disk),
    };
    let mut keys = VecDeque::from(keys);
    let mut rounds: Vec<(Rounds, Rounds)> = loads.iter().map(|_| <(Rounds, Rounds)>::default()).collect();
    runtime.block_on(async {
        let warm: Vec<String> = keys.drain(..WARM_UP).collect();
        for server in sides.all() {
            redeem(server, 8, &warm).await;
        }
        for _ in 0..count {
            for (load, (rates, times)) in loads.iter().zip(&mut rounds) {
                let keys: Vec<String> = keys.drain(..load.redeems).collect();
                let (mut a_second, mut of_a_thousand) = (Vec::new(), Vec::new());
                for server in sides.all() {
                    let (rate, time) = redeem(server, load.clients, &keys).await;
                    a_second.push(rate);
                    of_a_thousand.push(time);
                }
                rates.push(a_second);
                times.push(of_a_thousand);
            }
        }
    });
    loads.iter().zip(&rounds).flat_map(|(load, rounds)| rows(disk, load, rounds)).collect()
}

fn rows(disk: Disk, load: &Load, (rates, times): &(Rounds, Rounds)) -> Vec<Row> {
    let on = match disk {
        Disk::AsItIs => "",
        Disk::SlowToSync => ", a disk 2 ms slower",
    };
    let clients = load.clients;
    let mut rows = vec![rates.row(
        format!("redeem, {clients} at a time{on}"),
        "/s",
        Aim::AtLeast(load.of_floor),
        load.of_peer,
    )];
    if clients == 64 && matches!(disk, Disk::AsItIs) {
        let (least, of_floor) = TIME;
        rows.push(times.row(
            "processor time of 1,000 redeems",
            "ms",
            Aim::AtMost(least / of_floor),
            Aim::None,
        ));
    }
    rows
}

/// Returns the redeems per second of so many clients, and the server's processor time for a thousand.
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
    let rate = per_second(keys.len(), began);
    let used = server.processor_time().since(&before);
    (rate, milliseconds_of_a_thousand(used, keys.len()))
}

fn milliseconds_of_a_thousand(used: Duration, count: usize) -> f64 {
    used.as_secs_f64() * 1e6 / f64::from(u32::try_from(count).expect("a few thousand"))
}

pub(crate) fn request(key: &str) -> Vec<u8> {
    let body = json!({
        "redeemKey": key, "discordInvite": "https://discord.gg/lofi-lounge", "email": "mika@example.com",
        "displayname": "Mika", "bio": "", "avatar": "", "banner": "",
    });
    client::post(&format!("/api/redeem/{GUILD}"), "", &body.to_string())
}
