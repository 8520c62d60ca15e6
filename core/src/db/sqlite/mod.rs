//! SQLite: readers and one writer, which lets works that wait at the same time share one commit.
//!
//! A work that is refused before it has written leaves the rest untouched. One that is refused after it undoes the batch, which is
//! done once more without it.

mod driver;
mod file;
mod readers;
mod script;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::BoxFuture;
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{Instrument, Span, debug_span};

use super::{Conn, Failure, Figures, OpenError, Tx};
use crate::events::{Event, Events};

pub use driver::{SqliteDriver, Watched};
pub use readers::Reader;
pub(super) use readers::Readers;
pub(super) use script::SqliteScript;

/// Works that may wait for the writer before new ones are refused.
const QUEUE: usize = 4096;
/// Works that run before a commit at most, refused ones among them: bounds how long the first of them waits.
const BATCH: usize = 128;
/// How often the writer looks whether another process (an operator's command) has written. At least twice within the time for
/// which kept answers count on the last look: `LIFE` of web-api's `short_cache`.
const LOOK_FOR_OTHERS: Duration = Duration::from_millis(400);

pub(super) async fn open(
    url: &str,
    events: Events,
    figures: Figures,
) -> Result<(Writer, Readers), OpenError> {
    let (mut connection, reading) = file::open(url).await?;
    let ended = Arc::new(AtomicBool::new(false));
    let ending = ended.clone();
    connection.lock_handle().await?.set_rollback_hook(move || ending.store(true, Ordering::Relaxed));
    let (queue, waiting) = mpsc::channel(QUEUE);
    tokio::spawn(run(connection, ended, waiting, events, figures.clone()));
    Ok((Writer { queue, figures }, Readers::new(reading)))
}

#[derive(Clone)]
pub(super) struct Writer {
    queue: mpsc::Sender<Message>,
    figures: Figures,
}

/// What a work does, as far as the writer has to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Whatever it likes.
    Any,
    /// It runs one script.
    Script,
}

enum Message {
    Work(Box<dyn Work>),
    Close(oneshot::Sender<()>),
}

impl Writer {
    /// `span`: what the caller waits in.
    pub(super) async fn write<T, E, W>(&self, work: W, shape: Shape, span: Span) -> Result<T, E>
    where
        W: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Clone + Send + 'static,
        T: Send + 'static,
        E: From<Failure> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let (since, figures) = (Instant::now(), self.figures.clone());
        let work = Box::new(Waiting { work, shape, since, span, figures, outcome: None, reply });
        self.queue.try_send(Message::Work(work)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Failure::Overloaded,
            mpsc::error::TrySendError::Closed(_) => Failure::Closed,
        })?;
        answer.await.unwrap_or_else(|_| Err(Failure::Closed.into()))
    }

    pub(super) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Message::Close(reply)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

/// A work whose types are forgotten, so that works of all kinds wait in one queue.
trait Work: Send {
    fn shape(&self) -> Shape;
    /// Whether its changes are to be kept. It may run again, on what has become of the data.
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool>;
    /// Answers whoever waits. `committed` is an error when its changes could not be kept.
    fn finish(self: Box<Self>, committed: Result<(), Failure>);
}

