//! Link previews: `GET /api/link/preview` reads a page's head, `GET /api/link/image` shows its picture. A reader's browser
//! contacts only this server: decision 0061.

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzing;
mod page;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boostdesk_core::seal::Purpose;
use bytes::Bytes;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use serde::{Deserialize, Serialize};
use tracing::warn;
use url::Url;
use utoipa::{IntoParams, ToSchema};

use crate::chat::access::{Access, ChatCaller};
use crate::chat::uploads::{NoPicture, Uploads};
use crate::edge::client_address::ClientAddress;
use crate::edge::limits::{Fetch, Kind};
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Query};
use crate::outbound::fetch::{Fetcher, NotFetched};
use crate::outbound::network::PreviewNetwork;
use crate::state::WebState;

/// Most bytes that are read of a page: its `<head>` comes first.
const PAGE_LIMIT: usize = 512 * 1024;
const PICTURE_LIMIT: usize = 5 * 1024 * 1024;
const URL_LENGTH: usize = 2048;
/// How long a preview is cached before its page is fetched again, and how many are cached.
const LIFE: Duration = Duration::from_mins(15);
const PREVIEWS: u64 = 500;
const PICTURES: u64 = 64;
const PAGE: &str = "text/html,application/xhtml+xml,image/*;q=0.9,video/*;q=0.8";

/// There is no preview. Callers are not told why: the reasons would map the internal network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This link has no preview.")]
pub(crate) struct NoPreview;

impl From<NotFetched> for NoPreview {
    fn from(_: NotFetched) -> Self {
        Self
    }
}

