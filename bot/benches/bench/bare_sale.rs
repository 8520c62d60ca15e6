//! The statements of a sale at a store, and nothing around them.

use rusqlite::{Connection, params};

use crate::bare_shop::{Work, execute};
use crate::shop::STOCK;

pub(crate) const KEY: &str = "RX81P-V6NDK-94FMZ-TQ2CE";
const NOW: i64 = 1_795_166_040_000;

/// Sales of one key, at one storefront after the other.
pub(crate) struct Sales {
    /// With their sellers.
    storefronts: Vec<(String, String)>,
    sold: usize,
}

impl Sales {
    pub(crate) fn of(connection: &Connection) -> Self {
        let mut storefronts = connection
            .prepare(
                "SELECT storefront_id, user_id FROM store_connections JOIN storefronts ON id = storefront_id",
            )
            .expect("a query");
        let storefronts =
            storefronts.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("storefronts");
        Self { storefronts: storefronts.map(|ids| ids.expect("two texts")).collect(), sold: 0 }
    }
}

impl Work for Sales {
    /// What is sealed has the length that it has in the product.
    fn run(&mut self, connection: &Connection) {
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
        // Spread as fingerprints and veiled symbols are.
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

/// Another number for each, in no order. <https://prng.di.unimi.it/splitmix64.c>
fn scattered(number: usize) -> u64 {
    let mut mixed = u64::try_from(number).expect("a few thousand").wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 31)
}
