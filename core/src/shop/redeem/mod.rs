//! Redeem keys, and the one transaction that spends a key, makes its order and reserves its tokens.

mod details;
mod invites;
mod keys;
mod queries;
mod service;

use secrecy::SecretString;

use crate::clock::Timestamp;
use crate::db::Failure;
use crate::shop::stock::StockName;
use crate::shop::storefronts::StorefrontError;

pub use details::{Details, invite_code, is_email, is_invite};
pub use invites::resolve_invites;
pub use keys::{CreateKeys, RedeemKey, create, list, revoke, revoke_anywhere};
pub use service::{BOOSTS_PER_TOKEN, redeem};

/// What a customer is told when a key was spent, the first time and on every repeat.
pub const REDEEMED: &str = "Order redeemed successfully!";

#[derive(Debug, thiserror::Error)]
pub enum RedeemError {
    #[error("Please fill in all required fields.")]
    MissingFields,
    #[error("Please enter a valid email address.")]
    BadEmail,
    #[error("{0}")]
    TooLong(&'static str),
    #[error("Invalid server invite.")]
    BadInvite,
    #[error("Invalid redeem key.")]
    UnknownKey,
    #[error("This key has already been redeemed.")]
    AlreadyRedeemed,
    #[error("This key has been revoked.")]
    Revoked,
    #[error("Not enough stock right now. Your key is still valid.")]
    NotEnoughStock,
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("The amount is an even number of boosts between 2 and 100.")]
    BadAmount,
    #[error("The count is between 1 and 1000.")]
    BadCount,
    #[error("A note has at most 200 characters.")]
    NoteTooLong,
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
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyStatus {
    Unused,
    Redeemed,
    Revoked,
}

impl KeyStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unused => "unused",
            Self::Redeemed => "redeemed",
            Self::Revoked => "revoked",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Unused, Self::Redeemed, Self::Revoked].into_iter().find(|status| status.as_str() == text)
    }
}

impl TryFrom<String> for KeyStatus {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` is no key status"))
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
    pub created_at: Timestamp,
    pub redeemed_at: Option<Timestamp>,
}

/// The newest first; `next` asks for the page behind this one.
#[derive(Debug)]
pub struct KeyPage {
    pub keys: Vec<Key>,
    pub next: Option<String>,
}
