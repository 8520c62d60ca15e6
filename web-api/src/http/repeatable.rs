//! Bodies of calls that may come again under the same `Idempotency-Key`.

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use boostdesk_core::App;
use boostdesk_core::ids::UserId;
use boostdesk_core::kept_answers::{Once, RepeatError};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;

use crate::http::error::{ApiError, Result};
use crate::http::extract::{Bounded, read};

const HEADER: &str = "idempotency-key";
const LONGEST_KEY: usize = 255;

/// The header, for the document.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only described here")]
pub(crate) struct IdempotencyKey {
    /// 1 to 255 printable characters. The same call under the same one does its work once, and is answered the same for a
    /// day.
    #[param(rename = "Idempotency-Key")]
    idempotency_key: Option<String>,
}

impl From<RepeatError> for ApiError {
    fn from(error: RepeatError) -> Self {
        match error {
            RepeatError::OtherBody => Self::refused(error.to_string()),
            RepeatError::Failure(failure) => failure.into(),
        }
    }
}

/// The body, and the `Idempotency-Key` that came with it.
#[derive(Debug)]
pub(crate) struct Repeatable<T> {
    pub(crate) body: T,
    call: Option<Call>,
}

#[derive(Debug)]
struct Call {
    key: String,
    path: String,
    body_digest: String,
}

impl<T> Repeatable<T> {
    /// `None` when no key came along.
    pub(crate) fn once(&self, app: &App, user_id: &UserId) -> Option<Once> {
        let Call { key, path, body_digest } = self.call.as_ref()?;
        Some(Once::new(app, user_id, path, key, body_digest))
    }
}

impl<T, S> FromRequest<S> for Repeatable<T>
where
    T: FromRequest<S, Rejection = ApiError> + Bounded,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let Some(key) = key(request.headers())? else {
            return Ok(Self { body: T::from_request(request, state).await?, call: None });
        };
        let path = request.uri().path().to_owned();
        let (parts, body) = request.into_parts();
        let read_from = Request::from_parts(parts.clone(), body);
        let body = read(read_from, T::LIMIT, T::TOO_LARGE).await?;
        let body_digest = HEXLOWER.encode(&Sha256::digest(&body));
        let request = Request::from_parts(parts, Body::from(body));
        let call = Some(Call { key, path, body_digest });
        Ok(Self { body: T::from_request(request, state).await?, call })
    }
}

fn key(headers: &HeaderMap) -> Result<Option<String>> {
    let mut given = headers.get_all(HEADER).iter();
    let (Some(value), more) = (given.next(), given.next()) else { return Ok(None) };
    let text = std::str::from_utf8(value.as_bytes()).ok().map(str::trim);
    let valid = |text: &&str| {
        (1..=LONGEST_KEY).contains(&text.chars().count()) && !text.chars().any(char::is_control)
    };
    match text.filter(valid) {
        Some(text) if more.is_none() => Ok(Some(text.to_owned())),
        _ => Err(ApiError::refused("An Idempotency-Key has 1 to 255 printable characters.")),
    }
}
