//! The seller's home screen.

use axum::extract::State;
use boostdesk_core::foundation::clock::LocalTime;
use boostdesk_core::{people::activity_log, shop::dashboard};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::callers::session::Session;
use crate::http::error::{ApiError, Result};
use crate::http::extract::{Json, Query};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DashboardData {
    total_orders: i64,
    /// Orders made within the last hour.
    new_orders: i64,
    /// Boosts delivered within the last 24 hours.
    #[serde(rename = "boostsL24")]
    boosts_l24: i64,
    /// The newest first.
    recent_activity: Vec<ActivityItem>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActivityItem {
    #[schema(example = "order_completed")]
    kind: String,
    #[schema(example = "Order completed")]
    action: String,
    details: String,
    /// RFC 3339, UTC.
    time: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrdersPerDay {
    /// The last 14 days, the oldest first.
    days: Vec<DayCount>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayCount {
    #[schema(example = "2026-11-20")]
    date: String,
    orders: i64,
    /// Boosts delivered.
    boosts: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct DayQuery {
    /// The caller's UTC offset in minutes, positive east of UTC: -840 to 840; 0 when absent.
    utc_offset: Option<i64>,
    /// The caller's time zone, by its name. It is used in place of `utcOffset`, because it tells when clocks
    /// are changed; an unknown name is ignored.
    #[param(example = "Europe/Berlin")]
    time_zone: Option<String>,
}

impl DayQuery {
    /// UTC without either.
    pub(crate) fn local_time(&self) -> Result<LocalTime> {
        let offset = self.utc_offset.unwrap_or_default();
        if !(-840..=840).contains(&offset) {
            return Err(ApiError::refused("`utcOffset` is between -840 and 840 minutes."));
        }
        let zone = self.time_zone.as_deref().and_then(LocalTime::of_zone);
        Ok(zone.or_else(|| LocalTime::ahead(offset)).expect("an offset is less than a day"))
    }
}

impl From<activity_log::Entry> for ActivityItem {
    fn from(entry: activity_log::Entry) -> Self {
        Self { action: entry.title(), kind: entry.action, details: entry.details, time: entry.at.rfc3339() }
    }
}

/// Counts of orders and boosts, and the latest activity
///
/// A helper gets the counts of the storefront that they help in.
#[utoipa::path(
    get,
    path = "/api/dashboard/fetch-dashboard-data",
    tag = "dashboard",
    responses((status = 200, body = DashboardData)),
    security(("session" = []))
)]
pub(crate) async fn fetch_data(
    State(web): State<WebState>,
    Session(session): Session,
) -> Result<Json<DashboardData>> {
    let home = dashboard::home(&web.app, &session.user_id).await?;
    Ok(Json(DashboardData {
        total_orders: home.total_orders,
        new_orders: home.new_orders,
        boosts_l24: home.boosts_24h,
        recent_activity: home.recent_activity.into_iter().map(ActivityItem::from).collect(),
    }))
}

/// Orders and delivered boosts on each of the last 14 days
///
/// A helper gets those of the storefront that they help in.
#[utoipa::path(
    get,
    path = "/api/dashboard/orders-per-day",
    tag = "dashboard",
    params(DayQuery),
    responses((status = 200, body = OrdersPerDay)),
    security(("session" = []))
)]
pub(crate) async fn orders_per_day(
    State(web): State<WebState>,
    Session(session): Session,
    Query(day): Query<DayQuery>,
) -> Result<Json<OrdersPerDay>> {
    let days = dashboard::orders_per_day(&web.app, &session.user_id, &day.local_time()?).await?;
    let body = |day: dashboard::DayCount| DayCount { date: day.date, orders: day.orders, boosts: day.boosts };
    Ok(Json(OrdersPerDay { days: days.into_iter().map(body).collect() }))
}
