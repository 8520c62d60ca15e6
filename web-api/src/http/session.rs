//! Who is signed in, as a handler asks for it: [`Session`] for anyone, [`Admin`] for admins.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue};
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth::{self, AuthError};
use secrecy::{ExposeSecret, SecretString};

use crate::edge::client_address::ClientAddress;
use crate::edge::limits::Kind;
use crate::http::error::{ApiError, Result};
use crate::pages::own_domain::refuse_foreign;
use crate::state::WebState;

const COOKIE_NAME: &str = "boostdesk_session";
/// As long as a session lasts at most.
const COOKIE_LIFE_S: u32 = 7 * 24 * 60 * 60;
/// What the log keeps of a browser's description of itself.
const USER_AGENT_LENGTH: usize = 256;

/// The session whose token came in the `Authorization` header.
#[derive(Debug)]
pub(crate) struct Session(pub(crate) auth::Session);

/// The token that came in the `Authorization` header.
#[derive(Debug)]
pub(crate) struct Token(pub(crate) SecretString);

/// A [`Session`] of an admin.
#[derive(Debug)]
pub(crate) struct Admin(pub(crate) auth::Session);

/// Counts against the address's limit for public calls, or the session's own when there is one. At a seller's own domain
/// it reaches that seller only.
#[derive(Debug)]
pub(crate) struct PublicCall;

/// Counts against the address's limit for redeem attempts, or the session's own when there is one. At a seller's own domain
/// it reaches that seller only.
#[derive(Debug)]
pub(crate) struct RedeemCall;

/// Where a call comes from, for the activity log.
#[derive(Debug)]
pub(crate) struct CallFrom(pub(crate) Client);

impl FromRequestParts<WebState> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &WebState) -> Result<Self> {
        let Some(session) = signed_in(parts, web).await? else {
            // Guessing tokens is bounded like any other public call.
            web.limits.count(Kind::Public, ClientAddress::of(parts))?;
            return Err(ApiError::unauthorized());
        };
        web.limits.count_session(&session.user_id)?;
        Ok(Self(session))
    }
}

impl<S: Sync> FromRequestParts<S> for Token {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        header_token(&parts.headers).map(Self).ok_or_else(ApiError::unauthorized)
    }
}

impl FromRequestParts<WebState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &WebState) -> Result<Self> {
        let Session(session) = Session::from_request_parts(parts, web).await?;
        if session.admin { Ok(Self(session)) } else { Err(ApiError::forbidden()) }
    }
}

impl FromRequestParts<WebState> for PublicCall {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &WebState) -> Result<Self> {
        count_unless_signed_in(Kind::Public, parts, web).await?;
        refuse_foreign(parts, web).await.map(|()| Self)
    }
}

impl FromRequestParts<WebState> for RedeemCall {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &WebState) -> Result<Self> {
        count_unless_signed_in(Kind::Redeem, parts, web).await?;
        refuse_foreign(parts, web).await.map(|()| Self)
    }
}

impl<S: Sync> FromRequestParts<S> for CallFrom {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let user_agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self(Client {
            address: Some(ClientAddress::of(parts).0.to_string()),
            user_agent: user_agent.map(|text| text.chars().take(USER_AGENT_LENGTH).collect()),
        }))
    }
}

async fn count_unless_signed_in(kind: Kind, parts: &Parts, web: &WebState) -> Result<()> {
    // Boxed: it is a large future, and customers have no session.
    let session =
        if parts.headers.contains_key(AUTHORIZATION) { Box::pin(signed_in(parts, web)).await? } else { None };
    match session {
        Some(session) => web.limits.count_session(&session.user_id),
        None => web.limits.count(kind, ClientAddress::of(parts)),
    }
}

async fn signed_in(parts: &Parts, web: &WebState) -> Result<Option<auth::Session>> {
    match header_token(&parts.headers) {
        Some(token) => find(web, &token).await,
        None => Ok(None),
    }
}

/// The session behind this token, if it is a live one.
pub(crate) async fn find(web: &WebState, token: &SecretString) -> Result<Option<auth::Session>> {
    match auth::session(&web.app, token).await {
        Ok(session) => Ok(Some(session)),
        Err(AuthError::NoSession) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// `Authorization: <token>` or `Authorization: Bearer <token>`.
pub(crate) fn header_token(headers: &HeaderMap) -> Option<SecretString> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?.trim();
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => value,
    };
    (!token.is_empty()).then(|| token.into())
}

/// The token in the session cookie. Only for what a browser asks without a header: sockets, streams, chat, media.
pub(crate) fn cookie_token(headers: &HeaderMap) -> Option<SecretString> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, token)| *name == COOKIE_NAME && !token.is_empty())?;
    Some(token.into())
}

/// Puts the session where pages' scripts cannot read it and other sites cannot send it.
pub(crate) fn cookie(web: &WebState, token: &SecretString) -> [(HeaderName, HeaderValue); 1] {
    set_cookie(web, token.expose_secret(), COOKIE_LIFE_S)
}

pub(crate) fn no_cookie(web: &WebState) -> [(HeaderName, HeaderValue); 1] {
    set_cookie(web, "", 0)
}

fn set_cookie(web: &WebState, token: &str, life_s: u32) -> [(HeaderName, HeaderValue); 1] {
    let secure = if web.https { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE_NAME}={token}; Path=/; Max-Age={life_s}; HttpOnly; SameSite=Strict{secure}");
    let mut value = HeaderValue::try_from(cookie).expect("a token is made of letters and digits");
    value.set_sensitive(true);
    [(SET_COOKIE, value)]
}
