//! The least that could redeem over HTTP: axum as it comes, and one writer whose waiting transactions share a commit. It runs
//! the product's statements on a copy of its database, prepared once, on `SQLite` itself; it looks nothing up and checks nothing.
//!
//! When the product's transaction changes, this one follows.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::bare_server::announce;

const TOKENS: i64 = 7;
const NOW: i64 = 1_795_166_040_000;
/// As many as the product's writer takes.
const BATCH: usize = 128;

type Waiting = oneshot::Sender<()>;

/// Redeems the keys of `database`, one for each request, until it is killed.
pub(crate) fn serve(database: &Path) {
    let (queue, waiting) = channel();
    let writer = Writer::open(database);
    thread::spawn(move || writer.run(&waiting));
    Runtime::new().expect("threads can be started").block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        announce(&listener);
        let router = Router::new().route("/api/redeem/{guild}", post(redeem)).with_state(queue);
        axum::serve(listener, router).await.expect("it serves until it is killed");
    });
}

async fn redeem(State(queue): State<Sender<Waiting>>, Json(_): Json<Value>) -> Json<Value> {
    let (done, committed) = oneshot::channel();
    queue.send(done).expect("the writer runs");
    committed.await.expect("the writer commits");
    Json(json!({ "code": 200, "message": "Order redeemed successfully!" }))
}

struct Writer {
    connection: Connection,
    storefront: String,
    user: String,
    stock: String,
    /// Ids of the keys that are left.
    keys: Vec<i64>,
}

impl Writer {
    fn open(database: &Path) -> Self {
        let connection = Connection::open(database).expect("the copy of a database");
        connection
            .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
            .expect("SQLite knows these");
        connection.set_prepared_statement_cache_capacity(32);
        let (storefront, user, stock) = connection
            .query_row("SELECT s.id, s.user_id, k.stock FROM storefronts s JOIN redeem_keys k ON k.storefront_id = s.id", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .expect("a storefront with keys");
        let mut ids = connection.prepare("SELECT id FROM redeem_keys ORDER BY id DESC").expect("a query");
        let keys =
            ids.query_map([], |row| row.get(0)).expect("keys").map(|id| id.expect("a number")).collect();
        drop(ids);
        Self { connection, storefront, user, stock, keys }
    }

    fn run(mut self, waiting: &Receiver<Waiting>) {
        while let Ok(first) = waiting.recv() {
            self.execute("BEGIN IMMEDIATE", []);
            let mut batch = vec![first];
            self.redeem();
            while batch.len() < BATCH
                && let Ok(next) = waiting.try_recv()
            {
                self.redeem();
                batch.push(next);
            }
            self.execute("COMMIT", []);
            for done in batch {
                // Whoever asked may have gone away.
                let _ = done.send(());
            }
        }
    }

    fn execute(&self, sql: &str, values: impl rusqlite::Params) -> usize {
        let mut statement = self.connection.prepare_cached(sql).expect("the product prepares it too");
        statement.execute(values).expect("nobody else is here")
    }

    fn redeem(&mut self) {
        let key = self.keys.pop().expect("a key for each request");
        let (id, job) = (format!("RX81P-V6NDK-{key:011}"), format!("0f0e0d0c-0b0a-4908-8706-{key:012}"));
        let Self { connection, storefront, user, stock, .. } = &*self;
        self.execute(
            "UPDATE redeem_keys SET status = 'redeemed', redeemed_at = ?2 WHERE id = ?1 AND status = 'unused'",
            params![key, NOW],
        );
        self.execute(
            "UPDATE stock_levels SET available = available - ?3, reserved = reserved + ?3
             WHERE storefront_id = ?1 AND stock = ?2 AND available >= ?3",
            params![storefront, stock, TOKENS],
        );
        self.execute("UPDATE users SET order_count = order_count + 1 WHERE id = ?1", params![user]);
        let sequence: i64 = connection
            .prepare_cached("SELECT order_count FROM users WHERE id = ?1")
            .and_then(|mut count| count.query_row([user], |row| row.get(0)))
            .expect("the seller is there");
        self.execute(
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
        self.execute(
            "UPDATE tokens SET state = 'reserved', order_id = ?4 WHERE id IN (
                 SELECT id FROM tokens WHERE storefront_id = ?1 AND stock = ?2 AND state = 'available'
                 ORDER BY id LIMIT ?3)",
            params![storefront, stock, TOKENS, id],
        );
        self.execute(
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
        self.execute(
            "INSERT INTO delivery_jobs (id, order_id, state, run_at, way) VALUES (?1, ?2, 'manual', ?3, 'manual')",
            params![job, id, NOW],
        );
        self.execute(
            "INSERT INTO activity (user_id, action, severity, details, at) VALUES (?1, 'key_redeemed', 'success', ?2, ?3)",
            params![user, format!("{id} · 14 boosts · 1 month"), NOW],
        );
    }
}
