//! Many keys at once: revoked by a list, or read from the first to the last.

mod queries;
mod service;

use secrecy::SecretString;

use super::KeyStatus;
use crate::clock::Timestamp;
use crate::shop::stock::StockName;

pub use service::{KeyWalk, MOST, revoke_many, walk};

/// What became of a list of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revoked {
    pub revoked: usize,
    /// Those that were no unspent keys of the storefront.
    pub left: usize,
}

/// A line of the list of all keys.
#[derive(Debug)]
pub struct ListedKey {
    pub key: SecretString,
    pub stock: StockName,
    pub amount: i64,
    pub status: KeyStatus,
    pub note: Option<String>,
    pub email: Option<String>,
    pub created_at: Timestamp,
    pub redeemed_at: Option<Timestamp>,
}
