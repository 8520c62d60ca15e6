//! What a request holds of its connection's address, in HTTP/2.

use std::net::IpAddr;
use std::time::Duration;

use axum::http::StatusCode;

use crate::edge::concurrency::Place;
use crate::http::error::ApiError;

/// For who has no place left.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// A request's place until its answer is over, in HTTP/2.
#[expect(dead_code, reason = "held until dropped")]
pub(crate) enum Seat {
    /// The connection's own, for one request at a time.
    Own(Place<()>),
    Beside(Place<IpAddr>),
}

/// An extension of requests whose address has no place left: they are refused where all others are answered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seatless;

impl Seatless {
    pub(crate) fn refusal() -> ApiError {
        let message = "Too many connections from your address. Please try again.";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(RETRY_AFTER)
    }
}
