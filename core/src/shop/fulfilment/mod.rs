//! Fulfilment: which way a storefront's orders are delivered, and its own service's address and secrets.
//!
//! Only the settings. `delivery` sends the rounds to services and handles their answers.

mod queries;
mod service;

use secrecy::SecretString;

use crate::db::Failure;
use crate::foundation::text_enum::text_enum;
use crate::ports::service_address::AddressError;
use crate::shop::storefronts::StorefrontError;

pub(crate) use service::{of_storefront, secrets_of_all, way_of};
pub use service::{renew_secret, save, show};

text_enum! {
    /// Who delivers a storefront's orders, as its seller chose. `default`: as the operator has configured it. `manual`:
    /// the seller. `webhook`: the storefront's own service.
    #[schema(as = FulfilmentMode)]
    pub enum Mode {
        /// As the operator has configured it.
        Default = "default",
        Manual = "manual",
        Webhook = "webhook",
    }
}

text_enum! {
    /// How one order is delivered, from its redeem to its end.
    pub(crate) enum Way {
        /// By this process.
        Adapter = "adapter",
        /// By the seller.
        Manual = "manual",
        /// By the operator's service.
        Operator = "operator",
        /// By the storefront's own service.
        Storefront = "storefront",
    }
}

impl Way {
    pub(crate) fn is_by_service(self) -> bool {
        matches!(self, Self::Operator | Self::Storefront)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum FulfilmentError {
    #[error("Delivery by a service needs the address of the service.")]
    NoUrl,
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error("There is no secret yet: give the address of the service first.")]
    NoSecret,
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// How a storefront's orders are delivered.
#[derive(Debug)]
pub struct Fulfilment {
    pub mode: Mode,
    pub url: Option<String>,
    /// The end of the secret.
    pub hint: Option<String>,
}

/// The settings after a change.
#[derive(Debug)]
pub struct Saved {
    pub fulfilment: Fulfilment,
    /// The new secret that comes with the first address, shown only this once.
    pub secret: Option<SecretString>,
}
