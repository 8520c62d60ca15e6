//! Which guilds of a seller's storefronts the bot is in.

use axum::extract::State;
use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::bot_membership;
use serde::Serialize;
use utoipa::ToSchema;

use crate::callers::session::Session;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::Json;
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BotMembership {
    /// Whether there is a bot at all.
    has_token: bool,
    /// Lets the bot into a server that is chosen there, with the permissions that it needs. Null when the platform cannot be
    /// asked.
    #[schema(required)]
    invite_url: Option<String>,
    storefronts: Vec<StorefrontBot>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StorefrontBot {
    #[schema(value_type = String)]
    guild_id: GuildId,
    /// Null when nobody can say.
    #[schema(required)]
    is_member: Option<bool>,
    /// Lets the bot into this server. Null when the platform cannot be asked.
    #[schema(required)]
    invite_url: Option<String>,
}

/// Whether the bot is in the storefronts' servers, and the links that let it in
#[utoipa::path(
    get,
    path = "/api/dashboard/bot",
    tag = "dashboard",
    responses(
        (status = 200, body = BotMembership),
        (status = 403, description = "A helper who is no manager", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    Session(session): Session,
) -> Result<Json<BotMembership>> {
    let found = bot_membership::bot_membership(&web.app, &session.user_id).await?;
    let storefront = |place: bot_membership::Membership| StorefrontBot {
        guild_id: place.guild_id,
        is_member: place.is_member,
        invite_url: place.invite_url.map(String::from),
    };
    Ok(Json(BotMembership {
        has_token: found.has_token,
        invite_url: found.invite_url.map(String::from),
        storefronts: found.storefronts.into_iter().map(storefront).collect(),
    }))
}
