//! A guild goes to whoever manages it. Decision 0035.

use futures::FutureExt;

use crate::App;
use crate::ids::{GuildId, StorefrontId};
use crate::people::auth::Seller;
use crate::shop::members;
use crate::shop::storefronts::{self, Storefront, StorefrontError, StorefrontInput, claims};

/// Opens a storefront for a seller who is known to manage the guild, in place of one whose seller is known not to. That one is
/// closed, and its seller's log says why. Returns the new one, and whose the other was.
///
/// Errors: `GuildTaken` by somebody who manages it, too, or has done so; `NobodyCanSay`; `NotFound`; `Invalid`.
pub async fn take_over(
    app: &App,
    seller: &Seller,
    guild: &GuildId,
    input: StorefrontInput,
) -> Result<(Storefront, Seller), StorefrontError> {
    let found = storefronts::by_guild(app, guild).await?.ok_or(StorefrontError::NotFound)?;
    let holder = claims::refuted(app, &found).await?;
    let (id, now) = (StorefrontId::random(&app.rng), app.clock.now());
    let (guild, seller) = (guild.clone(), seller.clone());
    app.db
        .write(move |tx| {
            async move {
                let held = storefronts::open_in(tx, &guild).await?;
                let held = held.filter(|held| held.id == found.id).ok_or(StorefrontError::GuildTaken)?;
                let why = format!("was closed: {} manages its server", seller.username);
                storefronts::close(tx, &held, &why, now).await?;
                // The holder may have proven that they manage the guild before the shop was locked.
                if storefronts::is_proven(tx, &held.id).await? {
                    return Err(StorefrontError::GuildTaken);
                }
                members::remove_all(tx, &held.id, now).await?;
                let opened = storefronts::open_proven(tx, id, &guild, &seller.id, input, now).await?;
                Ok((opened, holder))
            }
            .boxed()
        })
        .await
}
