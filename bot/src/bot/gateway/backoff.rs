//! How long to wait before connecting again.

use std::time::Duration;

use boostdesk_core::rng::Rng;

const FIRST: Duration = Duration::from_millis(250);
/// For connections that never came to be: none of the day's IDENTIFYs is spent on them.
const LONGEST: Duration = Duration::from_secs(30);
/// A connection that lasted so long was a good one.
const GOOD: Duration = Duration::from_secs(30);

/// Doubles with each failure, and begins anew after a good connection.
#[derive(Debug)]
pub(super) struct Backoff {
    failures: u32,
    rng: Rng,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { failures: 0, rng: Rng::system() }
    }
}

impl Backoff {
    /// After a connection that lasted so long and was or was not ready.
    pub(super) fn after(&mut self, lasted: Duration, was_ready: bool) -> Duration {
        if was_ready && lasted >= GOOD {
            self.failures = 0;
        }
        self.next()
    }

    pub(super) fn next(&mut self) -> Duration {
        let pause = FIRST.saturating_mul(1 << self.failures.min(16)).min(LONGEST);
        self.failures += 1;
        let [share] = self.rng.bytes::<1>();
        // Up to a quarter more: many shards must not come back at one moment.
        pause + pause.mul_f64(f64::from(share) / 1024.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flapping_gateway_is_asked_less_and_less() {
        let mut backoff = Backoff::default();
        let minute: Duration = (0..20).map(|_| backoff.after(Duration::ZERO, true)).sum();
        assert!(minute > Duration::from_mins(5), "{minute:?}");
    }

    #[test]
    fn after_a_good_connection_it_comes_back_soon() {
        let mut backoff = Backoff::default();
        for _ in 0..10 {
            backoff.after(Duration::ZERO, false);
        }
        assert!(backoff.after(GOOD, true) < Duration::from_secs(1));
    }
}
