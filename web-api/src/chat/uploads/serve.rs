//! `GET /uploads/{name}`: an uploaded file, in whole or in part. Opened by itself it can do nothing.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, RANGE};
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use boostdesk_core::chat::uploads;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::chat::access::ChatCaller;
use crate::chat::uploads::Uploads;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Path;
use crate::state::WebState;

/// A file opened as a document has an opaque origin and runs no script; the browser's own player still works.
const SANDBOX: HeaderValue = HeaderValue::from_static(
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
);
/// A name is random and never used again.
const FOREVER: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

pub(crate) async fn serve(
    State(web): State<WebState>,
    State(directory): State<Arc<Uploads>>,
    _: ChatCaller,
    Path(name): Path<String>,
    mut request: Request,
) -> Result<Response> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'.';
    if !name.bytes().all(plain) || name.starts_with('.') {
        return Err(ApiError::not_found());
    }
    let file = uploads::find(&web.app, &name).await?.ok_or_else(ApiError::not_found)?;
    let path = directory.path(&name);
    if let Some(asked) = request.headers_mut().remove(RANGE) {
        // A missing file is answered with 404 below.
        let length = tokio::fs::metadata(&path).await.map_or(0, |file| file.len());
        if let Some(range) = asked.to_str().ok().and_then(|asked| range_of(asked, length)) {
            request.headers_mut().insert(RANGE, range);
        }
    }
    let served = ServeFile::new(path).oneshot(request).await;
    let mut response = match served {
        Ok(response) if response.status().as_u16() != 404 => response.map(Body::new),
        Ok(_) => return Err(ApiError::not_found()),
        Err(never) => match never {},
    };
    let media_type = HeaderValue::from_str(&file.media_type).map_err(ApiError::broken)?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, media_type);
    headers.insert(CONTENT_SECURITY_POLICY, SANDBOX);
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    headers.insert(CACHE_CONTROL, FOREVER);
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-site"));
    Ok(response)
}

/// Returns the range to pass to `ServeFile`, or `None` to send the whole file. HTTP wants the whole file where `ServeFile` would
/// answer 416: for a suffix longer than the file, other units, several ranges and malformed ones.
/// <https://www.rfc-editor.org/rfc/rfc9110#name-range>
fn range_of(asked: &str, length: u64) -> Option<HeaderValue> {
    let (from, to) = asked.strip_prefix("bytes=")?.split_once('-')?;
    let number = |text: &str| -> Option<u64> {
        text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let range = match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => format!("bytes={from}-{to}"),
        (Some(from), None) if to.is_empty() => format!("bytes={from}-"),
        (None, Some(last)) if from.is_empty() && last <= length => format!("bytes=-{last}"),
        _ => return None,
    };
    HeaderValue::try_from(range).ok()
}
