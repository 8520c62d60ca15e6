//! Runs the parts of the process that go on for as long as it does.

use std::time::Duration;

use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};

use super::outages::{Outages, Trouble};
use crate::foundation::backoff::Backoff;

const PAUSES: Backoff = Backoff { first: Duration::from_secs(5), longest: Duration::from_mins(1) };
/// After a part has run for this long, its earlier crashes do not count any more.
const SOUND: Duration = Duration::from_mins(2);

/// Runs a part until it ends, or until `stop`. A part that panics is begun again after a pause, while the others go on.
/// Dropping the future ends the part, too.
pub async fn supervised<F>(
    outages: Outages,
    name: &'static str,
    stop: CancellationToken,
    part: impl Fn() -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let mut crashes = 0;
    loop {
        let mut running = AbortOnDropHandle::new(tokio::spawn(part()));
        let ended = if let Ok(ended) = timeout(SOUND, &mut running).await {
            ended
        } else {
            outages.worked(Trouble::Crashes, name);
            crashes = 0;
            running.await
        };
        if !ended.is_err_and(|ended| ended.is_panic()) {
            return outages.worked(Trouble::Crashes, name);
        }
        crashes += 1;
        outages.failed(Trouble::Crashes, name, &"the log says where");
        if stop.run_until_cancelled(sleep(PAUSES.after(crashes))).await.is_none() {
            return;
        }
    }
}

/// As [`supervised`], spawned on a tracker. The part is handed `stop`, too.
pub fn keep<F>(
    tasks: &TaskTracker,
    outages: &Outages,
    name: &'static str,
    stop: &CancellationToken,
    part: impl Fn(CancellationToken) -> F + Send + 'static,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let handed = stop.clone();
    tasks.spawn(supervised(outages.clone(), name, stop.clone(), move || part(handed.clone())));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::sync::oneshot;
    use tokio::time::Instant;
    use tracing::Level;

    use super::*;
    use crate::foundation::clock::Clock;
    use crate::testing::Log;

    #[tokio::test(start_paused = true)]
    async fn a_crashing_task_is_restarted_with_growing_pauses_and_logged_as_one_outage() {
        let (log, _catching) = Log::catch(Level::INFO);
        let outages = Outages::new(Clock::system());
        let (begun, since) = (Arc::new(AtomicU32::new(0)), Instant::now());
        let part = || {
            let begun = begun.clone();
            async move {
                assert!(begun.fetch_add(1, Ordering::Relaxed) >= 6, "once more");
                sleep(SOUND * 2).await;
            }
        };
        let watched = outages.clone();
        let watching = async move {
            sleep(Duration::from_mins(1)).await;
            watched.ongoing()
        };
        let part = supervised(outages.clone(), "a test", CancellationToken::new(), part);
        let ((), ongoing) = tokio::join!(part, watching);
        let found: Vec<_> =
            ongoing.iter().map(|one| (one.trouble, one.about.as_str(), one.failures)).collect();
        assert_eq!(found, [(Trouble::Crashes, "a test", 4)]);
        assert_eq!(begun.load(Ordering::Relaxed), 7);
        let pauses = Duration::from_secs(5 + 10 + 20 + 40 + 60 + 60);
        assert_eq!(since.elapsed().as_secs(), (pauses + SOUND * 2).as_secs());
        let told: Vec<_> = log.lines().into_iter().filter(|line| line.contains("a test")).collect();
        assert!(told.len() == 2 && told[1].contains("over after 6 failures"), "{told:?}");
        assert_eq!(outages.ongoing(), []);
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_that_crashes_during_shutdown_is_not_restarted() {
        let stop = CancellationToken::new();
        stop.cancel();
        let part = supervised(Outages::new(Clock::system()), "a test", stop, || async { panic!("once") });
        timeout(Duration::from_secs(1), part).await.expect("it does not begin again");
    }

    #[tokio::test]
    async fn dropping_the_supervisor_ends_its_task() {
        let (here, gone) = oneshot::channel::<()>();
        let here = std::sync::Mutex::new(Some(here));
        let part = || {
            let here = here.lock().expect("one begins it").take();
            async move {
                let _here = here;
                std::future::pending::<()>().await;
            }
        };
        let part = supervised(Outages::new(Clock::system()), "a test", CancellationToken::new(), part);
        assert!(timeout(Duration::from_millis(1), part).await.is_err());
        let told = timeout(Duration::from_mins(1), gone).await.expect("the part has gone");
        assert!(told.is_err());
    }
}
