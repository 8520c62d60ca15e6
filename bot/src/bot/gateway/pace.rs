//! When a shard may connect again: pauses that grow while connections fail, and never more than ten connections in a minute.

use std::collections::VecDeque;
use std::time::Duration;

use boostdesk_core::foundation::rng::Rng;
use tokio::time::Instant;

use crate::bot::backoff::Backoff;

/// The longest pause is for connections that could not be opened, on which no IDENTIFY is spent, and for those that never became
/// ready. [`LONGEST_WHEN_READY`] limits it for all others.
pub(super) const BACKOFF: Backoff = Backoff::between(Duration::from_millis(250), Duration::from_secs(30));
/// A session that lasted this long was a good connection, and resets the backoff.
const GOOD: Duration = Duration::from_secs(6);
/// The longest time from the start of a connection that was ready to the next.
const LONGEST_WHEN_READY: Duration = Duration::from_secs(12);
/// Holds even if the gateway accepts the bot and closes each time.
const IN_A_MINUTE: usize = 10;

pub(super) struct Pace {
    backoff: Backoff,
    /// When the newest connections began, oldest first.
    connections: VecDeque<Instant>,
    may_connect: Instant,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self { backoff: BACKOFF, connections: VecDeque::new(), may_connect: Instant::now() }
    }

    /// A connection could not be opened. Returns how long to wait for the next try.
    pub(super) fn failed(&mut self, rng: &Rng) -> Duration {
        self.backoff.failed(rng)
    }

    pub(super) fn begins(&mut self, rng: &Rng) {
        let now = Instant::now();
        if self.connections.len() == IN_A_MINUTE {
            self.connections.pop_front();
        }
        self.connections.push_back(now);
        self.may_connect = now + self.backoff.failed(rng);
    }

    /// The current connection has a session. Called again while it lasts.
    pub(super) fn is_ready(&mut self) {
        let Some(began) = self.connections.back().copied() else { return };
        self.may_connect = self.may_connect.min(began + LONGEST_WHEN_READY);
        if began.elapsed() >= GOOD {
            self.backoff.succeeded();
            self.may_connect = self.may_connect.min(began + GOOD);
        }
    }

    /// When the next connection may begin.
    pub(super) fn next(&self) -> Instant {
        let oldest = self.connections.front().filter(|_| self.connections.len() == IN_A_MINUTE);
        oldest.map_or(self.may_connect, |oldest| self.may_connect.max(*oldest + Duration::from_mins(1)))
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, sleep_until};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn reconnect_after_a_good_connection_may_begin_at_once() {
        let (mut pace, rng) = (Pace::new(), Rng::seeded(1));
        for _ in 0..8 {
            pace.begins(&rng);
        }
        pace.is_ready();
        assert!(
            pace.next() > Instant::now() + Duration::from_secs(11),
            "nobody knows yet whether it is good"
        );
        advance(GOOD).await;
        pace.is_ready();
        assert!(pace.next() <= Instant::now());
        pace.begins(&rng);
        assert!(pace.next() <= Instant::now() + Duration::from_millis(320), "the pauses are short again");
    }

    #[tokio::test(start_paused = true)]
    async fn at_most_ten_connections_begin_within_a_minute() {
        let (mut pace, rng) = (Pace::new(), Rng::seeded(1));
        let mut all = Vec::new();
        for lasts in [0, 6, 0, 0, 6, 0, 0, 0, 6, 0].map(Duration::from_secs).into_iter().cycle().take(60) {
            sleep_until(pace.next()).await;
            pace.begins(&rng);
            all.push(Instant::now());
            advance(lasts).await;
            pace.is_ready();
        }
        for (first, eleventh) in all.iter().zip(all.iter().skip(IN_A_MINUTE)) {
            assert!(*eleventh - *first >= Duration::from_mins(1));
        }
    }
}
