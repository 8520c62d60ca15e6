//! The least that could sell and redeem over HTTP: axum as it comes, and one writer whose waiting transactions share a commit. It
//! runs the product's statements on a copy of its database, prepared once, on `SQLite` itself; it looks nothing up and checks
//! nothing.
//!
//! When the product's transaction changes, `bare_redeem` and `bare_sale` follow.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue};
use axum::routing::post;
use axum::{Json, Router};
use rusqlite::Connection;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::bare_server::announce;
use crate::{bare_redeem, bare_sale};

/// As many as the product's writer takes.
const BATCH: usize = 128;

type Waiting = oneshot::Sender<()>;
type Answer = ([(HeaderName, HeaderValue); 1], &'static str);

/// What a call makes the writer do.
pub(crate) trait Work {
    fn run(&mut self, connection: &Connection);
}

/// Redeems the keys of `database`, one for each request, until it is killed.
pub(crate) fn serve_redeems(database: &Path) {
    let connection = open(database);
    let work = bare_redeem::Redeems::of(&connection);
    let answer = r#"{"code":200,"message":"Order redeemed successfully!"}"#;
    serve(connection, work, "/api/redeem/{guild}", "application/json", answer);
}

/// Sells at the storefronts of `database`, one key for each request, until it is killed.
pub(crate) fn serve_sales(database: &Path) {
    let connection = open(database);
    let work = bare_sale::Sales::of(&connection);
    serve(connection, work, "/api/autobuy/sellauth/{guild}", "text/plain; charset=utf-8", bare_sale::KEY);
}

fn open(database: &Path) -> Connection {
    let connection = Connection::open(database).expect("the copy of a database");
    connection
        .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        .expect("SQLite knows these");
    connection.set_prepared_statement_cache_capacity(32);
    connection
}

fn serve(
    connection: Connection,
    work: impl Work + Send + 'static,
    route: &str,
    media: &'static str,
    answer: &'static str,
) {
    let (queue, waiting) = channel();
    thread::spawn(move || write(&connection, work, &waiting));
    let answer = ([(CONTENT_TYPE, HeaderValue::from_static(media))], answer);
    Runtime::new().expect("threads can be started").block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        announce(&listener);
        let router = Router::new().route(route, post(call)).with_state((queue, answer));
        axum::serve(listener, router).await.expect("it serves until it is killed");
    });
}

async fn call(State((queue, answer)): State<(Sender<Waiting>, Answer)>, Json(_): Json<Value>) -> Answer {
    let (done, committed) = oneshot::channel();
    queue.send(done).expect("the writer runs");
    committed.await.expect("the writer commits");
    answer
}

fn write(connection: &Connection, mut work: impl Work, waiting: &Receiver<Waiting>) {
    while let Ok(first) = waiting.recv() {
        execute(connection, "BEGIN IMMEDIATE", []);
        let mut batch = vec![first];
        work.run(connection);
        while batch.len() < BATCH
            && let Ok(next) = waiting.try_recv()
        {
            work.run(connection);
            batch.push(next);
        }
        execute(connection, "COMMIT", []);
        for done in batch {
            // Whoever asked may have gone away.
            let _ = done.send(());
        }
    }
}

pub(crate) fn execute(connection: &Connection, sql: &str, values: impl rusqlite::Params) {
    let mut statement = connection.prepare_cached(sql).expect("the product prepares it too");
    statement.execute(values).expect("nobody else is here");
}
