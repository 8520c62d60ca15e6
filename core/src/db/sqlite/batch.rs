//! Works that share a transaction, and its commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::FutureExt;
use tokio::time::Instant;

use super::queue::{Message, Queue};
use super::{SqliteDriver, SqliteScript, watched};
use crate::db::work::{ScriptWork, Work};
use crate::db::{Failure, Figures, Tx};
use crate::events::Events;

/// How many works run before a commit at most, refused ones included: bounds how long the first of them waits.
const BATCH: usize = 128;
/// After this long no further work is taken before the commit, for the same reason.
const LONGEST: Duration = Duration::from_millis(100);

pub(super) struct Batch<'t> {
    tx: &'t mut Tx,
    /// Set when a transaction is rolled back, by us or by SQLite itself when it cannot go on, as when the disk is full.
    ended: &'t AtomicBool,
    events: &'t Events,
    figures: &'t Figures,
    began: Instant,
    /// How many works have had their turn.
    taken: usize,
    /// Those whose changes are to be kept.
    kept: Vec<Box<dyn Work>>,
    /// Works that were refused, maybe because of changes that are not committed yet.
    refused: Vec<Box<dyn Work>>,
}

/// What runs next.
enum Turn {
    /// One after the other.
    Each(Vec<Box<dyn Work>>),
    Together(Together),
}

/// Scripts with the same statements, and the one script that combines them.
struct Together {
    scripts: Vec<Box<dyn ScriptWork>>,
    script: SqliteScript,
    /// How many events there were before theirs.
    heard: usize,
}

/// What comes after a turn.
enum Next {
    Another,
    /// The kept works have just run again after a rollback: they are committed before more are taken.
    Commit,
}

impl Turn {
    fn len(&self) -> usize {
        match self {
            Self::Each(works) => works.len(),
            Self::Together(together) => together.scripts.len(),
        }
    }

    fn works(self) -> Vec<Box<dyn Work>> {
        match self {
            Self::Each(works) => works,
            Self::Together(together) => works_of(together.scripts),
        }
    }
}

fn works_of(scripts: Vec<Box<dyn ScriptWork>>) -> Vec<Box<dyn Work>> {
    scripts.into_iter().map(|script| script as Box<dyn Work>).collect()
}

impl<'t> Batch<'t> {
    pub(super) fn new(
        tx: &'t mut Tx,
        ended: &'t AtomicBool,
        events: &'t Events,
        figures: &'t Figures,
    ) -> Self {
        tx.events.clear();
        let began = Instant::now();
        Self { tx, ended, events, figures, began, taken: 0, kept: Vec::new(), refused: Vec::new() }
    }

    /// One commit for `first` and for whatever else is waiting by then.
    pub(super) async fn run(mut self, first: Message, queue: &mut Queue) {
        let turn = match self.turn(first, queue) {
            None => return,
            Some(Turn::Together(together)) if queue.is_empty() => match self.run_alone(together).await {
                None => return,
                Some(turn) => turn,
            },
            Some(turn) => turn,
        };
        if let Err(failure) = self.begin().await {
            self.kept = turn.works();
            return self.end(Err(failure)).await;
        }
        let mut joined = self.join(turn, queue).await;
        while let Ok(Next::Another) = joined
            && self.taken < BATCH
            && self.began.elapsed() < LONGEST
            && let Some(next) = queue.try_next()
            && let Some(turn) = self.turn(next, queue)
        {
            joined = self.join(turn, queue).await;
        }
        self.end(joined.map(drop)).await;
    }

    /// `None`: the writer is being closed.
    fn turn(&mut self, first: Message, queue: &mut Queue) -> Option<Turn> {
        let turn = match first {
            Message::Work(work) => Turn::Each(vec![work]),
            Message::Script(script) => self.together(script, queue),
            Message::Close(_) => {
                queue.put_back([first]);
                return None;
            }
        };
        self.taken += turn.len();
        Some(turn)
    }

