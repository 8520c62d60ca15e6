//! What every handler may use: made once, shared by all requests.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use boostdesk_core::App;
use boostdesk_core::config;
use boostdesk_core::ports::BotCheck;
use tokio_util::sync::CancellationToken;

use crate::api::live_stock;
use crate::api::runtime_settings::Config;
use crate::chat::Room;
use crate::chat::link_preview::{LinkPreviews, PreviewNetwork};
use crate::chat::uploads::Uploads;
use crate::edge::client_address::TrustedProxies;
use crate::edge::hosts::Hosts;
use crate::edge::limits::Limits;
use crate::edge::listener::Connections;
use crate::edge::metrics::Metrics;
use crate::edge::security::Policies;
use crate::http::short_cache::ShortCache;
use crate::outbound::captcha::Recaptcha;
use crate::pages::frames;

#[derive(Clone)]
pub(crate) struct WebState(Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) app: App,
    /// What pages are told of the configuration.
    pub(crate) config: Config,
    /// `None`: the bot check is off.
    pub(crate) bot_check: Option<Arc<dyn BotCheck>>,
    pub(crate) chat: Arc<Room>,
    pub(crate) connections: Connections,
    pub(crate) custom_pages: Arc<ShortCache<()>>,
    /// What documents that run sellers' code are made of.
    pub(crate) frame: frames::Document,
    pub(crate) hosts: Arc<Hosts>,
    /// The port of https, where it is not the usual one.
    pub(crate) https_port: Option<u16>,
    /// Whether browsers reach this server by https.
    pub(crate) https: bool,
    pub(crate) limits: Limits,
    pub(crate) links: LinkPreviews,
    pub(crate) live_stock: Arc<ShortCache<live_stock::Answer>>,
    pub(crate) metrics: Metrics,
    pub(crate) policies: Policies,
    pub(crate) proxies: Arc<TrustedProxies>,
    /// Cancelled when the server stops: whatever streams ends by it.
    pub(crate) stopping: CancellationToken,
    pub(crate) uploads: Uploads,
}

impl WebState {
    pub(crate) fn new(app: App, config: &config::Config, network: PreviewNetwork) -> Self {
        let bot_check = Recaptcha::new(config, app.clock.clone());
        Self(Arc::new(Parts {
            config: Config::from(config),
            bot_check: bot_check.map(|check| Arc::new(check) as Arc<dyn BotCheck>),
            chat: Arc::new(Room::new(&app, config)),
            connections: Connections::new(config.limits.connections_per_address),
            custom_pages: frames::cache(&app.events),
            frame: frames::Document::new(&config.live_page.runtime_base),
            hosts: Arc::new(Hosts::new(app.clone(), config)),
            https_port: config.web.public_url.port(),
            https: config.web.public_url.scheme() == "https",
            links: LinkPreviews::new(network),
            limits: Limits::new(&config.limits),
            live_stock: live_stock::cache(&app.events),
            metrics: Metrics::new(),
            policies: Policies::new(config),
            proxies: Arc::new(TrustedProxies::new(config.web.trusted_proxies.clone())),
            stopping: CancellationToken::new(),
            uploads: Uploads::new(config),
            app,
        }))
    }
}

impl Deref for WebState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl fmt::Debug for WebState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WebState({:?})", self.app)
    }
}
