//! What all handlers share. It knows no feature: what a feature keeps for itself is a state of its own, which its handlers
//! take by `State<…>`; `composed_state` holds them all.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::ids::UserId;
use tokio_util::sync::CancellationToken;

use crate::edge::concurrency::Places;
use crate::edge::familiar_tokens::FamiliarTokens;
use crate::edge::limits::Limits;

/// Tabs that one person may leave open.
const STREAMS: u32 = 30;

#[derive(Clone)]
pub(crate) struct WebState(Arc<Parts>);

pub(crate) struct Parts {
    pub(crate) app: App,
    /// Whether browsers reach this server by https.
    pub(crate) https: bool,
    pub(crate) limits: Limits,
    pub(crate) familiar: FamiliarTokens,
    /// Streams of open dashboards, of each user.
    pub(crate) streams: Places<UserId>,
    /// Cancelled when the server stops, which ends all streams.
    pub(crate) stopping: CancellationToken,
}

impl WebState {
    pub(crate) fn new(app: App, config: &Config) -> Self {
        Self(Arc::new(Parts {
            app,
            https: config.web.public_url.scheme() == "https",
            limits: Limits::new(&config.limits),
            familiar: FamiliarTokens::new(),
            streams: Places::new(STREAMS),
            stopping: CancellationToken::new(),
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
