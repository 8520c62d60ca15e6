//! Whether somebody may do something with what the URL names. Checked before anything else of a call is read or judged.
//!
//! Core decides, and checks again when it does the work: a right may end in between.

use std::collections::BTreeMap;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use boostdesk_core::App;
use boostdesk_core::ids::{GuildId, OrderId, UserId};
use boostdesk_core::people::auth;
use boostdesk_core::shop::orders::{self, OrderError};
use boostdesk_core::shop::storefronts::{self, Reached, Right, Shop, StorefrontError};

use crate::callers::session::Session;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Path;
use crate::state::WebState;

/// A session whose user may do this.
#[derive(Debug)]
pub(crate) struct May<T> {
    pub(crate) session: auth::Session,
    pub(crate) task: T,
}

/// Something to do, and where.
pub(crate) trait Task: Sized {
    /// Errors: the address names nothing that is the user's, or they may not do this there.
    fn granted(app: &App, user_id: &UserId, address: &Address) -> impl Future<Output = Result<Self>> + Send;
}

/// The URL's path parameters.
pub(crate) struct Address(BTreeMap<String, String>);

/// Looks at a storefront.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) guild: GuildId,
}

/// Runs a storefront.
#[derive(Debug)]
pub(crate) struct Manage {
    pub(crate) guild: GuildId,
    pub(crate) storefront: Reached,
}

/// Does with a storefront what no helper may.
#[derive(Debug)]
pub(crate) struct Own {
    pub(crate) guild: GuildId,
}

/// Takes tokens out of a storefront, which may be closed.
#[derive(Debug)]
pub(crate) struct TakeOut {
    pub(crate) guild: GuildId,
}

/// Says what became of an order's tokens.
#[derive(Debug)]
pub(crate) struct Pack {
    pub(crate) order_id: OrderId,
}

/// Runs a shop, whichever storefronts it has.
#[derive(Debug)]
pub(crate) struct ManageShop {
    pub(crate) shop: Shop,
}

impl Address {
    fn guild(&self) -> Result<GuildId> {
        self.0
            .get("guildId")
            .and_then(|id| GuildId::parse(id))
            .ok_or_else(|| StorefrontError::NotFound.into())
    }

    fn order_id(&self) -> Result<OrderId> {
        self.0.get("orderId").and_then(|id| OrderId::parse(id)).ok_or_else(|| OrderError::NotFound.into())
    }
}

impl Task for Read {
    async fn granted(app: &App, user_id: &UserId, address: &Address) -> Result<Self> {
        let guild = address.guild()?;
        storefronts::reach(app, user_id, &guild, Right::Read).await?;
        Ok(Self { guild })
    }
}

impl Task for Manage {
    async fn granted(app: &App, user_id: &UserId, address: &Address) -> Result<Self> {
        let guild = address.guild()?;
        let storefront = storefronts::reach(app, user_id, &guild, Right::Manage).await?;
        Ok(Self { guild, storefront })
    }
}

impl Task for Own {
    async fn granted(app: &App, user_id: &UserId, address: &Address) -> Result<Self> {
        let guild = address.guild()?;
        storefronts::owned(app, user_id, &guild).await?;
        Ok(Self { guild })
    }
}

impl Task for TakeOut {
    async fn granted(app: &App, user_id: &UserId, address: &Address) -> Result<Self> {
        let guild = address.guild()?;
        storefronts::stocked(app, user_id, &guild).await?;
        Ok(Self { guild })
    }
}

impl Task for Pack {
    async fn granted(app: &App, user_id: &UserId, address: &Address) -> Result<Self> {
        let order_id = address.order_id()?;
        orders::shop_of(app, user_id, &order_id, Right::Pack).await?;
        Ok(Self { order_id })
    }
}

impl Task for ManageShop {
    async fn granted(app: &App, user_id: &UserId, _: &Address) -> Result<Self> {
        Ok(Self { shop: storefronts::shop_of(app, user_id, Right::Manage).await? })
    }
}

impl<T: Task, S> FromRequestParts<S> for May<T>
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Session(session) = Session::from_request_parts(parts, state).await?;
        let Path(address) = Path::from_request_parts(parts, state).await?;
        let web = WebState::from_ref(state);
        let task = T::granted(&web.app, &session.user_id, &Address(address)).await?;
        Ok(Self { session, task })
    }
}
