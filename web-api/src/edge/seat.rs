//! An HTTP/2 request's place among those of its address.

use std::net::IpAddr;
use std::time::Duration;

use axum::http::StatusCode;

use crate::edge::concurrency::Place;
use crate::http::error::ApiError;

/// For requests whose address has no place left.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// A request's place until its answer is over, in HTTP/2.
#[expect(dead_code, reason = "held until dropped")]
pub(crate) enum Seat {
    /// The connection's own, for one request at a time.
    Own(Place<()>),
    Beside(Place<IpAddr>),
}

/// An extension of requests whose address has no place left, which `watch` refuses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seatless;

impl Seatless {
    pub(crate) fn refusal() -> ApiError {
        let message = "Too many connections from your address. Please try again.";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(RETRY_AFTER)
    }
}
