//! Whether the bot is in the guilds of a seller's storefronts, and the links that let it in.
//!
//! The platform is asked each time, by its port; nothing of it is stored.

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

/// A screen waits no longer for the platform, however many storefronts it shows.
const PATIENCE: Duration = Duration::from_secs(3);
/// Guilds that are asked about at once.
const AT_ONCE: usize = 4;

#[derive(Debug, Default)]
pub struct BotMembership {
    /// Whether there is a bot at all.
    pub has_token: bool,
    /// Lets the bot into a guild that is chosen there. `None`: the platform does not say.
    pub invite_url: Option<Url>,
    pub storefronts: Vec<Membership>,
}

/// How it stands in one storefront's guild.
#[derive(Debug)]
pub struct Membership {
    pub guild_id: GuildId,
    /// `None`: nobody can say.
    pub is_member: Option<bool>,
    /// Lets the bot into this guild. `None`: the platform does not say.
    pub invite_url: Option<Url>,
}

/// Returns where the bot is, of the guilds of the storefronts that the user runs.
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
    let deadline = Instant::now() + PATIENCE;
    let storefronts =
        stream::iter(guilds).map(|guild| ask(platform, guild, deadline)).buffered(AT_ONCE).collect();
    let (invite_url, storefronts) =
        tokio::join!(timeout_at(deadline, platform.invitation(None)), storefronts);
    Ok(BotMembership { has_token: true, invite_url: invite_url.ok().flatten(), storefronts })
}

/// Tells the screens that show a guild's storefront that the bot came into the guild, or is out of it.
pub async fn moved(app: &App, guild: &GuildId) -> Result<(), Failure> {
    // Most guilds have none, and need no turn of the writer's. One that is opened meanwhile has its own event.
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
