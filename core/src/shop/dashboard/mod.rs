//! The seller's home screen: counts whose cost does not grow with the number of orders, and the latest activity.

mod queries;

use std::time::Duration;

use crate::App;
use crate::db::{Conn, Result};
use crate::foundation::clock::{LocalTime, Timestamp};
use crate::ids::UserId;
use crate::people::activity_log::{self, Entry};
use crate::shop::orders;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
const RECENT: i64 = 20;
/// Days that the chart shows, today among them.
const CHART_DAYS: i64 = 14;

#[derive(Debug)]
pub struct Home {
    pub total_orders: i64,
    /// Made within the last hour.
    pub new_orders: i64,
    /// Boosts that succeeded within the last 24 hours.
    pub boosts_24h: i64,
    pub recent_activity: Vec<Entry>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct DayCount {
    /// `2026-11-20`, in the visitor's own time.
    pub date: String,
    pub orders: i64,
    /// Boosts that succeeded.
    pub boosts: i64,
}

/// Returns the counts and the newest 20 activities of a user's home screen.
pub async fn home(app: &App, user_id: &UserId) -> Result<Home> {
    let mut conn = app.db.read().await?;
    let now = app.clock.now();
    let totals = queries::totals(&mut conn, user_id).await?;
    Ok(Home {
        total_orders: totals.order_count,
        new_orders: totals.order_count - orders::made_by(&mut conn, user_id, now.minus(HOUR)).await?,
        boosts_24h: totals.boost_count - queries::boosts_by(&mut conn, user_id, now.minus(DAY)).await?,
        recent_activity: activity_log::recent(&mut conn, user_id, RECENT).await?,
    })
}

/// Returns orders and boosts of each of the last 14 days, the oldest first.
pub async fn orders_per_day(app: &App, user_id: &UserId, local_time: &LocalTime) -> Result<Vec<DayCount>> {
    let mut conn = app.db.read().await?;
    let mut totals = Vec::new();
    for (date, begin) in local_time.last_days(app.clock.now(), CHART_DAYS) {
        totals.push((date, running_totals(&mut conn, user_id, begin).await?));
    }
    let day = |(date, before): &(String, (i64, i64)), until: (i64, i64)| DayCount {
        date: date.clone(),
        orders: until.0 - before.0,
        boosts: until.1 - before.1,
    };
    Ok(totals.windows(2).map(|days| day(&days[0], days[1].1)).collect())
}

/// All orders made and boosts succeeded before `moment`.
async fn running_totals(conn: &mut Conn, user_id: &UserId, moment: Timestamp) -> Result<(i64, i64)> {
    // The queries include their millisecond, so a day ends one before the next day begins.
    let moment = Timestamp(moment.0 - 1);
    Ok((orders::made_by(conn, user_id, moment).await?, queries::boosts_by(conn, user_id, moment).await?))
}
