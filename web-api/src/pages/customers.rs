//! The HTML pages. Each arrives with its settings, and a customer's page with its first data, inside it.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::VARY;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use boostdesk_core::ids::GuildId;
use boostdesk_core::shop::orders;
use boostdesk_core::shop::storefronts::{self, ShopSign};
use tokio::time::timeout;
use tracing::debug;

use crate::api;
use crate::api::live_stock::LiveStock;
use crate::api::order_status::{self as status_api, OrderAnswers, OrderStatus};
use crate::api::redeem::RedeemPage;
use crate::api::storefronts::{closed_shop, logo_address};
use crate::callers::own_domain::AtOwnDomain;
use crate::callers::public_call::{Front, Guild, Order, PageCall};
use crate::callers::session_cookie;
use crate::http::conditional::Known;
use crate::http::error::{ApiError, ErrorBody, NamesRequest, PLACE_OF_REQUEST_ID, Result};
use crate::http::negotiation::prefers_json;
use crate::pages::front::{self, FrontPage};
use crate::pages::page_head::{self, Preview};
use crate::pages::template::{Bootstrap, FRONT, PUBLIC, Page, PageData, Pages, SHOPS, Shop};
use crate::state::WebState;

/// How long a customer's page may wait while a visit is noted, which only the seller wants to know.
const TIMEOUT: Duration = Duration::from_secs(1);

/// A page's data, and the name and look of the shop that it belongs to.
type Found = (PageData, ShopSign);

/// How a customer's page describes itself to search engines and link previews, which run no script.
struct Face {
    title: &'static str,
    description: &'static str,
    /// Whether search engines may list it. Not an order, whose URL holds its key, nor a redeem page, which needs one.
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
    listed: false,
};
const FRONT_PAGE: Face = Face {
    title: "",
    description: "Redeem your key, see what is in stock and follow your order.",
    listed: true,
};
const NOT_FOUND: Face = Face { title: "Page not found", description: "", listed: false };

/// The sign-in page.
pub(crate) async fn login(State(pages): State<Pages>) -> Response {
    pages.login()
}

/// Every screen behind the sign-in page.
pub(crate) async fn dashboard(State(pages): State<Pages>, uri: Uri) -> Response {
    pages.dashboard(Page::Dashboard, uri.path())
}

/// What a seller's own domain shows first: the storefront that the seller opened first.
pub(crate) async fn front(State(pages): State<Pages>, call: PageCall<Front>, at: AtOwnDomain) -> Response {
    let first = Guild::first_at(&at);
    let data = match (call.subject(), &first) {
        (Ok(_), Some(guild)) => front::page(&pages.live_stock, &at, guild).await,
        (Ok(_), None) => Err(no_shop(&pages, &at).await),
        (Err(refused), _) => Err(refused),
    };
    front_page(&pages, &at, first.as_ref().map_or("", Guild::as_str), data)
}

/// The same for one storefront of a seller who has several.
pub(crate) async fn front_of_storefront(
    State(pages): State<Pages>,
    call: PageCall<Guild>,
    at: AtOwnDomain,
) -> Response {
    match call.subject() {
        Ok(guild) => {
            front_page(&pages, &at, guild.as_str(), front::page(&pages.live_stock, &at, guild).await)
        }
        Err(refused) if refused.status() == StatusCode::NOT_FOUND => {
            not_found_at_own_domain(&pages, &at, refused)
        }
        Err(refused) => front_page(&pages, &at, call.asked_guild(), Err(refused)),
    }
}

/// Returns the refusal for a seller with no open storefront: 410 if one was closed, else 404.
async fn no_shop(pages: &Pages, at: &AtOwnDomain) -> ApiError {
    let Some(domain) = at.get() else { return ApiError::not_found() };
    match storefronts::has_closed_one(&pages.app, &domain.user_id).await {
        Ok(true) => closed_shop(),
        Ok(false) => ApiError::not_found(),
        Err(failure) => failure.into(),
    }
}

fn front_page(pages: &Pages, at: &AtOwnDomain, guild: &str, data: Result<FrontPage>) -> Response {
    let path = if front::is_first(at, guild) { "/".to_owned() } else { format!("/{guild}") };
    let bootstrap = Bootstrap { guild_id: Some(guild), ..Bootstrap::of(Page::Front, &pages.config) };
    let sign = GuildId::parse(guild).and_then(|guild| at.storefront(&guild)).map(ShopSign::from);
    let found = data.and_then(|data| Ok((PageData::Front(data), sign.ok_or_else(ApiError::not_found)?)));
    customers_page(pages, at, (&FRONT_PAGE, &path), found, bootstrap)
}

