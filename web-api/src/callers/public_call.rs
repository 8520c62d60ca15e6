//! Customers' calls: limited, and at a seller's own domain bound to that seller.
//!
//! Customers' handlers get their subject, a guild or an order, only from here: only this module can construct these types,
//! after its checks. Path parameters are read in their order, whatever their names.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use boostdesk_core::ids::{GuildId, OrderId};
use boostdesk_core::shop::{orders, storefronts};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::callers::own_domain::AtOwnDomain;
use crate::callers::session::count_unless_signed_in;
use crate::edge::limits::Kind;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Path;
use crate::state::WebState;

/// What a customer's URL is about. Read from the path's parameters in their order.
pub(crate) trait Subject: DeserializeOwned + Send + Sync {
    /// Returns whether it belongs to the seller whose own domain this is. Asked at own domains only.
    fn is_at(&self, domain: &AtOwnDomain, web: &WebState) -> impl Future<Output = Result<bool>> + Send;
}

/// A guild that this caller may ask about, as the URL has it, unparsed: it may have no storefront, or not exist.
#[derive(Debug, Deserialize)]
pub(crate) struct Guild(String);

/// An order that this caller may ask about, and the guild it is asked for under: both unparsed, as the URL has them.
#[derive(Debug, Deserialize)]
pub(crate) struct Order(String, String);

/// No subject, as at the front of a seller's own domain.
#[derive(Debug, Deserialize)]
pub(crate) struct Front {}

/// Counts against the address's limit for public calls, or the session's own when there is one.
#[derive(Debug)]
pub(crate) struct PublicCall<T>(pub(crate) T);

/// Counts against the address's limit for redeem attempts, or the session's own when there is one.
#[derive(Debug)]
pub(crate) struct RedeemCall<T>(pub(crate) T);

/// A [`PublicCall`] for a page, which is shown even if the call is refused.
#[derive(Debug)]
pub(crate) struct PageCall<T> {
    subject: T,
    allowed: Result<()>,
}

impl Guild {
    /// The guild of the storefront that a seller's own domain shows first.
    pub(crate) fn first_at(domain: &AtOwnDomain) -> Option<Self> {
        domain.first_storefront().map(|storefront| Self(storefront.guild_id.to_string()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// `None`: no guild has such an id.
    pub(crate) fn id(&self) -> Option<GuildId> {
        GuildId::parse(&self.0)
    }
}

impl Order {
    /// `None`: no guild has such an id.
    pub(crate) fn guild(&self) -> Option<GuildId> {
        GuildId::parse(&self.0)
    }

    /// `None`: no order has such an id.
    pub(crate) fn id(&self) -> Option<OrderId> {
        OrderId::parse(&self.1)
    }
}

impl Subject for Guild {
    /// A closed shop counts, too, so that old links to it say that it is closed.
    async fn is_at(&self, domain: &AtOwnDomain, web: &WebState) -> Result<bool> {
        let Some((domain, guild)) = domain.get().zip(self.id()) else { return Ok(false) };
        Ok(domain.storefronts.iter().any(|storefront| storefront.guild_id == guild)
            || storefronts::is_closed_one_of(&web.app, &domain.user_id, &guild).await?)
    }
}

/// An order belongs to the seller who got it, whatever guild is in the address: a customer may ask for it under the guild
/// that was boosted.
impl Subject for Order {
    async fn is_at(&self, domain: &AtOwnDomain, web: &WebState) -> Result<bool> {
        let Some((domain, order)) = domain.get().zip(self.id()) else { return Ok(false) };
        Ok(orders::is_of_user(&web.app, &domain.user_id, &order).await?)
    }
}

impl Subject for Front {
    async fn is_at(&self, _: &AtOwnDomain, _: &WebState) -> Result<bool> {
        Ok(true)
    }
}

impl<T> PageCall<T> {
    /// Returns what the page is about.
    ///
    /// Errors: why it is not to be shown.
    pub(crate) fn subject(&self) -> Result<&T> {
        self.allowed.clone().map(|()| &self.subject)
    }

    pub(crate) fn into_public(self) -> Result<PublicCall<T>> {
        self.allowed.map(|()| PublicCall(self.subject))
    }
}

/// Even a refused page is given the ids in its URL.
impl PageCall<Guild> {
    pub(crate) fn asked_guild(&self) -> &str {
        &self.subject.0
    }
}

impl PageCall<Order> {
    pub(crate) fn asked_guild(&self) -> &str {
        &self.subject.0
    }

    pub(crate) fn asked_order(&self) -> &str {
        &self.subject.1
    }
}

impl<T: Subject, S> FromRequestParts<S> for PublicCall<T>
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        guarded(Kind::Public, parts, &WebState::from_ref(state)).await.map(Self)
    }
}

impl<T: Subject, S> FromRequestParts<S> for RedeemCall<T>
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        guarded(Kind::Redeem, parts, &WebState::from_ref(state)).await.map(Self)
    }
}

/// Rejected only where the address is malformed.
impl<T: Subject, S> FromRequestParts<S> for PageCall<T>
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let web = WebState::from_ref(state);
        let counted = count_unless_signed_in(Kind::Public, parts, &web).await;
        let Path(subject) = Path::<T>::from_request_parts(parts, state).await?;
        let allowed = match counted {
            Ok(()) => refuse_foreign(&subject, parts, &web).await,
            refused => refused,
        };
        Ok(Self { subject, allowed })
    }
}

async fn guarded<T: Subject>(kind: Kind, parts: &mut Parts, web: &WebState) -> Result<T> {
    count_unless_signed_in(kind, parts, web).await?;
    let Path(subject) = Path::<T>::from_request_parts(parts, &()).await?;
    refuse_foreign(&subject, parts, web).await?;
    Ok(subject)
}

async fn refuse_foreign<T: Subject>(subject: &T, parts: &Parts, web: &WebState) -> Result<()> {
    let domain = AtOwnDomain::of(parts);
    if domain.get().is_none() || subject.is_at(&domain, web).await? {
        return Ok(());
    }
    Err(ApiError::not_found())
}
