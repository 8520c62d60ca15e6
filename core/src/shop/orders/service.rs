//! Looking orders up.

use super::{Order, OrderError, OrderPage, PublicStatus, queries};
use crate::App;
use crate::ids::{DiscordId, GuildId, OrderId, UserId};
use crate::seal::Purpose;
use crate::shop::order_history::{self, Step};
use crate::shop::stock::TokenState;
use crate::shop::storefronts::Storefront;

/// Returns the ids of all of the user's orders, the newest first.
pub async fn ids(app: &App, user_id: &UserId) -> Result<OrderPage, OrderError> {
    let mut conn = app.db.read().await?;
    let total = queries::total(&mut conn, user_id).await?;
    let orders = queries::range(&mut conn, user_id, 1, total).await?;
    Ok(OrderPage { orders, total })
}

/// Returns one page of the user's orders, counted from 1, the newest first. It costs the same however many there are.
///
/// Errors: `BadPage` when there is no such page number, or `size` is not 1 to 100.
pub async fn page(app: &App, user_id: &UserId, page: i64, size: i64) -> Result<OrderPage, OrderError> {
    if page < 1 || !(1..=100).contains(&size) {
        return Err(OrderError::BadPage);
    }
    let mut conn = app.db.read().await?;
    let total = queries::total(&mut conn, user_id).await?;
    let newest = total.saturating_sub((page - 1).saturating_mul(size));
    let orders = queries::range(&mut conn, user_id, newest.saturating_sub(size) + 1, newest).await?;
    Ok(OrderPage { orders, total })
}

/// Returns one of the user's orders with its tokens.
///
/// Errors: `NotFound`, also for another user's.
pub async fn get(app: &App, user_id: &UserId, order_id: &OrderId) -> Result<Order, OrderError> {
    let mut conn = app.db.read().await?;
    let row = queries::order(&mut conn, user_id, order_id).await?.ok_or(OrderError::NotFound)?;
    let by_hand = row.by_hand;
    let mut order = row.into_order();
    for (sealed, state) in queries::tokens(&mut conn, &order.id).await? {
        let token = app.seal.open(Purpose::Token, &sealed).map_err(crate::db::Failure::from)?;
        match state {
            TokenState::Delivered => order.succeeded.push(token),
            TokenState::Failed => order.failed.push(token),
            TokenState::SetAside => order.pending.push(token),
            TokenState::Reserved if by_hand => order.pending.push(token),
            _ => {}
        }
    }
    let redeemed = Step { at: order.created_at, by: "customer".to_owned(), what: "Redeemed".to_owned() };
    order.history.push(redeemed);
    order.history.extend(order_history::steps(&mut conn, order_id).await?);
    order.notes = order_history::notes(&mut conn, order_id).await?;
    Ok(order)
}

/// Returns whether this is one of the user's orders.
pub async fn is_of_user(app: &App, user_id: &UserId, order_id: &OrderId) -> Result<bool, OrderError> {
    let mut conn = app.db.read().await?;
    Ok(queries::owner(&mut conn, order_id).await?.is_some_and(|owner| owner == *user_id))
}

/// Returns what a customer sees of an order, asked for under the storefront's guild or the customer's own.
///
/// Errors: `NotFound`.
pub async fn public_status(
    app: &App,
    guild_id: &GuildId,
    order_id: &OrderId,
) -> Result<PublicStatus, OrderError> {
    queries::public_status(&mut app.db.read().await?, guild_id, order_id).await?.ok_or(OrderError::NotFound)
}

/// Returns the ids of the newest orders that a chat user redeemed in this guild.
pub async fn of_customer(
    app: &App,
    discord_id: &DiscordId,
    guild_id: &GuildId,
    limit: i64,
) -> Result<Vec<OrderId>, OrderError> {
    Ok(queries::of_customer(&mut app.db.read().await?, discord_id, guild_id, limit).await?)
}

/// Returns the ids of a storefront's newest orders.
pub async fn of_storefront(
    app: &App,
    storefront: &Storefront,
    limit: i64,
) -> Result<Vec<OrderId>, OrderError> {
    Ok(queries::newest_of(&mut app.db.read().await?, &storefront.id, limit).await?)
}

/// Returns the ids of a storefront's newest orders that wait for the seller.
pub async fn waiting_for_seller(
    app: &App,
    storefront: &Storefront,
    limit: i64,
) -> Result<Vec<OrderId>, OrderError> {
    Ok(queries::by_hand_of(&mut app.db.read().await?, &storefront.id, limit).await?)
}
