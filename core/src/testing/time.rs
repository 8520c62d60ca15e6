//! Tokio's clock in tests.

use std::time::{Duration, Instant};

use tokio::task::yield_now;

/// Of real time. After this long it hangs.
const LONGEST: Duration = Duration::from_mins(2);

/// Does `work` while tokio's clock stands: however slow the machine, no limit is reached. Needs a runtime of one thread.
pub async fn in_no_time<T>(work: impl Future<Output = T>) -> T {
    // A paused clock jumps to the next timer as soon as nothing is left to do, though threads may still be at work.
    let begun = Instant::now();
    let busy = async {
        while begun.elapsed() < LONGEST {
            yield_now().await;
        }
    };
    tokio::time::pause();
    let done = tokio::select! {
        done = work => done,
        () = busy => panic!("it hangs, maybe at a limit that the clock does not reach"),
    };
    tokio::time::resume();
    done
}
