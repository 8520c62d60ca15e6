//! Tokio's clock in tests.

use tokio::task::yield_now;

/// Does `work` while tokio's clock stands: however slow the machine, no limit is reached. Needs a runtime of one thread.
pub async fn in_no_time<T>(work: impl Future<Output = T>) -> T {
    // A paused clock jumps to the next timer as soon as nothing is left to do, though threads may still be at work.
    let busy = async {
        loop {
            yield_now().await;
        }
    };
    tokio::time::pause();
    let done = tokio::select! {
        done = work => done,
        () = busy => unreachable!("it never ends"),
    };
    tokio::time::resume();
    done
}
