//! The whole URL table, and nothing else.

mod calls;

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get};

use crate::api::{
    activity_log, after_sale, api_keys, auth, autobuy, bug_reports, custom_domain, dashboard, delivery,
    delivery_text, event_endpoints, events, fulfilment, keys, live_page, live_stock, order_status, orders,
    redeem, runtime_settings, settings, stock, store_calls, storefronts, stores, suggestions, user,
};
use crate::api::{blocklist, health, home, insights, key_bulk, logos, members, order_list};
use crate::api::{bot_membership, open_refusals};
use crate::callers::api_key::{self, Guard};
use crate::chat::access::{self, Access, allow_chat_pages};
use crate::chat::uploads::{receive, serve};
use crate::chat::{link_preview, messages, moderation, overview, socket, stream};
use crate::composed_state::ComposedState;
use crate::edge::doors::Door;
use crate::edge::metrics::Metrics;
use crate::openapi;
use crate::pages::{customers, fallback, frames, icon, page_files};
use crate::state::WebState;
use calls::{Calls, calls};

/// A path's template and its handler.
type Page = (&'static str, MethodRouter<ComposedState>);

/// The router of the product's own hosts.
pub(crate) fn product(state: &ComposedState, metrics: &Metrics) -> Door {
    let keys = Arc::new(Guard::new(WebState::from_ref(state)));
    let (sellers, customers) = (sellers_api(), customers_api());
    let (lines, mut pages) = (chat_lines(), pages());
    pages.extend(customers_pages());
    let templates = templates(sellers.paths().chain(customers.paths()), lines.iter().chain(&pages));
    let sellers = with_pages(sellers.into_router(), lines).layer(from_fn_with_state(keys, api_key::admit));
    let router = with_pages(sellers.merge(customers.into_router()), pages)
        .route(openapi::PATH, openapi::page())
        .fallback(fallback::anything_else);
    let access = <Arc<Access>>::from_ref(state);
    let router = if access.has_its_own_host() {
        router.layer(from_fn_with_state(access, allow_chat_pages))
    } else {
        router
    };
    Door::new(router.with_state(state.clone()), templates, metrics)
}

/// The router of sellers' own domains.
pub(crate) fn own_domain(state: &ComposedState, metrics: &Metrics) -> Door {
    let customers = customers_api();
    let mut pages = own_domain_pages();
    pages.extend(customers_pages());
    let templates = templates(customers.paths(), pages.iter());
    let router = with_pages(customers.into_router(), pages).fallback(fallback::anything_else_at_own_domain);
    Door::new(router.with_state(state.clone()), templates, metrics)
}

fn templates<'a>(calls: impl Iterator<Item = &'a str>, pages: impl Iterator<Item = &'a Page>) -> Vec<String> {
    calls.chain(pages.map(|(path, _)| *path)).map(str::to_owned).collect()
}

fn with_pages(router: Router<ComposedState>, pages: Vec<Page>) -> Router<ComposedState> {
    pages.into_iter().fold(router, |router, (path, page)| router.route(path, page))
}

/// Everything below `/api`.
pub(crate) fn api() -> Calls {
    sellers_api().merge(customers_api())
}

/// What sellers call: signed in, or with an API key as far as `callers::scopes` says.
fn sellers_api() -> Calls {
    dashboard_api().merge(chat_api())
}

