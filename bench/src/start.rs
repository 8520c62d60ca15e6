//! The time from the process's start to its first answer: with a database that exists, and with one that has to be made.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use tokio::runtime::Runtime;

use crate::client::{self, first_answer};
use crate::disk::Disk;
use crate::machine::on_the_servers_core;
use crate::product::{bare_command, free_port, product_command};
use crate::rounds::Rounds;
use crate::shop::Shop;
use crate::table::{Aim, Row};
use crate::{bare_server, live_stock, peer};

const ROUNDS: usize = 15;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    shop.restock(500);
    let address = free_port();
    let mut settings = shop.settings().to_vec();
    settings.push(("WEB__BIND".to_owned(), address.to_string()));
    let bare = shop.folder().join("bare");
    bare_server::write_address(&bare, &address.to_string());
    runtime.block_on(live_stock::record(&bare, &shop.start(), &client::get(&live_stock::path(), &[])));

    let stock = client::get(&live_stock::path(), &[("connection", "close")]);
    // There is no storefront yet.
    let page = client::get("/", &[("connection", "close")]);
    let (mut fresh, mut existing) = (Rounds::default(), Rounds::default());
    for _ in 0..ROUNDS {
        let new = tempfile::tempdir_in(shop.folder()).expect("a folder in ours");
        for (rounds, folder, request) in
            [(&mut fresh, new.path(), &page), (&mut existing, shop.folder(), &stock)]
        {
            let mut figures = vec![
                measure(product_command(folder, &settings), address, request),
                measure(bare_command(&bare), address, &stock),
            ];
            figures.extend(peer(folder, address).map(|command| measure(command, address, &stock)));
            rounds.push(figures);
        }
    }
    vec![
        fresh.figure_row("first answer after the start, fresh database", "ms", Aim::AtMost(15.0)),
        existing.figure_row("first answer after the start", "ms", Aim::AtMost(8.0)),
    ]
}

fn peer(folder: &Path, address: SocketAddr) -> Option<Command> {
    peer::command(&folder.join("peer.db"), address.port(), Disk::AsItIs)
}

/// Returns the time to the first answer, in milliseconds.
fn measure(mut command: Command, address: SocketAddr, request: &[u8]) -> f64 {
    command.stdout(Stdio::null());
    let since = Instant::now();
    let mut child = on_the_servers_core(|| command.spawn()).expect("the binary starts");
    let took = first_answer(address, request, since);
    child.kill().expect("it can be killed");
    child.wait().expect("it ended");
    took
}
