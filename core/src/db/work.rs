//! Works: what transactions do, with their types erased, and the callers who wait for the outcome.

use std::error::Error;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::{Instrument, Span, debug_span};

use super::{Failure, Figures, Script, Tx};

/// A work that has waited for longer than this is not done if its caller has gone away meanwhile: whoever was told to try again
/// would have it done twice.
const LONGEST_UNHEARD: Duration = Duration::from_secs(3);

/// A work with its types erased. It answers its caller when it is finished.
pub(super) trait Work: Send {
    /// Runs it. Returns whether its changes are to be kept. It may run again, on data that has changed.
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool>;
    /// The error that it was refused with.
    fn refusal(&self) -> Option<&(dyn Error + 'static)>;
    /// Whether it should not be begun: see [`LONGEST_UNHEARD`].
    fn is_forsaken(&self) -> bool;
    /// Answers the caller. `committed` is an error when its changes could not be kept.
    fn finish(self: Box<Self>, committed: Result<(), Failure>);
    /// Answers the caller with this, whatever the work was refused with.
    fn lose(self: Box<Self>, why: Failure);
}

/// A work that is one script, and can so be combined with others.
pub(super) trait ScriptWork: Work {
    fn add_to(&mut self, script: &mut Script<'_>);
    /// The script that it was added to has run.
    fn has_run(&mut self, done: Result<(), Failure>);
}

pub(super) struct Waiting<W, T, E> {
    work: W,
    caller: Caller<T, E>,
}

pub(super) struct WaitingScript<P> {
    put: P,
    caller: Caller<(), Failure>,
}

/// The caller who waits for a work.
pub(super) struct Caller<T, E> {
    turn: Turn,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

/// A work's wait for its turn.
struct Turn {
    asked: Instant,
    has_come: bool,
    /// The span that the caller waits in.
    span: Span,
    figures: Figures,
    /// The span in which the work runs together with others.
    together: Option<Span>,
}

impl Turn {
    /// Begins the turn, maybe not for the first time. Returns the work's span.
    fn begin(&mut self) -> Span {
        self.end_wait();
        self.together = None;
        debug_span!(parent: &self.span, "work")
    }

    fn end_wait(&mut self) {
        if !std::mem::replace(&mut self.has_come, true) {
            self.figures.waited(self.asked.elapsed());
        }
    }
}

impl<T, E> Caller<T, E> {
    pub(super) fn new(span: Span, figures: Figures, reply: oneshot::Sender<Result<T, E>>) -> Self {
        let turn = Turn { asked: Instant::now(), has_come: false, span, figures, together: None };
        Self { turn, outcome: None, reply }
    }

    async fn run<'t, F>(&mut self, tx: &'t mut Tx, work: impl FnOnce(&'t mut Tx) -> F) -> bool
    where
        F: Future<Output = Result<T, E>>,
        E: From<Failure>,
    {
        tx.helper = None;
        let span = self.turn.begin();
        let done = AssertUnwindSafe(async { work(tx).await }).catch_unwind().instrument(span).await;
        let outcome = done.unwrap_or_else(|_| Err(Failure::Panicked.into()));
        let is_kept = outcome.is_ok();
        self.outcome = Some(outcome);
        is_kept
    }
}

impl<T, E: Error + From<Failure> + 'static> Caller<T, E> {
    fn is_forsaken(&self) -> bool {
        self.reply.is_closed() && self.turn.asked.elapsed() > LONGEST_UNHEARD
    }

    fn refusal(&self) -> Option<&(dyn Error + 'static)> {
        match &self.outcome {
            Some(Err(error)) => Some(error),
            Some(Ok(_)) | None => None,
        }
    }

    fn finish(mut self, committed: Result<(), Failure>) {
        self.turn.end_wait();
        let answer = match (self.outcome, committed) {
            (Some(Ok(value)), Ok(())) => Ok(value),
            (Some(Err(error)), _) => Err(error),
            (_, Err(failure)) => Err(failure.into()),
            (None, Ok(())) => Err(Failure::Panicked.into()),
        };
        // Whoever asked may have gone away; the commit stands.
        let _ = self.reply.send(answer);
    }

    fn lose(mut self, why: Failure) {
        self.turn.end_wait();
        let _ = self.reply.send(Err(why.into()));
    }
}

impl<W, T, E> Waiting<W, T, E> {
    pub(super) fn new(work: W, caller: Caller<T, E>) -> Self {
        Self { work, caller }
    }
}

impl<P> WaitingScript<P> {
    pub(super) fn new(put: P, caller: Caller<(), Failure>) -> Self {
        Self { put, caller }
    }
}

impl<W, T, E> Work for Waiting<W, T, E>
where
    W: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, E>> + Clone + Send,
    T: Send,
    E: Error + From<Failure> + Send + 'static,
{
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool> {
        let work = self.work.clone();
        self.caller.run(tx, work).boxed()
    }

    fn refusal(&self) -> Option<&(dyn Error + 'static)> {
        self.caller.refusal()
    }

    fn is_forsaken(&self) -> bool {
        self.caller.is_forsaken()
    }

    fn finish(self: Box<Self>, committed: Result<(), Failure>) {
        self.caller.finish(committed);
    }

    fn lose(self: Box<Self>, why: Failure) {
        self.caller.lose(why);
    }
}

impl<P: Fn(&mut Script<'_>) + Send + Sync> Work for WaitingScript<P> {
    fn run<'t>(&'t mut self, tx: &'t mut Tx) -> BoxFuture<'t, bool> {
        let Self { put, caller } = self;
        caller.run(tx, |tx| tx.run_script(&*put)).boxed()
    }

    fn refusal(&self) -> Option<&(dyn Error + 'static)> {
        self.caller.refusal()
    }

    fn is_forsaken(&self) -> bool {
        self.caller.is_forsaken()
    }

    fn finish(self: Box<Self>, committed: Result<(), Failure>) {
        self.caller.finish(committed);
    }

    fn lose(self: Box<Self>, why: Failure) {
        self.caller.lose(why);
    }
}

impl<P: Fn(&mut Script<'_>) + Send + Sync> ScriptWork for WaitingScript<P> {
    fn add_to(&mut self, script: &mut Script<'_>) {
        let span = self.caller.turn.begin();
        span.in_scope(|| (self.put)(script));
        self.caller.turn.together = Some(span);
    }

    fn has_run(&mut self, done: Result<(), Failure>) {
        self.caller.turn.together = None;
        self.caller.outcome = Some(done);
    }
}
