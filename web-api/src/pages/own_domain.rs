//! A seller's own domain, as customers see it: what every page there has in common.
//!
//! Nothing here reads a session. The edge takes cookies and tokens away before a request gets this far.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use boostdesk_core::shop::custom_domain::Store;
use boostdesk_core::shop::orders;
use boostdesk_core::shop::storefronts::Storefront;

use crate::http::error::{ApiError, Result};
use crate::state::WebState;

/// The store that a request came to, if it came to a seller's own domain.
#[derive(Debug, Clone)]
pub(crate) struct AtStore(pub(crate) Option<Arc<Store>>);

impl AtStore {
    pub(crate) fn of(parts: &Parts) -> Self {
        Self(parts.extensions.get::<Arc<Store>>().cloned())
    }

    /// This guild's storefront, or the first where the guild is a customer's.
    pub(crate) fn storefront_or_first(&self, guild: &str) -> Option<(&Store, &Storefront)> {
        let store = self.0.as_deref()?;
        let named = store.storefronts.iter().find(|storefront| storefront.guild_id == guild);
        Some((store, named.or(store.storefronts.first())?))
    }
}

impl<S: Sync> FromRequestParts<S> for AtStore {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

/// Of a public call at a seller's own domain: refuses what is another seller's. Orders count by whose they are, since a
/// customer may ask for one under the guild it was for.
pub(crate) async fn refuse_foreign(parts: &mut Parts, web: &WebState) -> Result<()> {
    let AtStore(Some(store)) = AtStore::of(parts) else { return Ok(()) };
    let Ok(params) = RawPathParams::from_request_parts(parts, web).await else { return Ok(()) };
    let param = |wanted: &str| params.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value);
    let is_ours = match (param("orderId"), param("guildId")) {
        (Some(order), _) => orders::is_of_user(&web.app, &store.user_id, order).await?,
        (None, Some(guild)) => store.storefronts.iter().any(|storefront| storefront.guild_id == guild),
        (None, None) => true,
    };
    if is_ours { Ok(()) } else { Err(ApiError::not_found()) }
}
