//! Answers that are streamed, whatever their length. Knows no format.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boostdesk_core::db::Failure;
use bytes::Bytes;
use futures::{Stream, StreamExt};
use tracing::error;

/// An answer that is a file called `name`, made of these texts one after another.
pub(crate) fn file(
    name: &'static str,
    content_type: &'static str,
    texts: impl Stream<Item = Result<String, Failure>> + Send + 'static,
) -> Response {
    let headers = [
        (CONTENT_TYPE, content_type.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, body(name, texts)).into_response()
}

/// A body made of these pieces one after another. A failure on the way aborts the answer, so that nobody takes it for complete.
pub(crate) fn body<P: Into<Bytes> + 'static>(
    name: &'static str,
    pieces: impl Stream<Item = Result<P, Failure>> + Send + 'static,
) -> Body {
    let pieces = pieces.inspect(move |piece| {
        if let Err(failure) = piece {
            error!(%failure, "{name} was cut short: {failure}");
        }
    });
    Body::from_stream(pieces)
}
