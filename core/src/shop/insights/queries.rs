//! SQL of insights: the database sums up orders along the index of their sequence numbers, from the first relevant one.

use crate::db::{Conn, Result};
use crate::ids::GuildId;
use crate::on_db;
use crate::shop::stock::StockName;
use crate::shop::storefronts::Scope;

#[derive(Debug, sqlx::FromRow)]
pub(super) struct DayRow {
    /// Days since 1970, in UTC.
    pub day: i64,
    pub stock: StockName,
    pub orders: i64,
    /// Tokens.
    pub delivered: i64,
    /// Over the orders that are done: tokens delivered, boosts requested, and the number of orders.
    pub done_delivered: i64,
    pub done_amount: i64,
    pub done: i64,
    /// Milliseconds from redeem to done: the sum of the two middle orders, or twice the middle one if their count is odd.
    pub middle: i64,
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct OutlookRow {
    pub guild_id: GuildId,
    pub stock: StockName,
    pub available: i64,
    /// Boosts that were ordered of this stock.
    pub sold: i64,
}

/// Sums by day and stock, over the orders after the seller's first `before` ones.
pub(super) async fn days(conn: &mut Conn, scope: &Scope, before: i64) -> Result<Vec<DayRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT day, stock, COUNT(*) AS orders, CAST(SUM(succeeded) AS BIGINT) AS delivered,
                CAST(SUM(CASE WHEN is_done = 1 THEN succeeded ELSE 0 END) AS BIGINT) AS done_delivered,
                CAST(SUM(CASE WHEN is_done = 1 THEN amount ELSE 0 END) AS BIGINT) AS done_amount,
                CAST(SUM(is_done) AS BIGINT) AS done,
                CAST(COALESCE(SUM(CASE WHEN is_done = 1 AND place = (count_done + 1) / 2 THEN took ELSE 0 END), 0)
                     + COALESCE(SUM(CASE WHEN is_done = 1 AND place = (count_done + 2) / 2 THEN took ELSE 0 END), 0)
                     AS BIGINT) AS middle
         FROM (
             SELECT day, stock, succeeded, amount, is_done, took,
                    ROW_NUMBER() OVER (PARTITION BY day, stock, is_done ORDER BY took) AS place,
                    COUNT(*) OVER (PARTITION BY day, stock, is_done) AS count_done
             FROM (
                 SELECT created_at / 86400000 AS day, stock, succeeded, amount,
                        CASE WHEN state = 'done' THEN 1 ELSE 0 END AS is_done, done_at - created_at AS took
                 FROM orders
                 WHERE user_id = $1 AND seller_sequence > $2 AND ($3 = '' OR storefront_id = $3)) AS made) AS placed
         GROUP BY day, stock",
    )
    .bind(&scope.user_id)
    .bind(before)
    .bind(scope.storefront())
    .fetch_all(driver))
}

/// The stock of open storefronts, and the boosts ordered of it after the seller's first `before` orders.
pub(super) async fn outlook(conn: &mut Conn, scope: &Scope, before: i64) -> Result<Vec<OutlookRow>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.guild_id, l.stock, l.available, CAST(COALESCE(sold.boosts, 0) AS BIGINT) AS sold
         FROM storefronts s
         JOIN stock_levels l ON l.storefront_id = s.id
         LEFT JOIN (
             SELECT storefront_id, stock, SUM(amount) AS boosts FROM orders
             WHERE user_id = $1 AND seller_sequence > $3 GROUP BY storefront_id, stock) AS sold
             ON sold.storefront_id = s.id AND sold.stock = l.stock
         WHERE s.user_id = $1 AND s.closed_at IS NULL AND ($2 = '' OR s.id = $2)
         ORDER BY s.created_at, s.id, l.stock",
    )
    .bind(&scope.user_id)
    .bind(scope.storefront())
    .bind(before)
    .fetch_all(driver))
}
