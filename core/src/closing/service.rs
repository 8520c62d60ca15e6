//! Closing: each in one transaction.

use futures::FutureExt;

use super::ClosingError;
use crate::App;
use crate::developers::event_endpoints;
use crate::ids::GuildId;
use crate::people::api_keys;
use crate::people::auth::{self, Seller};
use crate::shop::storefronts::{self, Storefront};
use crate::shop::{custom_domain, delivery, members};

/// Ends everything of a seller's at once: code, sessions, tickets, API keys, event endpoints, helpers, storefronts, pages and
/// domain, and the orders that waited for the seller's word. Returns whose it was.
///
/// Errors: `Seller(NoSuchSeller)`, `Seller(AmbiguousSeller)`; `Seller(OwnerStays)`.
pub async fn remove_seller(app: &App, name_or_id: &str) -> Result<Seller, ClosingError> {
    let (app_, wanted, now) = (app.clone(), name_or_id.to_owned(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let seller = auth::remove_seller(tx, &wanted, now).await?;
                for storefront in storefronts::queries::of_user(tx, &seller.id).await? {
                    members::remove_all(tx, &storefront.id, now).await?;
                    storefronts::close(tx, &storefront, now).await?;
                }
                delivery::end_waiting(tx, &app_, &seller.id, now).await?;
                api_keys::delete_all(tx, &seller.id).await?;
                event_endpoints::delete_all(tx, &seller.id).await?;
                custom_domain::remove_of_user(tx, &seller.id, now).await?;
                Ok(seller)
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
                let found = storefronts::queries::open_in(tx, &guild).await?;
                let storefront = found.ok_or_else(|| ClosingError::NoStorefront(guild.to_string()))?;
                storefronts::close(tx, &storefront, now).await?;
                Ok(storefront)
            }
            .boxed()
        })
        .await
}
