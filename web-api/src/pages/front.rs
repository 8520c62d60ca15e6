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

/// The data of a front page at a seller's own domain: one storefront, and links to all of the seller's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrontPage {
    name: String,
    /// The path of the storefront's logo. Absent without one: the initial of its name is shown instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    logo: Option<String>,
    stock: LiveStock,
    /// The footer of the redeem form.
    #[schema(required)]
    footer_text: Option<String>,
    /// All open storefronts of the seller, the oldest first: that one is shown at `/`.
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
