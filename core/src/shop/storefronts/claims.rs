//! Whose a guild is: who may open a storefront for it, and who is known to manage it. Decision 0035.

use std::time::Duration;

use futures::FutureExt;
use tokio::time::timeout;

use super::{Storefront, StorefrontError, queries};
use crate::App;
use crate::db::Failure;
use crate::ids::{GuildId, UserId};
use crate::people::auth::{self, Seller};

/// A seller waits no longer for the platform.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is known of who opens a storefront for a guild.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// They manage it, or are taken at their word: the product's owner, and the operator.
    Proven,
    /// Nobody can say. Whoever is known to manage the guild takes it over by `/setup`.
    Unproven,
}

/// Writes down that the storefront's seller was seen to manage its guild.
pub async fn prove(app: &App, storefront: &Storefront) -> Result<(), Failure> {
    let (id, now) = (storefront.id.clone(), app.clock.now());
    if queries::is_proven(&mut app.db.read().await?, &id).await? {
        return Ok(());
    }
    app.db.write(move |tx| async move { queries::prove(tx, &id, now).await }.boxed()).await
}

/// Errors: `NotManager` when the platform says that this seller does not manage the guild.
pub(super) async fn judge(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Claim, StorefrontError> {
    let seller = auth::find_seller(app, user_id.as_str()).await?;
    match manages(app, &seller, guild).await {
        Some(true) => Ok(Claim::Proven),
        Some(false) => Err(StorefrontError::NotManager),
        None => Ok(Claim::Unproven),
    }
}

/// Returns the holder of a storefront when it is known, now, that they do not manage its guild, and never was that they do.
///
/// Errors: `GuildTaken` when they manage it; `NobodyCanSay`.
pub(crate) async fn refuted(app: &App, storefront: &Storefront) -> Result<Seller, StorefrontError> {
    if queries::is_proven(&mut app.db.read().await?, &storefront.id).await? {
        return Err(StorefrontError::GuildTaken);
    }
    let holder = auth::find_seller(app, storefront.user_id.as_str()).await?;
    match manages(app, &holder, &storefront.guild_id).await {
        Some(true) => Err(StorefrontError::GuildTaken),
        Some(false) => Ok(holder),
        None => Err(StorefrontError::NobodyCanSay),
    }
}

/// `None`: there is no platform that could be asked, or it does not say.
async fn manages(app: &App, seller: &Seller, guild: &GuildId) -> Option<bool> {
    if seller.owner {
        return Some(true);
    }
    let platform = app.chat_platform.as_ref()?;
    let Some(user) = &seller.discord_id else { return Some(false) };
    timeout(PATIENCE, platform.manages(user, guild)).await.ok().flatten()
}
