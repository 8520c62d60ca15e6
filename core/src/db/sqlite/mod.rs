//! SQLite: readers and one writer, which lets works that wait at the same time share one commit.
//!
//! A work that is refused before it has written leaves the rest untouched. One that is refused afterwards rolls the batch
//! back, which then runs again without it.

mod batch;
mod driver;
mod file;
mod queue;
mod readers;
mod script;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::Connection as _;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use super::{Conn, Failure, Figures, OpenError, Patience, Tx, Upgrade};
use crate::events::{Event, Events};

use batch::Batch;
pub use driver::{SqliteDriver, Watched};
use file::Place;
pub(super) use file::{MIGRATIONS, migrate};
pub use file::{files_of_sqlite, refuse_a_log_without_its_database};
pub(super) use queue::Message;
use queue::Queue;
pub use readers::Reader;
pub(super) use readers::Readers;
pub(super) use script::SqliteScript;

/// Works that may wait for the writer before new ones are refused.
const QUEUE: usize = 4096;
/// How often the writer looks whether another process (an operator's command) has written.
pub const LOOK_FOR_OTHERS: Duration = Duration::from_millis(400);

pub(super) async fn open(
    url: &str,
    upgrade: Upgrade,
    events: Events,
    figures: Figures,
    patience: Patience,
) -> Result<(Writer, Readers), OpenError> {
    let (mut watched, place, reading) = file::open(url, upgrade, patience).await?;
    let ended = Arc::new(AtomicBool::new(false));
    let ending = ended.clone();
    watched.connection.lock_handle().await?.set_rollback_hook(move || ending.store(true, Ordering::Relaxed));
    let (queue, waiting) = mpsc::channel(QUEUE);
    let place = Arc::new(place);
    tokio::spawn(run(watched, place.clone(), ended, waiting, events, figures));
    Ok((Writer { queue, place }, Readers::new(reading, patience)))
}

#[derive(Clone)]
pub(super) struct Writer {
    queue: mpsc::Sender<Message>,
    place: Arc<Place>,
}

impl Writer {
    /// Puts a work behind those that wait.
    pub(super) fn write(&self, work: Message) -> Result<(), Failure> {
        self.queue.try_send(work).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Failure::Overloaded,
            mpsc::error::TrySendError::Closed(_) => Failure::Closed,
        })
    }

    /// Errors: `Closed`, when it has ended; `Unavailable`, when the database's file is gone.
    pub(super) fn can_write(&self) -> Result<(), Failure> {
        if self.queue.is_closed() { Err(Failure::Closed) } else { self.place.check() }
    }

    pub(super) async fn ended(&self) {
        self.queue.closed().await;
    }

    pub(super) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Message::Close(reply)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

async fn run(
    watched: Watched,
    place: Arc<Place>,
    ended: Arc<AtomicBool>,
    waiting: mpsc::Receiver<Message>,
    events: Events,
    figures: Figures,
) {
    let mut tx = Tx::new(Conn::SqliteWriter(Box::new(watched)));
    let mut look = interval(LOOK_FOR_OTHERS);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut version = data_version(&mut tx).await;
    let mut queue = Queue::new(waiting);
    let mut closing = None;
    while closing.is_none() {
        tokio::select! {
            message = queue.next() => match message {
                Some(Message::Close(reply)) => closing = Some(reply),
                Some(first) => match place.check() {
                    Ok(()) => Batch::new(&mut tx, &ended, &events, &figures).run(first, &mut queue).await,
                    Err(gone) => first.lose(gone),
                },
                None => break,
            },
            due = look.tick() => {
                let now = data_version(&mut tx).await;
                if now != version {
                    version = now;
                    events.publish(&Event::everything());
                }
                if now.is_some() {
                    events.note_complete(due);
                }
            }
        }
    }
    if let Tx { conn: Conn::SqliteWriter(watched), .. } = tx {
        let _ = watched.connection.close().await;
    }
    if let Some(reply) = closing {
        let _ = reply.send(());
    }
}

/// Changes when another connection has committed, and never by this one's own commits.
async fn data_version(tx: &mut Tx) -> Option<i64> {
    sqlx::query_scalar("PRAGMA data_version").fetch_one(SqliteDriver::writing(watched(tx))).await.ok()
}

fn watched(tx: &mut Tx) -> &mut Watched {
    match &mut tx.conn {
        Conn::SqliteWriter(watched) => watched,
        _ => unreachable!("SQLite's writer holds SQLite's write connection"),
    }
}
