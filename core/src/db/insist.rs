//! Works that must not be lost because the database is away for a moment.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::Result;

const PAUSE: Duration = Duration::from_secs(1);

/// Runs `work`, and again while the database is away: for as long as `limit`, and until `stop`. A write must itself recognise that an
/// earlier run was committed after all.
pub(crate) async fn insist<T, F>(limit: Duration, stop: &CancellationToken, work: impl Fn() -> F) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    let deadline = Instant::now() + limit;
    loop {
        match work().await {
            Err(failure) if failure.is_passing() && Instant::now() + PAUSE < deadline => {
                if stop.run_until_cancelled(sleep(PAUSE)).await.is_none() {
                    return Err(failure);
                }
            }
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::ready;

    use super::*;
    use crate::db::Failure;

    /// Returns how often a write ran that is answered by `answers`, one after the other.
    async fn runs(stop: &CancellationToken, answers: fn(u32) -> Result<()>) -> (u32, Result<()>) {
        let run = Cell::new(0);
        let done = insist(Duration::from_secs(10), stop, || {
            run.set(run.get() + 1);
            ready(answers(run.get()))
        });
        let done = done.await;
        (run.get(), done)
    }

    #[tokio::test(start_paused = true)]
    async fn only_a_passing_failure_is_tried_again_until_the_limit_or_the_stop() {
        let stop = CancellationToken::new();
        let (count, done) = runs(&stop, |run| if run < 3 { Err(Failure::late()) } else { Ok(()) }).await;
        assert!(count == 3 && done.is_ok());
        let (count, done) = runs(&stop, |_| Err(Failure::Inconsistent("a row"))).await;
        assert!(count == 1 && done.is_err());
        let (count, done) = runs(&stop, |_| Err(Failure::NoConnection)).await;
        assert!(count == 10 && done.is_err(), "{count}");
        stop.cancel();
        let (count, done) = runs(&stop, |_| Err(Failure::NoConnection)).await;
        assert!(count == 1 && done.is_err());
    }
}
