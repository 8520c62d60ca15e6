//! The statements of a redeem, and nothing around them.

use rusqlite::{Connection, params};

use crate::bare_shop::{Work, execute};

const TOKENS: i64 = 7;
const NOW: i64 = 1_795_166_040_000;

pub(crate) struct Redeems {
    storefront: String,
    user: String,
    stock: String,
    /// Ids of the keys that are left.
    keys: Vec<i64>,
}

impl Redeems {
    pub(crate) fn of(connection: &Connection) -> Self {
        let (storefront, user, stock) = connection
            .query_row("SELECT s.id, s.user_id, k.stock FROM storefronts s JOIN redeem_keys k ON k.storefront_id = s.id", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .expect("a storefront with keys");
        let mut ids = connection.prepare("SELECT id FROM redeem_keys ORDER BY id DESC").expect("a query");
        let keys =
            ids.query_map([], |row| row.get(0)).expect("keys").map(|id| id.expect("a number")).collect();
        Self { storefront, user, stock, keys }
    }
}

impl Work for Redeems {
    fn run(&mut self, connection: &Connection) {
        let key = self.keys.pop().expect("a key for each request");
        let (id, job) = (format!("RX81P-V6NDK-{key:011}"), format!("0f0e0d0c-0b0a-4908-8706-{key:012}"));
        let Self { storefront, user, stock, .. } = &*self;
        execute(
            connection,
            "UPDATE redeem_keys SET status = 'redeemed', redeemed_at = ?2 WHERE id = ?1 AND status = 'unused'",
            params![key, NOW],
        );
        execute(
            connection,
            "UPDATE stock_levels SET available = available - ?3, reserved = reserved + ?3
             WHERE storefront_id = ?1 AND stock = ?2 AND available >= ?3",
            params![storefront, stock, TOKENS],
        );
        execute(connection, "UPDATE users SET order_count = order_count + 1 WHERE id = ?1", params![user]);
        let sequence: i64 = connection
            .prepare_cached("SELECT order_count FROM users WHERE id = ?1")
            .and_then(|mut count| count.query_row([user], |row| row.get(0)))
            .expect("the seller is there");
        execute(
            connection,
            "INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                                 displayname, details_fingerprint, state, standing, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'queued', 'by_hand', COALESCE(
                         (SELECT created_at FROM orders
                          WHERE user_id = ?3 AND seller_sequence = ?4 - 1 AND created_at > ?12), ?12))",
            params![
                id, storefront, user, sequence, key, stock, TOKENS * 2, "https://discord.gg/lofi-lounge",
                "mika@example.com", "Mika", "0".repeat(64), NOW
            ],
        );
        execute(
            connection,
            "UPDATE tokens SET state = 'reserved', order_id = ?4 WHERE id IN (
                 SELECT id FROM tokens WHERE storefront_id = ?1 AND stock = ?2 AND state = 'available'
                 ORDER BY id LIMIT ?3)",
            params![storefront, stock, TOKENS, id],
        );
        execute(
            connection,
            "INSERT INTO order_terms (user_id, term, seller_sequence)
             VALUES (?1, ?2, ?6), (?1, ?3, ?6), (?1, ?4, ?6), (?1, ?5, ?6)
             ON CONFLICT (user_id, term, seller_sequence) DO NOTHING",
            params![
                user,
                id.to_lowercase(),
                "mika@example.com",
                "lofi-lounge",
                "112233445566778899",
                sequence
            ],
        );
        execute(
            connection,
            "INSERT INTO delivery_jobs (id, order_id, state, run_at, way) VALUES (?1, ?2, 'manual', ?3, 'manual')",
            params![job, id, NOW],
        );
        execute(
            connection,
            "INSERT INTO activity (user_id, action, severity, details, at) VALUES (?1, 'key_redeemed', 'success', ?2, ?3)",
            params![user, format!("{id} · 14 boosts · 1 month"), NOW],
        );
    }
}
