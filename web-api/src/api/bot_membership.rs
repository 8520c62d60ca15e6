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
    /// Whether a bot token is configured, so that there is a bot.
    has_token: bool,
    /// A link that invites the bot, with the permissions it needs, into a server that is chosen on the linked page.
    /// Null without a bot, or when the chat platform does not answer.
    #[schema(required)]
    invite_url: Option<String>,
    storefronts: Vec<StorefrontBot>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StorefrontBot {
    #[schema(value_type = String)]
    guild_id: GuildId,
    /// Whether the bot is in this server. Null without a bot, or when the chat platform does not answer.
    #[schema(required)]
    is_member: Option<bool>,
    /// A link that invites the bot into this server. Null without a bot, or when the chat platform does not answer.
    #[schema(required)]
    invite_url: Option<String>,
}

/// Whether the bot is in the storefronts' servers, and links that invite it
#[utoipa::path(
    get,
    path = "/api/dashboard/bot",
    tag = "dashboard",
    responses(
        (status = 200, body = BotMembership),
        (status = 403, description = "The caller is a helper who is not a manager", body = ErrorBody),
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
