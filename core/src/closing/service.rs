//! Closing: what a seller or a shop has, in one transaction.

use futures::FutureExt;
use tracing::warn;

use super::ClosingError;
use crate::App;
use crate::developers::event_endpoints;
use crate::ids::{GuildId, UserId};
use crate::people::api_keys;
use crate::people::auth::{self, Seller};
use crate::shop::storefronts::{self, Storefront, StorefrontError};
use crate::shop::{custom_domain, delivery, members};

/// What a seller's log says of a shop that they have not closed themselves.
const BY_THE_OPERATOR: &str = "was closed by the operator";

/// Ends everything of a seller's in one transaction: code, sessions, tickets, API keys, event endpoints, helpers,
/// storefronts, pages and domain. Then ends the orders that waited for the seller, and deletes the endpoints with their
/// deliveries. Returns the seller and the storefronts.
///
/// Errors: `Seller(NoSuchSeller)`, `Seller(AmbiguousSeller)`; `Seller(OwnerStays)`.
pub async fn remove_seller(app: &App, name_or_id: &str) -> Result<(Seller, Vec<Storefront>), ClosingError> {
    let (wanted, seal, now) = (name_or_id.to_owned(), app.seal.clone(), app.clock.now());
    let (seller, closed) = app
        .db
        .write(move |tx| {
            async move {
                let seller = auth::removable_seller(tx, &wanted).await?;
                // Lock order as in a redeem: the stock levels before the seller.
                storefronts::lock_stock_levels_of_user(tx, &seller.id).await?;
                auth::remove_seller(tx, &seal, &seller, now).await?;
                members::remove_all_of(tx, &seller.id, now).await?;
                let open = storefronts::of_user(tx, &seller.id).await?;
                for storefront in &open {
                    storefronts::close(tx, storefront, BY_THE_OPERATOR, now).await?;
                }
                api_keys::delete_all(tx, &seller.id).await?;
                event_endpoints::disable_all(tx, &seller.id).await?;
                custom_domain::remove_of_user(tx, &seller.id, now).await?;
                Ok::<_, ClosingError>((seller, open))
            }
            .boxed()
        })
        .await?;
    // In separate transactions, so that no other write waits for all of them. What fails here is done within the hour.
    if let Err(failure) = delivery::end_waiting(app, &seller.id).await {
        warn!(%failure, "the orders that wait for {} are not ended yet", seller.username);
    }
    if let Err(failure) = event_endpoints::delete_left_over(app).await {
        warn!(%failure, "the event endpoints of {} are not deleted yet", seller.username);
    }
    Ok((seller, closed))
}

/// Closes a seller's own shop. Its orders and stock stay.
///
/// Errors: `NotFound`, `Forbidden`; `OrdersUnderWay` while tokens are on their way to customers.
pub async fn delete_storefront(app: &App, user_id: &UserId, guild: &GuildId) -> Result<(), StorefrontError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                storefronts::close_at_rest(tx, &storefront, now).await?;
                Ok(members::remove_all(tx, &storefront.id, now).await?)
            }
            .boxed()
        })
        .await
}

/// Closes one shop, whosever it is. Returns it as it was.
///
/// Errors: `NoStorefront`.
pub async fn close_storefront(app: &App, guild: &GuildId) -> Result<Storefront, ClosingError> {
    let (guild, now) = (guild.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let found = storefronts::open_in(tx, &guild).await?;
                let storefront = found.ok_or_else(|| ClosingError::NoStorefront(guild.to_string()))?;
                storefronts::close(tx, &storefront, BY_THE_OPERATOR, now).await?;
                members::remove_all(tx, &storefront.id, now).await?;
                Ok(storefront)
            }
            .boxed()
        })
        .await
}
