//! Pauses between tries that fail.

use std::time::Duration;

/// `first`, then twice as long each time, up to `longest`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    pub first: Duration,
    pub longest: Duration,
}

impl Backoff {
    /// How long to wait after so many failures in a row, the last one among them. No failure is no pause.
    pub fn after(self, failures: i64) -> Duration {
        if failures <= 0 {
            return Duration::ZERO;
        }
        let doublings = u32::try_from(failures - 1).unwrap_or(u32::MAX).min(30);
        self.first.saturating_mul(1 << doublings).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_pauses_double_up_to_the_longest() {
        let backoff = Backoff { first: Duration::from_millis(500), longest: Duration::from_secs(10) };
        let pauses = [0, 1, 2, 3, 5, 6, 7, i64::MAX].map(|failures| backoff.after(failures).as_millis());
        assert_eq!(pauses, [0, 500, 1000, 2000, 8000, 10_000, 10_000, 10_000]);
    }
}
