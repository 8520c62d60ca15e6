//! Works that share a transaction, and its commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::works::{Message, Queue, ScriptWork, Work};
use super::{SqliteDriver, SqliteScript, watched};
use crate::db::{Failure, Figures, Tx};
use crate::events::Events;

/// Works that run before a commit at most, refused ones among them: bounds how long the first of them waits.
const BATCH: usize = 128;

pub(super) struct Batch<'t> {
    tx: &'t mut Tx,
    /// Set when a transaction is rolled back, by whomever: SQLite ends one by itself when it cannot go on, as when the disk is full.
    ended: &'t AtomicBool,
    events: &'t Events,
    figures: &'t Figures,
    /// The works whose changes are to be kept.
    kept: Vec<Box<dyn Work>>,
}

/// What runs next.
enum Turn {
    /// One after the other.
    Each(Vec<Box<dyn Work>>),
    /// Those that say the same in one go.
    Scripts(Vec<Box<dyn ScriptWork>>),
}

/// What comes after a work.
enum Next {
    Another,
    /// What was kept has been done twice: it waits no longer.
    Commit,
}

impl Turn {
    /// `None`: there are no works any more.
    fn begin(first: Message, queue: &mut Queue) -> Option<Self> {
        match first {
            Message::Work(work) => Some(Self::Each(vec![work])),
            Message::Script(script) => Some(Self::Scripts(queue.scripts_from(script))),
            Message::Close(_) => {
                queue.put_back([first].into_iter());
                None
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Each(works) => works.len(),
            Self::Scripts(scripts) => scripts.len(),
        }
    }

    fn works(self) -> Vec<Box<dyn Work>> {
        match self {
            Self::Each(works) => works,
            Self::Scripts(scripts) => works_of(scripts).collect(),
        }
    }
}

fn works_of(scripts: impl IntoIterator<Item = Box<dyn ScriptWork>>) -> impl Iterator<Item = Box<dyn Work>> {
    scripts.into_iter().map(|script| script as Box<dyn Work>)
}

impl<'t> Batch<'t> {
    pub(super) fn new(
        tx: &'t mut Tx,
        ended: &'t AtomicBool,
        events: &'t Events,
        figures: &'t Figures,
    ) -> Self {
        tx.events.clear();
        Self { tx, ended, events, figures, kept: Vec::new() }
    }

    /// One commit for `first` and for whatever else is waiting by then.
    pub(super) async fn run(mut self, first: Message, queue: &mut Queue) {
        let turn = match Turn::begin(first, queue) {
            None => return,
            Some(Turn::Scripts(scripts)) if queue.is_empty() => match self.run_alone(scripts).await {
                None => return,
                Some(left) => left,
            },
            Some(turn) => turn,
        };
        if let Err(failure) = self.begin().await {
            self.kept = turn.works();
            return self.end(Err(failure)).await;
        }
        // Refused works count, too: they take their time.
        let mut count = turn.len();
        let mut joined = self.take(turn, queue).await;
        while let Ok(Next::Another) = joined
            && count < BATCH
            && let Some(next) = queue.try_next()
            && let Some(turn) = Turn::begin(next, queue)
        {
            count += turn.len();
            joined = self.take(turn, queue).await;
        }
        self.end(joined.map(drop)).await;
    }

    /// What is one statement, or none that stays, commits by itself without a transaction around it. Returns what does not go so.
    async fn run_alone(&mut self, mut scripts: Vec<Box<dyn ScriptWork>>) -> Option<Turn> {
        if scripts.len() == 1 {
            for mut work in works_of(scripts) {
                let is_kept = work.run(self.tx).await;
                self.end_alone(is_kept);
                work.finish(Ok(()));
            }
            return None;
        }
        let (script, others) = say_together(self.tx, &mut scripts);
        if !others.is_empty() {
            scripts.extend(others);
            return Some(Turn::Scripts(scripts));
        }
        let is_kept = script.run(watched(self.tx)).await.is_ok();
        self.end_alone(is_kept);
        if !is_kept {
            return Some(Turn::Each(works_of(scripts).collect()));
        }
        for mut script in scripts {
            script.has_run();
            script.finish(Ok(()));
        }
        None
    }

    fn end_alone(&mut self, is_kept: bool) {
        // What was made to run it was committed by itself, too.
        watched(self.tx).scripts.keep();
        if is_kept {
            self.publish();
        } else {
            self.tx.events.clear();
        }
    }

