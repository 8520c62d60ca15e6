//! Metrics of reads and writes: how many writes wait and for how long, how long they take, and what is committed.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Seconds.
const BUCKETS: [f64; 12] = [0.000_1, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0, 15.0];

/// Clones share the same figures.
#[derive(Debug, Clone)]
pub struct Figures(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    waiting: Gauge,
    waits: Histogram,
    writes: Histogram,
    commits: Counter,
}

/// The connections of the pool: on SQLite of the readers, on PostgreSQL of everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pool {
    pub open: u32,
    pub in_use: u32,
    pub most: u32,
}

impl Figures {
    pub(super) fn new() -> Self {
        let histogram = || Histogram::new(BUCKETS);
        Self(Arc::new(Inner {
            waiting: Gauge::default(),
            waits: histogram(),
            writes: histogram(),
            commits: Counter::default(),
        }))
    }

    /// Counts a write as under way until the returned guard is dropped.
    pub(super) fn write_begins(&self) -> Writing {
        self.0.waiting.inc();
        Writing(self.0.waiting.clone())
    }

    /// Records how long a write took from the call to the answer.
    pub(super) fn wrote(&self, took: Duration) {
        self.0.writes.observe(took.as_secs_f64());
    }

    /// Records how long a write waited for its turn, or until it gave up.
    pub(super) fn waited(&self, wait: Duration) {
        self.0.waits.observe(wait.as_secs_f64());
    }

    pub(super) fn committed(&self) {
        self.0.commits.inc();
    }

    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "database_writes_in_progress",
            "Writes that wait for the writer, or are its work at this moment",
            self.0.waiting.clone(),
        );
        registry.register(
            "database_write_wait_seconds",
            "Until a write's turn came: the writer on SQLite, one of twelve connections on PostgreSQL",
            self.0.waits.clone(),
        );
        registry.register(
            "database_write_duration_seconds",
            "From a write's call to its answer, the wait included",
            self.0.writes.clone(),
        );
        registry.register("database_commits", "Transactions committed", self.0.commits.clone());
    }
}

#[derive(Debug)]
pub(super) struct Writing(Gauge);

impl Drop for Writing {
    fn drop(&mut self) {
        self.0.dec();
    }
}
