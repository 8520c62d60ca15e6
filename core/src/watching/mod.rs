//! What a process tells its operator of itself while it runs: figures, what fails at the moment, and traces; and what keeps its
//! parts going, which tells of their crashes.
//!
//! Whoever does something says it here; nothing is decided by it, and nobody waits for it. Nothing here reads the database:
//! what stands there is `health`'s.

pub mod metrics;
pub mod outages;
pub mod supervised;
pub mod traces;
