//! How long a command in chat takes to acknowledge with a hundred thousand orders stored: from the gateway's event to
//! the first answer's arrival, over loopback.

use serde_json::json;
use tokio::runtime::Runtime;

use crate::bare_platform::Platform;
use crate::median;
use crate::order_store::{self, fill};
use crate::shop::Shop;
use crate::table::{Aim, Row};

const ROUNDS: usize = 200;
const WARM_UP: usize = 20;
/// Orders in the shop.
const MANY: usize = 100_000;

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    runtime.block_on(async {
        fill(&shop, None, MANY).await;
        let platform = Platform::start().await;
        let shop = platform.host(shop);
        let _server = shop.start();
        platform.online().await;
        let order = json!({ "name": "order", "type": 1, "id": "1", "options": [
            { "name": "id", "type": 3, "value": order_store::id(MANY / 2) }] });
        let stock = json!({ "name": "stock", "type": 1, "id": "2" });
        let mut rows = Vec::new();
        for (what, data) in [("`/order`", order), ("`/stock`", stock)] {
            let mut times = Vec::new();
            for round in 0..WARM_UP + ROUNDS {
                let time = platform.ask(&data).await;
                if round >= WARM_UP {
                    times.push(time.as_secs_f64() * 1e3);
                }
            }
            let what = format!("{what} acknowledged, of 100,000 orders");
            rows.push(Row::figure(what, median(times), "ms", Aim::AtMost(5.0)));
        }
        rows
    })
}
