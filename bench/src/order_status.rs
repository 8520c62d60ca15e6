//! An order's status, which its customer's page asks for every few seconds: with a million orders, and with ten thousand.
//!
//! Two loads: each customer asks for an order of their own again and again; and each order is asked for once, on a
//! server that was just started and has no cached answer.

use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use crate::product::Server;
use crate::rounds::{Rounds, Sides};
use crate::shop::Shop;
use crate::table::{Aim, Row};
use crate::{client, median, order_store};

const FEW: usize = 10_000;
const MANY: usize = 1_000_000;
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(1500);
const CUSTOMERS: usize = 32;
/// How many orders each of them asks for in turn, once each.
const OTHERS: usize = 300;

/// The figures of one server in one round.
struct Measured {
    a_second: f64,
    /// Processor time of a request, in microseconds.
    request: f64,
}

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let (few, many) =
        runtime.block_on(async { (order_store::kept(FEW).await, order_store::kept(MANY).await) });
    let own = requests(MANY, 1);
    let (others, others_of_few) = (requests(MANY, OTHERS), requests(FEW, OTHERS));

    let (mut again, mut each, mut a_second) = (Rounds::default(), Rounds::default(), Rounds::default());
    let (mut of_few, mut of_many, mut growth) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let sides = start(&many);
        let all: Vec<Measured> = sides
            .all()
            .map(|server| measure(runtime, server, client::each_once(server.web, others.clone())))
            .collect();
        let product_of_few = few.start();
        let once = client::each_once(product_of_few.web, others_of_few.clone());
        let small = measure(runtime, &product_of_few, once).request;
        growth.push(all[0].request / small);
        of_many.push(all[0].request);
        of_few.push(small);
        each.push(all.iter().map(|one| one.request).collect());
        a_second.push(all.iter().map(|one| one.a_second / 1000.0).collect());
        let repeated = |server: &Server| client::load(server.web, own.clone(), ROUND);
        again.push(sides.all().map(|server| measure(runtime, server, repeated(server)).request).collect());
    }
    let growth = Row::ratio(
        "order status, CPU with 1,000k orders beside 10k",
        (median(of_many), median(of_few), "µs"),
        median(growth),
        Aim::AtMost(1.1),
    );
    vec![
        again.row("order status, CPU a request, of one's own order", "µs", Aim::AtMost(2.5), Aim::None),
        each.row("order status, CPU a request, of each order once", "µs", Aim::AtMost(2.5), Aim::None),
        a_second.row("order status a second, of a million orders", "k/s", Aim::None, Aim::AtLeast(3.0)),
        growth,
    ]
}

fn start(shop: &Shop) -> Sides {
    Sides { product: shop.start(), floor: order_store::bare(shop), peer: order_store::peer(shop) }
}

/// Returns the requests of each customer, for `each` orders, spread over all there are.
fn requests(orders: usize, each: usize) -> Vec<Vec<Vec<u8>>> {
    let step = orders / (CUSTOMERS * each);
    let order = |customer: usize, number: usize| (number * CUSTOMERS + customer) * step + 1;
    let request = |order| client::get(&order_store::status_path(order), &[]);
    let share = |customer| (0..each).map(|number| request(order(customer, number))).collect();
    (0..CUSTOMERS).map(share).collect()
}

fn measure(runtime: &Runtime, server: &Server, load: impl Future<Output = u64>) -> Measured {
    let (began, before) = (Instant::now(), server.processor_time());
    let answers = runtime.block_on(load);
    let (took, used) = (began.elapsed(), server.processor_time().since(&before));
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let answers = answers as f64;
    Measured { a_second: answers / took.as_secs_f64(), request: used.as_secs_f64() * 1e6 / answers }
}
