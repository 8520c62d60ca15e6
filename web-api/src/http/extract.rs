//! Extractors for handlers, which refuse requests in sentences for a person.
//!
//! 400: cannot be parsed. 408: does not arrive in time. 413: too large. 415: another media type than expected (with neither body
//! nor type, the body counts as `{}`). 422: parsed, but a field is missing or mistyped.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use boostdesk_core::foundation::encoding::text_of;
use boostdesk_core::foundation::json::{self, Object};
use boostdesk_core::shop::stock::LARGEST_IMPORT;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::error::Category;
use tokio::time::timeout;

use crate::http::error::{self, ApiError, Result};
use crate::http::field_errors::sentence;

const NOT_JSON: &str = "The request is not valid JSON.";
const MALFORMED_ADDRESS: &str = "The address is malformed.";

/// A JSON body: of a request, at most 64 KiB; of an answer, of any size.
#[derive(Debug)]
pub(crate) struct Json<T>(pub(crate) T);

/// A JSON body that holds a page's code.
#[derive(Debug)]
pub(crate) struct CodeJson<T>(pub(crate) T);

/// A JSON body that is a list of many objects.
#[derive(Debug)]
pub(crate) struct ListJson<T>(pub(crate) Vec<T>);

/// A JSON body that holds many tokens of an order, or long texts.
#[derive(Debug)]
pub(crate) struct LongJson<T>(pub(crate) T);

/// A plain text body of at most 8 MiB.
#[derive(Debug)]
pub(crate) struct Text(pub(crate) String);

#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

/// The query parameters. One without a value counts as absent.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

/// A body that is read whole.
pub(crate) trait Bounded {
    /// In bytes.
    const LIMIT: usize;
    const TOO_LARGE: &'static str;
}

impl<T> Bounded for Json<T> {
    const LIMIT: usize = 64 * 1024;
    const TOO_LARGE: &'static str = "The request is too large. At most 64 KiB are accepted.";
}

impl<T> Bounded for CodeJson<T> {
    /// JSON may write each character of the code as six.
    const LIMIT: usize = 2 * 1024 * 1024;
    const TOO_LARGE: &'static str = "The page is too large. At most 256 KiB are accepted.";
}

impl<T> Bounded for ListJson<T> {
    /// A store's products: 500 rows of two names of 200 characters, each character written as up to twelve bytes.
    const LIMIT: usize = 4 * 1024 * 1024;
    const TOO_LARGE: &'static str = "The list is too large. At most 4 MiB are accepted.";
}

impl<T> Bounded for LongJson<T> {
    const LIMIT: usize = 1024 * 1024;
    const TOO_LARGE: &'static str = "The request is too large. At most 1 MiB are accepted.";
}

impl Bounded for Text {
    const LIMIT: usize = LARGEST_IMPORT;
    const TOO_LARGE: &'static str = "The list is too large. At most 8 MiB are accepted.";
}

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        parse_json(&read_json::<Self>(request).await?).map(Self)
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for CodeJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        parse_json(&read_json::<Self>(request).await?).map(Self)
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for ListJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let list: Vec<Object<T>> = parse_any_json(&read_json::<Self>(request).await?)?;
        Ok(Self(list.into_iter().map(|Object(object)| object).collect()))
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for LongJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        parse_json(&read_json::<Self>(request).await?).map(Self)
    }
}

async fn read_json<B: Bounded>(request: Request) -> Result<Bytes> {
    if says_nothing(&request) {
        return Ok(Bytes::from_static(b"{}"));
    }
    if !is_json(request.headers()) {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Send the request as JSON (Content-Type: application/json).",
        ));
    }
    read(request, B::LIMIT, B::TOO_LARGE).await
}

/// Whether there is neither a body nor a content type, which counts as an empty object. Not for another origin's page: it could
/// send such a request without a CORS preflight.
fn says_nothing(request: &Request) -> bool {
    let from = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_own = from.is_none_or(|site| site == b"same-origin" || site == b"none");
    is_own && !request.headers().contains_key(CONTENT_TYPE) && request.body().is_end_stream()
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, "application/json")], error::json(&self.0)).into_response()
    }
}

