//! Delivery: a leased job for each order, carried out by an adapter or by the seller's own hands.
//!
//! That a token is about to be attempted is on disk before the adapter hears of it. After a crash such a token is
//! asked about, or set aside for the seller: never blindly tried again, never given to another order.

mod queries;
mod settle;
mod simulated;
mod verdicts;
mod worker;

use crate::db::Failure;
use crate::shop::orders::OrderError;
use crate::text_enum::text_enum;

pub use simulated::Simulated;
pub use verdicts::{Verdict, record_verdicts};
pub use worker::{adopt, run};

text_enum! {
    /// Whose turn it is.
    pub(crate) enum JobState {
        /// For a worker.
        Waiting = "waiting",
        /// A worker has it until its lease runs out.
        Leased = "leased",
        /// For the seller.
        Manual = "manual",
        Done = "done",
    }
}

#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    #[error("This order is being delivered automatically.")]
    BeingDelivered,
    #[error("A token of the results is not one of this order's.")]
    UnknownToken,
    #[error("A token of the results was already marked otherwise.")]
    AlreadySettled,
    #[error("The results name a token twice.")]
    NamedTwice,
    #[error("The results are empty.")]
    Empty,
    #[error("A reason has at most 500 characters.")]
    ReasonTooLong,
    #[error(transparent)]
    Order(#[from] OrderError),
    #[error(transparent)]
    Failure(#[from] Failure),
}
