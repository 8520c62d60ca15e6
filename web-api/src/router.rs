//! The whole URL table, and nothing else.

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{
    activity_log, auth, bug_reports, custom_domain, dashboard, delivery, delivery_text, events, keys,
    live_page, live_stock, orders, redeem, runtime_settings, settings, stock, storefronts, suggestions, user,
};
use crate::chat::{self, link_preview};
use crate::edge::request_id::RequestIds;
use crate::edge::stack::{Door, Edge};
use crate::openapi;
use crate::pages::{customers, fallback, frames, icon};
use crate::state::WebState;

pub(crate) fn edge(web: &WebState) -> Edge {
    let (own, store) = (own_door(web), store_door(web));
    let request_ids = RequestIds::starting_at(web.app.rng.bytes());
    Edge::by_host(web.hosts.clone(), own, store, web.metrics.clone(), request_ids)
}

/// Of the product's own hosts.
fn own_door(web: &WebState) -> Door {
    let (router, document) = api().split_for_parts();
    let pages: Vec<_> = pages().into_iter().chain(customers_pages()).collect();
    let paths = document.paths.paths.keys().map(String::as_str).chain(pages.iter().map(|(path, _)| *path));
    let templates: Vec<_> = paths.map(ToOwned::to_owned).collect();
    let router = with_pages(router, pages).merge(openapi::route(document)).fallback(fallback::anything_else);
    let router = if web.chat.access().has_its_own_host() {
        router.layer(from_fn_with_state(web.clone(), chat::allow_chat_pages))
    } else {
        router
    };
    Door::new(router.with_state(web.clone()), templates, &web.metrics)
}

/// Of sellers' domains.
fn store_door(web: &WebState) -> Door {
    let (router, document) = customers_api().split_for_parts();
    let pages: Vec<_> = store_pages().into_iter().chain(customers_pages()).collect();
    let paths = document.paths.paths.keys().map(String::as_str).chain(pages.iter().map(|(path, _)| *path));
    let templates: Vec<_> = paths.map(ToOwned::to_owned).collect();
    let router = with_pages(router, pages).fallback(fallback::anything_else_at_store).with_state(web.clone());
    Door::new(router, templates, &web.metrics)
}

fn with_pages(
    router: Router<WebState>,
    pages: Vec<(&'static str, MethodRouter<WebState>)>,
) -> Router<WebState> {
    pages.into_iter().fold(router, |router, (path, page)| router.route(path, page))
}

/// Everything below `/api`, with its description.
pub(crate) fn api() -> OpenApiRouter<WebState> {
    OpenApiRouter::with_openapi(openapi::base())
        .routes(routes!(runtime_settings::show))
        .routes(routes!(auth::login))
        .routes(routes!(auth::exchange))
        .routes(routes!(auth::logout))
        .routes(routes!(auth::show_self))
        .routes(routes!(user::me))
        .routes(routes!(events::stream))
        .routes(routes!(dashboard::fetch_data))
        .routes(routes!(dashboard::orders_per_day))
        .routes(routes!(orders::fetch_list))
        .routes(routes!(orders::show))
        .routes(routes!(delivery::deliver))
        .routes(routes!(storefronts::list, storefronts::create))
        .routes(routes!(storefronts::show, storefronts::update, storefronts::delete))
        .routes(routes!(stock::levels))
        .routes(routes!(stock::import))
        .routes(routes!(stock::preview))
        .routes(routes!(stock::export))
        .routes(routes!(keys::create, keys::list))
        .routes(routes!(keys::revoke))
        .routes(routes!(settings::show))
        .routes(routes!(settings::reset_access_code))
        .routes(routes!(settings::sessions))
        .routes(routes!(settings::end_session))
        .routes(routes!(settings::sign_out_everywhere))
        .routes(routes!(delivery_text::show, delivery_text::save))
        .routes(routes!(custom_domain::list))
        .routes(routes!(custom_domain::add))
        .routes(routes!(custom_domain::check))
        .routes(routes!(custom_domain::delete))
        .routes(routes!(live_page::fetch))
        .routes(routes!(live_page::save))
        .routes(routes!(live_page::versions))
        .routes(routes!(live_page::version))
        .routes(routes!(suggestions::fetch_all))
        .routes(routes!(suggestions::create))
        .routes(routes!(suggestions::vote))
        .routes(routes!(suggestions::implement))
        .routes(routes!(suggestions::delete))
        .routes(routes!(bug_reports::fetch_all))
        .routes(routes!(bug_reports::create))
        .routes(routes!(bug_reports::fix))
        .routes(routes!(bug_reports::delete))
        .routes(routes!(activity_log::list))
        .merge(chat::routes())
        .routes(routes!(link_preview::preview))
        .routes(routes!(link_preview::picture))
        .merge(customers_api())
}

/// What customers' pages call, under any host. Every handler takes a `PublicCall` or a `RedeemCall`.
fn customers_api() -> OpenApiRouter<WebState> {
    OpenApiRouter::new()
        .routes(routes!(live_stock::fetch))
        .routes(routes!(orders::fetch_status))
        .routes(routes!(redeem::fetch_page))
        .routes(routes!(redeem::redeem))
}

/// The dashboard.
fn pages() -> Vec<(&'static str, MethodRouter<WebState>)> {
    vec![
        ("/", get(customers::dashboard)),
        ("/dashboard", get(customers::dashboard)),
        ("/dashboard/", get(customers::dashboard)),
        ("/dashboard/{*screen}", get(customers::dashboard)),
        ("/frame/preview", get(frames::preview)),
        (chat::SOCKET, get(chat::socket)),
        (chat::STREAM, get(chat::stream)),
        ("/uploads/{name}", get(chat::uploads::serve)),
    ]
}

/// A seller's own front pages.
fn store_pages() -> Vec<(&'static str, MethodRouter<WebState>)> {
    vec![
        ("/", get(customers::front)),
        ("/{guildId}", get(customers::front_of_storefront)),
        ("/{guildId}/icon.png", get(icon::show)),
    ]
}

/// Customers' pages, under any host. Every handler takes a `PublicCall`.
fn customers_pages() -> Vec<(&'static str, MethodRouter<WebState>)> {
    vec![
        ("/{guildId}/order/{orderId}/status", get(customers::order_status)),
        ("/{guildId}/live-stock", get(customers::live_stock)),
        ("/redeem-order/{guildId}", get(customers::redeem)),
        ("/frame/live-stock/{guildId}", get(frames::live_stock)),
        ("/api/{guildId}/order/{orderId}/status", get(customers::order_status_or_json)),
        ("/api/{guildId}/live-stock", get(customers::live_stock_or_json)),
        ("/api/redeem-order/{guildId}", get(customers::redeem_or_json)),
    ]
}
