//! JSON answers with an `ETag`, serialised once and sent often.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// Browsers keep the answer, and ask each time whether it still holds.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The tags of the answers that the client has already. A malformed one matches nothing.
///
/// Read here and not by axum-extra's `TypedHeader<IfNoneMatch>`: that one refuses the request for what it cannot read, and
/// asserts in debug builds that a tag holds no space (`headers` 0.4, `util/entity.rs`).
#[derive(Debug)]
pub(crate) struct Known(Vec<HeaderValue>);

impl<S: Sync> FromRequestParts<S> for Known {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

impl Known {
    pub(crate) fn of(request: &HeaderMap) -> Self {
        Self(request.get_all(IF_NONE_MATCH).into_iter().cloned().collect())
    }

    /// Returns whether the client has the answer with this tag. Weak and strong tags are alike here (RFC 9110, 13.1.2).
    pub(crate) fn holds(&self, etag: &HeaderValue) -> bool {
        let mut tags = self.0.iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
        tags.any(|tag| {
            let tag = tag.trim_ascii();
            tag == b"*" || tag.strip_prefix(b"W/").unwrap_or(tag) == etag.as_bytes()
        })
    }
}

/// A JSON body and its tag.
#[derive(Debug, Clone)]
pub(crate) struct Ready {
    body: Bytes,
    etag: HeaderValue,
}

impl Ready {
    pub(crate) fn new(json: Vec<u8>) -> Self {
        let mut hasher = DefaultHasher::new();
        json.hash(&mut hasher);
        let etag = format!("\"{:016x}\"", hasher.finish());
        Self { body: json.into(), etag: HeaderValue::try_from(etag).expect("hexadecimal digits in quotes") }
    }

    /// Returns the answer, or 304 when the client has it already.
    pub(crate) fn answer(&self, known: &Known) -> Response {
        let known = known.holds(&self.etag);
        let mut response = Response::new(if known { Body::empty() } else { Body::from(self.body.clone()) });
        // Has room for the headers that outer layers add, so that it is allocated once.
        let mut headers = HeaderMap::with_capacity(12);
        headers.insert(ETAG, self.etag.clone());
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
    use super::*;

    fn status(if_none_match: &str) -> u16 {
        let ready = Ready::new(b"{}".to_vec());
        let tag = ready.etag.to_str().expect("text").to_owned();
        let sent = if_none_match.replace("TAG", &tag).parse().expect("a header value");
        ready.answer(&Known(vec![sent])).status().as_u16()
    }

    #[test]
    fn a_matching_if_none_match_header_gets_304() {
        for known in ["TAG", "W/TAG", "\"other\", TAG", "*"] {
            assert_eq!(status(known), 304, "{known}");
        }
        for unknown in ["\"other\"", "", "TAGx", "\"with a space\"", "nonsense"] {
            assert_eq!(status(unknown), 200, "{unknown}");
        }
    }
}