impl<S: Sync> FromRequest<S> for Text {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        if media_type(request.headers()).as_deref() != Some("text/plain") {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Send the list as plain text (Content-Type: text/plain).",
            ));
        }
        let body = read(request, Self::LIMIT, Self::TOO_LARGE).await?;
        // Bytes that are not text become characters that no token has.
        Ok(Self(text_of(body.into()).unwrap_or_else(|lossy| lossy)))
    }
}

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        refuse_nul(&parts.uri)?;
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(refused))
                if refused.status().is_client_error() =>
            {
                Err(ApiError::bad_request(MALFORMED_ADDRESS))
            }
            Err(rejection) => Err(ApiError::broken(rejection)),
        }
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        refuse_nul(&parts.uri)?;
        let given = given(parts.uri.query().unwrap_or_default());
        let deserializer = serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(given.as_bytes()));
        serde_path_to_error::deserialize(deserializer).map(Self).map_err(|error| {
            ApiError::refused(sentence(&error.path().to_string(), &error.inner().to_string()))
        })
    }
}

/// `status=&page=2` → `page=2`.
fn given(query: &str) -> String {
    let has_value = |pair: &&str| pair.split_once('=').is_some_and(|(_, value)| !value.is_empty());
    query.split('&').filter(has_value).collect::<Vec<_>>().join("&")
}

/// How long a request's body may take to arrive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyTime(pub(crate) Duration);

/// Returns the body.
///
/// Errors: it is longer than `limit` bytes, or does not come in time.
pub(crate) async fn read(request: Request<Body>, limit: usize, too_large: &'static str) -> Result<Bytes> {
    let Some(BodyTime(time)) = request.extensions().get().copied() else {
        return read_whole(request, limit, too_large).await;
    };
    let late = |_| ApiError::new(StatusCode::REQUEST_TIMEOUT, "The request took too long to arrive.");
    timeout(time, read_whole(request, limit, too_large)).await.map_err(late)?
}

async fn read_whole(request: Request<Body>, limit: usize, too_large: &'static str) -> Result<Bytes> {
    let announced = announced_length(request.headers());
    if announced.is_some_and(|length| length > limit as u64) {
        return Err(ApiError::too_large(too_large));
    }
    let mut body = Limited::new(request.into_body(), limit);
    let mut whole = Vec::with_capacity(announced.and_then(|length| length.try_into().ok()).unwrap_or(0));
    while let Some(frame) = body.frame().await {
        let frame = match frame {
            Ok(frame) => frame,
            Err(error) if error.is::<LengthLimitError>() => return Err(ApiError::too_large(too_large)),
            Err(_) => return Err(ApiError::bad_request("The request ended early.")),
        };
        // Copied rather than kept as frames: one may hold a single byte, and take much more memory.
        whole.extend_from_slice(frame.data_ref().map_or(&[], Bytes::as_ref));
    }
    Ok(whole.into())
}

/// Parses a JSON object. A list is refused, since serde would take its items for the fields in order.
pub(crate) fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    if json::is_list(body) {
        parse_any_json::<IgnoredAny>(body)?;
        return Err(ApiError::refused(sentence("", "a list")));
    }
    parse_any_json(body)
}

/// As [`parse_json`], for other people's programs, which may cut a text in the middle of a surrogate pair.
pub(crate) fn parse_json_of_others<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    if json::is_list(body) {
        return parse_json(body);
    }
    json::read(body).or_else(|_| parse_json(body))
}

fn parse_any_json<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    // serde does not check the UTF-8 of strings that it skips.
    let body = str::from_utf8(body).map_err(|_| ApiError::bad_request(NOT_JSON))?;
    let mut deserializer = serde_json::Deserializer::from_str(body);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        // serde stops at a wrong field, before it has read what follows.
        let is_json = || serde_json::from_str::<IgnoredAny>(body).is_ok();
        if error.inner().classify() == Category::Data && is_json() {
            ApiError::refused(sentence(&error.path().to_string(), &error.inner().to_string()))
        } else {
            ApiError::bad_request(NOT_JSON)
        }
    })?;
    deserializer.end().map_err(|_| ApiError::bad_request(NOT_JSON))?;
    if holds_nul(body.as_bytes()) {
        return Err(ApiError::refused("The text holds a character that cannot be stored."));
    }
    Ok(value)
}

