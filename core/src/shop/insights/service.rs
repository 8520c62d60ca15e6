//! Turns the sums by day and stock into the figures that sellers see.

use std::collections::HashMap;
use std::time::Duration;

use super::queries::{self, DayRow, OutlookRow};
use super::{DayOfStock, Insights, InsightsError, Outlook};
use crate::App;
use crate::foundation::clock::{Timestamp, date_of};
use crate::ids::{GuildId, UserId};
use crate::shop::orders;
use crate::shop::stock::{BOOSTS_PER_TOKEN, StockName};
use crate::shop::storefronts::{self, Right};

/// The numbers of days that insights may cover, today included.
pub const DAYS: [i64; 3] = [7, 30, 90];

const MINUTE_MILLIS: f64 = 60_000.0;
/// How many days the pace of sales is measured over.
const PACE_DAYS: u64 = 7;

/// Returns how the user's shop did on each of the last days, or one storefront of it.
///
/// Errors: `BadDays` for anything but [`DAYS`]; `Storefront(NotFound)`.
pub async fn insights(
    app: &App,
    user_id: &UserId,
    guild: Option<&GuildId>,
    days: i64,
) -> Result<Insights, InsightsError> {
    if !DAYS.contains(&days) {
        return Err(InsightsError::BadDays);
    }
    let everything = storefronts::shop_of(app, user_id, Right::Read).await?.scope();
    let scope = everything.within(app, user_id, guild, Right::Read).await?;
    let now = app.clock.now();
    let today = now.day();
    let first = today - days + 1;
    let mut conn = app.db.read().await?;
    let seller = &scope.user_id;
    let before = orders::count_before(&mut conn, seller, Timestamp::of_day(first)).await?;
    let found = queries::days(&mut conn, &scope, before).await?;
    let pace_from = now.minus(Duration::from_hours(24 * PACE_DAYS));
    let before = orders::count_before(&mut conn, seller, pace_from).await?;
    let stocks = queries::outlook(&mut conn, &scope, before).await?;
    let by_day: HashMap<(i64, StockName), DayRow> =
        found.into_iter().map(|row| ((row.day, row.stock), row)).collect();
    let cells = (first..=today).flat_map(|day| StockName::ALL.iter().map(move |stock| (day, *stock)));
    Ok(Insights {
        days: cells.map(|(day, stock)| of_day(day, stock, by_day.get(&(day, stock)))).collect(),
        stocks: stocks.into_iter().map(outlook).collect(),
    })
}

fn of_day(day: i64, stock: StockName, row: Option<&DayRow>) -> DayOfStock {
    let done = row.filter(|row| row.done > 0);
    DayOfStock {
        day: date_of(day),
        stock,
        orders: row.map_or(0, |row| row.orders),
        boosts: row.map_or(0, |row| row.delivered * BOOSTS_PER_TOKEN),
        done: row.map_or(0, |row| row.done),
        done_boosts: row.map_or(0, |row| row.done_amount),
        success_rate: done
            .map(|row| decimal(row.done_delivered * BOOSTS_PER_TOKEN) / decimal(row.done_amount)),
        median_minutes: done.map(|row| decimal(row.middle) / 2.0 / MINUTE_MILLIS),
    }
}

fn outlook(row: OutlookRow) -> Outlook {
    let tokens_a_day = decimal(row.sold) / decimal(BOOSTS_PER_TOKEN) / decimal(PACE_DAYS.cast_signed());
    Outlook {
        guild_id: row.guild_id,
        stock: row.stock,
        available: row.available,
        days_left: (row.sold > 0).then(|| decimal(row.available) / tokens_a_day),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts and milliseconds of a few months are far below 2^52")]
fn decimal(count: i64) -> f64 {
    count as f64
}
