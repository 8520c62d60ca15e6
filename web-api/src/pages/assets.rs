//! The dashboard's files, built by `build.rs` and part of the binary.
//!
//! HTML is not served from here: a page gets its settings and first data put in, which is `template`'s work.

use std::fmt;

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use bytes::Bytes;

use crate::http::conditional::Known;
use crate::http::negotiation::quality;

/// Sorted by path.
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

struct Asset {
    /// Without a slash at the front: `assets/index-B3xQ.js`.
    path: &'static str,
    mime: &'static str,
    hash: &'static str,
    /// Its name changes with its content.
    immutable: bool,
    identity: &'static [u8],
    /// Missing where it would not be smaller.
    brotli: Option<&'static [u8]>,
}

/// The text of `index.html` or `public.html`, with `<!--boostdesk-->` where the page's settings go.
pub(crate) fn html(name: &str) -> Option<&'static str> {
    find(name).and_then(|asset| std::str::from_utf8(asset.identity).ok())
}

/// Returns the answer to a GET or HEAD of `path` (`/assets/…`), if it is one of the dashboard's files and not a page.
pub(crate) fn response(path: &str, request: &HeaderMap) -> Option<Response<Body>> {
    let asset = find(path.strip_prefix('/')?)?;
    (!is_page(asset)).then(|| asset.response(request))
}

impl Asset {
    fn response(&self, request: &HeaderMap) -> Response<Body> {
        let brotli = self.brotli.filter(|_| accepts_brotli(request));
        let etag = format!("\"{}{}\"", self.hash, if brotli.is_some() { "-br" } else { "" });
        let etag = HeaderValue::try_from(etag).expect("hexadecimal digits in quotes");
        let known = Known::of(request).holds(&etag);
        let mut response = Response::new(if known {
            Body::empty()
        } else {
            Body::from(Bytes::from_static(brotli.unwrap_or(self.identity)))
        });
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        headers.insert(ETAG, etag);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(self.cache_control()));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if self.path.starts_with("vendor/") {
            // Sellers' pages run in an opaque origin, and load these files from there.
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        if self.brotli.is_some() {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        if !known {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.mime));
        }
        if !known && brotli.is_some() {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        response
    }

    fn cache_control(&self) -> &'static str {
        if self.immutable { "public, max-age=31536000, immutable" } else { "no-cache" }
    }
}

impl fmt::Debug for Asset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path)
    }
}

fn find(path: &str) -> Option<&'static Asset> {
    let at = ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok()?;
    Some(&ASSETS[at])
}

fn is_page(asset: &Asset) -> bool {
    asset.mime.starts_with("text/html")
}

/// Returns whether `br` is in the list, and not with `q=0`.
fn accepts_brotli(request: &HeaderMap) -> bool {
    let texts = request.get_all(ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        name.eq_ignore_ascii_case("br") && quality(parts) > 0
    })
}
