//! `GET /frame/file`: pictures and fonts of other hosts on sellers' own pages. A customer's browser gets them from this server,
//! which serves only what a page's code names.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boostdesk_core::shop::live_page::files;
use bytes::Bytes;
use moka::Expiry;
use moka::future::Cache;
use serde::Deserialize;
use tracing::warn;
use url::Url;

use crate::callers::public_call::{Front, PublicCall};
use crate::chat::uploads::{NoPicture, Uploads};
use crate::edge::concurrency::Turns;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Query;
use crate::outbound::fetch::Fetcher;
use crate::outbound::network::PreviewNetwork;
use crate::state::WebState;

const ACCEPT: &str = "image/*,font/*;q=0.9";
const PICTURE_LIMIT: usize = 5 * 1024 * 1024;
const FONT_LIMIT: usize = 2 * 1024 * 1024;
/// How long a file is cached before its host is asked again; how long that there is none, for the host may only have been slow; and how
/// many bytes are cached in all.
const LIFE: Duration = Duration::from_mins(15);
const LIFE_OF_NONE: Duration = Duration::from_mins(1);
const REMEMBERED: u64 = 64 * 1024 * 1024;
/// When a browser may ask again for a picture that could not be made.
const AGAIN: Duration = Duration::from_secs(5);
/// Files of one seller that are fetched at once, so that slow hosts hold up no other seller's files.
const EACH: usize = 4;
/// Bytes that each cache entry counts beside its content, as a missing file has none.
const ENTRY: usize = 4096;

/// The cached files, and what fetches more.
pub(crate) struct PageFiles {
    fetcher: Fetcher,
    sellers: Turns<Box<str>>,
    /// By signature, so that nobody waits for another seller's turn. `None`: the host gave no such file. Concurrent requests for
    /// one file cause one fetch.
    known: Cache<String, Option<File>>,
}

#[derive(Debug, Clone)]
struct File {
    bytes: Bytes,
    media_type: &'static str,
}

#[derive(Debug, Deserialize)]
pub(crate) struct FileQuery {
    url: String,
    /// The signature that the page's document gives with the URL.
    sig: String,
}

impl PageFiles {
    pub(crate) fn new(network: PreviewNetwork) -> Self {
        let known = Cache::builder()
            .weigher(|signature: &String, file: &Option<File>| weight(signature, file.as_ref()))
            .max_capacity(REMEMBERED)
            .expire_after(Lives)
            .build();
        Self { fetcher: Fetcher::new(network), sellers: Turns::new(EACH), known }
    }
}

struct Lives;

impl Expiry<String, Option<File>> for Lives {
    fn expire_after_create(&self, _: &String, file: &Option<File>, _: Instant) -> Option<Duration> {
        Some(if file.is_some() { LIFE } else { LIFE_OF_NONE })
    }
}

/// Serves a picture, encoded anew, or a font, unchanged.
pub(crate) async fn show(
    State(web): State<WebState>,
    State(page_files): State<Arc<PageFiles>>,
    State(uploads): State<Arc<Uploads>>,
    _: PublicCall<Front>,
    Query(FileQuery { url, sig }): Query<FileQuery>,
) -> Result<Response> {
    let seller = files::named_by(&web.app, &url, &sig).ok_or_else(missing)?;
    let address = Url::parse(&url).map_err(|_| missing())?;
    let learned = async {
        let _turn = page_files.sellers.take(seller.into()).await;
        learn(&page_files.fetcher, &uploads, address).await
    };
    let found = page_files.known.try_get_with_by_ref(&sig, learned).await.map_err(|_| unavailable())?;
    let File { bytes, media_type } = found.ok_or_else(missing)?;
    let headers = [
        (CONTENT_TYPE, media_type),
        (CACHE_CONTROL, "public, max-age=3600"),
        (CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; frame-ancestors 'none'"),
        // Browsers load fonts by CORS only, and a seller's page has an opaque origin.
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    ];
    Ok((headers, bytes).into_response())
}

fn missing() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "There is no such file.")
}

fn unavailable() -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "The file cannot be shown right now.").retry_after(AGAIN)
}

/// Returns the file. `None`: its host does not give it, or it is neither a picture nor a font.
///
/// Errors: the picture could not be made here, which is no fault of the file.
async fn learn(
    fetcher: &Fetcher,
    uploads: &Arc<Uploads>,
    address: Url,
) -> std::result::Result<Option<File>, NoPicture> {
    let Ok(found) = fetcher.fetch(address, ACCEPT, PICTURE_LIMIT).await else { return Ok(None) };
    if found.cut {
        return Ok(None);
    }
    if let Some(media_type) = font_type(&found.bytes) {
        let small = found.bytes.len() <= FONT_LIMIT;
        return Ok(small.then(|| File { bytes: found.bytes.into(), media_type }));
    }
    match uploads.whole_picture(found.bytes).await {
        Ok((bytes, media_type)) => Ok(Some(File { bytes, media_type })),
        Err(NoPicture::Refused(_) | NoPicture::TooLarge) => Ok(None),
        Err(failure) => {
            warn!(%failure, "a page's picture could not be shown: {failure}");
            Err(failure)
        }
    }
}

/// Returns a font's type by its first bytes. Browsers check the rest before they use a font.
fn font_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'w', b'O', b'F', b'2', ..] => Some("font/woff2"),
        [b'w', b'O', b'F', b'F', ..] => Some("font/woff"),
        [b'O', b'T', b'T', b'O', ..] => Some("font/otf"),
        [0, 1, 0, 0, ..] => Some("font/ttf"),
        _ => None,
    }
}

fn weight(signature: &str, file: Option<&File>) -> u32 {
    let bytes = file.map_or(0, |file| file.bytes.len());
    u32::try_from(ENTRY + signature.len() + bytes).unwrap_or(u32::MAX)
}

impl fmt::Debug for PageFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageFiles")
    }
}
