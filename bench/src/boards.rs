//! What a change of one stock costs with a thousand stock boards in chat, compared with one: processor time, and edits.

use rusqlite::Connection;
use tokio::runtime::Runtime;

use crate::bare_platform::Platform;
use crate::client::{self, Client};
use crate::polled;
use crate::product::Server;
use crate::rounds::Rounds;
use crate::shop::{GUILD, Shop, stock_path};
use crate::table::{Aim, Row};

const BOARDS: usize = 1000;
/// Changes in a round. The bot gathers changes for a second before it edits a board.
const CHANGES: u32 = 8;
const ROUNDS: u32 = 6;

/// A shop and the platform that its boards are on.
struct Town {
    #[expect(dead_code, reason = "holds the database's folder")]
    shop: Shop,
    platform: Platform,
    server: Server,
    client: Client,
    token: String,
    /// How often the shop's stock has changed.
    changes: usize,
}

pub(crate) fn run(runtime: &Runtime) -> Vec<Row> {
    runtime.block_on(measure())
}

async fn measure() -> Vec<Row> {
    let (mut all, mut one) = (Town::open(BOARDS).await, Town::open(1).await);
    let mut time = Rounds::default();
    for _ in 0..ROUNDS {
        // At the same time, as both wait for the bot to gather changes.
        let (of_all, of_one) = tokio::join!(all.change(), one.change());
        time.push(vec![of_all, of_one]);
    }
    let [of_all, of_one] = [all.edits().await, one.edits().await];
    vec![
        time.row("CPU of a stock's change, 1,000 boards beside one", "ms", Aim::AtMost(1.1), Aim::None),
        Row::ratio(
            "edits of a stock's change, the same",
            (of_all, of_one, ""),
            of_all / of_one,
            Aim::AtMost(1.0),
        ),
    ]
}

impl Town {
    async fn open(boards: usize) -> Self {
        let shop = Shop::open(None);
        shop.restock(1);
        polled::open_others(&shop);
        post(&shop, boards);
        let platform = Platform::start().await;
        let shop = platform.host(shop);
        let server = shop.start();
        let token = shop.sign_in(&server).await;
        // No board shows anything yet, so each is edited once.
        platform.edits(boards).await;
        let client = Client::connect(server.web).await.expect("it listens");
        let mut town = Self { shop, platform, server, client, token, changes: 0 };
        // Its edit comes a second later; by then the bot has stored what all the boards show.
        town.restock().await;
        town
    }

    /// Returns the processor time of a change, in milliseconds.
    async fn change(&mut self) -> f64 {
        let before = self.server.processor_time();
        for _ in 0..CHANGES {
            self.restock().await;
        }
        self.server.processor_time().since(&before).as_secs_f64() * 1e3 / f64::from(CHANGES)
    }

    /// Returns how many edits a change has led to on average.
    async fn edits(&self) -> f64 {
        let more = u32::try_from(self.platform.edits_left().await).expect("a few");
        1.0 + f64::from(more) / f64::from(ROUNDS * CHANGES)
    }

    /// Adds a token, and waits until its board is edited.
    async fn restock(&mut self) {
        self.changes += 1;
        let token = format!("one.more.token.{}\n", self.changes);
        self.client.expect(&client::post_text(&stock_path(), &self.token, &token)).await;
        self.platform.edits(1).await;
    }
}

/// Adds boards that are posted already. The first is that of the stock that changes.
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