    /// Combines `first` with those right behind it that have the same statements.
    fn together(&mut self, first: Box<dyn ScriptWork>, queue: &mut Queue) -> Turn {
        let mut scripts = queue.scripts_from(first, BATCH - self.taken);
        let heard = self.tx.events.len();
        let (mut script, mut same) = combine(self.tx, &mut scripts);
        if same < scripts.len() {
            self.tx.events.truncate(heard);
            queue.put_back(scripts.split_off(same.max(1)).into_iter().map(Message::Script));
            (script, same) = combine(self.tx, &mut scripts);
        }
        if same == 0 {
            // The script cannot be built: its caller gets the error when it runs by itself.
            self.tx.events.truncate(heard);
            return Turn::Each(works_of(scripts));
        }
        Turn::Together(Together { scripts, script, heard })
    }

    /// Runs a script without a transaction around it: as one statement it commits by itself, or changes nothing. Returns
    /// what has to run in a transaction instead.
    async fn run_alone(&mut self, together: Together) -> Option<Turn> {
        let Together { mut scripts, script, .. } = together;
        let done = self.run_script(script).await;
        // The view and the trigger that were made for it were committed by themselves, too.
        watched(self.tx).scripts.keep();
        match (done, &mut scripts[..]) {
            (Ok(()), all) => {
                self.publish();
                for script in all {
                    script.has_run(Ok(()));
                }
                finish(scripts);
            }
            (Err(failure), [script]) => {
                script.has_run(Err(failure));
                finish(scripts);
            }
            (Err(_), _) => {
                self.tx.events.clear();
                return Some(Turn::Each(works_of(scripts)));
            }
        }
        None
    }

    /// Publishes the events of what was committed.
    fn publish(&mut self) {
        self.figures.committed();
        for event in self.tx.events.drain(..) {
            self.events.publish(&event);
        }
    }

    async fn begin(&mut self) -> Result<(), Failure> {
        self.statement("BEGIN IMMEDIATE").await?;
        self.ended.store(false, Ordering::Relaxed);
        // The wait for another process's lock does not count.
        self.began = Instant::now();
        Ok(())
    }

    /// Runs one turn. `Err` when the whole batch is lost with it.
    async fn join(&mut self, turn: Turn, queue: &mut Queue) -> Result<Next, Failure> {
        match turn {
            Turn::Each(works) => self.join_each(works, queue).await,
            Turn::Together(together) => self.join_together(together, queue).await,
        }
    }

    async fn join_together(&mut self, together: Together, queue: &mut Queue) -> Result<Next, Failure> {
        let Together { mut scripts, script, heard } = together;
        watched(self.tx).has_written = false;
        let done = self.run_script(script).await;
        if done.is_ok() || self.has_ended() {
            let done = done.map_err(Arc::new);
            for script in &mut scripts {
                script.has_run(done.clone().map_err(Failure::Commit));
            }
            self.kept.extend(works_of(scripts));
            // If SQLite has ended the transaction, a further statement would commit by itself, even if the batch is lost.
            return self.is_open().map(|()| Next::Another);
        }
        self.tx.events.truncate(heard);
        if let (Err(failure), [script]) = (done, &mut scripts[..]) {
            script.has_run(Err(failure));
            for work in works_of(scripts) {
                self.refuse(work);
            }
            return self.undo_if_written().await;
        }
        let works = works_of(scripts);
        match self.undo_if_written().await {
            Ok(Next::Another) => self.join_each(works, queue).await,
            Ok(Next::Commit) => {
                queue.put_back(works.into_iter().map(Message::Work));
                Ok(Next::Commit)
            }
            Err(failure) => {
                self.kept.extend(works);
                Err(failure)
            }
        }
    }

    async fn join_each(&mut self, works: Vec<Box<dyn Work>>, queue: &mut Queue) -> Result<Next, Failure> {
        let mut works = works.into_iter();
        while let Some(work) = works.next() {
            let joined = self.join_one(work).await;
            if !matches!(joined, Ok(Next::Another)) {
                queue.put_back(works.map(Message::Work));
                return joined;
            }
        }
        Ok(Next::Another)
    }

