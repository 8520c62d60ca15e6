//! Looking orders up.

use std::collections::HashMap;

use secrecy::SecretString;

use super::queries::{self, TokenRow};
use super::{
    FailureReason, JobState, Order, OrderError, OrderPage, Page, PublicStatus, Replacement, SellersStatus,
};
use crate::App;
use crate::db::Result as DbResult;
use crate::ids::{DiscordId, GuildId, OrderId, TokenId, UserId};
use crate::shop::order_history;
use crate::shop::stock::TokenState;
use crate::shop::storefronts::{self, Right, Shop, ShopSign, Storefront, StorefrontError};

/// Returns the ids of all orders that the user reaches, the newest first.
pub async fn ids(app: &App, user_id: &UserId) -> DbResult<OrderPage> {
    if let Some(storefront) = helped(app, user_id).await? {
        return of_one_storefront(app, &storefront, i64::MAX, 0).await;
    }
    let mut conn = app.db.read().await?;
    let total = queries::total(&mut conn, user_id).await?;
    let orders = queries::range(&mut conn, user_id, 1, total).await?;
    Ok(OrderPage { orders, total })
}

/// Returns one page of the orders that the user reaches, the newest first. It costs the same however many there are.
pub async fn page(app: &App, user_id: &UserId, Page { offset, size }: Page) -> DbResult<OrderPage> {
    if let Some(storefront) = helped(app, user_id).await? {
        return of_one_storefront(app, &storefront, size, offset).await;
    }
    let mut conn = app.db.read().await?;
    let total = queries::total(&mut conn, user_id).await?;
    let newest = total.saturating_sub(offset);
    let orders = queries::range(&mut conn, user_id, newest.saturating_sub(size) + 1, newest).await?;
    Ok(OrderPage { orders, total })
}

/// The storefront that the user helps in, if any.
async fn helped(app: &App, user_id: &UserId) -> DbResult<Option<Storefront>> {
    let helping = storefronts::helps_in(app, user_id).await?;
    Ok(helping.map(|(storefront, _)| storefront))
}

async fn of_one_storefront(
    app: &App,
    storefront: &Storefront,
    size: i64,
    offset: i64,
) -> DbResult<OrderPage> {
    let mut conn = app.db.read().await?;
    let total = queries::total_of(&mut conn, &storefront.id).await?;
    let orders = queries::page_of(&mut conn, &storefront.id, size, offset).await?;
    Ok(OrderPage { orders, total })
}

/// Returns one of the orders that the user reaches, with its tokens.
///
/// Errors: `NotFound`, also for another user's; `Forbidden`.
pub async fn get(app: &App, user_id: &UserId, order_id: &OrderId) -> Result<Order, OrderError> {
    let shop = shop_of(app, user_id, order_id, Right::Read).await?;
    let mut conn = app.db.read().await?;
    let row = queries::order(&mut conn, &shop.seller, order_id).await?.ok_or(OrderError::NotFound)?;
    let (mut order, job) = row.into_order();
    let by_hand = job.state == JobState::Manual;
    let mut opened: HashMap<TokenId, SecretString> = HashMap::new();
    for TokenRow { id, token, state, reason, replaces } in queries::tokens(&mut conn, &order.id).await? {
        let token = token.open(&app.seal, &shop.seller)?;
        if let Some(failed) = replaces.and_then(|failed| opened.get(&failed)) {
            order.replacements.push(Replacement { token: token.clone(), replaces: failed.clone() });
        }
        opened.insert(id, token.clone());
        match state {
            TokenState::Delivered => order.succeeded.push(token),
            TokenState::Failed => {
                let said = reason.map(|reason| FailureReason { token: token.clone(), reason });
                order.reasons.extend(said);
                order.failed.push(token);
            }
            TokenState::SetAside => order.pending.push(token),
            TokenState::Reserved if by_hand => order.pending.push(token),
            _ => {}
        }
    }
    order.actions = job.actions(app, order.amount, count(&order.succeeded), count(&order.failed));
    order.history = order_history::of_order(&mut conn, order_id, order.created_at).await?;
    order.notes = order_history::notes(&mut conn, order_id).await?;
    if !shop.grants(Right::Pack) {
        order.hide_undelivered_tokens();
    }
    Ok(order)
}

fn count(tokens: &[SecretString]) -> i64 {
    i64::try_from(tokens.len()).expect("at most some hundreds")
}

/// Returns the shop that an order is of, when the user is its seller or a helper with this right.
///
/// Errors: `NotFound`, also when it is none of theirs; `Forbidden` when their role does not reach so far.
pub async fn shop_of(
    app: &App,
    user_id: &UserId,
    order_id: &OrderId,
    right: Right,
) -> Result<Shop, OrderError> {
    storefronts::shop_of_order(app, user_id, order_id, right).await.map_err(|error| match error {
        StorefrontError::Failure(failure) => failure.into(),
        StorefrontError::Forbidden => OrderError::Forbidden,
        _ => OrderError::NotFound,
    })
}

/// Returns whether this is one of the user's orders.
pub async fn is_of_user(app: &App, user_id: &UserId, order_id: &OrderId) -> DbResult<bool> {
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
    let (status, _) = public_status_and_seller(app, guild_id, order_id).await?;
    Ok(status)
}

/// As [`public_status`], with the seller: the status has to be read again after each change of this seller's.
///
/// Errors: `NotFound`.
pub async fn public_status_and_seller(
    app: &App,
    guild_id: &GuildId,
    order_id: &OrderId,
) -> Result<(PublicStatus, UserId), OrderError> {
    queries::public_status(&mut app.db.read().await?, guild_id, order_id).await?.ok_or(OrderError::NotFound)
}

/// Returns one of this storefront's orders, as its seller and helpers see it.
///
/// Errors: `NotFound`, also for another storefront's.
pub async fn sellers_status(
    app: &App,
    storefront: &Storefront,
    order_id: &OrderId,
) -> Result<SellersStatus, OrderError> {
    // By storefront, not by guild: the guild may have had another seller before.
    let found = queries::sellers_status(&mut app.db.read().await?, app, order_id).await?;
    found.filter(|order| order.storefront_id == storefront.id).ok_or(OrderError::NotFound)
}

/// Returns whose shop an order is of. `None` when there is no such order.
pub async fn shop_sign_of(app: &App, order_id: &OrderId) -> DbResult<Option<ShopSign>> {
    queries::shop_sign_of(&mut app.db.read().await?, order_id).await
}

/// Returns the ids of the newest orders that a chat user redeemed in this guild.
pub async fn of_customer(
    app: &App,
    discord_id: &DiscordId,
    guild_id: &GuildId,
    limit: i64,
) -> DbResult<Vec<OrderId>> {
    queries::of_customer(&mut app.db.read().await?, discord_id, guild_id, limit).await
}
