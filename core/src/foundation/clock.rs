//! The one source of time. Tests hold it still and move it by hand.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::ToSpan;
use jiff::tz::{Offset, TimeZone};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// Unix time in milliseconds, as every table stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type)]
#[sqlx(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// `2026-11-20T09:14:00.123Z`: RFC 3339 in UTC, as every answer shows it.
    pub fn rfc3339(self) -> String {
        let time = jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        format!("{time:.3}")
    }

    /// `None` when the text is no time.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|time| Self(time.as_millisecond()))
    }

    pub fn unix_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The day that it is then in UTC, counted from 1970-01-01.
    pub fn day(self) -> i64 {
        self.0.div_euclid(DAY_MILLIS)
    }

    /// When such a day begins.
    pub fn of_day(day: i64) -> Self {
        Self(day * DAY_MILLIS)
    }

    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(millis(span)))
    }

    /// How long after `earlier` this is. Nothing when it is before.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or_default())
    }

    /// How far the two are apart, whichever is the earlier.
    pub fn apart(self, other: Self) -> Duration {
        self.since(other).max(other.since(self))
    }

    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(millis(span)))
    }
}

/// A visitor's time zone, which says when their days begin.
#[derive(Debug, Clone)]
pub struct LocalTime(TimeZone);

impl Default for LocalTime {
    /// UTC.
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

impl LocalTime {
    /// The zone of this name, such as `Europe/Berlin`, with its daylight saving. `None` when there is no such zone.
    pub fn of_zone(name: &str) -> Option<Self> {
        TimeZone::get(name).ok().map(Self)
    }

    /// A fixed number of minutes ahead of UTC. `None` when that is more than a day.
    pub fn ahead(minutes: i64) -> Option<Self> {
        let seconds = i32::try_from(minutes.checked_mul(60)?).ok()?;
        Offset::from_seconds(seconds).ok().map(|offset| Self(offset.to_time_zone()))
    }

    /// When the day began.
    pub fn midnight(&self, now: Timestamp) -> Timestamp {
        self.last_days(now, 1).first().map_or(now, |(_, begin)| *begin)
    }

    /// Returns the last so many days and tomorrow, the oldest first: each as `2026-11-20`, and when it begins.
    pub fn last_days(&self, now: Timestamp, count: i64) -> Vec<(String, Timestamp)> {
        let now = jiff::Timestamp::from_millisecond(now.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        let today = self.0.to_datetime(now).date();
        let days = (1 - count..=1).filter_map(|day| today.checked_add(day.days()).ok());
        let begun = days.filter_map(|day| Some((day, day.to_zoned(self.0.clone()).ok()?.timestamp())));
        begun.map(|(day, begin)| (day.to_string(), Timestamp(begin.as_millisecond()))).collect()
    }
}

/// A day counted from 1970-01-01, as `2026-11-20`.
pub fn date_of(day: i64) -> String {
    Timestamp::of_day(day).rfc3339()[..10].to_owned()
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// How far a stored time may lie beyond the latest expected one, because the clocks of processes differ and pauses vary. A time
/// beyond that was written by a clock that was ahead.
pub const SLACK: Duration = Duration::from_mins(1);

const LONGEST_SLEEP: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System,
    Fixed(Arc<watch::Sender<i64>>),
}

impl Clock {
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands at `start` until [`Clock::advance`] moves it.
    pub fn fixed(start: Timestamp) -> Self {
        Self(Source::Fixed(Arc::new(watch::Sender::new(start.0))))
    }

    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System => Timestamp(jiff::Timestamp::now().as_millisecond()),
            Source::Fixed(now) => Timestamp(*now.borrow()),
        }
    }

    /// Waits until this time has come.
    pub async fn sleep_until(&self, at: Timestamp) {
        match &self.0 {
            // In short sleeps: the system's clock may be set, and goes on while the machine is suspended.
            Source::System => loop {
                let left = at.since(self.now());
                if left.is_zero() {
                    return;
                }
                tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
            },
            Source::Fixed(now) => {
                let come = now.subscribe().wait_for(|now| *now >= at.0).await.is_ok();
                debug_assert!(come, "the clock is held here");
            }
        }
    }

    /// Sets a fixed clock back, as the system's is when it was ahead.
    pub fn set_back(&self, span: Duration) {
        match &self.0 {
            Source::System => unreachable!("only a fixed clock is moved by hand"),
            Source::Fixed(now) => now.send_modify(|now| *now -= millis(span)),
        }
    }

    /// Moves a fixed clock. The system's clock cannot be moved.
    pub fn advance(&self, span: Duration) {
        match &self.0 {
            Source::System => unreachable!("only a fixed clock is moved by hand"),
            Source::Fixed(now) => {
                now.send_modify(|now| *now += millis(span));
            }
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({})", self.now().rfc3339())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn sleep_until_returns_when_the_clock_reaches_the_time() {
        let clock = Clock::fixed(Timestamp(1000));
        clock.sleep_until(Timestamp(1000)).await;
        let waiting = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep_until(Timestamp(3000)).await }
        });
        clock.advance(Duration::from_millis(1999));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        clock.advance(Duration::from_millis(1));
        waiting.await.expect("it waits, and no more");
    }

    #[test]
    fn midnight_uses_the_utc_offset_in_force_at_that_midnight() {
        let noon = Timestamp::parse_rfc3339("2026-10-25T11:00:00Z").expect("a time");
        let berlin = LocalTime::of_zone("Europe/Berlin").expect("a zone");
        assert_eq!(berlin.midnight(noon).rfc3339(), "2026-10-24T22:00:00.000Z", "an hour before winter time");
        assert_eq!(LocalTime::default().midnight(noon).rfc3339(), "2026-10-25T00:00:00.000Z");
    }

    #[test]
    fn times_are_written_in_rfc_3339_utc() {
        assert_eq!(Timestamp(0).rfc3339(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Timestamp(1_795_166_040_123).rfc3339(), "2026-11-20T09:14:00.123Z");
    }
}
