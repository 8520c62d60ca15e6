//! Orders: made by a redeem, filled by delivery, never deleted.

mod job;
mod outcome;
mod paging;
mod queries;
mod service;
mod standing;

use std::collections::HashSet;

use secrecy::{ExposeSecret, SecretString};

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::color::Color;
use crate::foundation::text_enum::text_enum;
use crate::ids::{GuildId, OrderId, StorefrontId};
use crate::shop::order_history::{Note, Step};
use crate::shop::stock::StockName;

pub(in crate::shop) use job::JobStanding;
pub(crate) use job::JobState;
pub use job::{OrderAction, RetryError};
pub use outcome::OrderOutcome;
pub use paging::{BadPage, Page};
pub(crate) use queries::{count_before, for_announcement, sellers_status as sellers_status_of, total_of};
pub use service::{
    get, ids, is_of_user, of_customer, page, public_status, public_status_and_seller, sellers_status,
    shop_of, shop_sign_of,
};
pub(crate) use standing::Standing;

#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    #[error("There is no such order.")]
    NotFound,
    #[error("Your role does not reach this.")]
    Forbidden,
    #[error(transparent)]
    Failure(#[from] Failure),
}

text_enum! {
    pub enum OrderState {
        Queued = "queued",
        Delivering = "delivering",
        /// Delivery was given up, and the seller decides.
        Waiting = "waiting",
        Done = "done",
    }
}

/// An order as its seller sees it.
#[derive(Debug)]
pub struct Order {
    pub id: OrderId,
    /// The customer's guild when the invite could be resolved, else the storefront's.
    pub guild_id: GuildId,
    pub storefront_guild_id: GuildId,
    pub invite: String,
    pub stock: StockName,
    /// In boosts.
    pub amount: i64,
    pub store_link: Option<String>,
    pub discord_link: Option<String>,
    pub succeeded: Vec<SecretString>,
    pub failed: Vec<SecretString>,
    /// Waiting for the seller's verdict: delivery by hand, or set aside after a crash. Empty for whoever may not give it.
    pub pending: Vec<SecretString>,
    /// Why tokens failed, where whoever delivers has said so.
    pub reasons: Vec<FailureReason>,
    /// In the order they came.
    pub replacements: Vec<Replacement>,
    pub state: OrderState,
    pub actions: Vec<OrderAction>,
    pub email: String,
    /// The store's id of the purchase that the key came from.
    pub purchase: Option<String>,
    pub displayname: Option<String>,
    pub bio: Option<String>,
    pub avatar: Option<String>,
    pub banner: Option<String>,
    pub created_at: Timestamp,
    /// The oldest first.
    pub history: Vec<Step>,
    pub notes: Vec<Note>,
}

impl Order {
    /// Leaves out the tokens that nobody has delivered yet, for callers who may not deliver them.
    pub fn hide_undelivered_tokens(&mut self) {
        self.pending.clear();
        let settled: HashSet<_> =
            self.succeeded.iter().chain(&self.failed).map(ExposeSecret::expose_secret).collect();
        self.replacements.retain(|replacement| settled.contains(replacement.token.expose_secret()));
    }
}

#[derive(Debug)]
pub struct FailureReason {
    pub token: SecretString,
    pub reason: String,
}

/// A token that came in the place of a failed one.
#[derive(Debug)]
pub struct Replacement {
    pub token: SecretString,
    pub replaces: SecretString,
}

/// What anyone with the order's id may see.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct PublicStatus {
    pub order_id: OrderId,
    pub guild_id: GuildId,
    pub invite: String,
    pub stock: StockName,
    pub amount: i64,
    pub succeeded: i64,
    pub failed: i64,
    pub state: OrderState,
    pub embed_color: Color,
    pub embed_footer: Option<String>,
    pub store_link: Option<String>,
    pub discord_link: Option<String>,
}

/// What the seller and the shop's helpers may see at a glance.
#[derive(Debug, Clone)]
pub struct SellersStatus {
    pub public: PublicStatus,
    pub(super) storefront_id: StorefrontId,
    pub email: SecretString,
    /// Whether it waits for the seller: delivered by hand, or given up.
    pub waits: bool,
    pub actions: Vec<OrderAction>,
    /// The oldest first.
    pub history: Vec<Step>,
    pub notes: Vec<Note>,
}

/// Order ids with their times, the newest first.
#[derive(Debug)]
pub struct OrderPage {
    pub orders: Vec<(OrderId, Timestamp)>,
    pub total: i64,
}
