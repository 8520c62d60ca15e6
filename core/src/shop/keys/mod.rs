//! Redeem keys: made, listed and revoked by their seller. An unspent key is a secret; a spent one is its order's id.
//!
//! Spending one is `redeem`'s.

pub mod bulk;
mod counts;
mod key;
mod narrowed;
mod queries;
mod service;

use secrecy::SecretString;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::kept_answers::RepeatError;
use crate::shop::stock::StockName;
use crate::shop::storefronts::StorefrontError;

pub use counts::KeyCounts;
pub use key::{RedeemKey, masked};
pub use narrowed::KeyFilter;
pub(crate) use queries::of_sales;
pub(crate) use service::{Batch, Fresh, Purchase, put, tell};
pub use service::{CreateKeys, MOST_AT_ONCE, create, create_once, list, revoke, revoke_anywhere};

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("The amount is an even number of boosts between 2 and 100.")]
    BadAmount,
    #[error("The count is between 1 and 1000.")]
    BadCount,
    #[error("A note has at most 200 characters.")]
    NoteTooLong,
    #[error("At most 1000 keys can be revoked at once.")]
    TooMany,
    #[error("There is no such key.")]
    NotFound,
    #[error("This key has already been redeemed.")]
    AlreadyRedeemed,
    #[error("This key has already been revoked.")]
    AlreadyRevoked,
    #[error("The cursor is not one that a list of keys gave.")]
    BadCursor,
    #[error("A page has 1 to 100 keys.")]
    BadLimit,
    #[error(transparent)]
    Repeat(#[from] RepeatError),
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

text_enum! {
    pub enum KeyStatus {
        Unused = "unused",
        Redeemed = "redeemed",
        Revoked = "revoked",
    }
}

/// A key as its seller sees it.
#[derive(Debug)]
pub struct Key {
    pub key: SecretString,
    pub stock: StockName,
    pub amount: i64,
    pub status: KeyStatus,
    pub note: Option<String>,
    /// The customer's, when a store told it.
    pub email: Option<String>,
    pub created_at: Timestamp,
    pub redeemed_at: Option<Timestamp>,
}

/// The newest first; `next` asks for the page behind this one.
#[derive(Debug)]
pub struct KeyPage {
    pub keys: Vec<Key>,
    pub next: Option<String>,
    /// Of the whole storefront, whatever the page was narrowed to.
    pub counts: KeyCounts,
}
