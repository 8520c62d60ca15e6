//! What a change of one stock costs with a thousand stock boards in chat, beside one: processor time, and edits.

use rusqlite::Connection;
use tokio::runtime::Runtime;

use crate::bare_platform::Platform;
use crate::client::{self, Client};
use crate::polled;
use crate::shop::{GUILD, Shop, stock_path};
use crate::table::{Aim, Row};

const BOARDS: usize = 1000;
/// The bot gathers for a second what it edits a board for.
const CHANGES: usize = 20;

/// Of one change.
struct Cost {
    milliseconds: f64,
    edits: f64,
}

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    let [one, all] = [1, BOARDS].map(|boards| runtime.block_on(measure(boards)));
    let ratio = all.milliseconds / one.milliseconds;
    let edits = all.edits / one.edits;
    vec![
        Row::ratio(
            "CPU of a stock's change, 1,000 boards beside one",
            (all.milliseconds, one.milliseconds, "ms"),
            ratio,
            Aim::AtMost(1.1),
        ),
        Row::ratio(
            "edits of a stock's change, the same",
            (all.edits, one.edits, ""),
            edits,
            Aim::AtMost(1.0),
        ),
    ]
}

async fn measure(boards: usize) -> Cost {
    let shop = Shop::open(None);
    shop.restock(1);
    polled::open_others(&shop);
    post(&shop, boards);
    let platform = Platform::start().await;
    let shop = platform.host(shop);
    let server = shop.start();
    let token = shop.sign_in(&server).await;
    // None of them shows anything yet.
    platform.edits(boards).await;
    let mut client = Client::connect(server.web).await.expect("it listens");
    // Its edit comes a second later: the bot has written down by then what all of them show.
    client.expect(&restock(&token, CHANGES)).await;
    platform.edits(1).await;
    let before = server.processor_time();
    for number in 0..CHANGES {
        client.expect(&restock(&token, number)).await;
        platform.edits(1).await;
    }
    let used = server.processor_time().since(&before);
    let changes = f64::from(u32::try_from(CHANGES).expect("a few"));
    let more = f64::from(u32::try_from(platform.edits_left().await).expect("a few"));
    Cost { milliseconds: used.as_secs_f64() * 1e3 / changes, edits: (changes + more) / changes }
}

/// Boards whose messages are there. The first is that of the stock that changes.
fn post(shop: &Shop, count: usize) {
    let connection = Connection::open(shop.database()).expect("the product has made it");
    connection
        .execute_batch(&format!(
            "INSERT INTO stock_boards (storefront_id, channel_id, message_id)
             SELECT id, CAST(300000000000000000 + rowid AS TEXT), CAST(400000000000000000 + rowid AS TEXT)
             FROM storefronts ORDER BY guild_id <> '{GUILD}', rowid LIMIT {count}"
        ))
        .expect("the schema is known");
}

fn restock(token: &str, number: usize) -> Vec<u8> {
    client::post_text(&stock_path(), token, &format!("one.more.token.{number}\n"))
}
