//! A minimal server that sells to a store's customers over HTTP: plain axum and one writer. It runs the statements of
//! the product's sale on a copy of its database; it looks nothing up and checks nothing.
//!
//! Keep it in step with the product's transaction.

use std::path::Path;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use rusqlite::{Connection, params};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::bare_server::announce;
use crate::bare_writer::{Writer, execute, open};
use crate::shop::STOCK;

const KEY: &str = "RX81P-V6NDK-94FMZ-TQ2CE";
const NOW: i64 = 1_795_166_040_000;

/// Sells at the storefronts of `database`, one key for each request, until it is killed.
pub(crate) fn serve(database: &Path) {
    let connection = open(database);
    execute(&connection, "PRAGMA foreign_keys = ON", []);
    let mut sales = Sales::of(&connection);
    let writer = Writer::start(connection, move |connection, ()| sales.sell(connection));
    Runtime::new().expect("threads can be started").block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        announce(&listener);
        let router = Router::new().route("/api/autobuy/sellauth/{guild}", post(sell)).with_state(writer);
        axum::serve(listener, router).await.expect("it serves until it is killed");
    });
}

async fn sell(State(writer): State<Writer<(), ()>>, Json(_): Json<Value>) -> &'static str {
    writer.write(()).await;
    KEY
}

/// Sales of one key, at one storefront after the other.
struct Sales {
    /// Their ids, with their sellers'.
    storefronts: Vec<(String, String)>,
    sold: usize,
}

impl Sales {
    fn of(connection: &Connection) -> Self {
        let mut storefronts = connection
            .prepare(
                "SELECT storefront_id, user_id FROM store_connections JOIN storefronts ON id = storefront_id",
            )
            .expect("a query");
        let storefronts =
            storefronts.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("storefronts");
        Self { storefronts: storefronts.map(|ids| ids.expect("two texts")).collect(), sold: 0 }
    }

    /// Values stand in for sealed ones of the same length.
    fn sell(&mut self, connection: &Connection) {
        self.sold += 1;
        let (storefront, user) = &self.storefronts[self.sold % self.storefronts.len()];
        let purchase = format!("5/bare-{}/9", self.sold);
        execute(
            connection,
            "INSERT INTO store_sales (storefront_id, provider, purchase, answer_sealed, created_at)
             VALUES (?1, 'sellauth', ?2, ?3, ?4)",
            params![storefront, purchase, "a".repeat(84), NOW],
        );
        let sale = connection.last_insert_rowid();
        let (note, email) = (format!("sellauth {purchase}"), "mika@example.com");
        // Scattered like fingerprints and veiled symbols.
        let scattered = scattered(self.sold);
        execute(
            connection,
            "INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, key_veiled, stock, amount, status, note,
                                      note_term, email, email_term, sale_id, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, 14, 'unused', ?6, ?6, ?7, ?7, ?8, ?9)",
            params![
                storefront,
                format!("{scattered:016x}").repeat(4),
                "a".repeat(86),
                format!("{scattered:020}"),
                STOCK,
                note,
                email,
                sale,
                NOW
            ],
        );
        execute(
            connection,
            "INSERT INTO activity (user_id, action, severity, details, at)
             VALUES (?1, 'store_sale', 'success', ?2, ?3)",
            params![user, format!("SellAuth {purchase} · 1 key for 14 boosts of One Month Tokens"), NOW],
        );
        execute(
            connection,
            "INSERT INTO store_calls (storefront_id, provider, verdict, status, purchase, product, variant, quantity,
                                      email, short, sale_id, headers_sealed, body_sealed, answer_sealed, at)
             VALUES (?1, 'sellauth', 'delivered', 200, ?2, '42', NULL, 1, ?3, TRUE, ?4, ?5, ?6, NULL, ?7)",
            params![storefront, purchase, email, sale, "a".repeat(156), "a".repeat(232), NOW],
        );
    }
}

/// Maps each number to another one, in no order. <https://prng.di.unimi.it/splitmix64.c>
fn scattered(number: usize) -> u64 {
    let mut mixed = u64::try_from(number).expect("a few thousand").wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 31)
}
