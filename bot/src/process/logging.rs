//! Logs go to standard error. `RUST_LOG` chooses what is logged, except for what would contain secrets. Traces are
//! collected beside them, if they are on.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::panic;

use boostdesk_core::foundation::clock::Clock;
use serde_json::json;
use tracing::field::display;
use tracing::{Level, enabled, error};
use tracing_subscriber::filter::FilterExt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::process::cli::LogFormat;
use crate::process::quiet::Quiet;
use crate::process::telemetry::Telemetry;

/// Targets whose lines contain secrets, and up to which level they are logged whatever `RUST_LOG` says. serenity's warnings print
/// whole payloads, and its spans the tokens of interactions, as do the rate limiter's, which print paths.
const WITH_SECRETS: [(&str, &str); 2] = [("serenity", "error"), ("twilight_http_ratelimiting", "off")];

/// Logs a panic as one line, with its stack if `RUST_BACKTRACE` asks for it. If errors are not logged here, Rust's own
/// hook prints it.
fn log_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        if !enabled!(Level::ERROR) {
            return usual(panicked);
        }
        let (cause, place) = (panicked.payload_as_str().unwrap_or("no text"), panicked.location());
        let place = place.map(ToString::to_string).unwrap_or_default();
        let stack = Backtrace::capture();
        let stack = (stack.status() == BacktraceStatus::Captured).then(|| display(stack));
        error!(place, stack, "a panic: {cause}");
    }));
}

/// Writes the line that says why the process ends as a line of the JSON log, whether or not that has been started.
pub(crate) fn complain(reason: &impl Display) {
    let line = json!({
        "timestamp": Clock::system().now().rfc3339(),
        "level": Level::ERROR.as_str(),
        "message": reason.to_string(),
        "target": module_path!(),
    });
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Starts the log. Returns what limits it, which has to report the lines that it leaves out.
pub(crate) fn start(format: LogFormat, default_filter: &str, telemetry: &Telemetry) -> Quiet {
    log_panics();
    let wanted = std::env::var(EnvFilter::DEFAULT_ENV).ok().map(|wanted| without_secrets(&wanted));
    // If nothing is left of it, the default applies.
    let wanted = wanted.filter(|wanted| !wanted.trim().is_empty());
    let filter = wanted.and_then(|wanted| EnvFilter::try_new(wanted).ok());
    let filter = filter.unwrap_or_else(|| EnvFilter::new(default_filter));
    let filter = WITH_SECRETS.iter().fold(filter, |filter, (target, level)| {
        filter.add_directive(format!("{target}={level}").parse().expect("a literal directive"))
    });
    let ansi = io::stderr().is_terminal();
    let quiet = Quiet::default();
    let Some(traces) = telemetry.layer() else {
        // One filter for all costs less at each line and span.
        let builder = fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(ansi);
        // A line that could not be written would be reported by `eprintln!`, which panics if standard error is closed
        // or its disk is full.
        let builder = builder.log_internal_errors(false);
        match format {
            LogFormat::Text => builder.finish().with(quiet.clone()).init(),
            LogFormat::Json => builder.json().flatten_event(true).finish().with(quiet.clone()).init(),
        }
        return quiet;
    };
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(ansi);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    registry().with(lines.with_filter(filter.and(quiet.clone()))).with(traces).init();
    quiet
}

/// Leaves out directives for modules of these targets, which would override ours, and for spans, which may be theirs.
fn without_secrets(wanted: &str) -> String {
    let carries_none = |part: &&str| {
        !part.contains(['[', ']']) && !WITH_SECRETS.iter().any(|(target, _)| part.contains(target))
    };
    wanted.split(',').filter(carries_none).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_log_directives_for_targets_that_log_secrets_are_dropped() {
        let theirs = "serenity::gateway=trace,serenity=debug,twilight_http_ratelimiting::actor=info,[response{path}]=debug";
        assert_eq!(without_secrets(&format!("info, {theirs},sqlx=warn")), "info,sqlx=warn");
    }
}
