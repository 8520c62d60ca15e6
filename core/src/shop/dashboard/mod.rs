//! The seller's home screen, and the same figures of one storefront for its helpers: counts whose cost does not grow with all
//! orders ever made, and the latest activity.

mod queries;

use std::time::Duration;

use crate::App;
use crate::db::{Conn, Result};
use crate::foundation::clock::{LocalTime, Timestamp};
use crate::ids::UserId;
use crate::people::activity_log::{self, Entry};
use crate::shop::orders;
use crate::shop::stock::BOOSTS_PER_TOKEN;
use crate::shop::storefronts::{self, Storefront};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
/// After all orders, also those of processes whose clocks are ahead.
const END_OF_TIME: Timestamp = Timestamp(i64::MAX);
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

/// Returns the counts and the newest 20 activities of a user's home screen. A helper's counts are those of the storefront.
pub async fn home(app: &App, user_id: &UserId) -> Result<Home> {
    let helping = storefronts::helps_in(app, user_id).await?;
    let mut conn = app.db.read().await?;
    let now = app.clock.now();
    // What happened exactly so long ago does not count any more.
    let since = |span| now.minus(span).plus(Duration::from_millis(1));
    let recent_activity = activity_log::recent(&mut conn, user_id, RECENT).await?;
    if let Some((storefront, _)) = helping {
        return Ok(Home {
            total_orders: orders::total_of(&mut conn, &storefront.id).await?,
            new_orders: orders_within(&mut conn, &storefront, since(HOUR), END_OF_TIME).await?,
            boosts_24h: boosts_within(&mut conn, &storefront, since(DAY), END_OF_TIME).await?,
            recent_activity,
        });
    }
    let totals = queries::totals(&mut conn, user_id).await?;
    Ok(Home {
        total_orders: totals.order_count,
        new_orders: totals.order_count - orders::count_before(&mut conn, user_id, since(HOUR)).await?,
        boosts_24h: totals.boost_count - queries::boosts_before(&mut conn, user_id, since(DAY)).await?,
        recent_activity,
    })
}

/// Returns orders and boosts of each of the last 14 days, the oldest first: a seller's, or those of the storefront that a
/// helper helps in.
pub async fn orders_per_day(app: &App, user_id: &UserId, local_time: &LocalTime) -> Result<Vec<DayCount>> {
    let helping = storefronts::helps_in(app, user_id).await?;
    let mut conn = app.db.read().await?;
    let begins = local_time.last_days(app.clock.now(), CHART_DAYS);
    let mut days = Vec::new();
    if let Some((storefront, _)) = helping {
        for [(date, from), (_, until)] in begins.array_windows() {
            days.push(DayCount {
                date: date.clone(),
                orders: orders_within(&mut conn, &storefront, *from, *until).await?,
                boosts: boosts_within(&mut conn, &storefront, *from, *until).await?,
            });
        }
        return Ok(days);
    }
    let mut totals = Vec::new();
    for (date, begin) in begins {
        let orders = orders::count_before(&mut conn, user_id, begin).await?;
        totals.push((date, orders, queries::boosts_before(&mut conn, user_id, begin).await?));
    }
    for [(date, orders, boosts), (_, orders_then, boosts_then)] in totals.array_windows() {
        days.push(DayCount {
            date: date.clone(),
            orders: orders_then - orders,
            boosts: boosts_then - boosts,
        });
    }
    Ok(days)
}

/// Orders of a storefront that were made from one moment on and before another.
async fn orders_within(
    conn: &mut Conn,
    storefront: &Storefront,
    from: Timestamp,
    until: Timestamp,
) -> Result<i64> {
    let first = orders::count_before(conn, &storefront.user_id, from).await?;
    let last = orders::count_before(conn, &storefront.user_id, until).await?;
    queries::orders_within(conn, &storefront.id, first, last).await
}

/// Boosts of a storefront that succeeded from one moment on and before another.
async fn boosts_within(
    conn: &mut Conn,
    storefront: &Storefront,
    from: Timestamp,
    until: Timestamp,
) -> Result<i64> {
    Ok(queries::delivered_within(conn, &storefront.id, from, until).await? * BOOSTS_PER_TOKEN)
}
