//! The whole URL table, and nothing else.

use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::edge::Edge;
use crate::request_id::RequestIds;
use crate::state::WebState;
use crate::{
    activity_log, auth, autobuy, bug_reports, chat, config, custom_domain, dashboard, delivery, events,
    frames, keys, link_preview, live_page, live_stock, openapi, orders, pages, redeem, settings, stock,
    storefronts, suggestions, user,
};

pub(crate) fn edge(web: &WebState) -> Edge {
    let (router, document) = api().split_for_parts();
    let pages = pages();
    let paths = document.paths.paths.keys().map(String::as_str).chain(pages.iter().map(|(path, _)| *path));
    let templates: Vec<_> = paths.map(ToOwned::to_owned).collect();
    let router = pages
        .into_iter()
        .fold(router, |router, (path, page)| router.route(path, page))
        .merge(openapi::route(&document))
        .fallback(pages::anything_else);
    let router = if web.chat.access().has_its_own_host() {
        router.layer(from_fn_with_state(web.clone(), chat::allow_chat_pages))
    } else {
        router
    };
    let router = router.with_state(web.clone());
    Edge::new(router, templates, web.metrics.clone(), RequestIds::starting_at(web.app.rng.bytes()))
}

/// Everything below `/api`, with its description.
pub(crate) fn api() -> OpenApiRouter<WebState> {
    OpenApiRouter::with_openapi(openapi::base())
        .routes(routes!(config::show))
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
        .routes(routes!(autobuy::show, autobuy::save))
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
        .routes(routes!(live_stock::fetch))
        .routes(routes!(orders::fetch_status))
        .routes(routes!(redeem::fetch_page))
        .routes(routes!(redeem::redeem))
        .merge(chat::routes())
        .routes(routes!(link_preview::preview))
        .routes(routes!(link_preview::picture))
}

/// Everything else.
fn pages() -> Vec<(&'static str, MethodRouter<WebState>)> {
    vec![
        ("/", get(pages::dashboard)),
        ("/dashboard", get(pages::dashboard)),
        ("/dashboard/", get(pages::dashboard)),
        ("/dashboard/{*screen}", get(pages::dashboard)),
        ("/{guildId}/order/{orderId}/status", get(pages::order_status)),
        ("/{guildId}/live-stock", get(pages::live_stock)),
        ("/redeem-order/{guildId}", get(pages::redeem)),
        (chat::SOCKET, get(chat::socket)),
        (chat::STREAM, get(chat::stream)),
        ("/uploads/{name}", get(chat::uploads::serve)),
        ("/frame/live-stock/{guildId}", get(frames::live_stock)),
        ("/frame/preview", get(frames::preview)),
        ("/api/{guildId}/order/{orderId}/status", get(pages::order_status_or_json)),
        ("/api/{guildId}/live-stock", get(pages::live_stock_or_json)),
        ("/api/redeem-order/{guildId}", get(pages::redeem_or_json)),
    ]
}