/// The cached previews and pictures, and what fetches more.
pub(crate) struct LinkPreviews {
    fetcher: Fetcher,
    /// Failures are cached too. Concurrent requests for one page cause one fetch.
    previews: Cache<String, std::result::Result<LinkPreview, NoPreview>>,
    pictures: Cache<String, std::result::Result<(Bytes, &'static str), NoPreview>>,
}

/// The preview of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct LinkPreview {
    #[schema(required)]
    title: Option<String>,
    #[schema(required)]
    description: Option<String>,
    /// The URL of the preview's picture, on this server.
    #[schema(required)]
    image: Option<String>,
    #[schema(required)]
    site: Option<String>,
    /// If the link is to a picture: its URL on this server. If it has a video: the video's own URL.
    #[schema(required)]
    media_url: Option<String>,
    #[schema(required)]
    media_type: Option<LinkMedia>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LinkMedia {
    Image,
    Video,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PreviewQuery {
    /// The link: an `http` or `https` URL.
    url: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PictureQuery {
    url: String,
    /// The signature that the picture's URL has in the preview.
    sig: String,
}

impl From<NoPreview> for ApiError {
    fn from(error: NoPreview) -> Self {
        Self::refused(error.to_string())
    }
}

impl LinkPreviews {
    pub(crate) fn new(network: PreviewNetwork) -> Self {
        Self { fetcher: Fetcher::new(network), previews: cache(PREVIEWS), pictures: cache(PICTURES) }
    }
}

fn cache<T: Clone + Send + Sync + 'static>(most: u64) -> Cache<String, T> {
    let builder = Cache::builder().max_capacity(most).time_to_live(LIFE);
    builder.eviction_policy(EvictionPolicy::lru()).build()
}

/// The preview of a link: title, description and picture or video
#[utoipa::path(
    get,
    path = "/api/link/preview",
    tag = "chat",
    params(PreviewQuery),
    responses(
        (status = 200, body = LinkPreview),
        (status = 422, description = "There is nothing to preview", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn preview(
    State(web): State<WebState>,
    State(links): State<Arc<LinkPreviews>>,
    State(access): State<Arc<Access>>,
    caller: ChatCaller,
    address: ClientAddress,
    Query(PreviewQuery { url }): Query<PreviewQuery>,
) -> Result<Json<LinkPreview>> {
    let url = parse(&url)?;
    count(&web, &caller, address, Fetch::Preview)?;
    let picture_path = |url: &Url| picture_path(&web, &access, url);
    let learned = learn(&links.fetcher, url.clone(), picture_path);
    Ok(Json(links.previews.get_with_by_ref(url.as_str(), learned).await?))
}

/// The picture of a link's preview
#[utoipa::path(
    get,
    path = "/api/link/image",
    tag = "chat",
    params(PictureQuery),
    responses(
        (status = 200, content((String = "image/jpeg"), (String = "image/png"))),
        (status = 404, description = "No picture was found there", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn picture(
    State(web): State<WebState>,
    State(links): State<Arc<LinkPreviews>>,
    State(uploads): State<Arc<Uploads>>,
    caller: ChatCaller,
    address: ClientAddress,
    Query(PictureQuery { url, sig }): Query<PictureQuery>,
) -> Result<Response> {
    // Serves only pictures that a preview has signed, so that this is no open proxy.
    if !web.app.seal.is_fingerprint(&sig, Purpose::PreviewImage, &url) {
        return Err(ApiError::new(StatusCode::NOT_FOUND, "There is no such picture."));
    }
    let url = parse(&url)?;
    // A cached picture does not count against a signed-in user's limit.
    if caller.speaker.user_id.is_none() || !links.pictures.contains_key(url.as_str()) {
        count(&web, &caller, address, Fetch::Picture)?;
    }
    let learned = fetch_picture(&links.fetcher, &uploads, url.clone());
    let (bytes, media_type) = links.pictures.get_with_by_ref(url.as_str(), learned).await?;
    let headers = [
        (CONTENT_TYPE, media_type),
        (CACHE_CONTROL, "private, max-age=3600"),
        (CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; frame-ancestors 'none'"),
    ];
    Ok((headers, bytes).into_response())
}

fn count(web: &WebState, caller: &ChatCaller, address: ClientAddress, fetch: Fetch) -> Result<()> {
    match &caller.speaker.user_id {
        None => web.limits.count(Kind::Preview, address),
        Some(user) => web.limits.count_fetch(fetch, user.as_str()),
    }
}

fn parse(url: &str) -> Result<Url> {
    let url = (url.len() <= URL_LENGTH).then(|| Url::parse(url).ok()).flatten();
    let mut url = url.filter(|url| matches!(url.scheme(), "http" | "https")).ok_or(NoPreview)?;
    url.set_fragment(None);
    Ok(url)
}

/// `picture_path`: gives our own URL for a picture on another site.
async fn learn(
    fetcher: &Fetcher,
    url: Url,
    picture_path: impl Fn(&Url) -> String,
) -> std::result::Result<LinkPreview, NoPreview> {
    let found = fetcher.fetch(url, PAGE, PAGE_LIMIT).await?;
    // Redirects may have led to a longer URL.
    if found.url.as_str().len() > URL_LENGTH {
        return Err(NoPreview);
    }
    let site = found.url.host_str().map(str::to_owned);
    let name =
        found.url.path_segments().and_then(|mut parts| parts.next_back()).filter(|name| !name.is_empty());
    let name = name.and_then(|name| page::line(name, page::TITLE_LENGTH));
    if found.media_type.starts_with("image/") {
        let picture = Some(picture_path(&found.url));
        return Ok(LinkPreview {
            title: name,
            description: None,
            image: picture.clone(),
            site,
            media_url: picture,
            media_type: Some(LinkMedia::Image),
        });
    }
    if found.media_type.starts_with("video/") {
        return Ok(LinkPreview {
            title: name,
            description: None,
            image: None,
            site,
            media_url: Some(found.url.into()),
            media_type: Some(LinkMedia::Video),
        });
    }
    if !matches!(found.media_type.as_str(), "text/html" | "application/xhtml+xml") {
        return Err(NoPreview);
    }
    let page = page::read(&found.bytes, &found.url);
    if page.title.is_none() && page.description.is_none() && page.image.is_none() {
        return Err(NoPreview);
    }
    Ok(LinkPreview {
        title: page.title,
        description: page.description,
        image: page.image.map(|url| picture_path(&url)),
        site: page.site,
        media_type: page.video.is_some().then_some(LinkMedia::Video),
        media_url: page.video.map(String::from),
    })
}

fn picture_path(web: &WebState, access: &Access, url: &Url) -> String {
    let sig = web.app.seal.fingerprint(Purpose::PreviewImage, url.as_str());
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("url", url.as_str())
        .append_pair("sig", &sig)
        .finish();
    format!("{}/api/link/image?{query}", access.host)
}

async fn fetch_picture(
    fetcher: &Fetcher,
    uploads: &Arc<Uploads>,
    url: Url,
) -> std::result::Result<(Bytes, &'static str), NoPreview> {
    let found = fetcher.fetch(url, "image/*", PICTURE_LIMIT).await?;
    if found.cut {
        return Err(NoPreview);
    }
    uploads.small_picture(found.bytes).await.map_err(|error| {
        if !matches!(error, NoPicture::Refused(_) | NoPicture::TooLarge) {
            warn!(%error, "a link's picture could not be shown: {error}");
        }
        NoPreview
    })
}

impl fmt::Debug for LinkPreviews {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkPreviews")
    }
}
