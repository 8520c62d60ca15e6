//! The HTML pages. Each arrives with its settings, and a customer's page with its first data, inside it.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use boostdesk_core::custom_domain::Store;
use boostdesk_core::storefronts::Storefront;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accept::prefers_json;
use crate::config::Config;
use crate::embed;
use crate::error::{ApiError, Result};
use crate::etag::IfNoneMatch;
use crate::extract::Path;
use crate::frames;
use crate::front::{self, FrontPage};
use crate::head::{self, Preview};
use crate::live_stock::{self, LiveStock};
use crate::orders::{self, OrderStatus};
use crate::redeem::{self, RedeemPage};
use crate::session::PublicCall;
use crate::state::WebState;
use crate::store::AtStore;

const PLACEHOLDER: &str = "<!--boostdesk-->";
/// Where the files of customers' pages are.
const STORE_FILES: [&str; 2] = ["/assets/store/", "/vendor/"];
pub(crate) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

static DASHBOARD: LazyLock<Template> = LazyLock::new(|| Template::of("index.html", &[]));
static PUBLIC: LazyLock<Template> = LazyLock::new(|| Template::of("public.html", &[]));
/// The same at a seller's own domain, whose pages may be found and wear no mark of ours.
static STORE: LazyLock<Template> = LazyLock::new(|| Template::of("public.html", &PRODUCTS_OWN));
static FRONT: LazyLock<Template> = LazyLock::new(|| Template::of("front.html", &[]));

/// How lines of a page's head begin that are for the product's own hosts.
const PRODUCTS_OWN: [&str; 3] = ["<meta name=\"robots\"", "<meta name=\"theme-color\"", "<link rel=\"icon\""];

/// What a page finds inside itself, in `<script type="application/json" id="boostdesk">`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Bootstrap<'a> {
    page: Page,
    /// Missing at a seller's own domain, which has none of the screens that need it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    config: Option<&'a Config>,
    /// At a seller's own domain: pages lead to each other by their plain paths.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    plain_paths: bool,
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
    Front,
    NotFound,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum PageData {
    OrderStatus(OrderStatus),
    LiveStock(LiveStock),
    Redeem(RedeemPage),
    Front(FrontPage),
}

/// What a customer's page is to those who do not run it.
struct Face {
    title: &'static str,
    description: &'static str,
    /// Whether search engines may list it: an order's address holds its key.
    listed: bool,
}

const LIVE_STOCK: Face = Face {
    title: "Live Stock",
    description: "Premium tokens and server boosts in stock right now.",
    listed: true,
};
const ORDER_STATUS: Face =
    Face { title: "Order Status", description: "How your order is coming along.", listed: false };
const REDEEM: Face = Face {
    title: "Redeem Your Order",
    description: "Redeem your key and get your server boosted.",
    listed: true,
};
const FRONT_PAGE: Face = Face {
    title: "",
    description: "Redeem your key, see what is in stock and follow your order.",
    listed: true,
};
const NOT_FOUND: Face = Face { title: "Page not found", description: "", listed: false };

/// The sign-in page and every screen behind it.
pub(crate) async fn dashboard(State(web): State<WebState>) -> Response {
    DASHBOARD.page(&web, &AtStore(None), "", &Bootstrap::of(Page::Dashboard, &web.config))
}

/// What a seller's own domain shows first: the storefront that the seller opened first.
pub(crate) async fn front(State(web): State<WebState>, call: Result<PublicCall>, at: AtStore) -> Response {
    let first = at.0.as_ref().and_then(|store| store.storefronts.first());
    let guild = first.map(|storefront| storefront.guild_id.clone()).unwrap_or_default();
    front_of(&web, call, &at, &guild).await
}

/// The same for one storefront of a seller who has several.
pub(crate) async fn front_of_storefront(
    State(web): State<WebState>,
    call: Result<PublicCall>,
    at: AtStore,
    Path(guild): Path<String>,
) -> Response {
    match call {
        Ok(call) => front_of(&web, Ok(call), &at, &guild).await,
        Err(refused) => not_found_at_store(&web, &at, refused),
    }
}

async fn front_of(web: &WebState, call: Result<PublicCall>, at: &AtStore, guild: &str) -> Response {
    let data = match call {
        Ok(_) => front::page(web, at, guild).await.map(PageData::Front),
        Err(refused) => Err(refused),
    };
    let path = if front::is_first(at, guild) { "/".to_owned() } else { format!("/{guild}") };
    let bootstrap = Bootstrap { guild_id: Some(guild), ..Bootstrap::of(Page::Front, &web.config) };
    customers_page(web, at, (&FRONT_PAGE, &path), data, bootstrap)
}