    /// Tells what was committed.
    fn publish(&mut self) {
        self.figures.committed();
        for event in self.tx.events.drain(..) {
            self.events.publish(&event);
        }
    }

    async fn begin(&mut self) -> Result<(), Failure> {
        self.tx.events.clear();
        self.statement("BEGIN IMMEDIATE").await?;
        self.ended.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Runs what has its turn. `Err` when all are lost with it.
    async fn take(&mut self, turn: Turn, queue: &mut Queue) -> Result<Next, Failure> {
        let mut scripts = match turn {
            Turn::Each(works) => return self.join_each(works, queue).await,
            Turn::Scripts(scripts) => scripts,
        };
        while !scripts.is_empty() {
            let heard = self.tx.events.len();
            let (script, others) = say_together(self.tx, &mut scripts);
            let joined = if scripts.len() > 1 {
                self.join_together(script, scripts, heard, queue).await
            } else {
                self.tx.events.truncate(heard);
                self.join_each(works_of(scripts).collect(), queue).await
            };
            if !matches!(joined, Ok(Next::Another)) {
                queue.put_back(others.into_iter().map(Message::Script));
                return joined;
            }
            scripts = others;
        }
        Ok(Next::Another)
    }

    /// Runs the one script that these are. `heard`: how many events there were before it.
    async fn join_together(
        &mut self,
        script: SqliteScript,
        scripts: Vec<Box<dyn ScriptWork>>,
        heard: usize,
        queue: &mut Queue,
    ) -> Result<Next, Failure> {
        watched(self.tx).has_written = false;
        let is_kept = script.run(watched(self.tx)).await.is_ok();
        if is_kept || self.has_ended() {
            for mut script in scripts {
                script.has_run();
                self.kept.push(script);
            }
            return self.is_open().map(|()| Next::Another);
        }
        self.tx.events.truncate(heard);
        if watched(self.tx).has_written {
            self.do_again().await?;
        }
        self.join_each(works_of(scripts).collect(), queue).await
    }

    async fn join_each(&mut self, works: Vec<Box<dyn Work>>, queue: &mut Queue) -> Result<Next, Failure> {
        let mut works = works.into_iter();
        while let Some(work) = works.next() {
            let joined = self.join(work).await;
            if !matches!(joined, Ok(Next::Another)) {
                queue.put_back(works.map(Message::Work));
                return joined;
            }
        }
        Ok(Next::Another)
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
        self.do_again().await.map(|()| Next::Commit)
    }

    /// Undoes all, and does again what is to be kept.
    async fn do_again(&mut self) -> Result<(), Failure> {
        self.roll_back().await;
        self.begin().await?;
        for work in &mut self.kept {
            if !work.run(self.tx).await {
                return Err(Failure::Inconsistent("a work was refused that had been kept"));
            }
        }
        self.is_open()
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
    async fn end(mut self, sound: Result<(), Failure>) {
        let committed = match sound {
            Ok(()) if self.kept.is_empty() => return self.roll_back().await,
            Ok(()) => self.statement("COMMIT").await,
            Err(failure) => Err(failure),
        };
        match committed {
            Ok(()) => {
                watched(self.tx).scripts.keep();
                self.publish();
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

/// One script of those that say the same at the beginning, at least of the first. Returns the others.
fn say_together(
    tx: &mut Tx,
    scripts: &mut Vec<Box<dyn ScriptWork>>,
) -> (SqliteScript, Vec<Box<dyn ScriptWork>>) {
    let heard = tx.events.len();
    let (script, same) = say(tx, scripts);
    if same == scripts.len() {
        return (script, Vec::new());
    }
    tx.events.truncate(heard);
    let others = scripts.split_off(same.max(1));
    (say(tx, scripts).0, others)
}

/// Returns how many say the same.
fn say(tx: &mut Tx, scripts: &mut [Box<dyn ScriptWork>]) -> (SqliteScript, usize) {
    tx.helper = None;
    let mut script = tx.script();
    let is_other = |work: &mut Box<dyn ScriptWork>| {
        catch_unwind(AssertUnwindSafe(|| work.put(&mut script))).is_err() || !script.again()
    };
    let same = scripts.iter_mut().position(is_other).unwrap_or(scripts.len());
    (script.into_sqlite(), same)
}
