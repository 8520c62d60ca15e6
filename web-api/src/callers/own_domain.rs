//! A seller's own domain, where only that seller's storefronts and orders exist.
//!
//! Nothing here reads a session. The edge takes cookies and tokens away before a request gets this far.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::custom_domain::ActiveDomain;
use boostdesk_core::shop::storefronts::Storefront;

/// The seller's own domain that a request came to, if it came to one.
#[derive(Debug, Clone)]
pub(crate) struct AtOwnDomain(Option<Arc<ActiveDomain>>);

impl AtOwnDomain {
    /// The request came to one of the product's own hosts.
    pub(crate) const NO: Self = Self(None);

    pub(crate) fn of(parts: &Parts) -> Self {
        Self(parts.extensions.get().cloned())
    }

    pub(crate) fn get(&self) -> Option<&ActiveDomain> {
        self.0.as_deref()
    }

    /// Returns the storefront that the domain shows first.
    pub(crate) fn first_storefront(&self) -> Option<&Storefront> {
        self.get()?.storefronts.first()
    }

    /// Returns this guild's storefront, if it is the seller's.
    pub(crate) fn storefront(&self, guild: &GuildId) -> Option<&Storefront> {
        self.get()?.storefronts.iter().find(|storefront| storefront.guild_id == *guild)
    }
}

impl<S: Sync> FromRequestParts<S> for AtOwnDomain {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}
