//! From the start of the process on an existing database to the first answer.

use std::process::{Command, Stdio};
use std::time::Instant;

use tokio::runtime::Runtime;

use crate::client::{self, first_answer};
use crate::product::{bare_command, free_port, product_command};
use crate::shop::Shop;
use crate::table::{Aim, Row};
use crate::{bare_server, live_stock, median};

const ROUNDS: usize = 15;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    shop.restock(500);
    let address = free_port();
    let mut settings = shop.settings().to_vec();
    settings.push(("WEB__BIND".to_owned(), address.to_string()));
    let request = client::get(&live_stock::path(), &[("connection", "close")]);
    let bare = shop.folder().join("bare");
    bare_server::write_address(&bare, &address.to_string());
    runtime.block_on(live_stock::record(&bare, &shop.start(), &client::get(&live_stock::path(), &[])));

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let product = &mut product_command(shop.folder(), &settings);
        ours.push(measure(product, |since| first_answer(address, &request, since)));
        theirs.push(measure(&mut bare_command(&bare), |since| first_answer(address, &request, since)));
    }
    vec![
        Row::figure("first answer after the start", median(ours), "ms", Aim::AtMost(35.0))
            .beside(median(theirs)),
    ]
}

fn measure(command: &mut Command, until: impl Fn(Instant) -> f64) -> f64 {
    let since = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn().expect("the binary starts");
    let took = until(since);
    child.kill().expect("it can be killed");
    child.wait().expect("it ended");
    took
}
