//! Signed-in sellers. What belongs to a seller rather than to a storefront is out of a helper's reach.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use boostdesk_core::people::auth::{self, helpers};
use boostdesk_core::shop::storefronts::StorefrontError;

use crate::callers::session::Session;
use crate::http::error::{ApiError, Result};
use crate::state::WebState;

/// A [`Session`] of somebody who is no helper.
#[derive(Debug)]
pub(crate) struct Seller(pub(crate) auth::Session);

impl<S> FromRequestParts<S> for Seller
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Session(session) = Session::from_request_parts(parts, state).await?;
        let web = WebState::from_ref(state);
        if helpers::is_helper(&mut web.app.db.read().await?, &session.user_id).await? {
            return Err(StorefrontError::Forbidden.into());
        }
        Ok(Self(session))
    }
}
