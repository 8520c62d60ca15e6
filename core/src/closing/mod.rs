//! The end of a shop, by its seller or operator or because its guild goes to another, and of a seller with everything that they have. Orders, keys and stock stay as they are: a customer's order is
//! followed to its end, and what is in stock is the owner's.
//!
//! Whatever else a seller gets one day ends here too.

mod service;
mod take_over;

use crate::db::Failure;
use crate::people::auth::AuthError;

pub use service::{close_storefront, delete_storefront, remove_seller};
pub use take_over::take_over;

#[derive(Debug, thiserror::Error)]
pub enum ClosingError {
    #[error(transparent)]
    Seller(#[from] AuthError),
    #[error("There is no storefront in guild `{0}`.")]
    NoStorefront(String),
    #[error(transparent)]
    Failure(#[from] Failure),
}