fn dashboard_api() -> Calls {
    Calls::default()
        .add(calls!(runtime_settings::show))
        .add(calls!(auth::login))
        .add(calls!(auth::exchange))
        .add(calls!(auth::logout))
        .add(calls!(auth::show_self))
        .add(calls!(user::me))
        .add(calls!(events::stream))
        .add(calls!(dashboard::fetch_data))
        .add(calls!(dashboard::orders_per_day))
        .add(calls!(home::show))
        .add(calls!(orders::fetch_list))
        .add(calls!(order_list::list))
        .add(calls!(order_list::csv))
        .add(calls!(insights::show))
        .add(calls!(bot_membership::show))
        .add(calls!(open_refusals::list))
        .add(calls!(orders::show))
        .add(calls!(delivery::deliver))
        .add(calls!(after_sale::retry))
        .add(calls!(after_sale::replace))
        .add(calls!(after_sale::add_note))
        .add(calls!(fulfilment::report))
        .add(calls!(fulfilment::show, fulfilment::save))
        .add(calls!(fulfilment::renew_secret))
        .add(calls!(storefronts::list, storefronts::create))
        .add(calls!(storefronts::show, storefronts::update, storefronts::delete))
        .add(calls!(logos::set, logos::remove))
        .add(calls!(stock::levels))
        .add(calls!(stock::import))
        .add(calls!(stock::preview))
        .add(calls!(stock::export))
        .add(calls!(stock::exports))
        .add(calls!(stock::exported))
        .add(calls!(keys::create, keys::list))
        .add(calls!(keys::revoke))
        .add(calls!(stores::list))
        .add(calls!(stores::set_enabled))
        .add(calls!(stores::add_secret))
        .add(calls!(stores::remove_secret))
        .add(calls!(stores::save_products))
        .add(calls!(stores::test))
        .add(calls!(store_calls::list))
        .add(calls!(store_calls::show))
        .add(calls!(store_calls::replay))
        .add(calls!(autobuy::call))
        .add(calls!(key_bulk::revoke))
        .add(calls!(key_bulk::csv))
        .add(calls!(key_bulk::text))
        .add(calls!(blocklist::list, blocklist::add))
        .add(calls!(blocklist::remove))
        .add(calls!(members::list, members::add))
        .add(calls!(members::change, members::remove))
        .add(calls!(members::reset_code))
        .add(calls!(members::helping))
        .add(calls!(settings::show))
        .add(calls!(settings::reset_access_code))
        .add(calls!(settings::sessions))
        .add(calls!(settings::end_session))
        .add(calls!(settings::sign_out_everywhere))
        .add(calls!(delivery_text::show, delivery_text::save))
        .add(calls!(custom_domain::list))
        .add(calls!(custom_domain::add))
        .add(calls!(custom_domain::check))
        .add(calls!(custom_domain::delete))
        .add(calls!(live_page::fetch))
        .add(calls!(live_page::save))
        .add(calls!(live_page::sign_files))
        .add(calls!(live_page::versions))
        .add(calls!(live_page::version))
        .add(calls!(suggestions::fetch_all))
        .add(calls!(suggestions::create))
        .add(calls!(suggestions::vote))
        .add(calls!(suggestions::implement))
        .add(calls!(suggestions::delete))
        .add(calls!(bug_reports::fetch_all))
        .add(calls!(bug_reports::create))
        .add(calls!(bug_reports::fix))
        .add(calls!(bug_reports::delete))
        .add(calls!(activity_log::list))
        .add(calls!(health::show))
        .add(calls!(event_endpoints::list, event_endpoints::create))
        .add(calls!(event_endpoints::update, event_endpoints::delete))
        .add(calls!(event_endpoints::renew_secret))
        .add(calls!(event_endpoints::send_test))
        .add(calls!(event_endpoints::deliveries))
        .add(calls!(event_endpoints::redeliver))
        .add(calls!(api_keys::list, api_keys::create))
        .add(calls!(api_keys::delete))
}

/// What the chat calls, on the product's host or on its own.
fn chat_api() -> Calls {
    Calls::default()
        .add(calls!(overview::show_room))
        .add(calls!(messages::history))
        .add(calls!(messages::changes))
        .add(calls!(messages::send))
        .add(calls!(messages::edit, messages::delete))
        .add(calls!(messages::typing))
        .add(calls!(messages::open_session))
        .add(calls!(receive::receive))
        .add(calls!(receive::take_back))
        .add(calls!(moderation::mute, moderation::unmute))
        .add(calls!(moderation::mutes))
        .add(calls!(link_preview::preview))
        .add(calls!(link_preview::picture))
}

/// What customers' pages call, under any host. What a handler is about comes from a `PublicCall`, a `PageCall` or a `RedeemCall`.
fn customers_api() -> Calls {
    Calls::default()
        .add(calls!(live_stock::fetch))
        .add(calls!(order_status::fetch))
        .add(calls!(redeem::fetch_page))
        .add(calls!(redeem::redeem))
        .add(calls!(customers::live_stock_or_json))
        .add(calls!(customers::order_status_or_json))
        .add(calls!(customers::redeem_or_json))
}

/// The dashboard.
fn pages() -> Vec<Page> {
    vec![
        ("/", get(customers::login)),
        ("/dashboard", get(customers::dashboard)),
        ("/dashboard/", get(customers::dashboard)),
        ("/dashboard/{*screen}", get(customers::dashboard)),
        ("/frame/preview", get(frames::preview)),
    ]
}

/// What the chat listens to and shows, beside its API.
fn chat_lines() -> Vec<Page> {
    vec![
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
        ("/frame/file", get(page_files::show)),
    ]
}

#[cfg(test)]
mod tests;
