//! A minimal durable writer: one thread on `SQLite` itself, with statements prepared once, whose waiting transactions
//! share a commit.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rusqlite::{Connection, Params};
use tokio::sync::oneshot;

/// The same as the product's writer takes.
const BATCH: usize = 128;

type Waiting<T, R> = (T, oneshot::Sender<R>);

/// A handle to the writer: takes what to write, and returns the outcome.
pub(crate) struct Writer<T, R>(Sender<Waiting<T, R>>);

impl<T: Send + 'static, R: Send + 'static> Writer<T, R> {
    pub(crate) fn start(
        connection: Connection,
        work: impl FnMut(&Connection, T) -> R + Send + 'static,
    ) -> Self {
        let (queue, waiting) = channel();
        thread::spawn(move || write(&connection, &waiting, work));
        Self(queue)
    }

    pub(crate) async fn write(&self, what: T) -> R {
        let (done, committed) = oneshot::channel();
        self.0.send((what, done)).expect("the writer runs");
        committed.await.expect("the writer commits")
    }
}

impl<T, R> Clone for Writer<T, R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

fn write<T, R>(
    connection: &Connection,
    waiting: &Receiver<Waiting<T, R>>,
    mut work: impl FnMut(&Connection, T) -> R,
) {
    while let Ok((first, done)) = waiting.recv() {
        execute(connection, "BEGIN IMMEDIATE", []);
        let mut batch = vec![(work(connection, first), done)];
        while batch.len() < BATCH
            && let Ok((next, done)) = waiting.try_recv()
        {
            batch.push((work(connection, next), done));
        }
        execute(connection, "COMMIT", []);
        for (outcome, done) in batch {
            // The caller may have gone away.
            let _ = done.send(outcome);
        }
    }
}

pub(crate) fn open(database: &Path) -> Connection {
    let connection = Connection::open(database).expect("a database");
    connection
        .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        .expect("SQLite knows these");
    connection.set_prepared_statement_cache_capacity(32);
    connection
}

pub(crate) fn execute(connection: &Connection, sql: &str, values: impl Params) -> usize {
    let mut statement = connection.prepare_cached(sql).expect("the schema is known");
    statement.execute(values).expect("nobody else is here")
}
