//! Parts of the process that go on for as long as it does.

use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::error;

const PAUSE: Duration = Duration::from_secs(5);

/// Runs a part until it ends, or until `stop`. One that panics is begun again after a pause, beside the rest that goes on.
pub async fn supervised<F>(name: &'static str, stop: CancellationToken, part: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    while let Err(ended) = tokio::spawn(part()).await
        && ended.is_panic()
    {
        error!(part = name, "a part of the process has crashed, and begins again");
        if stop.run_until_cancelled(sleep(PAUSE)).await.is_none() {
            return;
        }
    }
}

/// As [`supervised`], on a tracker: the part is handed `stop`, too.
pub fn keep<F>(
    tasks: &TaskTracker,
    name: &'static str,
    stop: &CancellationToken,
    part: impl Fn(CancellationToken) -> F + Send + 'static,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let handed = stop.clone();
    tasks.spawn(supervised(name, stop.clone(), move || part(handed.clone())));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_crashes_begins_again() {
        let begun = Arc::new(AtomicU32::new(0));
        let part = || {
            let begun = begun.clone();
            async move { assert!(begun.fetch_add(1, Ordering::Relaxed) == 2, "the third one holds") }
        };
        supervised("a test", CancellationToken::new(), part).await;
        assert_eq!(begun.load(Ordering::Relaxed), 3);
    }

    #[tokio::test]
    async fn what_crashes_while_the_process_ends_is_left() {
        let stop = CancellationToken::new();
        stop.cancel();
        supervised("a test", stop, || async { panic!("once") }).await;
    }
}