pub(crate) async fn live_stock(
    State(pages): State<Pages>,
    call: PageCall<Guild>,
    at: AtOwnDomain,
) -> Response {
    let found = match call.subject() {
        Ok(guild) => live_stock_and_page(&pages, guild).await,
        Err(refused) => Err(refused),
    };
    let guild = call.asked_guild();
    let live_page = found.as_ref().ok().map(|(_, live_page)| *live_page);
    let bootstrap =
        Bootstrap { guild_id: Some(guild), live_page, ..Bootstrap::of(Page::LiveStock, &pages.config) };
    let path = format!("/{guild}/live-stock");
    customers_page(&pages, &at, (&LIVE_STOCK, &path), found.map(|(data, _)| data), bootstrap)
}

pub(crate) async fn order_status(
    State(pages): State<Pages>,
    call: PageCall<Order>,
    at: AtOwnDomain,
) -> Response {
    let found = match call.subject() {
        Ok(order) => order_and_sign(&pages, order).await,
        Err(refused) => Err(refused),
    };
    let (guild, order) = (call.asked_guild(), call.asked_order());
    let bootstrap = Bootstrap {
        guild_id: Some(guild),
        order_id: Some(order),
        ..Bootstrap::of(Page::OrderStatus, &pages.config)
    };
    let path = format!("/{guild}/order/{order}/status");
    customers_page(&pages, &at, (&ORDER_STATUS, &path), found, bootstrap)
}

pub(crate) async fn redeem(
    State(web): State<WebState>,
    State(pages): State<Pages>,
    call: PageCall<Guild>,
    at: AtOwnDomain,
    headers: HeaderMap,
) -> Response {
    let storefront = match call.subject() {
        Ok(guild) => api::redeem::storefront(&pages.app, guild).await,
        Err(refused) => Err(refused),
    };
    if let Ok(storefront) = &storefront
        && session_cookie::token_in(&web, &headers).is_none()
        && let Ok(Err(error)) = timeout(TIMEOUT, storefronts::note_visit(&pages.app, storefront)).await
    {
        debug!(%error, "the first visit of a redeem page was not noted: the next one will be");
    }
    let found = storefront.map(|storefront| {
        let sign = ShopSign::from(&storefront);
        (PageData::Redeem(storefront.into()), sign)
    });
    let guild = call.asked_guild();
    let bootstrap = Bootstrap { guild_id: Some(guild), ..Bootstrap::of(Page::Redeem, &pages.config) };
    customers_page(&pages, &at, (&REDEEM, &format!("/redeem-order/{guild}")), found, bootstrap)
}

/// The live stock of a storefront, as JSON or as a web page
///
/// The answer is JSON if the `Accept` header prefers it to HTML, else the page.
#[utoipa::path(
    get,
    path = "/api/{guildId}/live-stock",
    tag = "public",
    params(("guildId" = String, Path, description = "The id of the storefront's guild")),
    responses(
        (status = 200, content((LiveStock = "application/json"), (String = "text/html"))),
        (status = 304, description = "Unchanged since the answer with this `ETag`"),
        (status = 410, description = "The shop is closed", content((ErrorBody = "application/json"), (String = "text/html"))),
    )
)]
pub(crate) async fn live_stock_or_json(
    pages: State<Pages>,
    call: PageCall<Guild>,
    at: AtOwnDomain,
    headers: HeaderMap,
    known: Known,
) -> Response {
    negotiated(if prefers_json(&headers) {
        match call.into_public() {
            Ok(call) => {
                api::live_stock::fetch(State(pages.live_stock.clone()), call, known).await.into_response()
            }
            Err(refused) => refused.into_response(),
        }
    } else {
        live_stock(pages, call, at).await
    })
}

/// The public status of an order, as JSON or as a web page
///
/// The answer is JSON if the `Accept` header prefers it to HTML, else the page.
#[utoipa::path(
    get,
    path = "/api/{guildId}/order/{orderId}/status",
    tag = "public",
    params(
        ("guildId" = String, Path, description = "The id of the storefront's guild, or of the customer's guild"),
        ("orderId" = String, Path),
    ),
    responses(
        (status = 200, content((OrderStatus = "application/json"), (String = "text/html"))),
        (status = 304, description = "Unchanged since the answer with this `ETag`"),
    )
)]
pub(crate) async fn order_status_or_json(
    answers: State<OrderAnswers>,
    pages: State<Pages>,
    call: PageCall<Order>,
    at: AtOwnDomain,
    headers: HeaderMap,
    known: Known,
) -> Response {
    negotiated(if prefers_json(&headers) {
        match call.into_public() {
            Ok(call) => status_api::fetch(answers, call, known).await.into_response(),
            Err(refused) => refused.into_response(),
        }
    } else {
        order_status(pages, call, at).await
    })
}

