//! Logs go to standard error. `RUST_LOG` chooses what is logged, but for what would carry a secret.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;

use crate::process::cli::LogFormat;

/// serenity's warnings print whole payloads, and its spans the tokens of interactions: whatever `RUST_LOG` says.
const WITHOUT_SECRETS: &str = "serenity=error";

pub(crate) fn start(format: LogFormat, default_filter: &str) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default_filter));
    let filter = filter.add_directive(WITHOUT_SECRETS.parse().expect("a literal directive"));
    let builder = fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().flatten_event(true).init(),
    }
}
