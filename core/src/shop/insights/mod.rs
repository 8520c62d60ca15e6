//! How a shop does: orders, boosts, success and speed by day and stock, and how long the stock will last.

mod queries;
mod service;

use crate::db::Failure;
use crate::ids::GuildId;
use crate::shop::stock::StockName;
use crate::shop::storefronts::StorefrontError;

pub use service::{DAYS, insights};

#[derive(Debug, thiserror::Error)]
pub enum InsightsError {
    #[error("Insights cover 7, 30 or 90 days.")]
    BadDays,
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug)]
pub struct Insights {
    /// A row for each day and stock name, the oldest day first, today the last.
    pub days: Vec<DayOfStock>,
    /// A row for each open storefront and stock name.
    pub stocks: Vec<Outlook>,
}

/// What became of the orders that were redeemed on one day, in UTC, of one stock.
#[derive(Debug)]
pub struct DayOfStock {
    /// `2026-11-20`.
    pub day: String,
    pub stock: StockName,
    pub orders: i64,
    /// Boosts that were delivered.
    pub boosts: i64,
    /// How many of the orders are done, and how many boosts were requested by these.
    pub done: i64,
    pub done_boosts: i64,
    /// The share of requested boosts that was delivered, 0 to 1, over the orders that are done.
    pub success_rate: Option<f64>,
    /// From the redeem until the order was done.
    pub median_minutes: Option<f64>,
}

#[derive(Debug)]
pub struct Outlook {
    pub guild_id: GuildId,
    pub stock: StockName,
    /// In tokens.
    pub available: i64,
    /// At the pace of the last 7 days.
    pub days_left: Option<f64>,
}
