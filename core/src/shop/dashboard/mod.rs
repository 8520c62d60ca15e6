//! The seller's home screen: counts whose cost does not grow with the number of orders, and the latest activity.

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
use queries::Totals;

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

/// Whose orders and boosts are counted.
enum Counted {
    Seller {
        id: UserId,
        totals: Totals,
    },
    /// A helper sees the storefront that they help in.
    Storefront {
        storefront: Box<Storefront>,
        orders: i64,
    },
}

/// Returns the counts and the newest 20 activities of a user's home screen.
pub async fn home(app: &App, user_id: &UserId) -> Result<Home> {
    let counted = Counted::of(app, user_id).await?;
    let mut conn = app.db.read().await?;
    let now = app.clock.now();
    Ok(Home {
        total_orders: counted.orders(),
        new_orders: counted.orders_since(&mut conn, now.minus(HOUR)).await?,
        boosts_24h: counted.boosts_since(&mut conn, now.minus(DAY)).await?,
        recent_activity: activity_log::recent(&mut conn, user_id, RECENT).await?,
    })
}

/// Returns orders and boosts of each of the last 14 days, the oldest first.
pub async fn orders_per_day(app: &App, user_id: &UserId, local_time: &LocalTime) -> Result<Vec<DayCount>> {
    let counted = Counted::of(app, user_id).await?;
    let mut conn = app.db.read().await?;
    let mut since = Vec::new();
    for (date, begin) in local_time.last_days(app.clock.now(), CHART_DAYS) {
        // A day includes its first millisecond.
        let before = Timestamp(begin.0 - 1);
        let orders = counted.orders_since(&mut conn, before).await?;
        since.push((date, orders, counted.boosts_since(&mut conn, before).await?));
    }
    let day = |days: &[(String, i64, i64)]| DayCount {
        date: days[0].0.clone(),
        orders: days[0].1 - days[1].1,
        boosts: days[0].2 - days[1].2,
    };
    Ok(since.windows(2).map(day).collect())
}

impl Counted {
    async fn of(app: &App, user_id: &UserId) -> Result<Self> {
        let helping = storefronts::helps_in(app, user_id).await?;
        let mut conn = app.db.read().await?;
        Ok(match helping {
            Some((storefront, _)) => {
                let orders = orders::total_of(&mut conn, &storefront.id).await?;
                Self::Storefront { storefront: Box::new(storefront), orders }
            }
            None => Self::Seller { id: user_id.clone(), totals: queries::totals(&mut conn, user_id).await? },
        })
    }

    fn orders(&self) -> i64 {
        match self {
            Self::Seller { totals, .. } => totals.order_count,
            Self::Storefront { orders, .. } => *orders,
        }
    }

    /// Orders that were made after a moment.
    async fn orders_since(&self, conn: &mut Conn, moment: Timestamp) -> Result<i64> {
        match self {
            Self::Seller { id, totals } => Ok(totals.order_count - orders::made_by(conn, id, moment).await?),
            Self::Storefront { storefront, .. } => {
                let before = orders::made_by(conn, &storefront.user_id, moment).await?;
                queries::orders_after(conn, &storefront.id, before).await
            }
        }
    }

    /// Boosts that succeeded after a moment.
    async fn boosts_since(&self, conn: &mut Conn, moment: Timestamp) -> Result<i64> {
        match self {
            Self::Seller { id, totals } => {
                Ok(totals.boost_count - queries::boosts_by(conn, id, moment).await?)
            }
            Self::Storefront { storefront, .. } => {
                let tokens = queries::delivered_after(conn, &storefront.id, moment).await?;
                Ok(tokens * BOOSTS_PER_TOKEN)
            }
        }
    }
}
