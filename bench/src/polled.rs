//! Live stock of a thousand storefronts, whose pages all poll, compared with one: processor time per answer.

use std::time::Duration;

use rusqlite::Connection;
use tokio::runtime::Runtime;

use crate::product::Server;
use crate::shop::Shop;
use crate::table::{Aim, Row};
use crate::{client, live_stock, median};

const STOREFRONTS: usize = 1000;
const CONNECTIONS: usize = 32;
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(1500);

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let shop = Shop::open(None);
    shop.restock(500);
    open_others(&shop);
    let server = shop.start();
    let one = vec![vec![client::get(&live_stock::path(), &[])]; CONNECTIONS];
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let single = runtime.block_on(answer(&server, one.clone()));
        let thousand = runtime.block_on(answer(&server, all()));
        ratios.push(thousand / single);
        ours.push(thousand);
        theirs.push(single);
    }
    let figures = (median(ours), median(theirs), "µs");
    let what = "live stock, CPU an answer, 1,000 storefronts beside one";
    vec![Row::ratio(what, figures, median(ratios), Aim::AtMost(1.05))]
}

/// Adds storefronts like the first one, with as much stock.
pub(crate) fn open_others(shop: &Shop) {
    let connection = Connection::open(shop.database()).expect("the product has made it");
    connection
        .execute_batch(&format!(
            "BEGIN;
             CREATE TEMP TABLE first AS SELECT * FROM storefronts;
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {STOREFRONTS})
             INSERT INTO storefronts (id, guild_id, user_id, name, embed_color, created_at)
             SELECT 'storefront ' || i, CAST(200000000000000000 + i AS TEXT), user_id, name, embed_color, created_at
             FROM n CROSS JOIN first;
             INSERT INTO stock_levels (storefront_id, stock, available)
             SELECT s.id, l.stock, l.available FROM storefronts s CROSS JOIN stock_levels l
             WHERE s.id LIKE 'storefront %' AND l.storefront_id IN (SELECT id FROM first);
             COMMIT;"
        ))
        .expect("the schema is known");
}

/// Returns a share of the storefronts' requests for each connection.
fn all() -> Vec<Vec<Vec<u8>>> {
    let mut shares = vec![Vec::new(); CONNECTIONS];
    for number in 1..=STOREFRONTS {
        let guild = 200_000_000_000_000_000 + number;
        shares[number % CONNECTIONS].push(client::get(&format!("/api/fetch/{guild}/live-stock"), &[]));
    }
    shares
}

/// Returns the processor time per answer, in microseconds.
async fn answer(server: &Server, shares: Vec<Vec<Vec<u8>>>) -> f64 {
    let before = server.processor_time();
    let answers = client::load(server.web, shares, ROUND).await;
    let used = server.processor_time().since(&before);
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let answers = answers as f64;
    used.as_secs_f64() * 1e6 / answers
}
