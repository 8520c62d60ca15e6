//! What every part of the process shares: made once, cloned everywhere.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use url::Url;

use crate::db::Db;
use crate::events::Events;
use crate::foundation::clock::Clock;
use crate::foundation::hostname::Hostname;
use crate::foundation::rng::Rng;
use crate::ports::{ChatPlatform, Fulfilment, NameServer, Webhooks};
use crate::seal::SealingKey;
use crate::watching::metrics::Metrics;
use crate::watching::outages::Outages;
use crate::watching::traces::Traces;

#[derive(Clone)]
pub struct App(Arc<AppParts>);

#[derive(Debug, Clone)]
pub struct AppParts {
    pub db: Db,
    pub clock: Clock,
    pub rng: Rng,
    pub seal: SealingKey,
    pub events: Events,
    pub metrics: Metrics,
    /// What fails at the moment, and is tried again.
    pub outages: Outages,
    /// Which trace an order belongs to.
    pub traces: Traces,
    pub delivery: DeliverySettings,
    pub domains: DomainSettings,
    /// Where browsers, customers and stores reach this product.
    pub public_url: Url,
    /// `None` without a bot.
    pub chat_platform: Option<Arc<dyn ChatPlatform>>,
    /// Calls services outside.
    pub webhooks: Arc<dyn Webhooks>,
}

/// How orders are delivered.
#[derive(Debug, Clone)]
pub struct DeliverySettings {
    /// `None`: by the seller's own hands.
    pub adapter: Option<Arc<dyn Fulfilment>>,
    /// Fresh tokens tried for each failed one.
    pub max_replacements: i64,
    /// The operator's own service, which delivers where a storefront has no way of its own.
    pub service: Option<OperatorService>,
    /// How long a service that took a job may take to say what became of it.
    pub result_timeout: Duration,
}

impl DeliverySettings {
    /// By the seller's own hands, wherever the order came from.
    pub fn by_hand() -> Self {
        Self { adapter: None, max_replacements: 0, service: None, result_timeout: Duration::from_hours(1) }
    }
}

/// Where the operator's own service is, and what signs the calls to it.
#[derive(Debug, Clone)]
pub struct OperatorService {
    pub url: Url,
    pub secret: SecretString,
}

/// How domains are verified.
#[derive(Debug, Clone)]
pub struct DomainSettings {
    pub name_server: Arc<dyn NameServer>,
    /// Where a domain's CNAME must point.
    pub cname_target: Hostname,
    /// The product's own hosts, which are nobody's to add.
    pub own_hosts: Vec<Hostname>,
    /// Time between two checks of a domain that is not active.
    pub check_interval: Duration,
}

impl App {
    pub fn new(parts: AppParts) -> Self {
        Self(Arc::new(parts))
    }

    /// The same for what only the leader does: its outages end with its term.
    #[must_use]
    pub fn as_leader(&self) -> Self {
        let parts = AppParts::clone(&self.0);
        Self::new(AppParts { outages: parts.outages.of_term(), ..parts })
    }
}

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "App({:?})", self.db)
    }
}
