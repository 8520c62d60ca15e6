//! What Boostdesk costs, compared with a minimal program for the same work and with a peer, all measured in turn in one run.
//!
//! `make bench`; `ARGS` may name benchmarks to run only those, and have `--json` for machines, or `--compare <commit>` to show
//! a change's effect. `BOOSTDESK_BIN` names another binary than the one beside this one. `docs/performance.md` explains figures.

mod bare_platform;
mod bare_react;
mod bare_sale;
mod bare_server;
mod bare_shop;
mod bare_writer;
mod boards;
mod chat;
mod client;
mod command;
mod compare;
mod crowd;
mod disk;
mod least_shop;
mod live_stock;
mod machine;
mod memory;
mod order_status;
mod order_store;
mod orders;
mod page;
mod peer;
mod polled;
mod product;
mod redeem;
mod rounds;
mod shop;
mod soak;
mod start;
mod store_calls;
mod table;

use std::time::Instant;

use tokio::runtime::Runtime;

use crate::table::{Row, Table};

type Benchmark = fn(&Runtime) -> Vec<Row>;

const BENCHMARKS: [(&str, Benchmark); 12] = [
    ("live-stock", live_stock::run),
    ("order-status", order_status::run),
    ("polled", polled::run),
    ("boards", boards::run),
    ("redeem", redeem::run),
    ("store-calls", store_calls::run),
    ("start", start::run),
    ("memory", memory::run),
    ("orders", orders::run),
    ("page", page::run),
    ("chat", chat::run),
    ("command", command::run),
];

/// Takes minutes, and runs only when it is named.
const SOAK: (&str, Benchmark) = ("soak", soak::run);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("serve-bare", folder)) = two(&arguments) {
        return bare_server::serve(folder.as_ref());
    }
    if let Some(("serve-bare-shop", database)) = two(&arguments) {
        return bare_shop::serve(database.as_ref());
    }
    if let Some(("serve-bare-sales", database)) = two(&arguments) {
        return bare_sale::serve(database.as_ref());
    }
    if arguments == ["serve-bare-chat"] {
        return chat::serve_bare();
    }
    let json = arguments.iter().any(|argument| argument == "--json");
    let other = arguments.iter().position(|argument| argument == "--compare").map(|at| at + 1);
    let is_name = |(at, argument): &(usize, &String)| !argument.starts_with("--") && Some(*at) != other;
    let named: Vec<&String> = arguments.iter().enumerate().filter(is_name).map(|(_, name)| name).collect();
    if let Some(unknown) = named.iter().find(|name| !all().any(|(known, _)| known == **name)) {
        panic!("there is no benchmark `{unknown}`");
    }
    if let Some(other) = other {
        let other = arguments.get(other).expect("`--compare` names a commit");
        return compare::run(other, &named, json);
    }
    machine::leave_the_servers_core();
    let runtime = Runtime::new().expect("threads can be started");
    let mut table = Table::default();
    for (name, run) in all() {
        let is_named = named.iter().any(|wanted| *wanted == name);
        if is_named || (named.is_empty() && name != SOAK.0) {
            table::note(&format!("{name} …"));
            table.extend(run(&runtime));
        }
    }
    if json { table.print_json() } else { table.print(&machine::describe()) }
}

fn all() -> impl Iterator<Item = (&'static str, Benchmark)> {
    BENCHMARKS.into_iter().chain([SOAK])
}

fn two(arguments: &[String]) -> Option<(&str, &str)> {
    match arguments {
        [first, second] => Some((first, second)),
        _ => None,
    }
}

/// The median; the upper of two.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn per_second(count: usize, began: Instant) -> f64 {
    let count = u32::try_from(count).expect("a few thousand");
    f64::from(count) / began.elapsed().as_secs_f64()
}
