//! Documents that run a seller's own live stock page, apart from the app: for customers, and for the preview.
//!
//! Their policy gives them an opaque origin. `dashboard-ui/src/frame` is what runs in them.

use std::fmt;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::events::Topic;
use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::live_page::{self, LivePage};
use serde_json::json;

use crate::api::live_page::paths_of_files;
use crate::callers::public_call::{Guild, PublicCall};
use crate::http::error::{ApiError, Result};
use crate::http::short_cache::ShortCache;
use crate::pages::html::{HTML, script_safe};
use crate::pages::policies::FramePolicy;

/// Which of the runtime's scripts the pages may use, in the order they are run in.
const RUNTIME: [&str; 3] = ["react.js", "tailwind.js", "transpiler.js"];
/// Always served by the app itself, even if `RUNTIME` comes from elsewhere.
const RUNNER: &str = "/vendor/frame.js";

/// Serves the document of a storefront's own page, with its code in it.
pub(crate) async fn live_stock(
    State(frames): State<Frames>,
    PublicCall(guild): PublicCall<Guild>,
) -> Result<Response> {
    let page = match guild.id() {
        Some(guild) => live_page::of_storefront(&frames.0.app, &guild).await?,
        None => None,
    };
    let status = if page.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let mut response = frames.with(page.as_ref());
    *response.status_mut() = status;
    Ok(response)
}

/// Serves the document of the preview, which gets its code by message.
pub(crate) async fn preview(State(frames): State<Frames>) -> Response {
    frames.with(None)
}

/// What the documents are made of, and which storefronts have one.
#[derive(Debug, Clone)]
pub(crate) struct Frames(Arc<Inner>);

struct Inner {
    app: App,
    /// The HTML, on both sides of where the code goes.
    before: &'static str,
    after: String,
    policy: FramePolicy,
    /// The storefronts whose seller has a page of their own.
    live_pages: Arc<ShortCache<()>>,
}

impl Frames {
    pub(crate) fn new(app: App, config: &Config) -> Self {
        let live_pages = Arc::new(ShortCache::new(app.events.clone()));
        let changed = live_pages.clone();
        app.events.on_change(&[Topic::LivePage, Topic::Storefronts], move |event| {
            changed.forget(event.guild_id.as_ref().map(GuildId::as_str));
        });
        let base = &config.live_page.runtime_base;
        let scripts = RUNTIME.map(|name| format!("<script defer src=\"{base}/{name}\"></script>\n")).concat();
        let before = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
            <meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\" />\n\
            <meta name=\"color-scheme\" content=\"dark light\" />\n\
            <meta name=\"robots\" content=\"noindex\" />\n<title>Live Stock</title>\n\
            <style>@font-face{font-family:Geist;font-weight:100 900;font-display:swap;\
            src:url(/vendor/geist.woff2) format('woff2')}</style>\n\
            <script type=\"application/json\" id=\"boostdesk\">";
        let after = format!(
            "</script>\n{scripts}<script defer crossorigin src=\"{RUNNER}\"></script>\n</head>\n\
             <body>\n<div id=\"root\"></div>\n</body>\n</html>\n"
        );
        Self(Arc::new(Inner { app, before, after, policy: FramePolicy::new(config), live_pages }))
    }

    /// Returns whether the seller has a live page of their own in place of the built-in one.
    pub(crate) async fn has_live_page(&self, guild: &Guild) -> Result<bool> {
        let Some(guild) = guild.id() else { return Ok(false) };
        let found = self.0.live_pages.get(guild.as_str(), async || {
            let page = live_page::of_storefront(&self.0.app, &guild).await?;
            Ok::<_, ApiError>(page.map(drop))
        });
        Ok(found.await?.is_some())
    }

    fn with(&self, page: Option<&LivePage>) -> Response {
        let Inner { app, before, after, policy, .. } = &*self.0;
        let carried = match page {
            Some(LivePage { user_id, code }) => {
                json!({ "code": code, "files": paths_of_files(app, user_id, code) })
            }
            None => json!({ "code": "", "files": {} }),
        };
        let json = script_safe(&carried.to_string());
        let mut response = format!("{before}{json}{after}").into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HTML);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        policy.isolate(headers);
        response
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Frames")
    }
}
