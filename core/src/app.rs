//! What every part of the process shares: made once, cloned everywhere.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::clock::Clock;
use crate::db::Db;
use crate::events::Events;
use crate::ports::{ChatPlatform, Fulfilment};
use crate::rng::Rng;
use crate::seal::SealingKey;
use crate::shop::custom_domain::DomainSettings;

#[derive(Clone)]
pub struct App(Arc<AppParts>);

#[derive(Debug)]
pub struct AppParts {
    pub db: Db,
    pub clock: Clock,
    pub rng: Rng,
    pub seal: SealingKey,
    pub events: Events,
    pub delivery: DeliverySettings,
    pub domains: DomainSettings,
    /// `None` without a bot.
    pub chat_platform: Option<Arc<dyn ChatPlatform>>,
}

/// How orders are delivered.
#[derive(Debug)]
pub struct DeliverySettings {
    /// `None`: by the seller's own hands.
    pub adapter: Option<Arc<dyn Fulfilment>>,
    /// Fresh tokens tried for each failed one.
    pub max_replacements: i64,
}

impl App {
    pub fn new(parts: AppParts) -> Self {
        Self(Arc::new(parts))
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
