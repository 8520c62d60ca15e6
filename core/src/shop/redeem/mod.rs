//! Redeeming: the one transaction that spends a key, makes its order and reserves its tokens.

mod details;
mod found_by;
mod invites;
mod outcome;
mod queries;
mod service;

use crate::db::Failure;
use crate::shop::storefronts::CLOSED;

pub use details::{Details, LONGEST_INVITE, invite_code, is_invite};
pub(super) use found_by::FoundBy;
pub use invites::{resolve_invites, shorten_waits};
pub use outcome::Outcome;
pub use service::redeem;

/// What a customer is told when a key was spent, the first time and on every repeat.
pub const REDEEMED: &str = "Order redeemed successfully!";

#[derive(Debug, thiserror::Error)]
pub enum RedeemError {
    #[error("Please fill in all required fields.")]
    MissingFields,
    #[error("Please enter a valid email address.")]
    BadEmail,
    #[error("Invalid server invite.")]
    BadInvite,
    #[error("Invalid redeem key.")]
    UnknownKey,
    #[error("This key has already been redeemed.")]
    AlreadyRedeemed,
    #[error("This key has been revoked.")]
    Revoked,
    #[error("This redeem was refused. Please contact the store.")]
    Refused,
    #[error("Not enough stock right now. Your key is still valid.")]
    NotEnoughStock,
    #[error("{CLOSED}")]
    Closed,
    #[error(transparent)]
    Failure(#[from] Failure),
}
