//! Core's pauses between tries that fail, with the failures counted and some jitter.

use std::time::Duration;

use boostdesk_core::foundation::backoff;
use boostdesk_core::foundation::rng::Rng;

#[derive(Debug, Clone)]
pub(crate) struct Backoff {
    pauses: backoff::Backoff,
    failures: i64,
}

impl Backoff {
    pub(crate) const fn between(first: Duration, longest: Duration) -> Self {
        Self { pauses: backoff::Backoff { first, longest }, failures: 0 }
    }

    /// The backoff after so many failures in a row.
    pub(crate) const fn after_failures(self, failures: i64) -> Self {
        Self { failures, ..self }
    }

    /// The pause that follows another failure.
    pub(crate) fn failed(&mut self, rng: &Rng) -> Duration {
        self.failures = self.failures.saturating_add(1);
        let pause = self.pauses.after(self.failures);
        let [share] = rng.bytes::<1>();
        // Up to a quarter of jitter: those who failed together must not come back at the same moment.
        pause + pause.mul_f64(f64::from(share) / 1024.0)
    }

    pub(crate) fn succeeded(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest_and_start_again_after_a_success() {
        let mut backoff = Backoff::between(Duration::from_millis(250), Duration::from_secs(30));
        let rng = Rng::seeded(1);
        for wanted in [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].map(Duration::from_millis) {
            let pause = backoff.failed(&rng);
            assert!(pause >= wanted && pause < wanted.mul_f64(1.25), "{pause:?}, not {wanted:?}");
        }
        backoff.succeeded();
        assert!(backoff.failed(&rng) < Duration::from_millis(320));
    }
}
