//! How the process ends: SIGTERM, SIGINT or a closed terminal (SIGHUP) asks it to, and all tasks on the tracker have a few seconds to end.

use std::io;
use std::time::{Duration, Instant};

use boostdesk_core::watching::outages::Outages;
use boostdesk_core::watching::supervised;
use futures::future::OptionFuture;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::process::failed::Failed;

/// Time for tasks to end. With [`CLOSE`] it stays under the ten seconds that a process manager waits before it kills.
const GRACE: Duration = Duration::from_secs(7);
/// Time for the database's last writes.
const CLOSE: Duration = Duration::from_secs(2);
/// A signal that comes sooner after the first is the same wish.
const AGAIN: Duration = Duration::from_millis(200);

/// Handed to everything that runs for as long as the process does.
#[derive(Debug)]
pub(crate) struct Shutdown {
    /// Cancelled when the process is asked to end.
    pub(crate) token: CancellationToken,
    /// Holds every task that must end before the process does.
    pub(crate) tasks: TaskTracker,
    signals: Signals,
    failures: (mpsc::Sender<Failed>, mpsc::Receiver<Failed>),
}

impl Shutdown {
    /// From here on a signal no longer ends the process by itself.
    pub(crate) fn on_signals() -> io::Result<Self> {
        Ok(Self {
            token: CancellationToken::new(),
            tasks: TaskTracker::new(),
            signals: Signals::catch()?,
            failures: mpsc::channel(1),
        })
    }

    /// Waits until the process is asked to end. Used before any part runs.
    pub(crate) async fn asked(&mut self) {
        let name = self.signals.next().await;
        info!("{name}: stopping");
    }

    /// Runs a part of the process until it is asked to end, and restarts it when it crashes.
    pub(crate) fn keep<F>(
        &self,
        outages: &Outages,
        name: &'static str,
        part: impl Fn(CancellationToken) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        supervised::keep(&self.tasks, outages, name, &self.token, part);
    }

    /// Runs an essential part: when it fails or crashes, the process ends, so that its manager restarts it.
    pub(crate) fn need(
        &self,
        name: &'static str,
        part: impl Future<Output = Result<(), Failed>> + Send + 'static,
    ) {
        self.tasks.spawn(self.watch_over(name, part));
    }

    /// As [`Self::need`], for a part that nobody waits for: it goes on until the process ends.
    pub(crate) fn need_to_the_end(
        &self,
        name: &'static str,
        part: impl Future<Output = Result<(), Failed>> + Send + 'static,
    ) {
        tokio::spawn(self.watch_over(name, part));
    }

    fn watch_over(
        &self,
        name: &'static str,
        part: impl Future<Output = Result<(), Failed>> + Send + 'static,
    ) -> impl Future<Output = ()> + Send + 'static {
        let (failure, part) = (self.failures.0.clone(), tokio::spawn(part));
        async move {
            let failed = match part.await {
                Ok(Err(failed)) => failed,
                Err(ended) if ended.is_panic() => Failed::trouble(format!("{name} has crashed")),
                Ok(Ok(())) | Err(_) => return,
            };
            // Only the first failure counts.
            let _ = failure.try_send(failed);
        }
    }

    /// Waits for a signal or a failure, then for the tasks, then for `close`. Another SIGTERM or SIGINT a moment later ends the waiting.
    pub(crate) async fn run(mut self, close: impl Future<Output = ()>) -> Result<(), Failed> {
        let outcome = tokio::select! {
            name = self.signals.next() => {
                info!("{name}: stopping");
                Ok(())
            }
            Some(failed) = self.failures.1.recv() => Err(failed),
        };
        self.token.cancel();
        self.tasks.close();
        let asked_at = Instant::now();
        tokio::select! {
            ended = tokio::time::timeout(GRACE, self.tasks.wait()) => if ended.is_err() {
                warn!("{} tasks did not end in {} s and are cut off", self.tasks.len(), GRACE.as_secs());
            },
            name = self.signals.insisted(asked_at) => warn!("{name} again: stopping at once"),
        }
        if tokio::time::timeout(CLOSE, close).await.is_err() {
            warn!("the database did not close in {} s", CLOSE.as_secs());
        }
        outcome
    }
}

const HANG_UP: &str = "SIGHUP";

#[derive(Debug)]
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    /// `None`: whoever started the process wants it to outlive its terminal, as with `nohup`.
    hang_up: Option<Signal>,
}

impl Signals {
    fn catch() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: if ignores_hang_up() { None } else { Some(signal(SignalKind::hangup())?) },
        })
    }

    /// As `next`, but a terminal that closes says so several times, and whoever signals a process and its group does so twice at once.
    async fn insisted(&mut self, first: Instant) -> &'static str {
        loop {
            match self.next().await {
                HANG_UP => {}
                name if first.elapsed() >= AGAIN => return name,
                _ => {}
            }
        }
    }

    async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
            Some(_) = OptionFuture::from(self.hang_up.as_mut().map(Signal::recv)) => HANG_UP,
        }
    }
}

/// Whether the process was started with SIGHUP ignored. Without `/proc`, it was not.
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // SIGHUP is signal 1, the lowest bit.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn panic_in_a_needed_part_ends_the_process_with_an_error() {
        let shutdown = Shutdown::on_signals().expect("signals can be caught");
        shutdown.need("a part", async { panic!("once") });
        let ended = shutdown.run(async {}).await.expect_err("it has crashed");
        assert_eq!(ended.to_string(), "a part has crashed");
    }
}
