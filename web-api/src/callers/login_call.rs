//! Attempts to sign in: counted before a byte of their body is read.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use crate::edge::client_address::ClientAddress;
use crate::edge::limits::Kind;
use crate::http::error::{ApiError, Result};
use crate::state::WebState;

/// Counts against the address's limit for sign-ins.
#[derive(Debug)]
pub(crate) struct LoginCall(pub(crate) ClientAddress);

impl<S> FromRequestParts<S> for LoginCall
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let address = ClientAddress::of(parts);
        WebState::from_ref(state).limits.count(Kind::Login, address)?;
        Ok(Self(address))
    }
}