fn is_json(headers: &HeaderMap) -> bool {
    media_type(headers).is_some_and(|media| {
        media == "application/json" || (media.starts_with("application/") && media.ends_with("+json"))
    })
}

/// `Application/JSON; charset=utf-8` → `application/json`.
fn media_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next()?.trim().to_ascii_lowercase())
}

fn announced_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// PostgreSQL stores no NUL in a text.
fn refuse_nul(uri: &Uri) -> Result<()> {
    let holds_nul = uri.path().contains("%00") || uri.query().is_some_and(|query| query.contains("%00"));
    if holds_nul { Err(ApiError::bad_request(MALFORMED_ADDRESS)) } else { Ok(()) }
}

/// Returns whether one of the strings in this valid JSON has a NUL, which can only be written as an escape.
fn holds_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        if rest[at..].starts_with(b"\\u0000") {
            return true;
        }
        // The character after a backslash belongs to it, another backslash too.
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read from JSON")]
    struct Order {
        title: String,
        count: u32,
        lines: Vec<Line>,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read from JSON")]
    struct Line {
        ok: bool,
    }

    fn refusal(text: &str) -> (u16, String) {
        let error = parse_json::<Order>(text.as_bytes()).expect_err("this body is refused");
        (error.status().as_u16(), error.message().to_owned())
    }

    #[test]
    fn a_refused_json_body_names_the_offending_field() {
        #[rustfmt::skip]
        let table = [
            ("",                                                    400, NOT_JSON),
            ("{",                                                   400, NOT_JSON),
            ("{'title': 1}",                                        400, NOT_JSON),
            (r#"{"title":"a","count":1,"lines":[]} x"#,             400, NOT_JSON),
            ("{} x",                                                400, NOT_JSON),
            (r#"{"title":5"#,                                       400, NOT_JSON),
            (r#"{"count":1,"lines":[]}"#,                           422, "`title` is missing."),
            (r#"{"title":5,"count":1,"lines":[]}"#,                 422, "`title` must be a text."),
            (r#"{"title":null,"count":1,"lines":[]}"#,              422, "`title` must be a text."),
            (r#"{"title":"a","count":"1","lines":[]}"#,             422, "`count` must be a whole number."),
            (r#"{"title":"a","count":-1,"lines":[]}"#,              422, "`count` must be a whole number."),
            (r#"{"title":"a","count":1.5,"lines":[]}"#,             422, "`count` must be a whole number."),
            (r#"{"title":"a","count":99999999999,"lines":[]}"#,     422, "`count` must be a whole number."),
            (r#"{"title":"a","count":1,"lines":[{"ok":"yes"}]}"#,   422, "`lines[0].ok` must be true or false."),
            (r#"{"title":"a","count":1,"lines":[{}]}"#,             422, "`lines[0].ok` is missing."),
            (r#"{"title":"a","count":1,"lines":7}"#,                422, "`lines` must be a list."),
            (r#"{"title":"a","title":"b","count":1,"lines":[]}"#,   422, "`title` is given twice."),
            ("[]",                                                  422, "The request has a wrong shape."),
            (r#" ["a",1,[]]"#,                                      422, "The request has a wrong shape."),
            (r#"["a",1,[]"#,                                        400, NOT_JSON),
            (r#"{"title":"\u0000","count":1,"lines":[]}"#,          422, "The text holds a character that cannot be stored."),
        ];
        for (text, status, message) in table {
            assert_eq!(refusal(text), (status, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn an_escaped_backslash_before_u0000_is_not_taken_for_nul() {
        assert!(!holds_nul(br#"{"title":"\\u0000"}"#));
        assert!(holds_nul(br#"{"title":"\\\u0000"}"#));
    }
}
