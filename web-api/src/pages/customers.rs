//! The HTML pages. Each arrives with its settings, and a customer's page with its first data, inside it.

use axum::extract::State;
use axum::http::header::VARY;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use boostdesk_core::shop::custom_domain::Store;
use boostdesk_core::shop::storefronts::Storefront;

use crate::api::live_stock;
use crate::api::orders;
use crate::api::redeem;
use crate::http::conditional::IfNoneMatch;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Path;
use crate::http::negotiation::prefers_json;
use crate::http::session::PublicCall;
use crate::pages::frames;
use crate::pages::front;
use crate::pages::own_domain::AtStore;
use crate::pages::page_head::{self, Preview};
use crate::pages::template::{Bootstrap, DASHBOARD, FRONT, PUBLIC, Page, PageData, STORE};
use crate::state::WebState;

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

pub(crate) fn not_found_at_store(web: &WebState, at: &AtStore, refused: ApiError) -> Response {
    customers_page(web, at, (&NOT_FOUND, ""), Err(refused), Bootstrap::of(Page::NotFound, &web.config))
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
    let head = preview.map_or_else(|| page_head::title(face.title), |found| face.head(found, path));
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
