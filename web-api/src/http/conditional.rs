//! JSON answers with an `ETag`, made once and given often.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use axum_extra::TypedHeader;
use axum_extra::headers::{ETag, HeaderMapExt, IfNoneMatch};
use bytes::Bytes;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// To be kept by browsers, and asked for anew each time.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The tags of what the client has already, if it says so. A handler's argument.
pub(crate) type Known = Option<TypedHeader<IfNoneMatch>>;

/// A JSON body and its tag.
#[derive(Debug, Clone)]
pub(crate) struct Ready {
    body: Bytes,
    etag: ETag,
}

impl Ready {
    pub(crate) fn new(json: Vec<u8>) -> Self {
        let mut hasher = DefaultHasher::new();
        json.hash(&mut hasher);
        let etag = format!("\"{:016x}\"", hasher.finish());
        Self { body: json.into(), etag: etag.parse().expect("hexadecimal digits in quotes") }
    }

    /// 304 for whoever has it already.
    pub(crate) fn answer(&self, known: &Known) -> Response {
        let known = known.as_ref().is_some_and(|TypedHeader(known)| !known.precondition_passes(&self.etag));
        let mut response = Response::new(if known { Body::empty() } else { Body::from(self.body.clone()) });
        // Room for what others add, at once.
        let mut headers = HeaderMap::with_capacity(12);
        headers.typed_insert(self.etag.clone());
        headers.insert(CACHE_CONTROL, REVALIDATE);
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            headers.insert(CONTENT_TYPE, JSON);
        }
        *response.headers_mut() = headers;
        response
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::IF_NONE_MATCH;

    use super::*;

    fn status(if_none_match: &str) -> u16 {
        let ready = Ready::new(b"{}".to_vec());
        let tag = HeaderValue::from(&ready.etag);
        let sent = if_none_match.replace("TAG", tag.to_str().expect("text"));
        let headers = HeaderMap::from_iter([(IF_NONE_MATCH, sent.parse().expect("a header value"))]);
        ready.answer(&headers.typed_get().map(TypedHeader)).status().as_u16()
    }

    #[test]
    fn whoever_has_the_answer_gets_304() {
        for known in ["TAG", "W/TAG", "\"other\", TAG", "*"] {
            assert_eq!(status(known), 304, "{known}");
        }
        for unknown in ["\"other\"", "", "TAGx"] {
            assert_eq!(status(unknown), 200, "{unknown}");
        }
    }
}
