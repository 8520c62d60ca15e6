//! PostgreSQL: a pool, a transaction for each write, and notices between processes.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use serde::{Deserialize, Serialize};
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgPool};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span};

use super::failure::{Contention, cause, late};
use super::work::Work;
use super::{Conn, Failure, Figures, OpenError, Patience, Result, Tables, Tx, Upgrade};
use crate::events::{Event, Events};
use crate::watching::outages::{Outages, Trouble};

const CHANNEL: &str = "boostdesk";
/// PostgreSQL takes notices shorter than 8000 bytes.
const LONGEST_NOTICE: usize = 7999;
/// How often a transaction is tried that concurrent ones abort.
const TRIES: u32 = 6;
/// Milliseconds. The lock timeout is shorter than the statement's; the last one ends a transaction that idles.
const TIME_LIMITS: &str = "SET statement_timeout = 14000; SET lock_timeout = 10000;
    SET idle_in_transaction_session_timeout = 20000";
/// Longer than the server's limits on a statement and a lock. A server that has not answered by then has vanished silently.
const DEADLINE: Duration = Duration::from_secs(20);
const RECONNECT_PAUSE: Duration = Duration::from_millis(250);
/// After this long without a notice, the server is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(30);
const TIMEOUT: Duration = Duration::from_secs(5);
const CONNECTIONS: u32 = 16;
/// Transactions at a time. The other connections are reserved for reads, however many writes block each other.
const WRITERS: usize = 12;
/// Works that may wait for their turn, or have it, before new ones are refused.
const QUEUE: usize = 4096;

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/postgres");

#[derive(Serialize, Deserialize)]
struct Notice {
    origin: String,
    events: Vec<Event>,
}

pub(super) async fn open(
    url: &str,
    upgrade: Upgrade,
    patience: Patience,
) -> std::result::Result<PgPool, OpenError> {
    let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
    upgrade.permit(Tables::of(url).await?)?;
    // On a connection without time limits: migrations may take long.
    let mut connection = options.connect().await?;
    MIGRATIONS.run(&mut connection).await?;
    connection.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(patience.connection)
        .after_connect(|connection, _| {
            async move { connection.execute(TIME_LIMITS).await.map(|_| ()) }.boxed()
        })
        // The pool's own check has no time limit: it would wait for a silent server for ever, and lose a connection.
        .after_release(|connection, _| {
            // A session may stay read-only after the database has become writable again: it is not used again. One of a
            // standby becomes writable with it.
            async move {
                let sql = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'off'";
                before(DEADLINE, sqlx::query_scalar(sql).fetch_one(connection)).await
            }
            .boxed()
        })
        .connect_with(options);
    Ok(pool.await?)
}

pub(super) async fn before<T>(
    deadline: Duration,
    asked: impl Future<Output = std::result::Result<T, sqlx::Error>>,
) -> std::result::Result<T, sqlx::Error> {
    timeout(deadline, asked).await.unwrap_or_else(|_| Err(late()))
}

/// Fails a query that the server has not answered by the deadline.
pub async fn in_time<T>(asked: impl Future<Output = std::result::Result<T, sqlx::Error>>) -> Result<T> {
    Ok(before(DEADLINE, asked).await?)
}

/// The pool, and those who are notified of what was written.
#[derive(Clone)]
pub(super) struct Writer {
    pub pool: PgPool,
    origin: String,
    events: Events,
    figures: Figures,
    turns: Arc<Semaphore>,
    patience: Patience,
    under_way: TaskTracker,
}

impl Writer {
    pub(super) fn new(
        pool: PgPool,
        origin: String,
        events: Events,
        figures: Figures,
        patience: Patience,
    ) -> Self {
        let turns = Arc::new(Semaphore::new(WRITERS));
        Self { pool, origin, events, figures, turns, patience, under_way: TaskTracker::new() }
    }

    /// Finishes what is under way, or waits for its turn, and closes the pool.
    pub(super) async fn close(&self) {
        self.under_way.close();
        self.under_way.wait().await;
        self.pool.close().await;
    }

