//! Two databases, one SQL text: SQLite by default, PostgreSQL where one machine is not enough.
//!
//! Reads take a [`Conn`]; every write is a closure given to [`Db::write`], which commits it or leaves nothing.

#[macro_use]
mod macros;

pub mod backup;
mod failure;
mod figures;
mod insist;
mod leadership;
mod page;
mod patience;
mod postgres;
mod script;
mod sqlite;
mod tables;
mod work;
mod write;

use std::any::type_name;
use std::error::Error;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, Postgres, Transaction};

use crate::events::{Event, Events};
use crate::foundation::clock::Timestamp;
use crate::ids::UserId;
use crate::watching::outages::Outages;

pub use failure::{Failure, Hindrance, OpenError};
pub use figures::{Figures, Pool};
pub(crate) use insist::insist;
pub use leadership::Leadership;
pub(crate) use page::cut_to_page;
pub use patience::Patience;
use postgres::before;
pub use postgres::in_time;
pub use script::Script;
pub use sqlite::{LOOK_FOR_OTHERS, Reader, SqliteDriver, Watched};
use sqlite::{Message, SqliteScript};
pub use tables::{Tables, Upgrade};
use work::{Waiting, WaitingScript};
use write::Write;

/// Rows per transaction, where there may be very many.
pub(crate) const PIECE: i64 = 500;
const DAY: Duration = Duration::from_hours(24);
/// The time limit for making a single connection.
const TIMEOUT: Duration = Duration::from_secs(5);

/// What a query returns.
pub type Result<T> = std::result::Result<T, Failure>;

#[derive(Clone)]
pub struct Db {
    backend: Backend,
    figures: Figures,
    outages: Outages,
}

#[derive(Clone)]
enum Backend {
    Sqlite { writer: sqlite::Writer, readers: sqlite::Readers },
    Postgres(postgres::Writer),
}

/// Which of the two databases this is, for the few statements that differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The database that a URL is for, if its driver can parse the URL.
    pub fn of(url: &str) -> Option<Self> {
        let (scheme, place) = url.split_once("://")?;
        // A database in memory would be a separate one for each connection.
        let is_file = |place: &str| {
            !matches!(place.split('?').next(), Some("" | ":memory:")) && !place.contains("mode=memory")
        };
        match scheme {
            "sqlite" if is_file(place) => SqliteConnectOptions::from_str(url).is_ok().then_some(Self::Sqlite),
            "postgres" | "postgresql" => PgConnectOptions::from_str(url).is_ok().then_some(Self::Postgres),
            _ => None,
        }
    }
}

impl Db {
    /// Connects to `sqlite://path` or `postgres://…`, makes tables if there are none, and migrates older ones if allowed.
    ///
    /// `origin` tells this process's notices from those of the others on one PostgreSQL.
    pub async fn open(
        url: &str,
        upgrade: Upgrade,
        events: Events,
        outages: Outages,
        origin: String,
        patience: Patience,
    ) -> std::result::Result<Self, OpenError> {
        let figures = Figures::new();
        let backend = match Dialect::of(url).ok_or(OpenError::UnknownScheme)? {
            Dialect::Sqlite => {
                let (writer, readers) = sqlite::open(url, upgrade, events, figures.clone(), patience).await?;
                Backend::Sqlite { writer, readers }
            }
            Dialect::Postgres => {
                let pool = postgres::open(url, upgrade, patience).await?;
                let writer = postgres::Writer::new(pool, origin, events, figures.clone(), patience);
                Backend::Postgres(writer)
            }
        };
        Ok(Self { backend, figures, outages })
    }

    /// Forwards what other processes did to this one's [`Events`], until the database is closed.
    /// SQLite's writer polls for that by itself; PostgreSQL's notices have to be listened for.
    pub async fn listen_to_others(&self) {
        match &self.backend {
            Backend::Sqlite { .. } => std::future::pending().await,
            Backend::Postgres(writer) => Box::pin(writer.listen(&self.outages)).await,
        }
    }

    /// Waits until this process is the leader, which does what only one may do.
    pub async fn lead(&self) -> Leadership {
        match &self.backend {
            // Only one process serves a database file.
            Backend::Sqlite { .. } => Leadership::undisputed(),
            Backend::Postgres(writer) => Leadership::win(&writer.pool, &self.outages).await,
        }
    }

