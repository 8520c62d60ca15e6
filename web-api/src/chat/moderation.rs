//! The calls of admins: who may write.

use std::time::Duration;

use axum::extract::State;
use boostdesk_core::chat::{self, ChatError};
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::AuthorId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::session::CallFrom;
use crate::chat::access::ChatAdmin;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path};
use crate::state::WebState;

/// A year, in minutes.
const LONGEST: u32 = 525_600;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MuteRequest {
    /// How long the mute lasts, in minutes: 1 to 525600. When absent, it has no end.
    minutes: Option<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Mutes {
    /// The newest first.
    mutes: Vec<MutedAuthor>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MutedAuthor {
    #[schema(value_type = String)]
    author_id: AuthorId,
    author: String,
    /// RFC 3339, UTC.
    muted_at: String,
    #[schema(required)]
    until: Option<String>,
}

/// Parses the author id in a URL. Errors: an invalid id is answered like an unknown author.
fn author(text: &str) -> Result<AuthorId> {
    AuthorId::parse(text).ok_or_else(|| ChatError::NoSuchAuthor.into())
}

/// Mute a user; for admins
///
/// It applies to all author ids of that user.
#[utoipa::path(
    put,
    path = "/api/chat/authors/{authorId}/mute",
    tag = "chat",
    params(("authorId" = String, Path)),
    request_body = MuteRequest,
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "The caller is not an admin, or the user to mute is one", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn mute(
    State(web): State<WebState>,
    ChatAdmin(admin): ChatAdmin,
    Path(author_id): Path<String>,
    from: CallFrom,
    Json(MuteRequest { minutes }): Json<MuteRequest>,
) -> Result<Json<Ack>> {
    if minutes.is_some_and(|minutes| !(1..=LONGEST).contains(&minutes)) {
        return Err(ApiError::refused("`minutes` must be 1 to 525600."));
    }
    let span = minutes.map(|minutes| Duration::from_mins(minutes.into()));
    chat::mute(&web.app, &admin, &author(&author_id)?, span, &from.0).await?;
    Ok(Json(Ack::new("User muted.")))
}

/// End a user's mute; for admins
#[utoipa::path(
    delete,
    path = "/api/chat/authors/{authorId}/mute",
    tag = "chat",
    params(("authorId" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "The caller is not an admin", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn unmute(
    State(web): State<WebState>,
    ChatAdmin(admin): ChatAdmin,
    Path(author_id): Path<String>,
    from: CallFrom,
) -> Result<Json<Ack>> {
    chat::unmute(&web.app, &admin, &author(&author_id)?, &from.0).await?;
    Ok(Json(Ack::new("User unmuted.")))
}

/// The mutes in force, the newest first; for admins
#[utoipa::path(
    get,
    path = "/api/chat/mutes",
    tag = "chat",
    responses(
        (status = 200, body = Mutes),
        (status = 403, description = "The caller is not an admin", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn mutes(State(web): State<WebState>, _: ChatAdmin) -> Result<Json<Mutes>> {
    let mutes = chat::mutes(&web.app).await?.into_iter().map(|mute| MutedAuthor {
        author_id: mute.author_id,
        author: mute.author,
        muted_at: mute.muted_at.rfc3339(),
        until: mute.until.map(Timestamp::rfc3339),
    });
    Ok(Json(Mutes { mutes: mutes.collect() }))
}
