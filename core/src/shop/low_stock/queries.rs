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
    pub low_stock_threshold: i64,
}

/// What the seller is to be told, if it is new. The caller holds the level.
pub(super) async fn mark_fallen(
    conn: &mut Conn,
    storefront_id: &StorefrontId,
    stock: StockName,
) -> Result<Option<Announced>> {
    on_db!(conn, driver => sqlx::query_scalar(
        "UPDATE stock_levels SET announced = CASE WHEN available = 0 THEN 'empty' ELSE 'low' END
         WHERE storefront_id = $1 AND stock = $2 AND announced <> 'empty' AND (
             available = 0
             OR (announced = 'nothing'
                 AND available <= (SELECT low_stock_threshold FROM storefronts WHERE id = $1)))
         RETURNING announced",
    )
    .bind(storefront_id)
    .bind(stock)
    .fetch_optional(driver))
}

pub(super) async fn level(conn: &mut Conn, storefront_id: &StorefrontId, stock: StockName) -> Result<Level> {
    on_db!(conn, driver => sqlx::query_as(
        "SELECT s.user_id, s.guild_id, l.available, s.low_stock_threshold
         FROM stock_levels l JOIN storefronts s ON s.id = l.storefront_id
         WHERE l.storefront_id = $1 AND l.stock = $2",
    )
    .bind(storefront_id)
    .bind(stock)
    .fetch_one(driver))
}

pub(super) async fn mark_risen(conn: &mut Conn, storefront_id: &StorefrontId) -> Result<()> {
    execute_on_db!(conn, driver => sqlx::query(
        "UPDATE stock_levels SET announced = 'nothing'
         WHERE storefront_id = $1 AND announced <> 'nothing'
           AND available > (SELECT low_stock_threshold FROM storefronts WHERE id = $1)",
    )
    .bind(storefront_id)
    .execute(driver))?;
    Ok(())
}
