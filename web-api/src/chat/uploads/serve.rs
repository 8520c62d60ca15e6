//! `GET /uploads/{name}`: an uploaded file, in whole or in part. Opened by itself it can do nothing.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, RANGE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use boostdesk_core::chat::uploads;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::chat::access::ChatCaller;
use crate::chat::uploads::Uploads;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Path;
use crate::state::WebState;

/// What is opened by itself has an origin of its own and runs nothing; a browser's own player may still play it.
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
    if !is_one_range(request.headers()) {
        request.headers_mut().remove(RANGE);
    }
    let file = uploads::find(&web.app, &name).await?.ok_or_else(ApiError::not_found)?;
    let served = ServeFile::new(directory.path(&name)).oneshot(request).await;
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

/// Whether a part is asked for as `ServeFile` gives it. What else `Range` may say, it answers with 416, where HTTP has it ignored:
/// other units, several parts, and what is no range. <https://www.rfc-editor.org/rfc/rfc9110#name-range>
fn is_one_range(headers: &HeaderMap) -> bool {
    let asked =
        headers.get(RANGE).and_then(|range| range.to_str().ok()?.strip_prefix("bytes=")?.split_once('-'));
    let Some((from, to)) = asked else { return false };
    match (from.parse::<u64>(), to.parse::<u64>()) {
        (Ok(from), Ok(to)) => from <= to,
        (Ok(_), Err(_)) => to.is_empty(),
        (Err(_), Ok(_)) => from.is_empty(),
        (Err(_), Err(_)) => false,
    }
}
