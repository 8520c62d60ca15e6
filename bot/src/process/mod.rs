//! The process: its command line, its start, what one process at a time does, its logs and its end.

pub(crate) mod cli;
pub(crate) mod failed;
pub(crate) mod leader;
pub(crate) mod logging;
pub(crate) mod output;
pub(crate) mod quiet;
pub(crate) mod retention;
pub(crate) mod served;
pub(crate) mod shutdown;
pub(crate) mod start;
pub(crate) mod telemetry;
pub(crate) mod waits;
pub(crate) mod writes;
