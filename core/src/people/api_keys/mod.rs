//! API keys: with them a seller's own programs call as the seller, as far as the key's scopes go.
//!
//! Only the digest of a key is stored. The router says which call needs which scope.

mod queries;
mod service;

use secrecy::SecretString;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::{ApiKeyId, UserId};
use crate::people::auth::AuthError;

pub(crate) use service::delete_all;
pub use service::{LONGEST_NAME, PREFIX, create, delete, list, recognise};

/// Keys of one seller.
pub const MOST_KEYS: usize = 20;

text_enum! {
    /// What an API key may do. `read`: look at the shop, without unspent keys and undelivered tokens. `stock`: import and export tokens.
    /// `keys`: create, list and revoke keys. `orders`: mark tokens, retry deliveries, replace tokens and write notes.
    pub enum Scope {
        /// Look at the shop. Unspent keys are masked, undelivered tokens are left out.
        Read = "read",
        /// Import and export tokens.
        Stock = "stock",
        /// Create, list and revoke keys.
        Keys = "keys",
        /// Mark tokens of orders, retry deliveries, replace tokens and write notes.
        Orders = "orders",
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ApiKeyError {
    #[error("There is no such API key.")]
    NotFound,
    #[error("There are {MOST_KEYS} API keys already. Delete one first.")]
    TooMany,
    #[error("A name has 1 to {LONGEST_NAME} characters.")]
    BadName,
    #[error("Choose at least one scope.")]
    NoScopes,
    #[error("There is no scope `{0}`.")]
    UnknownScope(String),
    #[error("`expiresAt` is a time to come, such as 2027-01-31T00:00:00Z.")]
    BadExpiry,
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug, Clone)]
pub struct NewApiKey {
    pub name: String,
    pub scopes: Vec<String>,
    /// RFC 3339. `None`: never.
    pub expires_at: Option<String>,
}

/// A key as its seller sees it.
#[derive(Debug)]
pub struct ApiKey {
    pub id: ApiKeyId,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// The key's last four characters.
    pub hint: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
}

/// A key that was just made, shown this once.
#[derive(Debug)]
pub struct Created {
    pub id: ApiKeyId,
    pub key: SecretString,
}

/// The caller with a valid key.
#[derive(Debug, Clone)]
pub struct Caller {
    pub id: ApiKeyId,
    pub name: String,
    pub user_id: UserId,
    pub scopes: Vec<Scope>,
}