    /// Runs the work in a task of its own: a caller that goes away must not cut a transaction in half.
    pub(super) fn write(&self, work: Box<dyn Work>, span: &Span) -> Result<()> {
        if self.under_way.len() >= QUEUE {
            return Err(Failure::Overloaded);
        }
        self.under_way.spawn(self.clone().run(work).instrument(span.clone()));
        Ok(())
    }

    /// Runs the work to its end, again while concurrent transactions abort it.
    async fn run(self, mut work: Box<dyn Work>) {
        let Ok(Ok(_turn)) = timeout(self.patience.turn, self.turns.acquire()).await else {
            return work.lose(Failure::Overloaded);
        };
        let mut committed = self.try_to_write(&mut *work).await;
        for _ in 1..TRIES {
            let refusal = committed.as_ref().err().map(|failure| failure as _).or_else(|| work.refusal());
            if refusal.and_then(cause::<Contention>).is_none() {
                break;
            }
            committed = self.try_to_write(&mut *work).await;
        }
        work.finish(committed);
    }

    async fn try_to_write(&self, work: &mut dyn Work) -> Result<()> {
        let mut tx = Tx::new(Conn::PostgresWriter(in_time(self.pool.begin()).await?));
        if work.is_forsaken() {
            return Err(Failure::Overloaded);
        }
        if work.run(&mut tx).await {
            let committed = commit(tx, &self.origin).await;
            if matches!(committed, Err(Failure::Commit(_))) {
                // The commit may have happened, and its notice would be ignored as our own.
                self.events.publish(&Event::everything());
            }
            let happened = committed?;
            self.figures.committed();
            for event in &happened {
                self.events.publish(event);
            }
        }
        Ok(())
    }

    /// Listens for other processes' notices until the pool is closed.
    pub(super) async fn listen(&self, outages: &Outages) {
        while !self.pool.is_closed() {
            if let Err(error) = hear(&self.pool, &self.origin, &self.events, outages).await {
                outages.failed(Trouble::Notices, "", &error);
            }
            tokio::time::sleep(RECONNECT_PAUSE).await;
        }
    }
}

async fn commit(tx: Tx, origin: &str) -> Result<Vec<Event>> {
    let Tx { conn: Conn::PostgresWriter(mut transaction), events, .. } = tx else {
        unreachable!("a PostgreSQL write holds a PostgreSQL transaction")
    };
    if !events.is_empty() {
        let written = |events| {
            let notice = Notice { origin: origin.to_owned(), events };
            serde_json::to_string(&notice).expect("an event is plain data")
        };
        let mut payload = written(events.clone());
        if payload.len() > LONGEST_NOTICE {
            payload = written(vec![Event::everything()]);
        }
        in_time(
            sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(payload).execute(&mut *transaction),
        )
        .await?;
    }
    in_time(transaction.commit()).await.map_err(|failure| match failure {
        ended @ Failure::Contention(_) => ended,
        failure => Failure::Commit(Arc::new(failure)),
    })?;
    Ok(events)
}

async fn hear(
    pool: &PgPool,
    origin: &str,
    events: &Events,
    outages: &Outages,
) -> std::result::Result<(), sqlx::Error> {
    // A connection of its own: one of the pool's would be missing there for good.
    let own = PgPoolOptions::new().max_connections(1).connect_lazy_with((*pool.connect_options()).clone());
    let begun = async {
        let mut listener = PgListener::connect_with(&own).await?;
        // We replace a lost connection ourselves, because what happens meanwhile has to be made up for.
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok::<_, sqlx::Error>(listener)
    };
    let mut listener = before(TIMEOUT, begun).await?;
    outages.worked(Trouble::Notices, "");
    // Makes up for whatever happened while nobody listened.
    events.publish(&Event::everything());
    loop {
        let Ok(heard) = timeout(SILENCE, listener.try_recv()).await else {
            // A server that has vanished would be just as silent.
            before(TIMEOUT, sqlx::query("SELECT 1").execute(&mut listener)).await?;
            continue;
        };
        let Some(notification) = heard? else { return Ok(()) };
        match serde_json::from_str::<Notice>(notification.payload()) {
            Ok(notice) if notice.origin == origin => {}
            Ok(notice) => {
                for event in &notice.events {
                    events.publish(event);
                }
            }
            // A newer version's notice: something happened that this version does not know.
            Err(_) => events.publish(&Event::everything()),
        }
    }
}
