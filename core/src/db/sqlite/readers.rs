//! SQLite's read-only connections.
//!
//! sqlx's own pool pings each connection that comes back, which costs each read another round trip to the connection's thread.
//! Here only a connection whose last query was not read to its end is pinged.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Error, SqliteConnection};
use tokio::runtime::Handle;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::SqliteDriver;
use crate::db::{Patience, Pool, Result};

const MOST: usize = 4;
/// How long all readers together wait for a busy connection before another is made. A new one first reads the whole schema, which
/// takes longer than most queries.
const WORTH_ANOTHER: Duration = Duration::from_millis(10);

#[derive(Debug, Clone)]
pub(in crate::db) struct Readers(Arc<Inner>);

struct Inner {
    options: SqliteConnectOptions,
    patience: Patience,
    places: Arc<Semaphore>,
    /// A stack: the last one to come back has the warmest page cache, and a single reader keeps using the same one.
    idle: Mutex<Vec<SqliteConnection>>,
    came_back: Notify,
    /// How long all readers together have waited since a connection was made.
    waited: Mutex<Duration>,
}

/// A connection that reads, until it is dropped.
#[derive(Debug)]
pub struct Reader {
    /// None once it is dropped.
    taken: Option<Taken>,
    readers: Readers,
}

#[derive(Debug)]
struct Taken {
    connection: SqliteConnection,
    /// Whether its thread may still be at work.
    is_busy: bool,
    place: OwnedSemaphorePermit,
}

impl Readers {
    /// Connects when somebody reads.
    pub(super) fn new(options: SqliteConnectOptions, patience: Patience) -> Self {
        let places = Arc::new(Semaphore::new(MOST));
        Self(Arc::new(Inner {
            options,
            patience,
            places,
            idle: Mutex::default(),
            came_back: Notify::new(),
            waited: Mutex::default(),
        }))
    }

    /// Errors: overloaded, when none is free in time; closed.
    pub(in crate::db) async fn acquire(&self) -> Result<Reader> {
        let place = timeout(self.0.patience.connection, self.0.places.clone().acquire_owned());
        let place = place.await.map_err(|_| Error::PoolTimedOut)?.map_err(|_| Error::PoolClosed)?;
        let idle = self.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.others_or_new().await?,
        };
        Ok(Reader { taken: Some(Taken { connection, is_busy: false, place }), readers: self.clone() })
    }

    /// What [`Db::damage`](crate::db::Db::damage) returns.
    pub(in crate::db) async fn damage(&self) -> Result<Option<String>> {
        let mut reader = self.acquire().await?;
        let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(reader.driver()).await?;
        // Its first line names the database.
        Ok(found.lines().last().filter(|last| *last != "ok").map(str::to_owned))
    }

    async fn others_or_new(&self) -> Result<SqliteConnection> {
        let is_alone = self.0.places.available_permits() + 1 == MOST;
        let left = WORTH_ANOTHER.saturating_sub(*self.waited());
        if !is_alone && !left.is_zero() {
            let began = Instant::now();
            let found = timeout(left, self.next_idle()).await;
            *self.waited() += began.elapsed();
            if let Ok(connection) = found {
                return Ok(connection);
            }
        }
        *self.waited() = Duration::ZERO;
        Ok(self.0.options.connect().await?)
    }

    async fn next_idle(&self) -> SqliteConnection {
        loop {
            let came_back = self.0.came_back.notified();
            if let Some(connection) = self.idle().pop() {
                return connection;
            }
            came_back.await;
        }
    }

    pub(in crate::db) fn figures(&self) -> Pool {
        let count = |places: usize| u32::try_from(places).unwrap_or(u32::MAX);
        let in_use = MOST - self.0.places.available_permits().min(MOST);
        Pool { open: count(in_use + self.idle().len()), in_use: count(in_use), most: count(MOST) }
    }

    /// Closes idle connections and refuses new reads. Reads under way go on.
    pub(in crate::db) async fn close(&self) {
        self.0.places.close();
        let idle = std::mem::take(&mut *self.idle());
        for connection in idle {
            let _ = connection.close().await;
        }
    }

    fn take_back(&self, connection: SqliteConnection, place: OwnedSemaphorePermit) {
        if !self.0.places.is_closed() {
            self.idle().push(connection);
            self.0.came_back.notify_one();
        }
        drop(place);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<SqliteConnection>> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waited(&self) -> MutexGuard<'_, Duration> {
        self.0.waited.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader {
    pub(in crate::db) fn driver(&mut self) -> SqliteDriver<'_> {
        let Taken { connection, is_busy, .. } =
            self.taken.as_mut().expect("a reader that is not dropped has its connection");
        SqliteDriver::reading(connection, is_busy)
    }
}

impl Drop for Reader {
    /// The thread of a cancelled query may still be at work: the connection keeps its place until that is over.
    fn drop(&mut self) {
        let Some(Taken { mut connection, is_busy, place }) = self.taken.take() else { return };
        let readers = self.readers.clone();
        if !is_busy {
            return readers.take_back(connection, place);
        }
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                if connection.ping().await.is_ok() {
                    readers.take_back(connection, place);
                }
            });
        }
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Readers")
    }
}
