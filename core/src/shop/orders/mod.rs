//! Orders: made by a redeem, filled by delivery, never deleted.

mod queries;
mod service;

use std::fmt;

use secrecy::SecretString;

use crate::clock::Timestamp;
use crate::db::Failure;
use crate::shop::stock::StockName;

pub(crate) use queries::for_announcement;
pub use service::{
    get, ids, is_of_user, of_customer, of_storefront, page, public_status, waiting_for_seller,
};

#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    #[error("There is no such order.")]
    NotFound,
    #[error("Pages count from 1 and have 1 to 100 orders.")]
    BadPage,
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderState {
    Queued,
    Delivering,
    Done,
}

impl OrderState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Delivering => "delivering",
            Self::Done => "done",
        }
    }
}

impl fmt::Display for OrderState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for OrderState {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        [Self::Queued, Self::Delivering, Self::Done]
            .into_iter()
            .find(|state| state.as_str() == text)
            .ok_or_else(|| format!("`{text}` is no order state"))
    }
}

/// An order as its seller sees it.
#[derive(Debug)]
pub struct Order {
    pub id: String,
    /// The customer's guild when the invite could be resolved, else the storefront's.
    pub guild_id: String,
    pub storefront_guild_id: String,
    pub invite: String,
    pub stock: StockName,
    /// In boosts.
    pub amount: i64,
    pub store_link: Option<String>,
    pub discord_link: Option<String>,
    pub succeeded: Vec<SecretString>,
    pub failed: Vec<SecretString>,
    /// Waiting for the seller's verdict: delivery by hand, or set aside after a crash.
    pub pending: Vec<SecretString>,
    pub state: OrderState,
    pub email: String,
    pub displayname: Option<String>,
    pub bio: Option<String>,
    pub avatar: Option<String>,
    pub banner: Option<String>,
    pub created_at: Timestamp,
}

/// What anyone with the order's id may see.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct PublicStatus {
    pub order_id: String,
    pub guild_id: String,
    pub invite: String,
    #[sqlx(try_from = "String")]
    pub stock: StockName,
    pub amount: i64,
    pub succeeded: i64,
    pub failed: i64,
    #[sqlx(try_from = "String")]
    pub state: OrderState,
    pub embed_color: String,
    pub embed_footer: Option<String>,
    pub store_link: Option<String>,
    pub discord_link: Option<String>,
}

/// Order ids with their times, the newest first.
#[derive(Debug)]
pub struct OrderPage {
    pub orders: Vec<(String, Timestamp)>,
    pub total: i64,
}
