//! Who is signed in, as a handler asks for it: [`Session`] for anyone, [`Admin`] for admins.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::headers::{HeaderMapExt, UserAgent};
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::api_keys;
use boostdesk_core::people::auth::{self, AuthError};
use secrecy::{ExposeSecret, SecretString};
use url::form_urlencoded;

use crate::edge::client_address::ClientAddress;
use crate::edge::limits::{Kind, Weight};
use crate::http::error::{ApiError, Result};
use crate::state::WebState;

/// How many characters of a `User-Agent` the log keeps.
const USER_AGENT_LENGTH: usize = 256;

/// The session of the token in the `Authorization` header, or one that stands for the API key there.
#[derive(Debug)]
pub(crate) struct Session(pub(crate) auth::Session);

/// A [`Session`] of whoever leafs through a list: such a call counts little, since one page is made of many.
#[derive(Debug)]
pub(crate) struct Leafing(pub(crate) auth::Session);

/// As [`Leafing`], for a page of orders. All of them at once, or a search, count as any call.
#[derive(Debug)]
pub(crate) struct Paging(pub(crate) auth::Session);

/// The token that came in the `Authorization` header.
#[derive(Debug)]
pub(crate) struct Token(pub(crate) SecretString);

/// A [`Session`] of an admin.
#[derive(Debug)]
pub(crate) struct Admin(pub(crate) auth::Session);

/// Where a call comes from, for the activity log.
#[derive(Debug)]
pub(crate) struct CallFrom(pub(crate) Client);

impl<S> FromRequestParts<S> for Session
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        signed_in(parts, &WebState::from_ref(state), Weight::Call).await.map(Self)
    }
}

impl<S> FromRequestParts<S> for Leafing
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        signed_in(parts, &WebState::from_ref(state), Weight::Leaf).await.map(Self)
    }
}

impl<S> FromRequestParts<S> for Paging
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let query = parts.uri.query().unwrap_or_default().as_bytes();
        let named: Vec<_> = form_urlencoded::parse(query)
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, _)| name)
            .collect();
        let is_page = named.iter().any(|name| name == "page") && !named.iter().any(|name| name == "q");
        let weight = if is_page { Weight::Leaf } else { Weight::Call };
        signed_in(parts, &WebState::from_ref(state), weight).await.map(Self)
    }
}

impl<S: Sync> FromRequestParts<S> for Token {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        header_token(&parts.headers).map(Self).ok_or_else(ApiError::unauthorized)
    }
}

impl<S> FromRequestParts<S> for Admin
where
    S: Send + Sync,
    WebState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Session(session) = Session::from_request_parts(parts, state).await?;
        if session.admin { Ok(Self(session)) } else { Err(ApiError::forbidden()) }
    }
}

impl<S: Sync> FromRequestParts<S> for CallFrom {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let user_agent = parts.headers.typed_get::<UserAgent>();
        Ok(Self(Client {
            address: Some(ClientAddress::of(parts).0.to_string()),
            user_agent: user_agent.map(|browser| browser.as_str().chars().take(USER_AGENT_LENGTH).collect()),
        }))
    }
}

impl From<AuthError> for ApiError {
    fn from(error: AuthError) -> Self {
        let message = error.to_string();
        match error {
            AuthError::WrongCode | AuthError::DeadTicket | AuthError::NoSession => {
                Self::new(StatusCode::UNAUTHORIZED, message)
            }
            AuthError::NoSuchSeller(_) | AuthError::NoSuchSession => {
                Self::new(StatusCode::NOT_FOUND, message)
            }
            AuthError::NameTaken(_) | AuthError::DiscordIdTaken => Self::new(StatusCode::CONFLICT, message),
            AuthError::AmbiguousSeller(_)
            | AuthError::BadName
            | AuthError::BadDiscordId
            | AuthError::OwnerStays => Self::refused(message),
            AuthError::Failure(failure) => failure.into(),
        }
    }
}

async fn signed_in(parts: &Parts, web: &WebState, weight: Weight) -> Result<auth::Session> {
    // `api_key::admit` has checked and counted it.
    if let Some(program) = parts.extensions.get::<api_keys::Caller>() {
        return Ok(auth::Session::of_program(&program.user_id, web.app.clock.now()));
    }
    let token = header_token(&parts.headers);
    let session = look_up(web, token.as_ref(), Kind::Public, ClientAddress::of(parts)).await?;
    let session = session.ok_or_else(ApiError::unauthorized)?;
    web.limits.count_session(session.user_id.as_str(), weight)?;
    Ok(session)
}

/// Counts against the address's limit of this kind, or against the session's own when there is one.
pub(super) async fn count_unless_signed_in(kind: Kind, parts: &Parts, web: &WebState) -> Result<()> {
    let address = ClientAddress::of(parts);
    // An API key signs nobody in here, and is ignored.
    let token =
        header_token(&parts.headers).filter(|token| !token.expose_secret().starts_with(api_keys::PREFIX));
    let Some(token) = token else { return web.limits.count(kind, address) };
    // Boxed: it is a large future, and customers have no session.
    match Box::pin(look_up(web, Some(&token), kind, address)).await? {
        Some(session) => web.limits.count_session(session.user_id.as_str(), Weight::Call),
        None => Ok(()),
    }
}

/// The session behind this token. Without one, the call has been counted against the address's limit of this kind.
pub(crate) async fn look_up(
    web: &WebState,
    token: Option<&SecretString>,
    kind: Kind,
    address: ClientAddress,
) -> Result<Option<auth::Session>> {
    match token {
        Some(token) => among_strangers(web, token, kind, address, find(web, token)).await,
        None => web.limits.count(kind, address).map(|()| None),
    }
}

/// Returns what `found` gives for this token or API key; if nothing, the call has been counted as [`look_up`] does. An unfamiliar
/// token counts as a stranger's before the database is asked, so that made-up ones cause no reads beyond that limit.
pub(super) async fn among_strangers<T>(
    web: &WebState,
    token: &SecretString,
    kind: Kind,
    address: ClientAddress,
    found: impl Future<Output = Result<Option<T>>>,
) -> Result<Option<T>> {
    let familiar = web.familiar.knows(token).await;
    if !familiar {
        web.limits.count(Kind::Stranger, address)?;
    }
    let found = found.await?;
    if found.is_none() {
        web.familiar.forget(token).await;
        web.limits.count(kind, address)?;
    } else if !familiar {
        web.familiar.add(token).await;
    }
    Ok(found)
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
