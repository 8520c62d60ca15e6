//! What the process holds when nothing happens: after the start, and one login.

use std::thread;
use std::time::Duration;

use tokio::runtime::Runtime;

use crate::median;
use crate::shop::Shop;
use crate::table::{Aim, Row};

const ROUNDS: usize = 3;
/// For what the login has set going to come to rest.
const REST: Duration = Duration::from_secs(1);

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    shop.restock(500);
    let (mut resident, mut proportional) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let server = shop.start();
        runtime.block_on(shop.sign_in(&server));
        thread::sleep(REST);
        let memory = server.memory();
        resident.push(mebibytes(memory.resident));
        proportional.push(mebibytes(memory.proportional));
    }
    vec![
        Row::figure("memory when idle, resident", median(resident), "MiB", Aim::AtMost(25.0)),
        Row::figure("memory when idle, proportional", median(proportional), "MiB", Aim::AtMost(25.0)),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
fn mebibytes(kibibytes: u64) -> f64 {
    kibibytes as f64 / 1024.0
}
