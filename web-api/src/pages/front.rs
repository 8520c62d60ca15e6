//! The front page of a seller's own domain.

use serde::Serialize;
use utoipa::ToSchema;

use crate::api::live_stock::{self, LiveStock};
use crate::http::error::{ApiError, Result};
use crate::pages::own_domain::AtStore;
use crate::state::WebState;

/// What the front page shows: of one storefront, with the way to the seller's others.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrontPage {
    name: String,
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
    guild_id: String,
    name: String,
}

pub(crate) async fn page(web: &WebState, at: &AtStore, guild: &str) -> Result<FrontPage> {
    let store = at.0.as_deref().ok_or_else(ApiError::not_found)?;
    let storefront = store.storefronts.iter().find(|storefront| storefront.guild_id == guild);
    let storefront = storefront.ok_or_else(ApiError::not_found)?;
    let links = store.storefronts.iter();
    Ok(FrontPage {
        name: storefront.name.clone(),
        stock: live_stock::of(web, guild).await?.body.clone(),
        footer_text: storefront.redeem_footer.clone(),
        storefronts: links
            .map(|one| FrontLink { guild_id: one.guild_id.clone(), name: one.name.clone() })
            .collect(),
    })
}

/// Whether this storefront is the one that the domain shows first.
pub(crate) fn is_first(at: &AtStore, guild: &str) -> bool {
    let first = at.0.as_deref().and_then(|store| store.storefronts.first());
    first.is_none_or(|first| first.guild_id == guild)
}
