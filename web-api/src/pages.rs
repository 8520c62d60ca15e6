//! The HTML pages. Each arrives with its settings, and a customer's page with its first data, inside it.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accept::prefers_json;
use crate::config::Config;
use crate::embed;
use crate::error::{ApiError, Result};
use crate::etag::IfNoneMatch;
use crate::extract::Path;
use crate::frames;
use crate::live_stock::{self, LiveStock};
use crate::orders::{self, OrderStatus};
use crate::redeem::{self, RedeemPage};
use crate::session::PublicCall;
use crate::state::WebState;

const PLACEHOLDER: &str = "<!--boostdesk-->";
pub(crate) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

static DASHBOARD: LazyLock<Template> = LazyLock::new(|| Template::of("index.html"));
static PUBLIC: LazyLock<Template> = LazyLock::new(|| Template::of("public.html"));

/// What a page finds inside itself, in `<script type="application/json" id="boostdesk">`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Bootstrap<'a> {
    page: Page,
    config: &'a Config,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    guild_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    order_id: Option<&'a str>,
    /// What asking for the data would have been answered with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    status: Option<u16>,
    /// Of the live stock page: whether the seller's own page is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    custom_page: Option<bool>,
    data: Option<PageData>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Page {
    Dashboard,
    OrderStatus,
    LiveStock,
    Redeem,
    NotFound,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum PageData {
    OrderStatus(OrderStatus),
    LiveStock(LiveStock),
    Redeem(RedeemPage),
}

/// The sign-in page and every screen behind it.
pub(crate) async fn dashboard(State(web): State<WebState>) -> Response {
    DASHBOARD.page(&web, &Bootstrap::of(Page::Dashboard, &web.config))
}

pub(crate) async fn live_stock(
    State(web): State<WebState>,
    call: Result<PublicCall>,
    Path(guild): Path<String>,
) -> Response {
    let found = match call {
        Ok(_) => live_stock_and_page(&web, &guild).await,
        Err(refused) => Err(refused),
    };
    let custom_page = found.as_ref().ok().map(|(_, custom)| *custom);
    let bootstrap =
        Bootstrap { guild_id: Some(&guild), custom_page, ..Bootstrap::of(Page::LiveStock, &web.config) };
    public_page(&web, found.map(|(data, _)| data), bootstrap)
}

pub(crate) async fn order_status(
    State(web): State<WebState>,
    call: Result<PublicCall>,
    Path((guild, order)): Path<(String, String)>,
) -> Response {
    let data = match call {
        Ok(_) => orders::status(&web, &guild, &order).await.map(PageData::OrderStatus),
        Err(refused) => Err(refused),
    };
    let bootstrap = Bootstrap {
        guild_id: Some(&guild),
        order_id: Some(&order),
        ..Bootstrap::of(Page::OrderStatus, &web.config)
    };
    public_page(&web, data, bootstrap)
}

pub(crate) async fn redeem(
    State(web): State<WebState>,
    call: Result<PublicCall>,
    Path(guild): Path<String>,
) -> Response {
    let data = match call {
        Ok(_) => redeem::page(&web, &guild).await.map(PageData::Redeem),
        Err(refused) => Err(refused),
    };
    public_page(&web, data, Bootstrap { guild_id: Some(&guild), ..Bootstrap::of(Page::Redeem, &web.config) })
}

/// `/api/{guildId}/live-stock`: the page, or its data for whoever would rather have JSON.
pub(crate) async fn live_stock_or_json(
    state: State<WebState>,
    call: Result<PublicCall>,
    path: Path<String>,
    headers: HeaderMap,
    known: IfNoneMatch,
) -> Response {
    negotiated(if prefers_json(&headers) {
        match call {
            Ok(call) => live_stock::fetch(state, call, path, known).await.into_response(),
            Err(refused) => refused.into_response(),
        }
    } else {
        live_stock(state, call, path).await
    })
}

pub(crate) async fn order_status_or_json(
    state: State<WebState>,
    call: Result<PublicCall>,
    path: Path<(String, String)>,
    headers: HeaderMap,
    known: IfNoneMatch,
) -> Response {
    negotiated(if prefers_json(&headers) {
        match call {
            Ok(call) => orders::fetch_status(state, call, path, known).await.into_response(),
            Err(refused) => refused.into_response(),
        }
    } else {
        order_status(state, call, path).await
    })
}

pub(crate) async fn redeem_or_json(
    state: State<WebState>,
    call: Result<PublicCall>,
    path: Path<String>,
    headers: HeaderMap,
    known: IfNoneMatch,
) -> Response {
    negotiated(if prefers_json(&headers) {
        match call {
            Ok(call) => redeem::fetch_page(state, call, path, known).await.into_response(),
            Err(refused) => refused.into_response(),
        }
    } else {
        redeem(state, call, path).await
    })
}

/// One of the dashboard's files, or nothing: JSON says so below `/api`, a page elsewhere.
pub(crate) async fn anything_else(
    State(web): State<WebState>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reads = matches!(method, Method::GET | Method::HEAD);
    if let Some(file) = embed::response(uri.path(), &headers).filter(|_| reads) {
        return file;
    }
    let is_api = uri.path() == "/api" || uri.path().starts_with("/api/");
    if is_api || !reads {
        return ApiError::not_found().into_response();
    }
    let mut response = DASHBOARD.page(&web, &Bootstrap::of(Page::NotFound, &web.config));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// With whether the seller has a page of their own.
async fn live_stock_and_page(web: &WebState, guild: &str) -> Result<(PageData, bool)> {
    let answer = live_stock::of(web, guild).await?;
    let custom = frames::has_custom_page(web, guild).await?;
    Ok((PageData::LiveStock(answer.body.clone()), custom))
}

/// A page with its data, or with the status that says why there is none.
fn public_page(web: &WebState, data: Result<PageData>, mut bootstrap: Bootstrap<'_>) -> Response {
    let (data, refused) = match data {
        Ok(data) => (Some(data), None),
        Err(refused) => (None, Some(refused)),
    };
    bootstrap.status = Some(refused.as_ref().map_or(StatusCode::OK, ApiError::status).as_u16());
    bootstrap.data = data;
    let mut response = PUBLIC.page(web, &bootstrap);
    if let Some(refused) = refused {
        refused.mark(&mut response);
    }
    response
}

fn negotiated(mut response: Response) -> Response {
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
    response
}

impl<'a> Bootstrap<'a> {
    fn of(page: Page, config: &'a Config) -> Self {
        Self { page, config, guild_id: None, order_id: None, status: None, custom_page: None, data: None }
    }
}

/// A page's HTML, on both sides of where its bootstrap goes.
struct Template {
    before: &'static str,
    after: &'static str,
}

impl Template {
    fn of(name: &str) -> Self {
        let html = embed::html(name).unwrap_or(PLACEHOLDER);
        let (before, after) = html.split_once(PLACEHOLDER).expect("a page has a place for its settings");
        Self { before, after }
    }

    fn page(&self, web: &WebState, bootstrap: &Bootstrap<'_>) -> Response {
        let script = script_safe(&serde_json::to_string(bootstrap).expect("a bootstrap has a JSON form"));
        let Self { before, after } = self;
        let html =
            format!("{before}<script type=\"application/json\" id=\"boostdesk\">{script}</script>{after}");
        let mut response = html.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HTML);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        web.policies.protect_page(headers);
        response
    }
}

/// JSON that a script element can hold: no text in it can end the element or start a comment.
pub(crate) fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_script_element() {
        let json = serde_json::to_string("</script><!--\u{2028}\u{2029}").expect("JSON");
        let safe = script_safe(&json);
        assert_eq!(safe, r#""\u003c/script>\u003c!--\u2028\u2029""#);
        let back: String = serde_json::from_str(&safe).expect("still JSON");
        assert_eq!(back, "</script><!--\u{2028}\u{2029}");
    }
}
