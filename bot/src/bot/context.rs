//! The bot: everything that happens in chat. One process at a time runs it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use boostdesk_core::config::Config;
use boostdesk_core::{App, shop::redeem};
use secrecy::SecretString;
use tokio::sync::{OnceCell, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use url::Url;

use crate::bot::commands::{self, Flood};
use crate::bot::gateway;
use crate::bot::platform::{Application, Channel, Platform, PlatformError};
use crate::process::failed::Failed;
use crate::{
    bot::interactions, bot::keepers::announcer, bot::keepers::board_keeper, bot::keepers::order_follower,
};

/// Interactions that may wait to be looked at.
const WAITING: usize = 256;

#[derive(Clone)]
pub(crate) struct Bot(Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) app: App,
    pub(crate) platform: Platform,
    pub(crate) token: SecretString,
    pub(crate) brand: String,
    pub(crate) public_url: Url,
    pub(crate) owner_id: Option<String>,
    pub(crate) log_channel_id: Option<String>,
    pub(crate) flood: Flood,
    application: OnceCell<Application>,
    own_user: OnceCell<String>,
    /// Of channels that something is posted in.
    guilds: Mutex<HashMap<String, String>>,
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
            brand: config.brand.name.clone(),
            public_url: config.web.public_url.clone(),
            owner_id: config.discord.owner_id.map(|id| id.to_string()),
            log_channel_id: config.discord.log_channel_id.map(|id| id.to_string()),
            flood: Flood::default(),
            application: OnceCell::new(),
            own_user: OnceCell::new(),
            guilds: Mutex::default(),
        }))
    }

    /// Runs until `term` ends. Fails when the platform does not accept the bot from the start.
    pub(crate) async fn run(&self, term: CancellationToken) -> Result<(), Failed> {
        let tasks = TaskTracker::new();
        let (heard, interactions) = mpsc::channel(WAITING);
        tasks.spawn(interactions::run(self.clone(), interactions, term.clone()));
        tasks.spawn(announcer::run(self.clone(), term.clone()));
        tasks.spawn(board_keeper::run(self.clone(), term.clone()));
        tasks.spawn(order_follower::run(self.clone(), term.clone()));
        tasks.spawn(redeem::resolve_invites(self.app.clone(), term.clone()));
        let bot = self.clone();
        tasks.spawn(term.clone().run_until_cancelled_owned(async move { commands::register(&bot).await }));
        let ended = gateway::run(&self.platform, &self.token, heard, &term).await;
        term.cancel();
        tasks.close();
        tasks.wait().await;
        ended.map_err(Failed::trouble)
    }

    /// Asked of the platform once.
    pub(crate) async fn application(&self) -> Result<&Application, PlatformError> {
        self.application.get_or_try_init(|| self.platform.application()).await
    }

    /// What the bot lacks in a channel.
    pub(crate) async fn missing_permissions(
        &self,
        channel: &Channel,
    ) -> Result<Vec<&'static str>, PlatformError> {
        let user = self.own_user.get_or_try_init(|| self.platform.own_user()).await?;
        self.platform.missing_permissions(user, channel).await
    }

    /// Why nothing of this guild may be told in a channel, if it is another guild's. Asked of the platform once a channel.
    pub(crate) async fn foreign_channel(&self, channel: &str, guild: &str) -> Option<&'static str> {
        let guilds = || self.guilds.lock().unwrap_or_else(PoisonError::into_inner);
        let known = guilds().get(channel).cloned();
        let of_channel = if let Some(known) = known {
            known
        } else {
            // What is wrong with a channel that cannot be looked up is seen when something is posted there.
            let found = self.platform.channel(channel).await.ok()?.guild_id?;
            guilds().insert(channel.to_owned(), found.clone());
            found
        };
        (of_channel != guild).then_some("The channel is in another server. Choose one of this server.")
    }

    /// A page of the product.
    pub(crate) fn page(&self, path: &str) -> String {
        let mut page = self.public_url.clone();
        page.set_path(path);
        page.into()
    }
}
