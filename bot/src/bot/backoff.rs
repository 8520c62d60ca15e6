//! How long to wait before something is tried again: the one answer for connections, calls and announcements.

use std::time::Duration;

use boostdesk_core::backoff;
use boostdesk_core::rng::Rng;

/// Doubles with each failure, from `first` to `longest`.
#[derive(Debug, Clone)]
pub(crate) struct Backoff {
    pauses: backoff::Backoff,
    failures: i64,
}

impl Backoff {
    pub(crate) const fn between(first: Duration, longest: Duration) -> Self {
        Self { pauses: backoff::Backoff { first, longest }, failures: 0 }
    }

    /// As it stands after so many failures in a row.
    pub(crate) const fn after_failures(self, failures: i64) -> Self {
        Self { failures, ..self }
    }

    /// The pause that follows another failure.
    pub(crate) fn failed(&mut self, rng: &Rng) -> Duration {
        self.failures = self.failures.saturating_add(1);
        let pause = self.pauses.after(self.failures);
        let [share] = rng.bytes::<1>();
        // Up to a quarter more: those who failed together must not come back at one moment.
        pause + pause.mul_f64(f64::from(share) / 1024.0)
    }

    pub(crate) fn succeeded(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKOFF: Backoff = Backoff::between(Duration::from_millis(250), Duration::from_secs(30));

    #[test]
    fn pauses_double_up_to_the_longest() {
        let (mut backoff, rng) = (BACKOFF, Rng::seeded(1));
        let pauses: Vec<_> = (0..20).map(|_| backoff.failed(&rng)).collect();
        for (failures, pause) in pauses.iter().enumerate() {
            let least = Duration::from_millis(250 << failures).min(Duration::from_secs(30));
            assert!(*pause >= least && *pause < least.mul_f64(1.25), "{pauses:?}");
        }
    }

    #[test]
    fn after_a_success_it_begins_anew() {
        let (mut backoff, rng) = (BACKOFF.after_failures(10), Rng::seeded(1));
        backoff.succeeded();
        assert!(backoff.failed(&rng) < Duration::from_secs(1));
    }
}
