//! PostgreSQL: a pool, a transaction for each write, and notices between processes.

use std::error::Error;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgPool};
use tracing::{Instrument, debug_span};

use super::failure::is_contention;
use super::{Conn, Failure, Figures, OpenError, Result, Tx};
use crate::events::{Event, Events};
use crate::watching::outages::{Outages, Trouble};

const CHANNEL: &str = "boostdesk";
/// How often a transaction is begun that others are in the way of.
const TRIES: u32 = 6;
/// Milliseconds. A lock is waited for less long than its statement may take, and a transaction does nothing in between.
const TIME_LIMITS: &str = "SET statement_timeout = 14000; SET lock_timeout = 10000;
    SET idle_in_transaction_session_timeout = 20000";
const RECONNECT_PAUSE: Duration = Duration::from_millis(250);

#[derive(Serialize, Deserialize)]
struct Notice {
    origin: String,
    events: Vec<Event>,
}

pub(super) async fn open(url: &str) -> std::result::Result<PgPool, OpenError> {
    let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
    // Migrations take as long as they take.
    let mut connection = options.connect().await?;
    sqlx::migrate!("./migrations/postgres").run(&mut connection).await?;
    connection.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(16)
        .acquire_timeout(Duration::from_secs(5))
        .after_connect(|connection, _| {
            async move { connection.execute(TIME_LIMITS).await.map(|_| ()) }.boxed()
        })
        .connect_with(options);
    Ok(pool.await?)
}

pub(super) async fn write<T, E, W>(
    pool: PgPool,
    origin: String,
    events: Events,
    figures: Figures,
    work: W,
) -> std::result::Result<T, E>
where
    W: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, std::result::Result<T, E>> + Clone + Send + 'static,
    T: Send + 'static,
    E: Error + From<Failure> + Send + 'static,
{
    // A task of its own: a caller that goes away must not cut a transaction in half.
    let tries = async move {
        for _ in 1..TRIES {
            match try_to_write(&pool, &origin, &events, &figures, work.clone()).await {
                Err(error) if is_contention(&error) => {}
                done => return done,
            }
        }
        try_to_write(&pool, &origin, &events, &figures, work).await
    };
    tokio::spawn(tries.in_current_span()).await.unwrap_or_else(|_| Err(Failure::Panicked.into()))
}

async fn try_to_write<T, E, W>(
    pool: &PgPool,
    origin: &str,
    events: &Events,
    figures: &Figures,
    work: W,
) -> std::result::Result<T, E>
where
    W: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, std::result::Result<T, E>>,
    E: From<Failure>,
{
    let began = Instant::now();
    let transaction = pool.begin().await.map_err(Failure::from)?;
    figures.waited(began.elapsed());
    let mut tx = Tx::new(Conn::PostgresWriter(transaction));
    let value = work(&mut tx).instrument(debug_span!("work")).await?;
    let happened = commit(tx, origin).await?;
    figures.committed();
    for event in &happened {
        events.publish(event);
    }
    Ok(value)
}

async fn commit(tx: Tx, origin: &str) -> Result<Vec<Event>> {
    let Tx { conn: Conn::PostgresWriter(mut transaction), events, .. } = tx else {
        unreachable!("a PostgreSQL write holds a PostgreSQL transaction")
    };
    if !events.is_empty() {
        let notice = Notice { origin: origin.to_owned(), events: events.clone() };
        let payload = serde_json::to_string(&notice).expect("an event is plain data");
        sqlx::query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(payload)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await.map_err(|error| match Failure::from(error) {
        ended @ Failure::Contention(_) => ended,
        failure => Failure::Commit(Arc::new(failure)),
    })?;
    Ok(events)
}

pub(super) async fn listen(pool: &PgPool, origin: &str, events: &Events, outages: &Outages) {
    while !pool.is_closed() {
        if let Err(error) = hear(pool, origin, events, outages).await {
            outages.failed(Trouble::Notices, "", &error);
            tokio::time::sleep(RECONNECT_PAUSE).await;
        }
    }
}

async fn hear(
    pool: &PgPool,
    origin: &str,
    events: &Events,
    outages: &Outages,
) -> std::result::Result<(), sqlx::Error> {
    // A connection of its own: one of the pool's would be missing there for good.
    let own = PgPoolOptions::new().max_connections(1).connect_lazy_with((*pool.connect_options()).clone());
    let mut listener = PgListener::connect_with(&own).await?;
    listener.listen(CHANNEL).await?;
    outages.worked(Trouble::Notices, "");
    // Whatever happened while nobody listened.
    events.publish(&Event::everything());
    while let Some(notification) = listener.try_recv().await? {
        match serde_json::from_str::<Notice>(notification.payload()) {
            Ok(notice) if notice.origin == origin => {}
            Ok(notice) => {
                for event in &notice.events {
                    events.publish(event);
                }
            }
            // A newer version's notice: something happened that this one has no word for.
            Err(_) => events.publish(&Event::everything()),
        }
    }
    Ok(())
}
