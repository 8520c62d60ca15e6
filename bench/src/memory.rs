//! The idle process's memory, after its start and one login; compared with the peer's, after its start and one answer.

use std::thread;
use std::time::Duration;

use tokio::runtime::Runtime;

use crate::client::{self, Client};
use crate::disk::Disk;
use crate::product::Server;
use crate::shop::Shop;
use crate::table::{Aim, Row};
use crate::{live_stock, median};

const ROUNDS: usize = 3;
/// Lets what the login has started finish.
const REST: Duration = Duration::from_secs(1);

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    shop.restock(500);
    let (mut resident, mut proportional, mut peers) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let server = shop.start();
        runtime.block_on(shop.sign_in(&server));
        let peer = Server::peer(&shop.folder().join("peer.db"), Disk::AsItIs);
        if let Some(peer) = &peer {
            runtime.block_on(ask(peer));
        }
        thread::sleep(REST);
        let memory = server.memory();
        resident.push(mebibytes(memory.resident));
        proportional.push(mebibytes(memory.proportional));
        peers.extend(peer.map(|peer| mebibytes(peer.memory().resident)));
    }
    let resident = median(resident);
    let mut row = Row::figure("memory at rest, resident", resident, "MiB", Aim::AtMost(16.0));
    if !peers.is_empty() {
        let peer = median(peers);
        row = row.with_peer(peer, resident / peer, Aim::None);
    }
    vec![row, Row::figure("memory at rest, proportional", median(proportional), "MiB", Aim::AtMost(16.0))]
}

async fn ask(peer: &Server) {
    let mut client = Client::connect(peer.web).await.expect("it listens");
    client.expect(&client::get(&live_stock::path(), &[])).await;
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
pub(crate) fn mebibytes(kibibytes: u64) -> f64 {
    kibibytes as f64 / 1024.0
}
