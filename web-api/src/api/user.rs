//! The signed-in user's own record.

use axum::extract::State;
use boostdesk_core::ids::{DiscordId, UserId};
use boostdesk_core::people::auth;
use serde::Serialize;
use utoipa::ToSchema;

use crate::callers::api_key::ViaKey;
use crate::callers::session::Session;
use crate::http::error::Result;
use crate::http::extract::Json;
use crate::state::WebState;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Me {
    #[schema(value_type = String)]
    id: UserId,
    #[schema(required, value_type = Option<String>)]
    discord_id: Option<DiscordId>,
    username: String,
    admin: bool,
    /// The user's access code, masked if the caller is an API key.
    #[serde(rename = "access_code")]
    access_code: String,
}

/// The signed-in user
#[utoipa::path(
    get,
    path = "/api/user/me",
    tag = "user",
    responses((status = 200, body = Me)),
    security(("session" = []))
)]
pub(crate) async fn me(
    State(web): State<WebState>,
    Session(session): Session,
    key: ViaKey,
) -> Result<Json<Me>> {
    let auth::Me { id, discord_id, username, admin, access_code, .. } =
        auth::me(&web.app, &session.user_id).await?;
    // Masked for API keys: with the code, a program could sign in and do what its key may not.
    let access_code = if key.is_signed_in() { access_code.expose().to_owned() } else { access_code.masked() };
    Ok(Json(Me { id, discord_id, username, admin, access_code }))
}
