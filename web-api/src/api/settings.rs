//! The signed-in user's settings: access code and sessions.

use axum::extract::State;
use axum::response::IntoResponse;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::SessionId;
use boostdesk_core::people::auth::{self, AuthError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::callers::session::{CallFrom, Session};
use crate::callers::session_cookie;
use crate::http::ack::Ack;
use crate::http::error::Result;
use crate::http::extract::{Json, Path};
use crate::state::WebState;

#[derive(Serialize, ToSchema)]
pub(crate) struct UserSettings {
    access_code: String,
    /// When the access code was last reset. RFC 3339, UTC; null if it never was.
    #[serde(rename = "lastAccessCodeReset")]
    #[schema(required)]
    last_access_code_reset: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessCodeReset {
    code: u16,
    message: &'static str,
    new_access_code: String,
}

/// A session of the signed-in user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionInfo {
    id: String,
    /// RFC 3339, UTC.
    created_at: String,
    /// When the session was last used, to within five minutes. RFC 3339, UTC.
    seen_at: String,
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    user_agent: Option<String>,
    /// Whether this is the session that makes the call.
    current: bool,
}

/// The user's access code, and when it was last reset
#[utoipa::path(
    get,
    path = "/api/user/settings",
    tag = "user",
    responses((status = 200, body = UserSettings)),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    Session(session): Session,
) -> Result<Json<UserSettings>> {
    let me = auth::me(&web.app, &session.user_id).await?;
    Ok(Json(UserSettings {
        access_code: me.access_code.expose().to_owned(),
        last_access_code_reset: me.last_reset.map(Timestamp::rfc3339),
    }))
}

/// Replace the access code
///
/// The old one stops working at once, and so do the user's other sessions.
#[utoipa::path(
    post,
    path = "/api/user/reset-access-code",
    tag = "user",
    responses((status = 200, body = AccessCodeReset)),
    security(("session" = []))
)]
pub(crate) async fn reset_access_code(
    State(web): State<WebState>,
    Session(session): Session,
    from: CallFrom,
) -> Result<Json<AccessCodeReset>> {
    let code = auth::reset_code(&web.app, &session, &from.0).await?;
    let message = "Access code reset successfully!";
    Ok(Json(AccessCodeReset { code: 200, message, new_access_code: code.expose().to_owned() }))
}

/// The user's sessions, the last used first
#[utoipa::path(
    get,
    path = "/api/user/sessions",
    tag = "user",
    responses((status = 200, body = Vec<SessionInfo>)),
    security(("session" = []))
)]
pub(crate) async fn sessions(
    State(web): State<WebState>,
    Session(session): Session,
) -> Result<Json<Vec<SessionInfo>>> {
    let sessions = auth::sessions(&web.app, &session).await?;
    let body = |info: auth::SessionInfo| SessionInfo {
        id: info.id.into(),
        created_at: info.created_at.rfc3339(),
        seen_at: info.seen_at.rfc3339(),
        address: info.address,
        user_agent: info.user_agent,
        current: info.current,
    };
    Ok(Json(sessions.into_iter().map(body).collect()))
}

/// End one of the user's sessions
#[utoipa::path(
    delete,
    path = "/api/user/sessions/{id}",
    tag = "user",
    params(("id" = String, Path)),
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn end_session(
    State(web): State<WebState>,
    Session(session): Session,
    Path(id): Path<String>,
    from: CallFrom,
) -> Result<Json<Ack>> {
    let id = SessionId::parse(&id).ok_or(AuthError::NoSuchSession)?;
    auth::end_session(&web.app, &session, &id, &from.0).await?;
    Ok(Json(Ack::new("Session ended.")))
}

/// End all of the user's sessions, this one too
#[utoipa::path(
    post,
    path = "/api/user/sign-out-everywhere",
    tag = "user",
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn sign_out_everywhere(
    State(web): State<WebState>,
    Session(session): Session,
    from: CallFrom,
) -> Result<impl IntoResponse> {
    auth::sign_out_everywhere(&web.app, &session, &from.0).await?;
    Ok((session_cookie::clear(&web), Json(Ack::new("Signed out everywhere."))))
}
