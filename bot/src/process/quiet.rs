//! Limits repeated warnings: the first few of a minute are logged, the others only counted.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boostdesk_core::watching::outages;
use tokio::time::{Instant, interval_at};
use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Subscriber, warn};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, Filter};

/// Lines of one kind that are logged in a [`WINDOW`].
const MOST: u64 = 10;
const WINDOW: Duration = Duration::from_mins(1);

/// Limits warnings and errors alone. As a layer it applies to everything that is logged, as a filter to one layer.
/// Clones share their state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Quiet(Arc<Mutex<HashMap<Kind, Told>>>);

/// Lines from one place in the code are of one kind; lines about requests only if their route is the same.
type Kind = (Identifier, Option<String>);

#[derive(Debug, Default)]
struct Told {
    lines: u64,
    /// The last message that was left out.
    untold: Option<String>,
}

impl Quiet {
    /// Logs each minute how much was left out. When the process ends, drop this and call [`Quiet::tell_rest`].
    pub(crate) async fn tell(self) {
        let mut tick = interval_at(Instant::now() + WINDOW, WINDOW);
        loop {
            tick.tick().await;
            self.tell_rest();
        }
    }

    /// Logs how much was left out, and begins a new minute.
    pub(crate) fn tell_rest(&self) {
        let kinds = std::mem::take(&mut *self.lock());
        for Told { lines, untold } in kinds.into_values() {
            let Some(like) = untold else { continue };
            let more = lines - MOST;
            warn!(more, "{more} more lines in the last minute like: {like}");
        }
    }

    fn lets(&self, event: &Event<'_>) -> bool {
        let metadata = event.metadata();
        // Outages log one line each by themselves.
        let is_counted = *metadata.level() <= Level::WARN
            && ![module_path!(), outages::TARGET].contains(&metadata.target());
        if !is_counted {
            return true;
        }
        let mut text = Text::default();
        event.record(&mut text);
        let mut kinds = self.lock();
        let told = kinds.entry((metadata.callsite(), text.route)).or_default();
        told.lines += 1;
        let is_told = told.lines <= MOST;
        if !is_told {
            told.untold = Some(text.message);
        }
        is_told
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Kind, Told>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Subscriber> Layer<S> for Quiet {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        self.lets(event)
    }
}

impl<S> Filter<S> for Quiet {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    /// Has the filter asked before each event. If it were not, an event that is left out would suppress the next one:
    /// tracing-subscriber 0.3.23 keeps a filter's refusal until it is asked again (as in tokio-rs/tracing#2519).
    fn callsite_enabled(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        self.lets(event)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }
}

/// The fields of an event that matter here.
#[derive(Default)]
struct Text {
    message: String,
    route: Option<String>,
}

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        match field.name() {
            "message" => self.message = format!("{value:?}"),
            "route" => self.route = Some(format!("{value:?}")),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use boostdesk_core::foundation::clock::{Clock, Timestamp};
    use boostdesk_core::testing::Log;
    use boostdesk_core::watching::outages::{Outages, Trouble};
    use tracing::{error, info};
    use tracing_subscriber::filter::FilterExt;
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::util::SubscriberInitExt;
    use tracing_subscriber::{EnvFilter, fmt, registry};

    use super::*;

    fn refuse(route: &str, number: u64) {
        warn!(route, number, "a request was put off: {number}");
    }

    fn assert_that_it_is_quiet(quiet: &Quiet, log: &Log) {
        let outages = Outages::new(Clock::fixed(Timestamp(0)));
        for number in 0..MOST + 30 {
            refuse("/orders", number);
            info!("an order was redeemed");
            outages.failed(Trouble::Certificates, &number.to_string(), &"refused");
        }
        refuse("/stock", 0);
        error!("something else");

        let told = |what: &str| log.lines().iter().filter(|line| line.contains(what)).count();
        assert_eq!(
            (told("/orders"), told("/stock"), told("redeemed"), told("something else")),
            (10, 1, 40, 1)
        );
        assert_eq!(told("certificate"), 40, "each outage has its line");
        quiet.tell_rest();
        assert_eq!(told("30 more lines in the last minute like: a request was put off: 39"), 1);
        refuse("/orders", 40);
        assert_eq!(told("a request was put off: 40"), 1, "a new minute");
        quiet.tell_rest();
        assert_eq!(told("more lines"), 1, "nothing was left out");
    }

    #[test]
    fn repeated_warnings_beyond_ten_a_minute_are_counted_instead_of_logged() {
        let (quiet, log) = (Quiet::default(), Log::default());
        let writer = log.clone();
        let lines = fmt().json().with_env_filter("info").with_writer(move || writer.clone()).finish();
        let _logging = lines.with(quiet.clone()).set_default();
        assert_that_it_is_quiet(&quiet, &log);
    }

    #[test]
    fn repeated_warnings_are_limited_when_used_as_a_filter_beside_traces() {
        let (quiet, log) = (Quiet::default(), Log::default());
        let writer = log.clone();
        let lines = fmt::layer().json().with_writer(move || writer.clone());
        let _logging =
            registry().with(lines.with_filter(EnvFilter::new("info").and(quiet.clone()))).set_default();
        assert_that_it_is_quiet(&quiet, &log);
    }
}
