//! Signing in and out.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use boostdesk_core::people::auth::{self, SignedIn};
use boostdesk_core::ports::{BotCheck, BotCheckError};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::login_call::LoginCall;
use crate::callers::session::{CallFrom, Session};
use crate::callers::session_cookie;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::Json;
use crate::state::WebState;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct LoginRequest {
    /// The token of the bot check (reCAPTCHA), for the action `login`. Needed only if `Config` has a `captcha`.
    #[schema(value_type = Option<String>)]
    captcha_key: Option<SecretString>,
    #[schema(value_type = String, required)]
    access_code: Option<SecretString>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ExchangeRequest {
    /// A single-use sign-in ticket.
    #[schema(value_type = String)]
    token: SecretString,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginResponse {
    code: u16,
    message: &'static str,
    /// The session token, to be sent in the `Authorization` header.
    token: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SelfResponse {
    code: u16,
    message: &'static str,
    #[schema(required = false)]
    admin: bool,
}

/// Sign in with an access code
///
/// Also sets the session cookie, which signs a caller in to the chat, its uploads and link previews only.
#[utoipa::path(
    post,
    path = "/api/auth/login",
    tag = "auth",
    request_body = LoginRequest,
    responses(
        (status = 200, body = LoginResponse),
        (status = 401, description = "The access code is wrong", body = ErrorBody),
        (status = 422, description = "The bot check failed, or no code was given", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
        (status = 503, description = "The bot check cannot be reached", body = ErrorBody),
    )
)]
pub(crate) async fn login(
    State(web): State<WebState>,
    State(bot_check): State<Option<Arc<dyn BotCheck>>>,
    from: CallFrom,
    LoginCall(address): LoginCall,
    Json(request): Json<LoginRequest>,
) -> Result<impl IntoResponse> {
    let access_code = request.access_code.unwrap_or_default();
    if access_code.expose_secret().trim().is_empty() {
        return Err(ApiError::refused("Please enter your access code"));
    }
    if let Some(check) = bot_check {
        let token = request.captcha_key.unwrap_or_default();
        check.verify(token.expose_secret(), address.0).await?;
    }
    let signed_in = auth::sign_in(&web.app, access_code.expose_secret(), &from.0).await?;
    Ok(welcome(&web, &signed_in).await)
}

/// Sign in with a single-use ticket
#[utoipa::path(
    post,
    path = "/api/auth/exchange",
    tag = "auth",
    request_body = ExchangeRequest,
    responses(
        (status = 200, body = LoginResponse),
        (status = 401, description = "The ticket is used, expired or unknown", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    )
)]
pub(crate) async fn exchange(
    State(web): State<WebState>,
    from: CallFrom,
    _: LoginCall,
    Json(request): Json<ExchangeRequest>,
) -> Result<impl IntoResponse> {
    let signed_in = auth::exchange_ticket(&web.app, &request.token, &from.0).await?;
    Ok(welcome(&web, &signed_in).await)
}

async fn welcome(web: &WebState, signed_in: &SignedIn) -> impl IntoResponse + use<> {
    web.familiar.add(&signed_in.token).await;
    let token = signed_in.token.expose_secret().to_owned();
    (
        session_cookie::set(web, &signed_in.token),
        Json(LoginResponse { code: 200, message: "Signed in.", token }),
    )
}

/// End this session
#[utoipa::path(
    post,
    path = "/api/auth/logout",
    tag = "auth",
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn logout(
    State(web): State<WebState>,
    Session(session): Session,
    from: CallFrom,
) -> Result<impl IntoResponse> {
    auth::sign_out(&web.app, &session, &from.0).await?;
    Ok((session_cookie::clear(&web), Json(Ack::new("Signed out."))))
}

/// Whether the session is valid, and whether it is an admin's
#[utoipa::path(
    get,
    path = "/api/auth/self",
    tag = "auth",
    responses((status = 200, body = SelfResponse)),
    security(("session" = []))
)]
pub(crate) async fn show_self(Session(session): Session) -> Json<SelfResponse> {
    Json(SelfResponse { code: 200, message: "Signed in.", admin: session.admin })
}

impl From<BotCheckError> for ApiError {
    fn from(error: BotCheckError) -> Self {
        match error {
            BotCheckError::Refused => Self::refused(error.to_string()),
            BotCheckError::Unreachable => Self::unavailable(error.to_string()),
        }
    }
}
