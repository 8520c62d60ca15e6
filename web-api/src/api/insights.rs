//! A shop's figures: orders, boosts, success and speed by day, and how long stock will last.

use axum::extract::State;
use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::insights::{self, InsightsError};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::storefronts::guild;
use crate::callers::session::Session;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Query};
use crate::state::WebState;

/// The default for `days`.
const USUAL_DAYS: i64 = 30;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Insights {
    /// A row for each UTC day and stock name, the oldest day first.
    days: Vec<InsightDay>,
    /// A row for each open storefront and stock name.
    stocks: Vec<StockOutlook>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsightDay {
    #[schema(example = "2026-11-20")]
    day: String,
    #[schema(example = "OneMonthTokens.txt")]
    stock: &'static str,
    /// Orders redeemed on that day.
    orders: i64,
    /// Boosts delivered for these orders.
    boosts: i64,
    /// How many of these orders are done.
    done: i64,
    /// Boosts requested by the orders that are done.
    done_boosts: i64,
    /// Boosts delivered as a share of those requested, 0 to 1, over the orders that are done; null when none is.
    #[schema(required)]
    success_rate: Option<f64>,
    /// Median time from redeem to done, in minutes; null when no order is done.
    #[schema(required)]
    median_minutes: Option<f64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StockOutlook {
    #[schema(value_type = String)]
    guild_id: GuildId,
    #[schema(example = "OneMonthTokens.txt")]
    stock: &'static str,
    /// Available tokens.
    available: i64,
    /// For how many days the stock will last at the pace of the last 7 days; null without sales in them.
    #[schema(required)]
    days_left: Option<f64>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct InsightsQuery {
    /// How many days to cover, today included: 7, 30 or 90; 30 when absent.
    days: Option<i64>,
    /// Only the storefront in the guild with this id.
    guild_id: Option<String>,
}

impl From<InsightsError> for ApiError {
    fn from(error: InsightsError) -> Self {
        match error {
            InsightsError::BadDays => Self::refused(error.to_string()),
            InsightsError::Storefront(error) => error.into(),
            InsightsError::Failure(failure) => failure.into(),
        }
    }
}

/// Orders, boosts, success rate and delivery time by day and stock, and how long the stock will last
#[utoipa::path(
    get,
    path = "/api/dashboard/insights",
    tag = "dashboard",
    params(InsightsQuery),
    responses(
        (status = 200, body = Insights),
        (status = 404, description = "No such storefront", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    Session(session): Session,
    Query(InsightsQuery { days, guild_id }): Query<InsightsQuery>,
) -> Result<Json<Insights>> {
    let guild_id = guild_id.as_deref().map(guild).transpose()?;
    let days = days.unwrap_or(USUAL_DAYS);
    let insights = insights::insights(&web.app, &session.user_id, guild_id.as_ref(), days).await?;
    let day = |day: insights::DayOfStock| InsightDay {
        day: day.day,
        stock: day.stock.as_str(),
        orders: day.orders,
        boosts: day.boosts,
        done: day.done,
        done_boosts: day.done_boosts,
        success_rate: day.success_rate,
        median_minutes: day.median_minutes,
    };
    let outlook = |outlook: insights::Outlook| StockOutlook {
        guild_id: outlook.guild_id,
        stock: outlook.stock.as_str(),
        available: outlook.available,
        days_left: outlook.days_left,
    };
    Ok(Json(Insights {
        days: insights.days.into_iter().map(day).collect(),
        stocks: insights.stocks.into_iter().map(outlook).collect(),
    }))
}
