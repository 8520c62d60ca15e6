//! Whose a guild is: who may open a storefront for it, and who is known to manage it. Decision 0035.

use std::time::Duration;

use futures::FutureExt;
use tokio::time::timeout;

use super::{Storefront, StorefrontError, queries};
use crate::App;
use crate::db::Failure;
use crate::ids::{GuildId, UserId};
use crate::people::auth::{self, Seller};
use crate::ports::GuildError;

/// How long a seller waits for the platform at most.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

/// What is known about the seller who opens a storefront for a guild.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// They manage it, or need no proof: the product's owner, and the operator.
    Proven,
    /// Not known, because there is no bot. Whoever is later known to manage the guild can take it over by `/setup`.
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

/// Errors: `NotManager` when the platform says that this seller does not manage the guild; `BotIsOut` when the bot is not in it;
/// `NobodyCanSay` when there is a bot, but the platform gives no answer.
pub(super) async fn judge(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Claim, StorefrontError> {
    let seller = auth::find_seller(app, user_id.as_str()).await?;
    match manages(app, &seller, guild).await {
        Ok(true) => Ok(Claim::Proven),
        Ok(false) => Err(StorefrontError::NotManager),
        Err(GuildError::NotThere) => Err(StorefrontError::BotIsOut(way_in(app, guild).await)),
        // Without a bot it is first come, first served.
        Err(GuildError::Unreachable) if app.chat_platform.is_none() => Ok(Claim::Unproven),
        Err(GuildError::Unreachable) => Err(StorefrontError::NobodyCanSay),
    }
}

/// The link that invites the bot into a guild, as the end of a sentence.
async fn way_in(app: &App, guild: &GuildId) -> String {
    let platform = app.chat_platform.as_ref();
    let asked = platform.map(|platform| timeout(TIMEOUT, platform.invitation(Some(guild))));
    let url = match asked {
        Some(asked) => asked.await.ok().flatten(),
        None => None,
    };
    url.map_or_else(|| ".".to_owned(), |url| format!(": {url}"))
}

/// Returns the holder of a storefront if they are known not to manage its guild now, and never were known to manage it.
///
/// Errors: `GuildTaken` when they manage it; `NobodyCanSay`.
pub(crate) async fn refuted(app: &App, storefront: &Storefront) -> Result<Seller, StorefrontError> {
    if queries::is_proven(&mut app.db.read().await?, &storefront.id).await? {
        return Err(StorefrontError::GuildTaken);
    }
    let holder = auth::find_seller(app, storefront.user_id.as_str()).await?;
    match manages(app, &holder, &storefront.guild_id).await {
        Ok(true) => Err(StorefrontError::GuildTaken),
        Ok(false) => Ok(holder),
        Err(_) => Err(StorefrontError::NobodyCanSay),
    }
}

async fn manages(app: &App, seller: &Seller, guild: &GuildId) -> Result<bool, GuildError> {
    if seller.owner {
        return Ok(true);
    }
    let platform = app.chat_platform.as_ref().ok_or(GuildError::Unreachable)?;
    let Some(user) = &seller.discord_id else { return Ok(false) };
    timeout(TIMEOUT, platform.manages(user, guild)).await.unwrap_or(Err(GuildError::Unreachable))
}
