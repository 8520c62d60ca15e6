//! What a running process reports to its operator: metrics, present outages and traces; and the supervisor of its parts, which
//! reports their crashes.
//!
//! Features report here; nothing is decided by it, and nobody waits for it. Nothing here reads the database: `health` does
//! that.

pub mod metrics;
pub mod outages;
pub mod supervised;
pub mod traces;
mod trouble;
