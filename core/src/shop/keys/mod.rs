//! Redeem keys: made, listed and revoked by their seller. An unspent key is a secret; a spent one is its order's id.
//!
//! `redeem` spends them.

pub mod bulk;
mod counts;
mod key;
mod narrowed;
mod queries;
mod sealed_key;
mod service;

use secrecy::SecretString;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::kept_answers::RepeatError;
use crate::shop::stock::{LARGEST_AMOUNT, SMALLEST_AMOUNT, StockName};
use crate::shop::storefronts::StorefrontError;

pub use counts::KeyCounts;
pub use key::{RedeemKey, masked};
pub use narrowed::KeyFilter;
pub(crate) use queries::of_sales;
use service::LARGEST_PAGE;
pub(crate) use service::{Batch, Fresh, Purchase, put, tell};
pub use service::{
    CreateKeys, LONGEST_NOTE, MOST_AT_ONCE, create, create_once, list, revoke, revoke_anywhere,
};

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("The amount is an even number of boosts between {SMALLEST_AMOUNT} and {LARGEST_AMOUNT}.")]
    BadAmount,
    #[error("The count is between 1 and {MOST_AT_ONCE}.")]
    BadCount,
    #[error("A note has at most {LONGEST_NOTE} characters.")]
    NoteTooLong,
    #[error("At most {} keys can be revoked at once.", bulk::MOST)]
    TooMany,
    #[error("There is no such key.")]
    NotFound,
    #[error("This key has already been redeemed.")]
    AlreadyRedeemed,
    #[error("This key has already been revoked.")]
    AlreadyRevoked,
    #[error("The cursor is not one that a list of keys gave.")]
    BadCursor,
    #[error("A page has 1 to {LARGEST_PAGE} keys.")]
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
    /// The customer's email, when a store has sent it.
    pub email: Option<String>,
    pub created_at: Timestamp,
    pub redeemed_at: Option<Timestamp>,
}

/// The newest first; `next` asks for the page behind this one.
#[derive(Debug)]
pub struct KeyPage {
    pub keys: Vec<Key>,
    pub next: Option<String>,
    /// Counts over the whole storefront, whatever the filter.
    pub counts: KeyCounts,
}
