//! Closes shops (by the seller, by the operator, or because the guild goes to another seller), and removes sellers with all they
//! have. Orders, keys and stock stay as they are: customers' orders are followed to their end, and the stock is the owner's.
//!
//! Whatever sellers may have in future must end here, too.

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
