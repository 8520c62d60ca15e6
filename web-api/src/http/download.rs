//! Answers that are files: streamed, whatever their length. Knows no format.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boostdesk_core::db::Failure;
use bytes::Bytes;
use futures::{Stream, StreamExt};
use tracing::error;

/// An answer that is a file called `name`, made of these texts one after another. A failure on the way aborts the answer, so
/// that nobody takes the file for complete.
pub(crate) fn file(
    name: &'static str,
    content_type: &'static str,
    texts: impl Stream<Item = Result<String, Failure>> + Send + 'static,
) -> Response {
    let texts = texts.inspect(move |text| {
        if let Err(failure) = text {
            error!(%failure, "{name} was cut short: {failure}");
        }
    });
    let headers = [
        (CONTENT_TYPE, content_type.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, Body::from_stream(texts.map(|text| text.map(Bytes::from)))).into_response()
}
