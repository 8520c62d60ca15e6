//! Whom the seller does not serve.

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::ids::BlockId;
use boostdesk_core::shop::blocklist::{self, BlockKind, BlocklistError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::rights::{ManageShop, May};
use crate::callers::session::Session;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Block {
    #[schema(value_type = String)]
    id: BlockId,
    kind: BlockKind,
    /// The email, server id, IP address or network, as it was entered.
    value: String,
    #[schema(required)]
    note: Option<String>,
    /// RFC 3339, UTC.
    created_at: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewBlock {
    /// `email`, `guild` or `address`.
    #[schema(value_type = BlockKind)]
    kind: String,
    /// An email, a server's id, or an IP address or network (CIDR).
    value: String,
    note: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BlockAdded {
    code: u16,
    #[schema(value_type = String)]
    id: BlockId,
}

impl From<BlocklistError> for ApiError {
    fn from(error: BlocklistError) -> Self {
        let message = error.to_string();
        match error {
            BlocklistError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            BlocklistError::Full => Self::new(StatusCode::CONFLICT, message),
            BlocklistError::BadEmail
            | BlocklistError::BadGuild
            | BlocklistError::BadAddress
            | BlocklistError::NoteTooLong => Self::refused(message),
            BlocklistError::Storefront(error) => error.into(),
            BlocklistError::Failure(failure) => failure.into(),
        }
    }
}

/// The seller's blocklist, the newest entry first
#[utoipa::path(
    get,
    path = "/api/blocklist",
    tag = "blocklist",
    responses((status = 200, body = Vec<Block>)),
    security(("session" = []))
)]
pub(crate) async fn list(State(web): State<WebState>, Session(session): Session) -> Result<Json<Vec<Block>>> {
    let blocks = blocklist::list(&web.app, &session.user_id).await?;
    let body = |block: blocklist::Block| Block {
        id: block.id,
        kind: block.kind,
        value: block.value,
        note: block.note,
        created_at: block.created_at.rfc3339(),
    };
    Ok(Json(blocks.into_iter().map(body).collect()))
}

/// Add an entry to the blocklist
///
/// If it is there already, its id is returned.
#[utoipa::path(
    post,
    path = "/api/blocklist",
    tag = "blocklist",
    request_body = NewBlock,
    responses(
        (status = 200, body = BlockAdded),
        (status = 409, description = "There are 10,000 entries already", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn add(
    State(web): State<WebState>,
    May { session, .. }: May<ManageShop>,
    Json(NewBlock { kind, value, note }): Json<NewBlock>,
) -> Result<Json<BlockAdded>> {
    let unknown = |_| ApiError::refused("`kind` is email, guild or address.");
    let kind: BlockKind = kind.parse().map_err(unknown)?;
    let id = blocklist::add(&web.app, &session.user_id, kind, &value, note.as_deref()).await?;
    Ok(Json(BlockAdded { code: 200, id }))
}

/// Remove an entry from the blocklist
#[utoipa::path(
    delete,
    path = "/api/blocklist/{id}",
    tag = "blocklist",
    params(("id" = String, Path)),
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn remove(
    State(web): State<WebState>,
    May { session, .. }: May<ManageShop>,
    Path(id): Path<String>,
) -> Result<Json<Ack>> {
    let id = BlockId::parse(&id).ok_or(BlocklistError::NotFound)?;
    blocklist::remove(&web.app, &session.user_id, &id).await?;
    Ok(Json(Ack::new("Removed from the blocklist.")))
}
