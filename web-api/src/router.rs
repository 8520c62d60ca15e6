//! The whole URL table, and nothing else.

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{
    activity_log, after_sale, api_keys, auth, autobuy, bug_reports, custom_domain, dashboard, delivery,
    delivery_text, event_endpoints, events, fulfilment, keys, live_page, live_stock, orders, redeem,
    runtime_settings, settings, stock, store_calls, storefronts, stores, suggestions, user,
};
use crate::api::{blocklist, insights, key_bulk, logos, members, order_list};
use crate::callers::api_key::{self, Guard};
use crate::chat::access::{self, Access, allow_chat_pages};
use crate::chat::uploads::{receive, serve};
use crate::chat::{link_preview, messages, moderation, overview, socket, stream};
use crate::composed_state::ComposedState;
use crate::edge::doors::Door;
use crate::edge::metrics::Metrics;
use crate::openapi;
use crate::pages::{customers, fallback, frames, icon};
use crate::state::WebState;

/// A path's template and its handler.
type Page = (&'static str, MethodRouter<ComposedState>);

/// Of the product's own hosts.
pub(crate) fn product(state: &ComposedState, metrics: &Metrics) -> Door {
    let document = api().into_openapi();
    let keys = Arc::new(Guard::new(WebState::from_ref(state), &document));
    let router = Router::from(dashboard_api())
        .layer(from_fn_with_state(keys, api_key::admit))
        .merge(Router::from(customers_api()));
    let mut pages = pages();
    pages.extend(customers_pages());
    let templates = templates(&document, &pages);
    let router = with_pages(router, pages)
        .route("/api/openapi.json", openapi::page(document))
        .fallback(fallback::anything_else);
    let access = <Arc<Access>>::from_ref(state);
    let router = if access.has_its_own_host() {
        router.layer(from_fn_with_state(access, allow_chat_pages))
    } else {
        router
    };
    Door::new(router.with_state(state.clone()), templates, metrics)
}

/// Of sellers' own domains.
pub(crate) fn own_domain(state: &ComposedState, metrics: &Metrics) -> Door {
    let (router, document) = customers_api().split_for_parts();
    let mut pages = own_domain_pages();
    pages.extend(customers_pages());
    let templates = templates(&document, &pages);
    let router = with_pages(router, pages).fallback(fallback::anything_else_at_own_domain);
    Door::new(router.with_state(state.clone()), templates, metrics)
}

fn templates(document: &OpenApi, pages: &[Page]) -> Vec<String> {
    let calls = document.paths.paths.keys().cloned();
    calls.chain(pages.iter().map(|(path, _)| (*path).to_owned())).collect()
}

fn with_pages(router: Router<ComposedState>, pages: Vec<Page>) -> Router<ComposedState> {
    pages.into_iter().fold(router, |router, (path, page)| router.route(path, page))
}

/// Everything below `/api`, with its description.
pub(crate) fn api() -> OpenApiRouter<ComposedState> {
    dashboard_api().merge(customers_api())
}

/// What sellers call: signed in, or with an API key as far as `callers::scopes` says.
fn dashboard_api() -> OpenApiRouter<ComposedState> {
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
        .routes(routes!(order_list::list))
        .routes(routes!(order_list::csv))
        .routes(routes!(insights::show))
        .routes(routes!(orders::show))
        .routes(routes!(delivery::deliver))
        .routes(routes!(after_sale::retry))
        .routes(routes!(after_sale::replace))
        .routes(routes!(after_sale::add_note))
        .routes(routes!(fulfilment::report))
        .routes(routes!(fulfilment::show, fulfilment::save))
        .routes(routes!(fulfilment::renew_secret))
        .routes(routes!(storefronts::list, storefronts::create))
        .routes(routes!(storefronts::show, storefronts::update, storefronts::delete))
        .routes(routes!(logos::set, logos::remove))
        .routes(routes!(stock::levels))
        .routes(routes!(stock::import))
        .routes(routes!(stock::preview))
        .routes(routes!(stock::export))
        .routes(routes!(stock::exports))
        .routes(routes!(stock::exported))
        .routes(routes!(keys::create, keys::list))
        .routes(routes!(keys::revoke))
        .routes(routes!(stores::list))
        .routes(routes!(stores::set_enabled))
        .routes(routes!(stores::add_secret))
        .routes(routes!(stores::remove_secret))
        .routes(routes!(stores::save_products))
        .routes(routes!(stores::test))
        .routes(routes!(store_calls::list))
        .routes(routes!(store_calls::show))
        .routes(routes!(store_calls::replay))
        .routes(routes!(autobuy::call))
        .routes(routes!(key_bulk::revoke))
        .routes(routes!(key_bulk::csv))
        .routes(routes!(blocklist::list, blocklist::add))
        .routes(routes!(blocklist::remove))
        .routes(routes!(members::list, members::add))
        .routes(routes!(members::change, members::remove))
        .routes(routes!(members::reset_code))
        .routes(routes!(members::helping))
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
        .routes(routes!(event_endpoints::list, event_endpoints::create))
        .routes(routes!(event_endpoints::update, event_endpoints::delete))
        .routes(routes!(event_endpoints::renew_secret))
        .routes(routes!(event_endpoints::send_test))
        .routes(routes!(event_endpoints::deliveries))
        .routes(routes!(event_endpoints::redeliver))
        .routes(routes!(api_keys::list, api_keys::create))
        .routes(routes!(api_keys::delete))
        .routes(routes!(overview::show_room))
        .routes(routes!(messages::history))
        .routes(routes!(messages::changes))
        .routes(routes!(messages::send))
        .routes(routes!(messages::edit, messages::delete))
        .routes(routes!(messages::typing))
        .routes(routes!(messages::open_session))
        .routes(routes!(receive::receive))
        .routes(routes!(receive::take_back))
        .routes(routes!(moderation::mute, moderation::unmute))
        .routes(routes!(moderation::mutes))
        .routes(routes!(link_preview::preview))
        .routes(routes!(link_preview::picture))
}

/// What customers' pages call, under any host. What a handler is about comes from a `PublicCall` or a `RedeemCall`.
fn customers_api() -> OpenApiRouter<ComposedState> {
    OpenApiRouter::new()
        .routes(routes!(live_stock::fetch))
        .routes(routes!(orders::fetch_status))
        .routes(routes!(redeem::fetch_page))
        .routes(routes!(redeem::redeem))
}

/// The dashboard.
fn pages() -> Vec<Page> {
    vec![
        ("/", get(customers::login)),
        ("/dashboard", get(customers::dashboard)),
        ("/dashboard/", get(customers::dashboard)),
        ("/dashboard/{*screen}", get(customers::dashboard)),
        ("/frame/preview", get(frames::preview)),
        (access::SOCKET, get(socket::connect)),
        (access::STREAM, get(stream::listen)),
        ("/uploads/{name}", get(serve::serve)),
    ]
}

/// A seller's own front pages.
fn own_domain_pages() -> Vec<Page> {
    vec![("/", get(customers::front)), ("/{guildId}", get(customers::front_of_storefront))]
}

/// Customers' pages, under any host. What a handler is about comes from a `PublicCall` or a `PageCall`.
fn customers_pages() -> Vec<Page> {
    vec![
        ("/{guildId}/order/{orderId}/status", get(customers::order_status)),
        ("/{guildId}/live-stock", get(customers::live_stock)),
        ("/redeem-order/{guildId}", get(customers::redeem)),
        ("/{guildId}/icon.png", get(icon::show)),
        ("/frame/live-stock/{guildId}", get(frames::live_stock)),
        ("/api/{guildId}/order/{orderId}/status", get(customers::order_status_or_json)),
        ("/api/{guildId}/live-stock", get(customers::live_stock_or_json)),
        ("/api/redeem-order/{guildId}", get(customers::redeem_or_json)),
    ]
}

#[cfg(test)]
mod tests;