    /// As [`Db::lead`], if nobody else leads at this moment.
    pub async fn try_to_lead(&self) -> Option<Leadership> {
        match &self.backend {
            Backend::Sqlite { .. } => Some(Leadership::undisputed()),
            Backend::Postgres(writer) => Leadership::try_to_win(&writer.pool, &self.outages).await,
        }
    }

    pub fn dialect(&self) -> Dialect {
        match self.backend {
            Backend::Sqlite { .. } => Dialect::Sqlite,
            Backend::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Checks that the database answers at this moment. [`Db::read`] alone does not: SQLite's readers are not tested.
    pub async fn answers(&self) -> Result<()> {
        if let Backend::Sqlite { writer, .. } = &self.backend {
            writer.can_write()?;
        }
        let mut conn = self.read().await?;
        let sql = "SELECT COUNT(*) FROM _sqlx_migrations";
        let _: i64 = on_db!(conn, driver => sqlx::query_scalar(sql).fetch_one(driver))?;
        Ok(())
    }

    /// Returns what is damaged in SQLite's file, which takes as long as reading it whole. `None`: nothing, or PostgreSQL, which is not
    /// checked.
    pub async fn damage(&self) -> Result<Option<String>> {
        match &self.backend {
            Backend::Sqlite { readers, .. } => readers.damage().await,
            Backend::Postgres(_) => Ok(None),
        }
    }

    /// Returns when SQLite's writer has ended, so that nothing can be written any more. Never returns on PostgreSQL.
    pub async fn writer_ended(&self) {
        match &self.backend {
            Backend::Sqlite { writer, .. } => writer.ended().await,
            Backend::Postgres(_) => std::future::pending().await,
        }
    }

    /// A connection that only reads.
    pub async fn read(&self) -> Result<Conn> {
        Ok(match &self.backend {
            Backend::Sqlite { readers, .. } => Conn::SqliteReader(readers.acquire().await?),
            Backend::Postgres(writer) => Conn::PostgresReader(writer.pool.acquire().await?),
        })
    }

    /// Runs `work` as one transaction: all of it is durable when this returns `Ok`, none of it after `Err`.
    ///
    /// Once begun, it runs to its end even when the caller goes away: whoever asks again finds it done. On SQLite, works that wait at
    /// the same time share one commit, so `work` must not wait for anything but the database. `work` may run more than
    /// once, on data that has changed meanwhile: on SQLite, a work that fails after it has written rolls back all that
    /// share its commit, and the others run again; PostgreSQL may abort a transaction because of concurrent ones.
    pub async fn write<T, E, W>(&self, work: W) -> std::result::Result<T, E>
    where
        W: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, std::result::Result<T, E>> + Clone + Send + 'static,
        T: Send + 'static,
        E: Error + From<Failure> + Send + 'static,
    {
        let (write, caller, answer) = Write::begin(self, type_name::<W>());
        let work = Box::new(Waiting::new(work, caller));
        match &self.backend {
            Backend::Sqlite { writer, .. } => writer.write(Message::Work(work))?,
            Backend::Postgres(writer) => writer.write(work, &write.span)?,
        }
        let done = answer.await.unwrap_or_else(|_| Err(Failure::Closed.into()));
        write.end(&done);
        done
    }

    /// Runs `piece` again and again, each time as a transaction, until it returns fewer than `full`. Returns the sum of what it
    /// returned.
    pub async fn write_in_pieces<W>(&self, full: i64, piece: W) -> Result<u64>
    where
        W: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<u64>> + Clone + Send + 'static,
    {
        let mut all = 0;
        loop {
            let done = self.write(piece.clone()).await?;
            all += done;
            if done < full.unsigned_abs() {
                return Ok(all);
            }
        }
    }

    /// Deletes what is older than `days`, in pieces; 0 keeps all. `forget` deletes at most [`PIECE`] rows from before a time. Returns how
    /// many were deleted.
    pub(crate) async fn forget_older<W>(&self, now: Timestamp, days: u32, forget: W) -> Result<u64>
    where
        W: for<'t> FnOnce(&'t mut Tx, Timestamp) -> BoxFuture<'t, Result<u64>> + Clone + Send + 'static,
    {
        if days == 0 {
            return Ok(0);
        }
        let until = now.minus(DAY * days);
        self.write_in_pieces(PIECE, move |tx| forget(tx, until)).await
    }

    /// Runs one script as a transaction. On SQLite, scripts with the same statements that wait at the same time run as one.
    ///
    /// Errors: `Inconsistent`, when a statement has not changed the number of rows that it should.
    pub async fn write_script<W>(&self, put: W) -> Result<()>
    where
        W: Fn(&mut Script<'_>) + Clone + Send + Sync + 'static,
    {
        let (write, caller, answer) = Write::begin(self, type_name::<W>());
        let work = Box::new(WaitingScript::new(put, caller));
        match &self.backend {
            Backend::Sqlite { writer, .. } => writer.write(Message::Script(work))?,
            Backend::Postgres(writer) => writer.write(work, &write.span)?,
        }
        let done = answer.await.unwrap_or(Err(Failure::Closed));
        write.end(&done);
        done
    }

    /// The metrics of writes.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// The state of the pool of connections.
    pub fn pool(&self) -> Pool {
        match &self.backend {
            Backend::Sqlite { readers, .. } => readers.figures(),
            Backend::Postgres(postgres::Writer { pool, .. }) => {
                let open = pool.size();
                let idle = u32::try_from(pool.num_idle()).unwrap_or(open);
                Pool { open, in_use: open.saturating_sub(idle), most: pool.options().get_max_connections() }
            }
        }
    }

    /// Finishes the writes that wait and closes every connection.
    pub async fn close(&self) {
        match &self.backend {
            Backend::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Backend::Postgres(writer) => writer.close().await,
        }
    }
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Db({:?})", self.dialect())
    }
}

/// A connection to one of the two databases.
#[derive(Debug)]
pub enum Conn {
    SqliteReader(Reader),
    SqliteWriter(Box<Watched>),
    PostgresReader(PoolConnection<Postgres>),
    PostgresWriter(Transaction<'static, Postgres>),
}

/// The typed driver that a query runs on.
#[derive(Debug)]
pub enum Driver<'c> {
    Sqlite(SqliteDriver<'c>),
    Postgres(&'c mut PgConnection),
}

impl Conn {
    pub fn driver(&mut self) -> Driver<'_> {
        match self {
            Self::SqliteReader(reader) => Driver::Sqlite(reader.driver()),
            Self::SqliteWriter(conn) => Driver::Sqlite(SqliteDriver::writing(conn)),
            Self::PostgresReader(conn) => Driver::Postgres(conn),
            Self::PostgresWriter(conn) => Driver::Postgres(conn),
        }
    }

    pub fn dialect(&self) -> Dialect {
        match self {
            Self::SqliteReader(_) | Self::SqliteWriter(_) => Dialect::Sqlite,
            Self::PostgresReader(_) | Self::PostgresWriter(_) => Dialect::Postgres,
        }
    }
}

/// A transaction on a connection of its own. Creates no database, and runs no migrations.
pub async fn connect(url: &str) -> std::result::Result<Conn, sqlx::Error> {
    if Dialect::of(url) == Some(Dialect::Sqlite) {
        let options = SqliteConnectOptions::from_str(url)?.busy_timeout(TIMEOUT).create_if_missing(false);
        return Ok(Conn::SqliteWriter(Box::new(Watched::new(options.connect().await?))));
    }
    // Tried without the pool first, which would retry until its timeout, and then not say why.
    let options = PgConnectOptions::from_str(url)?;
    before(TIMEOUT, options.connect()).await?.close().await?;
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(TIMEOUT).connect_with(options).await?;
    Ok(Conn::PostgresWriter(pool.begin().await?))
}

/// A transaction under way. What it publishes is heard after the commit, or never.
#[derive(Debug)]
pub struct Tx {
    conn: Conn,
    events: Vec<Event>,
    helper: Option<UserId>,
}

impl Tx {
    fn new(conn: Conn) -> Self {
        Self { conn, events: Vec::new(), helper: None }
    }

    /// Marks what this transaction does as done in the seller's place by somebody else: a helper, or the product's owner.
    pub fn by(&mut self, other: &UserId) {
        self.helper = Some(other.clone());
    }

    /// Who does it in the seller's place, if it is not the seller.
    pub fn helper(&self) -> Option<&UserId> {
        self.helper.as_ref()
    }

    pub fn publish(&mut self, event: Event) {
        if !self.events.contains(&event) {
            self.events.push(event);
        }
    }
}

impl Deref for Tx {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}