pub(crate) async fn live_stock(
    State(web): State<WebState>,
    call: Result<PublicCall>,
    at: AtStore,
    Path(guild): Path<String>,
) -> Response {
    let found = match call {
        Ok(_) => live_stock_and_page(&web, &guild).await,
        Err(refused) => Err(refused),
    };
    let custom_page = found.as_ref().ok().map(|(_, custom)| *custom);
    let bootstrap =
        Bootstrap { guild_id: Some(&guild), custom_page, ..Bootstrap::of(Page::LiveStock, &web.config) };
    let path = format!("/{guild}/live-stock");
    customers_page(&web, &at, (&LIVE_STOCK, &path), found.map(|(data, _)| data), bootstrap)
}

pub(crate) async fn order_status(
    State(web): State<WebState>,
    call: Result<PublicCall>,
    at: AtStore,
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
    let path = format!("/{guild}/order/{order}/status");
    customers_page(&web, &at, (&ORDER_STATUS, &path), data, bootstrap)
}

pub(crate) async fn redeem(
    State(web): State<WebState>,
    call: Result<PublicCall>,
    at: AtStore,
    Path(guild): Path<String>,
) -> Response {
    let data = match call {
        Ok(_) => redeem::page(&web, &guild).await.map(PageData::Redeem),
        Err(refused) => Err(refused),
    };
    let bootstrap = Bootstrap { guild_id: Some(&guild), ..Bootstrap::of(Page::Redeem, &web.config) };
    customers_page(&web, &at, (&REDEEM, &format!("/redeem-order/{guild}")), data, bootstrap)
}

/// `/api/{guildId}/live-stock`: the page, or its data for whoever would rather have JSON.
pub(crate) async fn live_stock_or_json(
    state: State<WebState>,
    call: Result<PublicCall>,
    at: AtStore,
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
        live_stock(state, call, at, path).await
    })
}

pub(crate) async fn order_status_or_json(
    state: State<WebState>,
    call: Result<PublicCall>,
    at: AtStore,
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
        order_status(state, call, at, path).await
    })
}

pub(crate) async fn redeem_or_json(
    state: State<WebState>,
    call: Result<PublicCall>,
    at: AtStore,
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
        redeem(state, call, at, path).await
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
    nothing(&uri, reads, || {
        DASHBOARD.page(&web, &AtStore(None), "", &Bootstrap::of(Page::NotFound, &web.config))
    })
}

/// The same at a seller's own domain: of the files only those of customers' pages.
pub(crate) async fn anything_else_at_store(
    State(web): State<WebState>,
    at: AtStore,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reads = matches!(method, Method::GET | Method::HEAD);
    let is_customers = STORE_FILES.iter().any(|folder| uri.path().starts_with(folder));
    if let Some(file) = embed::response(uri.path(), &headers).filter(|_| reads && is_customers) {
        return file;
    }
    nothing(&uri, reads, || not_found_at_store(&web, &at, ApiError::not_found()))
}

fn not_found_at_store(web: &WebState, at: &AtStore, refused: ApiError) -> Response {
    customers_page(web, at, (&NOT_FOUND, ""), Err(refused), Bootstrap::of(Page::NotFound, &web.config))
}