/// The colour and footer of a storefront's redeem page as JSON, or the page itself
///
/// The answer is JSON if the `Accept` header prefers it to HTML, else the page.
#[utoipa::path(
    get,
    path = "/api/redeem-order/{guildId}",
    tag = "public",
    params(("guildId" = String, Path, description = "The id of the storefront's guild")),
    responses(
        (status = 200, content((RedeemPage = "application/json"), (String = "text/html"))),
        (status = 304, description = "Unchanged since the answer with this `ETag`"),
        (status = 410, description = "The shop is closed", content((ErrorBody = "application/json"), (String = "text/html"))),
    )
)]
pub(crate) async fn redeem_or_json(
    web: State<WebState>,
    pages: State<Pages>,
    call: PageCall<Guild>,
    at: AtOwnDomain,
    headers: HeaderMap,
    known: Known,
) -> Response {
    negotiated(if prefers_json(&headers) {
        match call.into_public() {
            Ok(call) => api::redeem::fetch_page(web, call, known).await.into_response(),
            Err(refused) => refused.into_response(),
        }
    } else {
        redeem(web, pages, call, at, headers).await
    })
}

pub(crate) fn not_found_at_own_domain(pages: &Pages, at: &AtOwnDomain, refused: ApiError) -> Response {
    let bootstrap = Bootstrap::of(Page::NotFound, &pages.config);
    customers_page(pages, at, (&NOT_FOUND, ""), Err(refused), bootstrap)
}

/// Returns the live stock, and whether the seller has a page of their own.
async fn live_stock_and_page(pages: &Pages, guild: &Guild) -> Result<(Found, bool)> {
    let answer = pages.live_stock.of(guild).await?;
    let has_live_page = pages.frames.has_live_page(guild).await?;
    Ok(((PageData::LiveStock(answer.body.clone()), answer.sign.clone()), has_live_page))
}

async fn order_and_sign(pages: &Pages, order: &Order) -> Result<Found> {
    let answer = pages.orders.of(order).await?;
    let id = order.id().ok_or_else(ApiError::not_found)?;
    let sign = orders::shop_sign_of(&pages.app, &id).await?.ok_or_else(ApiError::not_found)?;
    Ok((PageData::OrderStatus(answer.body.clone()), sign))
}

/// A page with its data, or with the status that says why there is none.
fn customers_page(
    pages: &Pages,
    at: &AtOwnDomain,
    (face, path): (&Face, &str),
    found: Result<Found>,
    mut bootstrap: Bootstrap<'_>,
) -> Response {
    let (data, sign, refused) = match found {
        Ok((data, sign)) => (Some(data), Some(sign), None),
        Err(refused) => (None, None, Some(refused)),
    };
    let origin = at.get().map_or_else(|| pages.origin.clone(), |own| format!("https://{}", own.domain));
    let head =
        sign.as_ref().map_or_else(|| page_head::title(face.title), |sign| face.head(&origin, sign, path));
    if bootstrap.page != Page::NotFound {
        bootstrap.request_id = refused.as_ref().map(|_| PLACE_OF_REQUEST_ID);
        bootstrap.status = Some(refused.as_ref().map_or(StatusCode::OK, ApiError::status).as_u16());
    }
    bootstrap.data = data;
    let template = match (at.get(), bootstrap.page) {
        (Some(_), Page::Front) => &FRONT,
        (Some(_), _) => &SHOPS,
        (None, _) if sign.is_some() => &SHOPS,
        (None, _) => &PUBLIC,
    };
    // The front page's data has it already.
    bootstrap.shop = sign.filter(|_| bootstrap.page != Page::Front).map(|sign| Shop {
        logo: sign.logo.as_ref().map(|logo| logo_address(&sign.guild_id, logo)),
        name: sign.name,
    });
    if at.get().is_some() {
        bootstrap.config = None;
        bootstrap.plain_paths = true;
    }
    let mut response = pages.page(template, at, &head, &bootstrap);
    if let Some(refused) = refused {
        if bootstrap.request_id.is_some() {
            response.extensions_mut().insert(NamesRequest);
        }
        refused.mark(&mut response);
    }
    response
}

impl Face {
    fn head(&self, origin: &str, sign: &ShopSign, path: &str) -> String {
        let Self { title, description, listed } = *self;
        let mut html = Preview { origin, sign, path, title, description }.html();
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
