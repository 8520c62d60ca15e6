//! The outcome of a redeem as one word, for metrics.

use super::RedeemError;
use crate::foundation::text_enum::text_enum;

text_enum! {
    pub enum Outcome {
        Redeemed = "redeemed",
        /// The same key with the same details again: nothing new comes of it.
        Repeated = "repeated",
        /// What was typed is incomplete, too long or malformed.
        Invalid = "invalid",
        UnknownKey = "unknown_key",
        AlreadyRedeemed = "already_redeemed",
        Revoked = "revoked",
        Refused = "refused",
        NotEnoughStock = "not_enough_stock",
        Closed = "closed",
        /// The database failed, or had too much to do.
        Failed = "failed",
    }
}

impl From<&RedeemError> for Outcome {
    fn from(error: &RedeemError) -> Self {
        match error {
            RedeemError::MissingFields | RedeemError::BadEmail | RedeemError::BadInvite => Self::Invalid,
            RedeemError::UnknownKey => Self::UnknownKey,
            RedeemError::AlreadyRedeemed => Self::AlreadyRedeemed,
            RedeemError::Revoked => Self::Revoked,
            RedeemError::Refused => Self::Refused,
            RedeemError::NotEnoughStock => Self::NotEnoughStock,
            RedeemError::Closed => Self::Closed,
            RedeemError::Failure(_) => Self::Failed,
        }
    }
}
