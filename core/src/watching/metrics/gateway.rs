//! The state of the connections to the chat platform's gateway, as far as this process runs them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::foundation::clock::Timestamp;

/// Set by the bot, read by whoever wants to know.
#[derive(Debug, Clone, Default)]
pub struct Gateway(Arc<Mutex<Option<State>>>);

#[derive(Debug)]
struct State {
    shards: Vec<Shard>,
    /// When all of them became ready, or the first of them was not any more.
    since: Timestamp,
}

#[derive(Debug, Clone, Default)]
struct Shard {
    is_ready: bool,
    latency: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GatewayFigures {
    /// At least one: how many are wanted is known only once the platform was asked.
    pub shards: usize,
    pub ready: usize,
    /// The longest time of any of them from a heartbeat to its acknowledgement.
    pub latency: Option<Duration>,
    /// Since when all of them have been ready, or not all.
    pub since: Timestamp,
}

impl GatewayFigures {
    pub fn is_ready(&self) -> bool {
        self.ready == self.shards
    }
}

impl Gateway {
    /// Sets how many connections are wanted from now on. None of them is ready.
    pub fn wants(&self, shards: u32, now: Timestamp) {
        let shards = vec![Shard::default(); usize::try_from(shards).unwrap_or(usize::MAX).max(1)];
        let mut state = self.lock();
        let since = state.as_ref().filter(|before| !before.is_ready()).map_or(now, |before| before.since);
        *state = Some(State { shards, since });
    }

    /// Records that a connection's session is established, or lost.
    pub fn shard_ready(&self, number: u32, now: Timestamp) {
        self.shard(number, true, now);
    }

    pub fn shard_lost(&self, number: u32, now: Timestamp) {
        self.shard(number, false, now);
    }

    fn shard(&self, number: u32, is_ready: bool, now: Timestamp) {
        let mut state = self.lock();
        let Some(state) = state.as_mut() else { return };
        let before = state.is_ready();
        if let Some(shard) = state.shard(number) {
            *shard = Shard { is_ready, latency: shard.latency.filter(|_| is_ready) };
        }
        if state.is_ready() != before {
            state.since = now;
        }
    }

    /// Records how long a connection's last heartbeat took to be acknowledged. Ignored for one that is not ready.
    pub fn beat(&self, number: u32, latency: Duration) {
        if let Some(shard) = self.lock().as_mut().and_then(|state| state.shard(number))
            && shard.is_ready
        {
            shard.latency = Some(latency);
        }
    }

    /// This process does not run the bot any more.
    pub fn ends(&self) {
        *self.lock() = None;
    }

    /// `None` when this process does not run the bot.
    pub fn figures(&self) -> Option<GatewayFigures> {
        let state = self.lock();
        let state = state.as_ref()?;
        Some(GatewayFigures {
            shards: state.shards.len(),
            ready: state.shards.iter().filter(|shard| shard.is_ready).count(),
            latency: state.shards.iter().filter_map(|shard| shard.latency).max(),
            since: state.since,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Option<State>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_ready(&self) -> bool {
        self.shards.iter().all(|shard| shard.is_ready)
    }

    fn shard(&mut self, number: u32) -> Option<&mut Shard> {
        self.shards.get_mut(usize::try_from(number).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gateway_is_ready_once_all_shards_are_and_reports_since_when() {
        let gateway = Gateway::default();
        assert_eq!(gateway.figures(), None);
        gateway.wants(2, Timestamp(1));
        gateway.shard_ready(0, Timestamp(2));
        let half = gateway.figures().expect("it runs");
        assert_eq!((half.ready, half.shards, half.since, half.is_ready()), (1, 2, Timestamp(1), false));
        gateway.shard_ready(1, Timestamp(3));
        gateway.beat(1, Duration::from_millis(40));
        let whole = gateway.figures().expect("it runs");
        assert_eq!((whole.is_ready(), whole.since), (true, Timestamp(3)));
        assert_eq!(whole.latency, Some(Duration::from_millis(40)));
        gateway.shard_lost(1, Timestamp(4));
        gateway.beat(1, Duration::from_millis(50));
        let half = gateway.figures().expect("it runs");
        assert_eq!((half.ready, half.latency), (1, None), "that was of the session that has ended");
        gateway.wants(1, Timestamp(9));
        let lost = gateway.figures().expect("it runs");
        assert_eq!((lost.is_ready(), lost.since, lost.latency), (false, Timestamp(4), None));
        gateway.ends();
        assert_eq!(gateway.figures(), None);
    }
}
