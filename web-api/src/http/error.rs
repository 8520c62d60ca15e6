//! The one shape of every refusal: `{"code": <status>, "message": "<for a person>"}`.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use boostdesk_core::db::Failure;
use serde::Serialize;
use utoipa::ToSchema;

const WENT_WRONG: &str = "Something went wrong. Please try again.";
const OVERLOADED: &str = "Too much is going on right now. Please try again in a moment.";
const UNREACHABLE: &str = "The shop cannot reach its records right now. Please try again in a minute.";

const BEARER: HeaderValue = HeaderValue::from_static("Bearer");

pub(crate) type Result<T, E = ApiError> = std::result::Result<T, E>;

/// A refusal or a failure, as it will be answered.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: Cow<'static, str>,
    retry_after: Option<Duration>,
    cause: Option<Cause>,
}

/// Why an answer is a failure. For the log, in the answer's extensions; never shown.
#[derive(Clone)]
pub(crate) struct Cause(Arc<dyn std::error::Error + Send + Sync>);

/// The body of every answer that is not a success, except for refusals that have a body of their own.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApiError)]
pub(crate) struct ErrorBody {
    /// The HTTP status again.
    #[schema(example = 404)]
    code: u16,
    /// A sentence for a person.
    #[schema(value_type = String)]
    message: Cow<'static, str>,
    /// Names the request in the server's log, as `x-request-id` does. Put in by what surrounds all handlers.
    #[serde(skip_serializing_if = "Option::is_none", rename = "requestId")]
    #[schema(nullable = false, example = "6c0b3f2e9d417a55")]
    request_id: Option<String>,
}

impl ErrorBody {
    pub(crate) fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code: status.as_u16(), message: message.into(), request_id: None }
    }
}

/// An extension of answers whose body is to name their request: a JSON object, or a page with `PLACE_OF_REQUEST_ID`.
#[derive(Clone, Copy)]
pub(crate) struct NamesRequest;

/// The placeholder in a page for its request's id.
pub(crate) const PLACE_OF_REQUEST_ID: &str = "{request id}";

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, message: message.into(), retry_after: None, cause: None }
    }

    pub(crate) fn bad_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "You need to log in.")
    }

    pub(crate) fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "Access denied. Admin privileges required.")
    }

    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is nothing here.")
    }

    pub(crate) fn too_large(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    /// Well-formed but refused.
    pub(crate) fn refused(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The same call may well succeed in a moment.
    pub(crate) fn unavailable(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(Duration::from_secs(2))
    }

    pub(crate) fn too_slow() -> Self {
        Self::unavailable("This is taking too long. Please try again in a moment.").because(TookTooLong)
    }

    pub(crate) fn overloaded() -> Self {
        Self::unavailable(OVERLOADED)
    }

    /// Something broke. `cause` goes to the log.
    pub(crate) fn broken(cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, WENT_WRONG).because(cause)
    }

    /// Adds the cause, which only the log is told.
    #[must_use]
    pub(crate) fn because(mut self, cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.cause = Some(Cause(Arc::new(cause)));
        self
    }

    #[must_use]
    pub(crate) fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// Makes `response`, whatever its body, an answer with this error's status.
    pub(crate) fn mark(self, response: &mut Response) {
        *response.status_mut() = self.status;
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, whole_seconds(wait));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            // Demanded by RFC 9110, 15.5.2. No browser asks its user for this one.
            response.headers_mut().insert(WWW_AUTHENTICATE, BEARER);
        }
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(cause);
        }
    }

    /// Logs the cause of an error that no HTTP answer carries.
    pub(crate) fn log(&self) {
        if let Some(cause) = &self.cause {
            tracing::error!(%cause, "a frame failed: {cause}");
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        Arc::new(failure).into()
    }
}

/// For a failure that several requests share.
impl From<Arc<Failure>> for ApiError {
    fn from(failure: Arc<Failure>) -> Self {
        if failure.is_crowding() {
            Self::overloaded().because(failure)
        } else if failure.is_passing() {
            Self::unavailable(UNREACHABLE).because(failure)
        } else {
            Self::broken(failure)
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorBody::new(self.status, self.message.clone());
        let mut response = ([(CONTENT_TYPE, "application/json")], json(&body)).into_response();
        response.extensions_mut().insert(NamesRequest);
        self.mark(&mut response);
        response
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("it took too long")]
struct TookTooLong;

/// Bodies are made of strings, numbers and lists, which always have a JSON form.
pub(crate) fn json(body: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(body).expect("an answer's body has a JSON form")
}

/// Adds a request's id at the end of a serialised JSON object. `id`: letters, digits, `-`, `_` and `.`. Anything but an object
/// stays as it is.
pub(crate) fn with_request_id(object: &[u8], id: &str) -> Vec<u8> {
    let Some(fields) = object.strip_suffix(b"}") else { return object.to_vec() };
    [fields, b",\"requestId\":\"", id.as_bytes(), b"\"}"].concat()
}

/// Rounded up, so that whoever waits that long is let in.
fn whole_seconds(wait: Duration) -> HeaderValue {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    HeaderValue::from(seconds.max(1))
}