struct Waiting<W, T, E> {
    work: W,
    shape: Shape,
    since: Instant,
    span: Span,
    figures: Figures,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<W, T, E> Work for Waiting<W, T, E>
where
    W: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Clone + Send,
    T: Send,
    E: From<Failure> + Send,
{
    fn shape(&self) -> Shape {
        self.shape
    }

    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool> {
        let work = self.work.clone();
        if self.outcome.is_none() {
            self.figures.waited(self.since.elapsed());
        }
        tx.helper = None;
        let span = debug_span!(parent: &self.span, "work");
        async move {
            let outcome = AssertUnwindSafe(work(tx)).catch_unwind().await;
            let outcome = outcome.unwrap_or_else(|_| Err(Failure::Panicked.into()));
            let kept = outcome.is_ok();
            self.outcome = Some(outcome);
            kept
        }
        .instrument(span)
        .boxed()
    }

    fn finish(self: Box<Self>, committed: Result<(), Failure>) {
        let answer = match (self.outcome, committed) {
            (Some(Ok(value)), Ok(())) => Ok(value),
            (Some(Err(error)), _) => Err(error),
            (_, Err(failure)) => Err(failure.into()),
            (None, Ok(())) => Err(Failure::Panicked.into()),
        };
        // Whoever asked may have gone away; the commit stands.
        let _ = self.reply.send(answer);
    }
}

async fn run(
    connection: SqliteConnection,
    ended: Arc<AtomicBool>,
    mut queue: mpsc::Receiver<Message>,
    events: Events,
    figures: Figures,
) {
    let mut tx = Tx::new(Conn::SqliteWriter(Box::new(Watched::new(connection))));
    let mut look = interval(LOOK_FOR_OTHERS);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut version = data_version(&mut tx).await;
    let mut closing = None;
    while closing.is_none() {
        tokio::select! {
            message = queue.recv() => match message {
                Some(Message::Work(work)) => {
                    let batch = Batch { tx: &mut tx, ended: &ended, kept: Vec::new() };
                    closing = batch.run(work, &mut queue, &events, &figures).await;
                }
                Some(Message::Close(reply)) => closing = Some(reply),
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

/// Works that share a transaction, and its commit.
struct Batch<'t> {
    tx: &'t mut Tx,
    /// Set when a transaction is rolled back, by whomever: SQLite ends one by itself when it cannot go on, as when the disk is full.
    ended: &'t AtomicBool,
    /// The works whose changes are to be kept.
    kept: Vec<Box<dyn Work>>,
}

impl Batch<'_> {
    /// One commit for `first` and for whatever else is waiting by then.
    async fn run(
        mut self,
        first: Box<dyn Work>,
        queue: &mut mpsc::Receiver<Message>,
        events: &Events,
        figures: &Figures,
    ) -> Option<oneshot::Sender<()>> {
        if first.shape() == Shape::Script && queue.is_empty() {
            self.run_alone(first, events, figures).await;
            return None;
        }
        if let Err(failure) = self.begin().await {
            first.finish(Err(failure));
            return None;
        }
        let mut closing = None;
        let mut joined = self.join(first).await;
        // Refused works count, too: they take their time.
        for _ in 1..BATCH {
            if !matches!(joined, Ok(Next::Another)) {
                break;
            }
            match queue.try_recv() {
                Ok(Message::Work(work)) => joined = self.join(work).await,
                Ok(Message::Close(reply)) => {
                    closing = Some(reply);
                    break;
                }
                Err(_) => break,
            }
        }
        self.end(joined.map(drop), events, figures).await;
        closing
    }

    /// A script is one statement, or none that stays: without a transaction around it, it commits by itself.
    async fn run_alone(mut self, mut work: Box<dyn Work>, events: &Events, figures: &Figures) {
        self.tx.events.clear();
        let is_kept = work.run(self.tx).await;
        // What was made to run it was committed by itself, too.
        watched(self.tx).scripts.keep();
        if is_kept {
            self.publish(events, figures);
        }
        work.finish(Ok(()));
    }

    /// Tells what was committed.
    fn publish(&mut self, events: &Events, figures: &Figures) {
        figures.committed();
        for event in self.tx.events.drain(..) {
            events.publish(&event);
        }
    }

    async fn begin(&mut self) -> Result<(), Failure> {
        self.tx.events.clear();
        self.statement("BEGIN IMMEDIATE").await?;
        self.ended.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Runs one more work. `Err` when all are lost with it.
    async fn join(&mut self, mut work: Box<dyn Work>) -> Result<Next, Failure> {
        let heard = self.tx.events.len();
        watched(self.tx).has_written = false;
        let is_kept = work.run(self.tx).await;
        if is_kept || self.has_ended() {
            self.kept.push(work);
            // What followed would be by itself, and kept, whatever became of the batch.
            return self.is_open().map(|()| Next::Another);
        }
        work.finish(Ok(()));
        if !watched(self.tx).has_written {
            self.tx.events.truncate(heard);
            return Ok(Next::Another);
        }
        self.roll_back().await;
        self.begin().await?;
        for work in &mut self.kept {
            if !work.run(self.tx).await {
                return Err(Failure::Inconsistent("a work was refused that had been kept"));
            }
        }
        self.is_open().map(|()| Next::Commit)
    }

    fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn is_open(&self) -> Result<(), Failure> {
        if self.has_ended() {
            return Err(Failure::Inconsistent("SQLite has ended the transaction by itself"));
        }
        Ok(())
    }

    /// Answers all whose works are to be kept. `sound`: whether they can be.
    async fn end(mut self, sound: Result<(), Failure>, events: &Events, figures: &Figures) {
        let committed = match sound {
            Ok(()) if self.kept.is_empty() => return self.roll_back().await,
            Ok(()) => self.statement("COMMIT").await,
            Err(failure) => Err(failure),
        };
        match committed {
            Ok(()) => {
                watched(self.tx).scripts.keep();
                self.publish(events, figures);
                for work in self.kept {
                    work.finish(Ok(()));
                }
            }
            Err(failure) => {
                self.roll_back().await;
                let why = Arc::new(failure);
                for work in self.kept {
                    work.finish(Err(Failure::Commit(why.clone())));
                }
            }
        }
    }

    async fn roll_back(&mut self) {
        self.tx.events.clear();
        watched(self.tx).scripts.forget();
        // SQLite may have rolled back by itself.
        let _ = self.statement("ROLLBACK").await;
    }

    async fn statement(&mut self, sql: &'static str) -> Result<(), Failure> {
        sqlx::query(sql).execute(SqliteDriver::writing(watched(self.tx))).await?;
        Ok(())
    }
}

/// What comes after a work.
enum Next {
    Another,
    /// What was kept has been done twice: it waits no longer.
    Commit,
}
