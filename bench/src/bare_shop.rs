//! A minimal shop that redeems over HTTP and tells an order's status: plain axum, one writer whose waiting transactions
//! share a commit, and a reader per thread, on `SQLite` itself with statements prepared once. Like the peer it stores
//! only what a shop must (`shop.sql`); nothing is sealed, counted or indexed for lists.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{Path as Parts, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::bare_server::announce;
use crate::bare_writer::{Writer, execute, open};

thread_local! {
    static READER: RefCell<Option<Connection>> = const { RefCell::new(None) };
}

#[derive(Clone)]
struct Shop {
    writer: Writer<Order, bool>,
    database: Arc<PathBuf>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    redeem_key: String,
    discord_invite: String,
    email: String,
    displayname: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    code: u16,
    message: &'static str,
}

/// The same answer as the product's.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    embed_color: &'static str,
    order_id: String,
    guild_id: String,
    amount: i64,
    stock: String,
    successful_tokens: i64,
    failed_tokens: i64,
    invite: String,
    store_link: Option<&'static str>,
    discord_link: Option<&'static str>,
    embed_footer: Option<&'static str>,
    state: String,
}

/// Redeems the keys of `database`, until it is killed.
pub(crate) fn serve(database: &Path) {
    let shop = Shop { writer: Writer::start(open(database), spend), database: Arc::new(database.to_owned()) };
    Runtime::new().expect("threads can be started").block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        announce(&listener);
        let router = Router::new()
            .route("/api/redeem/{guild}", post(redeem))
            .route("/api/fetch/{guild}/order/{order}/status", get(status))
            .with_state(shop);
        axum::serve(listener, router).await.expect("it serves until it is killed");
    });
}

async fn redeem(State(shop): State<Shop>, Json(order): Json<Order>) -> (StatusCode, Json<Answer>) {
    if shop.writer.write(order).await {
        (StatusCode::OK, Json(Answer { code: 200, message: "Order redeemed successfully!" }))
    } else {
        let message = "This key cannot be redeemed.";
        (StatusCode::UNPROCESSABLE_ENTITY, Json(Answer { code: 422, message }))
    }
}

async fn status(
    State(shop): State<Shop>,
    Parts((guild_id, order)): Parts<(String, String)>,
) -> Result<Json<Status>, StatusCode> {
    let found = READER.with_borrow_mut(|reader| {
        let reader = reader.get_or_insert_with(|| open(&shop.database));
        let sql = "SELECT id, stock, amount, invite, state, succeeded, failed FROM orders WHERE id = ?1";
        let mut statement = reader.prepare_cached(sql).expect("the schema is known");
        let row = statement.query_row([&order], |row| {
            Ok(Status {
                embed_color: "#5865f2",
                order_id: row.get(0)?,
                guild_id,
                stock: row.get(1)?,
                amount: row.get(2)?,
                invite: row.get(3)?,
                state: row.get(4)?,
                successful_tokens: row.get(5)?,
                failed_tokens: row.get(6)?,
                store_link: None,
                discord_link: None,
                embed_footer: None,
            })
        });
        row.optional().expect("the schema is known")
    });
    found.map(Json).ok_or(StatusCode::NOT_FOUND)
}

/// Runs the peer's statements. Changes nothing if the key is spent or unknown, or the stock too low.
#[expect(clippy::needless_pass_by_value, reason = "the writer hands it over")]
fn spend(connection: &Connection, order: Order) -> bool {
    let key = &order.redeem_key;
    let found: Option<(i64, String, i64)> = connection
        .prepare_cached("SELECT id, stock, amount FROM redeem_keys WHERE key = ?1 AND redeemed_at IS NULL")
        .and_then(|mut found| {
            found.query_row([key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()
        })
        .expect("the schema is known");
    let Some((id, stock, amount)) = found else { return false };
    let tokens = amount / 2;
    let take = "UPDATE stock_levels SET available = available - ?2 WHERE stock = ?1 AND available >= ?2";
    if execute(connection, take, params![stock, tokens]) != 1 {
        return false;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis();
    let now = i64::try_from(now).expect("before the year 292,278,994");
    execute(connection, "UPDATE redeem_keys SET redeemed_at = ?1 WHERE id = ?2", params![now, id]);
    let number: i64 = connection
        .prepare_cached("SELECT COALESCE(MAX(number), 0) + 1 FROM orders")
        .and_then(|mut number| number.query_row([], |row| row.get(0)))
        .expect("the schema is known");
    execute(
        connection,
        "INSERT INTO orders (id, number, stock, amount, invite, email, displayname, state, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'queued', ?8)",
        params![key, number, stock, amount, order.discord_invite, order.email, order.displayname, now],
    );
    execute(
        connection,
        "UPDATE tokens SET order_id = ?1 WHERE id IN (
             SELECT id FROM tokens WHERE stock = ?2 AND order_id IS NULL ORDER BY id LIMIT ?3)",
        params![key, stock, tokens],
    );
    execute(
        connection,
        "INSERT INTO activity (details, at) VALUES (?1, ?2)",
        params![format!("{key} · {amount} boosts"), now],
    );
    true
}
