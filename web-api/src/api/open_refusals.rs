//! Refused store calls that a seller has to look at.

use axum::extract::State;
use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::callers::session::Session;
use crate::http::error::Result;
use crate::http::extract::Json;
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenRefusalList {
    /// The newest first.
    refused: Vec<OpenRefusals>,
}

/// Calls of one store that were refused for the same reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenRefusals {
    #[schema(value_type = String)]
    guild_id: GuildId,
    provider: Provider,
    verdict: Verdict,
    count: i64,
    /// When the last of them came. RFC 3339, UTC.
    at: String,
}

/// Store calls refused in the last 24 hours that no later call has made good
#[utoipa::path(
    get,
    path = "/api/dashboard/refused-calls",
    tag = "dashboard",
    responses((status = 200, body = OpenRefusalList)),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    Session(session): Session,
) -> Result<Json<OpenRefusalList>> {
    let found = calls::open_refusals(&web.app, &session.user_id).await?;
    let refused = found.into_iter().map(|open| OpenRefusals {
        guild_id: open.guild_id,
        provider: open.provider,
        verdict: open.verdict,
        count: open.count,
        at: open.at.rfc3339(),
    });
    Ok(Json(OpenRefusalList { refused: refused.collect() }))
}
