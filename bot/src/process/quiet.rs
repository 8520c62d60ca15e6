//! What fails for everybody who asks is a line of the log for the first few of a minute, and a number for the others.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, interval_at};
use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber, warn};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Lines of one place in the code.
const MOST: u64 = 10;
const WINDOW: Duration = Duration::from_mins(1);

/// Of warnings and errors; whatever else is asked for is told. A clone is the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Quiet(Arc<Mutex<HashMap<Identifier, Place>>>);

/// Where a line is made.
#[derive(Debug, Default)]
struct Place {
    lines: u64,
    /// The last that was not told.
    untold: Option<String>,
}

impl Quiet {
    /// Says each minute how much was left out. To be dropped when nobody listens any more.
    pub(crate) async fn tell(self) {
        let mut tick = interval_at(Instant::now() + WINDOW, WINDOW);
        loop {
            tick.tick().await;
            self.begin_anew();
        }
    }

    fn begin_anew(&self) {
        let places = std::mem::take(&mut *self.lock());
        for Place { lines, untold } in places.into_values() {
            let Some(like) = untold else { continue };
            let more = lines - MOST;
            warn!(more, "{more} more lines in the last minute like: {like}");
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Identifier, Place>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Subscriber> Layer<S> for Quiet {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        if *metadata.level() > Level::WARN || metadata.target() == module_path!() {
            return true;
        }
        let mut places = self.lock();
        let place = places.entry(metadata.callsite()).or_default();
        place.lines += 1;
        let is_told = place.lines <= MOST;
        if !is_told {
            let mut text = Text::default();
            event.record(&mut text);
            place.untold = Some(text.0);
        }
        is_told
    }
}

/// An event's own words.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use boostdesk_core::testing::Log;
    use tracing::{error, info};
    use tracing_subscriber::fmt;
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::util::SubscriberInitExt;

    use super::*;

    #[test]
    fn the_first_lines_of_a_minute_are_told_and_the_others_counted() {
        let quiet = Quiet::default();
        let log = Log::default();
        let writer = log.clone();
        let lines = fmt().json().with_writer(move || writer.clone()).finish();
        let _logging = lines.with(quiet.clone()).set_default();
        let refuse = |number: u64| warn!(number, "a request was put off: {number}");
        for number in 0..MOST + 30 {
            refuse(number);
            info!("an order was redeemed");
        }
        error!("something else");

        let told = |what: &str| log.lines().iter().filter(|line| line.contains(what)).count();
        assert_eq!((told("put off"), told("redeemed"), told("something else")), (10, 40, 1));
        quiet.begin_anew();
        assert_eq!(told("30 more lines in the last minute like: a request was put off: 39"), 1);
        refuse(40);
        assert_eq!(told("a request was put off: 40"), 1, "a new minute");
        quiet.begin_anew();
        assert_eq!(told("more lines"), 1, "nothing was left out");
    }
}
