//! How the product is doing, for whoever operates it: what waits, what fails, and since when, in every feature.
//!
//! It only reads. Problems are fixed in the features that they belong to, and no feature knows of this module.

mod queries;
mod service;

use crate::foundation::clock::Timestamp;
use crate::shop::custom_domain::DomainStatus;
use crate::shop::stock::StockName;
use crate::shop::stores::calls::SellersRefusals;

pub use service::{backlog, troubles};

/// What waits, in numbers: cheap to read, however many orders there are.
#[derive(Debug, Clone)]
pub struct Backlog {
    pub jobs: Jobs,
    pub announcements: Queue,
    pub event_deliveries: Queue,
    /// Orders whose invite the platform could not be asked about.
    pub invites: i64,
    pub endpoints: Endpoints,
    pub channel_problems: i64,
    pub domains: Domains,
    /// Of all storefronts together.
    pub stock: Vec<StockFigures>,
    pub last_backup: Option<Timestamp>,
}

/// Orders that are not delivered yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Jobs {
    /// Waiting for a worker or a service, those that were tried before included.
    pub waiting: i64,
    pub retrying: i64,
    /// Under way at this moment.
    pub leased: i64,
    /// When the oldest of those orders was redeemed, or begun anew by its seller.
    pub oldest: Option<Timestamp>,
    /// When the first of them is due to be begun, or to be over: usually in the future for retries and those under way.
    pub due: Option<Timestamp>,
    /// For sellers to deliver.
    #[sqlx(skip)]
    pub by_hand: i64,
    /// For sellers to decide: a service did not deliver them.
    #[sqlx(skip)]
    pub given_up: i64,
}

/// A queue of messages to somebody.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Queue {
    /// Those that were tried before included.
    pub waiting: i64,
    pub retrying: i64,
    /// When the oldest of them was written.
    pub oldest: Option<Timestamp>,
}

/// Sellers' services that are told of events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Endpoints {
    pub enabled: i64,
    pub disabled: i64,
    /// Enabled, and the last call failed.
    pub failing: i64,
    /// Since when the first of those has been failing.
    pub since: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Domains {
    pub pending: i64,
    pub active: i64,
    pub failed: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct StockFigures {
    pub stock: StockName,
    pub available: i64,
    pub reserved: i64,
    pub delivered: i64,
    pub failed: i64,
}

/// What fails, with the names of the sellers. The first fifty of each kind.
#[derive(Debug)]
pub struct Troubles {
    pub endpoints: Vec<FailingEndpoint>,
    pub refused_calls: Vec<SellersRefusals>,
    pub channels: Vec<SilentChannel>,
    pub domains: Vec<FailedDomain>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingEndpoint {
    pub seller: String,
    pub host: String,
    pub since: Timestamp,
}

/// A channel in which the bot cannot post.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SilentChannel {
    pub seller: String,
    /// A channel's id, or `DM`.
    pub channel: String,
    pub message: String,
    pub since: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct FailedDomain {
    pub seller: String,
    pub domain: String,
    pub status: DomainStatus,
    pub diagnostics: Option<String>,
    pub since: Option<Timestamp>,
}
