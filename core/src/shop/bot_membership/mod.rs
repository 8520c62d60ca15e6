//! Whether the bot is in the guilds of a seller's storefronts, and the links that let it in.
//!
//! The platform is asked each time, through its port; nothing is stored.

use std::time::Duration;

use futures::{FutureExt, StreamExt, stream};
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::App;
use crate::db::Failure;
use crate::events::{Event, Topic};
use crate::ids::{GuildId, UserId};
use crate::ports::ChatPlatform;
use crate::shop::storefronts::{self, Right, StorefrontError};

/// How long a screen waits for the platform at most, however many storefronts it shows.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Guilds that are asked about at once.
const AT_ONCE: usize = 4;

#[derive(Debug, Default)]
pub struct BotMembership {
    /// Whether there is a bot at all.
    pub has_token: bool,
    /// Invites the bot into a guild that is chosen on the linked page. `None`: the platform does not say.
    pub invite_url: Option<Url>,
    pub storefronts: Vec<Membership>,
}

/// Whether the bot is in one storefront's guild.
#[derive(Debug)]
pub struct Membership {
    pub guild_id: GuildId,
    /// `None`: not known.
    pub is_member: Option<bool>,
    /// Invites the bot into this guild. `None`: the platform does not say.
    pub invite_url: Option<Url>,
}

/// Returns the bot's membership in the guilds of the storefronts that the user runs.
///
/// Errors: `Forbidden` for a helper who is no manager.
pub async fn bot_membership(app: &App, user_id: &UserId) -> Result<BotMembership, StorefrontError> {
    let shop = storefronts::shop_of(app, user_id, Right::Manage).await?;
    let found = match shop.only {
        Some(storefront) => vec![storefront],
        None => storefronts::list(app, user_id).await?,
    };
    let guilds = found.into_iter().map(|storefront| storefront.guild_id);
    let Some(platform) = app.chat_platform.as_deref() else {
        let storefronts = guilds.map(|guild_id| Membership { guild_id, is_member: None, invite_url: None });
        return Ok(BotMembership { storefronts: storefronts.collect(), ..BotMembership::default() });
    };
    let deadline = Instant::now() + TIMEOUT;
    let storefronts =
        stream::iter(guilds).map(|guild| ask(platform, guild, deadline)).buffered(AT_ONCE).collect();
    let (invite_url, storefronts) =
        tokio::join!(timeout_at(deadline, platform.invitation(None)), storefronts);
    Ok(BotMembership { has_token: true, invite_url: invite_url.ok().flatten(), storefronts })
}

/// Tells the screens that show a guild's storefront that the bot has joined or left the guild.
pub async fn moved(app: &App, guild: &GuildId) -> Result<(), Failure> {
    // Most guilds have no storefront, so the writer is not needed. A storefront opened meanwhile has its own event.
    let Some(storefront) = storefronts::open_in(&mut app.db.read().await?, guild).await? else {
        return Ok(());
    };
    let event = Event::of_storefront(Topic::Storefronts, &storefront.user_id, guild);
    app.db
        .write(move |tx| {
            async move {
                tx.publish(event);
                Ok(())
            }
            .boxed()
        })
        .await
}

async fn ask(platform: &dyn ChatPlatform, guild_id: GuildId, deadline: Instant) -> Membership {
    let (is_member, invite_url) = tokio::join!(
        timeout_at(deadline, platform.is_in(&guild_id)),
        timeout_at(deadline, platform.invitation(Some(&guild_id))),
    );
    Membership { is_member: is_member.ok().flatten(), invite_url: invite_url.ok().flatten(), guild_id }
}
