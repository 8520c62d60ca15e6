//! What a seller sets up for a store: whether it is connected, what it signs with, and which of its products give which keys.

pub(super) mod queries;
mod secret;
mod service;

use secrecy::SecretString;

use super::Provider;
use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::ids::StoreSecretId;
use crate::shop::stock::{LARGEST_AMOUNT, SMALLEST_AMOUNT, StockName};
use crate::shop::storefronts::StorefrontError;

pub(super) use secret::key_of;
pub use secret::{LONGEST_SECRET, SHORTEST_SECRET};
pub use service::{add_secret, list, remove_secret, save_products, set_enabled};

/// One secret and, while it is being replaced, its successor.
pub const MOST_SECRETS: usize = 2;
pub const MOST_PRODUCTS: usize = 500;
/// In characters: of a product and a variant.
pub const LONGEST_NAME: usize = 200;

#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    #[error("There is no such secret.")]
    NoSuchSecret,
    #[error("This store has no secret yet. Add one first.")]
    NoSecret,
    #[error("A store has at most two secrets. Remove one first.")]
    ThirdSecret,
    #[error("A secret has {SHORTEST_SECRET} to {LONGEST_SECRET} printable characters.")]
    BadSecret,
    #[error("This secret is base64, with or without `whsec_` in front.")]
    BadStandardSecret,
    #[error("At most {MOST_PRODUCTS} products can be mapped.")]
    TooManyProducts,
    #[error("A product has a name of 1 to {LONGEST_NAME} characters.")]
    BadProduct,
    #[error("A variant has a name of at most {LONGEST_NAME} characters.")]
    BadVariant,
    #[error("The amount is an even number of boosts between {SMALLEST_AMOUNT} and {LARGEST_AMOUNT}.")]
    BadAmount,
    #[error("Product \"{0}\" is there twice with the same variant.")]
    ProductTwice(String),
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// A storefront's connection to a store.
#[derive(Debug)]
pub struct Connection {
    pub provider: Provider,
    /// The address that the store is to call.
    pub url: String,
    pub enabled: bool,
    /// The older one first.
    pub secrets: Vec<Secret>,
    /// As the seller has ordered them.
    pub products: Vec<Product>,
}

/// A secret, as far as it is shown.
#[derive(Debug)]
pub struct Secret {
    pub id: StoreSecretId,
    /// Its last four characters.
    pub hint: String,
    pub created_at: Timestamp,
    /// Precise to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// A secret that was just added, for the only time that it is shown.
#[derive(Debug)]
pub struct NewSecret {
    pub id: StoreSecretId,
    pub secret: SecretString,
}

/// Which key a product gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    pub product: String,
    /// `None`: every variant that has no row of its own.
    pub variant: Option<String>,
    pub stock: StockName,
    /// In boosts: even, 2 to 100.
    pub amount: i64,
}
