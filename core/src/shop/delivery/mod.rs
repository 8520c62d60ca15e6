//! Delivery: a leased job for each order, carried out by an adapter, by a service or by the seller's own hands.
//!
//! An attempt is on disk before the adapter gets the token. After a crash the adapter is asked about such a token, or it
//! is set aside for the seller: it is never blindly tried again, and never given to another order.

mod adoption;
mod after_sale;
mod of_seller;
mod queries;
mod rounds;
mod seller_gone;
mod settle;
mod simulated;
mod verdicts;
mod waits;
mod worker;

use tokio_util::sync::CancellationToken;

use crate::App;
use crate::db::Failure;
use crate::shop::orders::{OrderError, RetryError};

pub use adoption::adopt;
pub use after_sale::{LONGEST_NOTE, add_note, replace, retry};
pub use rounds::{
    CallOutcome, ReportError, Reported, ServiceJob, TokenResult, authenticate, is_known, report,
};
pub use seller_gone::end_left_over;
pub(crate) use seller_gone::end_waiting;
pub use simulated::Simulated;
pub use verdicts::{Verdict, record_verdicts};
pub use waits::shorten_waits;

/// Longest reason of a verdict, in characters. A service's longer reason is cut, and its verdict counts.
const LONGEST_REASON: usize = 500;

#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    #[error("This order is being delivered automatically.")]
    BeingDelivered,
    #[error("A token of the results is not one of this order's.")]
    UnknownToken,
    #[error("A token of the results was already marked otherwise.")]
    AlreadySettled,
    #[error("A token is named twice.")]
    NamedTwice,
    #[error("The results are empty.")]
    Empty,
    #[error("A reason has at most {LONGEST_REASON} characters.")]
    ReasonTooLong,
    #[error(transparent)]
    Retry(#[from] RetryError),
    #[error("This order is not done yet.")]
    NotDone,
    #[error("Nothing of this order failed that was not replaced.")]
    NothingFailed,
    #[error("A token that is to be replaced is not a failed one of this order's.")]
    DidNotFail,
    #[error("A token that is to be replaced was replaced already.")]
    ReplacedAlready,
    #[error("Name the tokens that are to be replaced, or none for all.")]
    NothingNamed,
    #[error("There is not enough stock to replace them all.")]
    NoStock,
    #[error("A note has 1 to {LONGEST_NOTE} characters.")]
    BadNote,
    #[error(transparent)]
    Order(#[from] OrderError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Delivers orders until `shutdown`: by the adapter, and by services.
pub async fn run(app: App, shutdown: CancellationToken) {
    tokio::join!(worker::run(app.clone(), shutdown.clone()), rounds::run(app, shutdown));
}