    async fn join_one(&mut self, mut work: Box<dyn Work>) -> Result<Next, Failure> {
        let heard = self.tx.events.len();
        watched(self.tx).has_written = false;
        let is_kept = work.run(self.tx).await;
        if is_kept || self.has_ended() {
            self.kept.push(work);
            return self.is_open().map(|()| Next::Another);
        }
        self.refuse(work);
        self.tx.events.truncate(heard);
        self.undo_if_written().await
    }

    /// Answers a refused work, but only after the commit if uncommitted changes may have been the reason.
    fn refuse(&mut self, work: Box<dyn Work>) {
        if self.kept.is_empty() {
            work.finish(Ok(()));
        } else {
            self.refused.push(work);
        }
    }

    /// If the refused work has written, rolls back and runs the works again that are to be kept.
    async fn undo_if_written(&mut self) -> Result<Next, Failure> {
        if !watched(self.tx).has_written {
            return Ok(Next::Another);
        }
        loop {
            self.roll_back().await;
            self.begin().await?;
            let Some(refused) = self.run_kept_again().await else { break };
            // Another process has written in between. Works that were refused because of this one have to be tried again.
            let work = self.kept.remove(refused);
            lose(std::mem::take(&mut self.refused), || {
                Failure::Commit(Arc::new(Failure::Inconsistent("what refused it was undone")))
            });
            self.refuse(work);
        }
        self.is_open().map(|()| Next::Commit)
    }

    /// Returns the index of the first work that is refused now. `None`, too, when SQLite has ended the transaction: further works
    /// would commit by themselves.
    async fn run_kept_again(&mut self) -> Option<usize> {
        for (place, work) in self.kept.iter_mut().enumerate() {
            let is_kept = work.run(self.tx).await;
            if self.ended.load(Ordering::Relaxed) {
                return None;
            }
            if !is_kept {
                return Some(place);
            }
        }
        None
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

    /// Commits and answers the kept works. `sound`: an error when the transaction is lost, which is the answer to all of them.
    async fn end(mut self, sound: Result<(), Failure>) {
        let committed = match sound {
            Ok(()) if self.kept.is_empty() => {
                self.roll_back().await;
                return self.refused.into_iter().for_each(|work| work.finish(Ok(())));
            }
            Ok(()) => self.statement("COMMIT").await,
            Err(failure) => Err(failure),
        };
        if committed.is_ok() {
            watched(self.tx).scripts.keep();
            self.publish();
        } else {
            self.roll_back().await;
        }
        let committed = committed.map_err(Arc::new);
        for work in self.kept {
            work.finish(committed.clone().map_err(Failure::Commit));
        }
        match committed {
            Ok(()) => self.refused.into_iter().for_each(|work| work.finish(Ok(()))),
            Err(why) => lose(self.refused, || Failure::Commit(why.clone())),
        }
    }

    async fn run_script(&mut self, script: SqliteScript) -> Result<(), Failure> {
        let done = AssertUnwindSafe(script.run(watched(self.tx))).catch_unwind().await;
        done.unwrap_or(Err(Failure::Panicked))
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

/// Combines scripts into one. Also returns how many of them, from the first on, have the same statements.
fn combine(tx: &mut Tx, scripts: &mut [Box<dyn ScriptWork>]) -> (SqliteScript, usize) {
    tx.helper = None;
    let mut script = tx.script();
    let is_other = |work: &mut Box<dyn ScriptWork>| {
        catch_unwind(AssertUnwindSafe(|| work.add_to(&mut script))).is_err() || !script.again()
    };
    let same = scripts.iter_mut().position(is_other).unwrap_or(scripts.len());
    (script.into_sqlite(), same)
}

/// Fails works that may have been refused because of changes that were not kept after all.
fn lose(refused: Vec<Box<dyn Work>>, why: impl Fn() -> Failure) {
    for work in refused {
        work.lose(why());
    }
}

fn finish(scripts: Vec<Box<dyn ScriptWork>>) {
    for script in scripts {
        script.finish(Ok(()));
    }
}
