//! Logs go to standard error. `RUST_LOG` chooses what is logged, but for what would carry a secret. Traces are heard beside
//! them, where they are wanted.

use std::io::{self, IsTerminal};

use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::process::cli::LogFormat;
use crate::process::telemetry::Telemetry;

/// serenity's warnings print whole payloads, and its spans the tokens of interactions: whatever `RUST_LOG` says.
const WITHOUT_SECRETS: &str = "serenity=error";

pub(crate) fn start(format: LogFormat, default_filter: &str, telemetry: &Telemetry) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default_filter));
    let filter = filter.add_directive(WITHOUT_SECRETS.parse().expect("a literal directive"));
    let ansi = io::stderr().is_terminal();
    let Some(traces) = telemetry.layer() else {
        // With one filter for all there is less to do at each line and span.
        let builder = fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(ansi);
        return match format {
            LogFormat::Text => builder.init(),
            LogFormat::Json => builder.json().flatten_event(true).init(),
        };
    };
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(ansi);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    registry().with(lines.with_filter(filter)).with(traces).init();
}