fn nothing(uri: &Uri, reads: bool, page: impl FnOnce() -> Response) -> Response {
    if let Some(plain) = without_slash(uri).filter(|_| reads) {
        return Redirect::permanent(&plain).into_response();
    }
    let is_api = uri.path() == "/api" || uri.path().starts_with("/api/");
    if is_api || !reads {
        return ApiError::not_found().into_response();
    }
    let mut response = page();
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Where a customer's page is whose address ends in a slash too many.
fn without_slash(uri: &Uri) -> Option<String> {
    let plain = uri.path().strip_suffix('/')?;
    let parts: Vec<&str> = plain.strip_prefix("/api").unwrap_or(plain).split('/').collect();
    let is_page =
        matches!(parts[..], ["", _, "live-stock"] | ["", _, "order", _, "status"] | ["", "redeem-order", _]);
    // An empty part at the front would lead to another host.
    if !is_page || parts[1..].contains(&"") {
        return None;
    }
    Some(uri.query().map_or_else(|| plain.to_owned(), |query| format!("{plain}?{query}")))
}

/// With whether the seller has a page of their own.
async fn live_stock_and_page(web: &WebState, guild: &str) -> Result<(PageData, bool)> {
    let answer = live_stock::of(web, guild).await?;
    let custom = frames::has_custom_page(web, guild).await?;
    Ok((PageData::LiveStock(answer.body.clone()), custom))
}

/// A page with its data, or with the status that says why there is none.
fn customers_page(
    web: &WebState,
    at: &AtStore,
    (face, path): (&Face, &str),
    data: Result<PageData>,
    mut bootstrap: Bootstrap<'_>,
) -> Response {
    let (data, refused) = match data {
        Ok(data) => (Some(data), None),
        Err(refused) => (None, Some(refused)),
    };
    let guild = bootstrap.guild_id.unwrap_or_default();
    let preview = at.storefront_or_first(guild).filter(|_| refused.is_none());
    let head = preview.map_or_else(|| head::title(face.title), |found| face.head(found, path));
    if bootstrap.page != Page::NotFound {
        bootstrap.status = Some(refused.as_ref().map_or(StatusCode::OK, ApiError::status).as_u16());
    }
    bootstrap.data = data;
    let template = match (&at.0, bootstrap.page) {
        (Some(_), Page::Front) => &FRONT,
        (Some(_), _) => &STORE,
        (None, _) => &PUBLIC,
    };
    if at.0.is_some() {
        bootstrap.config = None;
        bootstrap.plain_paths = true;
    }
    let mut response = template.page(web, at, &head, &bootstrap);
    if let Some(refused) = refused {
        refused.mark(&mut response);
    }
    response
}

impl Face {
    fn head(&self, (store, storefront): (&Store, &Storefront), path: &str) -> String {
        let Self { title, description, listed } = *self;
        let mut html = Preview { store, storefront, path, title, description }.html();
        if !listed {
            html.push_str("<meta name=\"robots\" content=\"noindex\" />\n");
        }
        html
    }
}

fn negotiated(mut response: Response) -> Response {
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
    response
}

impl<'a> Bootstrap<'a> {
    fn of(page: Page, config: &'a Config) -> Self {
        Self {
            page,
            config: Some(config),
            plain_paths: false,
            guild_id: None,
            order_id: None,
            status: None,
            custom_page: None,
            data: None,
        }
    }
}

/// A page's HTML, on both sides of where its head and bootstrap go.
struct Template {
    before: String,
    after: &'static str,
}

impl Template {
    /// Without the lines that begin like one of `left_out`.
    fn of(name: &str, left_out: &[&str]) -> Self {
        let html = embed::html(name).unwrap_or(PLACEHOLDER);
        let (before, after) = html.split_once(PLACEHOLDER).expect("a page has a place for its settings");
        let stays = |line: &&str| !left_out.iter().any(|start| line.trim_start().starts_with(start));
        Self { before: before.split_inclusive('\n').filter(stays).collect(), after }
    }

    fn page(&self, web: &WebState, at: &AtStore, head: &str, bootstrap: &Bootstrap<'_>) -> Response {
        let script = script_safe(&serde_json::to_string(bootstrap).expect("a bootstrap has a JSON form"));
        let Self { before, after } = self;
        let html = format!(
            "{before}{head}<script type=\"application/json\" id=\"boostdesk\">{script}</script>{after}"
        );
        let mut response = html.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HTML);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if at.0.is_some() {
            web.policies.protect_store_page(headers);
        } else {
            web.policies.protect_page(headers);
        }
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
    fn a_slash_too_many_leads_nowhere_else() {
        #[rustfmt::skip]
        let table = [
            ("/1/live-stock/",               Some("/1/live-stock")),
            ("/api/1/live-stock/?a=b",       Some("/api/1/live-stock?a=b")),
            ("/1/order/A/status/",           Some("/1/order/A/status")),
            ("/redeem-order/1/",             Some("/redeem-order/1")),
            ("/1/live-stock",                None),
            ("/1/live-stock//",              None),
            ("//live-stock/",                None),
            ("//example.com/live-stock/",    None),
            ("/api//example.com/live-stock/", None),
            ("/nothing/",                    None),
            ("/",                            None),
        ];
        for (path, plain) in table {
            assert_eq!(without_slash(&path.parse().expect("a target")).as_deref(), plain, "{path}");
        }
    }

    #[test]
    fn no_text_ends_the_script_element() {
        let json = serde_json::to_string("</script><!--\u{2028}\u{2029}").expect("JSON");
        let safe = script_safe(&json);
        assert_eq!(safe, r#""\u003c/script>\u003c!--\u2028\u2029""#);
        let back: String = serde_json::from_str(&safe).expect("still JSON");
        assert_eq!(back, "</script><!--\u{2028}\u{2029}");
    }
}
