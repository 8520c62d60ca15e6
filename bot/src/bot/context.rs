//! What commands and keepers work with: the database, the platform, the settings, and cached answers of the platform.
//!
//! Nothing here starts anything; that is `run`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::ids::{ChannelId, DiscordId, GuildId};
use secrecy::SecretString;
use tokio::sync::{OnceCell, Semaphore};

use crate::bot::flood::Flood;
use crate::bot::platform::{Channel, Hindrance, Platform, PlatformError};
use crate::bot::product::Product;

/// Channels whose guild is remembered.
const MOST_CHANNELS: usize = 10_000;
/// Lists that `/restock` fetches and imports at once, of up to 8 MiB each.
const IMPORTS: usize = 2;

#[derive(Clone)]
pub(crate) struct Bot(Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) app: App,
    pub(crate) platform: Platform,
    pub(crate) token: SecretString,
    pub(crate) product: Product,
    pub(crate) owner_id: Option<DiscordId>,
    pub(crate) log_channel_id: Option<ChannelId>,
    pub(crate) flood: Flood,
    /// Turns to fetch and import a list.
    pub(crate) imports: Semaphore,
    own_user: OnceCell<DiscordId>,
    /// The guild of each channel that was asked about.
    guilds: Mutex<HashMap<ChannelId, GuildId>>,
}

impl std::ops::Deref for Bot {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Bot {
    pub(crate) fn new(app: App, platform: Platform, config: &Config) -> Self {
        Self(Arc::new(Parts {
            app,
            platform,
            token: config.discord.token.clone().unwrap_or_default(),
            product: Product { name: config.brand.name.clone(), public_url: config.web.public_url.clone() },
            owner_id: config.discord.owner_id.clone(),
            log_channel_id: config.discord.log_channel_id.clone(),
            flood: Flood::default(),
            imports: Semaphore::new(IMPORTS),
            own_user: OnceCell::new(),
            guilds: Mutex::default(),
        }))
    }

    /// Returns what keeps the bot from posting in a channel, which is to be in this guild, if any.
    pub(crate) async fn hindrance(
        &self,
        channel: &Channel,
        guild: Option<&GuildId>,
    ) -> Result<Option<Hindrance>, PlatformError> {
        let found = self.platform.hindrance(self.own_user().await?, channel, guild).await?;
        Ok(found.and_then(Hindrance::that_keeps_from_posting))
    }

    /// The platform is asked only once.
    pub(crate) async fn own_user(&self) -> Result<&DiscordId, PlatformError> {
        self.own_user.get_or_try_init(|| self.platform.own_user()).await
    }

    /// Returns whether a channel is in this guild, or `None` if the platform does not say. It is asked once per channel.
    pub(crate) async fn is_of_guild(&self, channel: &ChannelId, guild: &GuildId) -> Option<bool> {
        let guilds = || self.guilds.lock().unwrap_or_else(PoisonError::into_inner);
        let known = guilds().get(channel).cloned();
        let of_channel = if let Some(known) = known {
            known
        } else {
            let found = self.platform.channel(channel).await.ok()?.guild_id?;
            let mut guilds = guilds();
            if guilds.len() >= MOST_CHANNELS {
                guilds.clear();
            }
            guilds.insert(channel.clone(), found.clone());
            found
        };
        Some(of_channel == *guild)
    }
}
