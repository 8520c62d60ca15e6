//! The front page of a seller's own domain.

use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::storefronts::Storefront;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::live_stock::{LiveStock, LiveStockAnswers};
use crate::api::storefronts::logo_address;
use crate::callers::own_domain::AtOwnDomain;
use crate::callers::public_call::Guild;
use crate::http::error::{ApiError, Result};

/// What the front page shows: of one storefront, with the way to the seller's others.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrontPage {
    name: String,
    /// The address of its logo. Missing: its initial stands for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    logo: Option<String>,
    stock: LiveStock,
    /// Under the redeem form.
    #[schema(required)]
    footer_text: Option<String>,
    /// All of the seller's, the first one first: it is the one at `/`.
    storefronts: Vec<FrontLink>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrontLink {
    #[schema(value_type = String)]
    guild_id: GuildId,
    name: String,
}

pub(crate) async fn page(
    live_stock: &LiveStockAnswers,
    at: &AtOwnDomain,
    guild: &Guild,
) -> Result<FrontPage> {
    let domain = at.get().ok_or_else(ApiError::not_found)?;
    let guild_id = guild.id().ok_or_else(ApiError::not_found)?;
    let stock = live_stock.of(guild).await?.body.clone();
    let storefront = at.storefront(&guild_id).ok_or_else(ApiError::not_found)?;
    let link = |one: &Storefront| FrontLink { guild_id: one.guild_id.clone(), name: one.name.clone() };
    Ok(FrontPage {
        name: storefront.name.clone(),
        logo: storefront.logo.as_ref().map(|logo| logo_address(&guild_id, logo)),
        stock,
        footer_text: storefront.redeem_footer.clone(),
        storefronts: domain.storefronts.iter().map(link).collect(),
    })
}

/// Whether this storefront is the one that the domain shows first.
pub(crate) fn is_first(at: &AtOwnDomain, guild: &str) -> bool {
    at.first_storefront().is_none_or(|first| first.guild_id.as_str() == guild)
}
