//! SQL of what a seller has been told about a stock's level.

use super::Announced;
use crate::db::{Conn, Result};
use crate::ids::{GuildId, StorefrontId, UserId};
use crate::shop::stock_name::StockName;
use crate::{execute_on_db, on_db};

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Level {
    pub user_id: UserId,
    pub guild_id: GuildId,
    pub available: i64,
    pub announced: Announced,
    pub empty_heard: bool,
    pub low_stock_threshold: i64,
}

/// `None` for a closed storefront.
pub(super) async fn level_of_open(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
) -> Result<Option<Level>> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.user_id, s.guild_id, l.available, l.announced, l.empty_heard, s.low_stock_threshold
         FROM stock_levels l JOIN storefronts s ON s.id = l.storefront_id
         WHERE l.storefront_id = $1 AND l.stock = $2 AND s.closed_at IS NULL",
    )
    .bind(storefront_id)
    .bind(stock)
    .fetch_optional(driver))
}

/// The caller holds the level.
pub(super) async fn mark_fallen(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
    announced: Announced,
) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_levels SET announced = $3, empty_heard = empty_heard OR available = 0
         WHERE storefront_id = $1 AND stock = $2",
    )
    .bind(storefront_id)
    .bind(stock)
    .bind(announced)
    .execute(driver))?;
    Ok(())
}

/// `false`, and nothing changes, when the stock is empty.
pub(super) async fn mark_low_again(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
) -> Result<bool> {
    let rows = execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_levels SET announced = CASE WHEN announced = 'empty' THEN 'low' ELSE announced END
         WHERE storefront_id = $1 AND stock = $2 AND available > 0",
    )
    .bind(storefront_id)
    .bind(stock)
    .execute(driver))?;
    Ok(rows == 1)
}

pub(super) async fn mark_risen(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_levels SET announced = 'nothing', empty_heard = FALSE
         WHERE storefront_id = $1 AND announced <> 'nothing'
           AND available > (SELECT low_stock_threshold FROM storefronts WHERE id = $1)",
    )
    .bind(storefront_id)
    .execute(driver))?;
    Ok(())
}
