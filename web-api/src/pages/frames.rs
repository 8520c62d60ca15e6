//! Documents that run a seller's own live stock page, apart from the app: for customers, and for the preview.
//!
//! Their policy gives them an origin that is nobody's. `dashboard-ui/src/frame` is what runs in them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boostdesk_core::events::{Events, Topic};
use boostdesk_core::shop::live_page;
use boostdesk_core::shop::storefronts::GuildId;
use serde_json::json;

use crate::http::error::{ApiError, Result};
use crate::http::extract::Path;
use crate::http::session::PublicCall;
use crate::http::short_cache::ShortCache;
use crate::pages::template::{HTML, script_safe};
use crate::state::WebState;

/// Which of the runtime's scripts the pages may use, in the order they are run in.
const RUNTIME: [&str; 3] = ["react.js", "tailwind.js", "transpiler.js"];
/// The app's own, wherever the others come from.
const RUNNER: &str = "/vendor/frame.js";

/// The document of a storefront's page, with its code.
pub(crate) async fn live_stock(
    State(web): State<WebState>,
    _: PublicCall,
    Path(guild): Path<String>,
) -> Result<Response> {
    let code = match GuildId::parse(&guild) {
        Some(guild) => live_page::code_of_storefront(&web.app, &guild).await?,
        None => None,
    };
    let status = if code.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let mut response = web.frame.with_code(&web, &code.unwrap_or_default());
    *response.status_mut() = status;
    Ok(response)
}

/// The document of the preview, which is told its code.
pub(crate) async fn preview(State(web): State<WebState>) -> Response {
    web.frame.with_code(&web, "")
}

/// Whether a storefront's public page shows the seller's own.
pub(crate) async fn has_custom_page(web: &WebState, guild: &str) -> Result<bool> {
    let Some(guild) = GuildId::parse(guild) else { return Ok(false) };
    let found = web.custom_pages.get(guild.as_str(), async || {
        let code = live_page::code_of_storefront(&web.app, &guild).await?;
        Ok::<_, ApiError>(code.map(drop))
    });
    Ok(found.await?.is_some())
}

/// The storefronts whose seller has a page of their own; taken away by whatever changes that.
pub(crate) fn cache(events: &Events) -> Arc<ShortCache<()>> {
    let cache = Arc::new(ShortCache::new());
    let kept = cache.clone();
    events.on_change(move |event| match event.topic {
        Topic::CustomCode | Topic::Storefronts | Topic::Everything => kept.forget(event.guild_id.as_deref()),
        _ => {}
    });
    cache
}

/// The HTML, on both sides of where the code goes.
pub(crate) struct Document {
    before: String,
    after: String,
}

impl Document {
    pub(crate) fn new(runtime_base: &str) -> Self {
        let scripts =
            RUNTIME.map(|name| format!("<script defer src=\"{runtime_base}/{name}\"></script>\n")).concat();
        let before = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
            <meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\" />\n\
            <meta name=\"color-scheme\" content=\"dark light\" />\n\
            <meta name=\"robots\" content=\"noindex\" />\n<title>Live Stock</title>\n\
            <script type=\"application/json\" id=\"boostdesk\">";
        let after = format!(
            "</script>\n{scripts}<script defer crossorigin src=\"{RUNNER}\"></script>\n</head>\n\
             <body>\n<div id=\"root\"></div>\n</body>\n</html>\n"
        );
        Self { before: before.to_owned(), after }
    }

    fn with_code(&self, web: &WebState, code: &str) -> Response {
        let json = script_safe(&json!({ "code": code }).to_string());
        let mut response = format!("{}{json}{}", self.before, self.after).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HTML);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        web.policies.isolate_frame(headers);
        response
    }
}
