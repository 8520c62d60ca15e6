//! Setting a logo, and taking it away.

use data_encoding::HEXLOWER;
use futures::FutureExt;
use sha2::{Digest, Sha256};

use super::{Logo, queries};
use crate::App;
use crate::db::Result as DbResult;
use crate::ids::{GuildId, LogoId, UserId};
use crate::people::activity_log::Action;
use crate::shop::storefronts::{self, Right, Storefront, StorefrontError, reach};

/// Returns the logo of the open storefront in this guild, whosever it is: for customers. `None` when it has none.
pub async fn of_guild(app: &App, guild: &GuildId) -> DbResult<Option<Logo>> {
    queries::of_guild(&mut app.db.read().await?, guild).await
}

/// Makes `picture`, a PNG, the logo of the storefront in this guild, and returns the storefront.
///
/// Errors: `NotFound`, `Forbidden`.
pub async fn set(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    picture: Vec<u8>,
) -> Result<Storefront, StorefrontError> {
    change(app, user_id, guild, Some(Logo { id: named(&picture), picture })).await
}

/// Takes the logo of the storefront in this guild away, if it has one, and returns the storefront.
///
/// Errors: `NotFound`, `Forbidden`.
pub async fn remove(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Storefront, StorefrontError> {
    change(app, user_id, guild, None).await
}

async fn change(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    logo: Option<Logo>,
) -> Result<Storefront, StorefrontError> {
    let reached = reach(app, user_id, guild, Right::Manage).await?;
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                reached.sign(tx);
                storefronts::hold_open(tx, &reached.storefront).await?;
                let id = &reached.storefront.id;
                queries::name(tx, id, logo.as_ref().map(|logo| &logo.id)).await?;
                let what = if let Some(logo) = &logo {
                    queries::keep(tx, id, &logo.picture).await?;
                    "has a new logo"
                } else {
                    queries::forget(tx, id).await?;
                    "has no logo any more"
                };
                let storefront = storefronts::by_id(tx, id).await?.ok_or(StorefrontError::NotFound)?;
                storefronts::log(tx, &storefront, Action::StorefrontUpdated, what, now).await?;
                Ok(storefront)
            }
            .boxed()
        })
        .await
}

fn named(picture: &[u8]) -> LogoId {
    let digest = HEXLOWER.encode(&Sha256::digest(picture)[..16]);
    LogoId::parse(&digest).expect("32 hexadecimal digits")
}
