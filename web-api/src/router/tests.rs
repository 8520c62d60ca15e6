//! What a seller's own domain serves, checked for every customer route.

use std::net::{IpAddr, Ipv4Addr};

use axum::body::Body;
use axum::http::header::HOST;
use axum::http::{Method, Request};
use boostdesk_core::config::Config;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::ports::{Found, NameServer, NameServerError};
use boostdesk_core::shop::{custom_domain, live_page};
use boostdesk_core::testing::{Setup, Shop, TestApp, details, on_both_with, tokens};
use futures::FutureExt;
use futures::future::BoxFuture;
use http_body_util::BodyExt;
use tower::ServiceExt;
use utoipa::openapi::PathItem;

use super::*;
use crate::PictureHelper;
use crate::edge::client_address::{ClientAddress, Endpoints};
use crate::edge::doors::Doors;
use crate::edge::hosts::Hosts;
use crate::edge::request_id::RequestIds;
use crate::edge::stack::{Edge, stack};
use crate::outbound::network::PreviewNetwork;

const DOMAIN: &str = "shop.example.com";

/// What a parameter of an address stands for.
#[derive(Clone, Copy)]
enum Part {
    Guild,
    Order,
}
use Part::{Guild, Order};

/// Every customers' route, and what its parameters are, in their order.
const ROUTES: [(Method, &str, &[Part]); 15] = [
    (Method::GET, "/api/fetch/{guildId}/live-stock", &[Guild]),
    (Method::GET, "/api/fetch/redeem-order/{guildId}", &[Guild]),
    (Method::GET, "/api/fetch/{guildId}/order/{orderId}/status", &[Guild, Order]),
    (Method::POST, "/api/redeem/{guildId}", &[Guild]),
    (Method::GET, "/", &[]),
    (Method::GET, "/{guildId}", &[Guild]),
    (Method::GET, "/{guildId}/icon.png", &[Guild]),
    (Method::GET, "/{guildId}/order/{orderId}/status", &[Guild, Order]),
    (Method::GET, "/{guildId}/live-stock", &[Guild]),
    (Method::GET, "/redeem-order/{guildId}", &[Guild]),
    (Method::GET, "/frame/live-stock/{guildId}", &[Guild]),
    (Method::GET, "/frame/file", &[]),
    (Method::GET, "/api/{guildId}/order/{orderId}/status", &[Guild, Order]),
    (Method::GET, "/api/{guildId}/live-stock", &[Guild]),
    (Method::GET, "/api/redeem-order/{guildId}", &[Guild]),
];

#[test]
fn every_customer_route_is_listed_in_the_routes_table() {
    let calls = customers_api().describe(openapi::base()).paths.paths;
    let methods = |item: &PathItem| {
        let PathItem { get, put, post, delete, .. } = item;
        let given = [(Method::GET, get), (Method::PUT, put), (Method::POST, post), (Method::DELETE, delete)];
        given.into_iter().filter(|(_, call)| call.is_some()).map(|(method, _)| method).collect::<Vec<_>>()
    };
    let mut routes: Vec<String> = calls
        .iter()
        .flat_map(|(path, item)| methods(item).into_iter().map(move |method| format!("{method} {path}")))
        .collect();
    let pages = own_domain_pages().into_iter().chain(customers_pages());
    routes.extend(pages.map(|(path, _)| format!("{} {path}", Method::GET)));
    let mut entries: Vec<String> =
        ROUTES.iter().map(|(method, path, _)| format!("{method} {path}")).collect();
    routes.sort();
    entries.sort();
    assert_eq!(routes, entries);
}

#[tokio::test]
async fn an_own_domain_shows_nothing_of_another_seller() {
    let setup = Setup { name_server: Arc::new(PointsHere), ..Setup::default() };
    on_both_with(setup, async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let (own_order, foreign_order) = (busy(&app, &shop).await, busy(&app, &other).await);
        let client = Client::default();
        custom_domain::add(&app, &shop.user_id, DOMAIN, &client).await.expect("it points here");
        let edge = edge(&app);
        for (method, template, parts) in ROUTES {
            let ask = async |guild: &str, order: &str| {
                let path = filled(template, parts, guild, order);
                let (status, said) = ask(&edge, method.clone(), &path).await;
                (format!("{method} {path}"), status, said)
            };
            let (path, status, _) = ask(shop.guild.as_str(), &own_order).await;
            assert_ne!(status, 404, "the seller's own is there: {path}");
            // An order counts by whose it is, under whichever guild it is asked for.
            let mut foreign = Vec::new();
            if !parts.is_empty() {
                foreign.push(ask(other.guild.as_str(), &foreign_order).await);
            }
            if parts.iter().any(|part| matches!(part, Order)) {
                foreign.push(ask(shop.guild.as_str(), &foreign_order).await);
            }
            for (path, status, said) in foreign {
                assert_eq!(status, 404, "{path}: {said}");
                for theirs in ["Shop 2", other.user_id.as_str()] {
                    assert!(!said.contains(theirs), "{path}: {said}");
                }
            }
        }
    })
    .await;
}

/// A shop with stock, a live page and an order. Returns the order's id.
async fn busy(app: &TestApp, shop: &Shop) -> String {
    shop.restock(&tokens(shop.guild.as_str(), 4)).await;
    let page = format!("<p>the page of {}</p>", shop.user_id);
    live_page::save(app, &shop.user_id, &page, &Client::default()).await.expect("it is saved");
    let key = shop.key(2).await;
    shop.redeem(&key, details("mika")).await.expect("the key is spent");
    key.expose().to_owned()
}

fn edge(app: &TestApp) -> impl Edge {
    let mut config = Config::default();
    config.limits.public_per_minute = 0;
    config.limits.redeem_per_minute = 0;
    let helper = PictureHelper::new("nobody-uploads-here", []);
    let state = ComposedState::new(app.app.clone(), &config, helper, PreviewNetwork::default());
    let metrics = Metrics::new();
    let doors = Doors::ByHost {
        hosts: Arc::new(Hosts::new(app.app.clone(), &config)),
        product: product(&state, &metrics),
        own_domain: own_domain(&state, &metrics),
    };
    stack(doors, metrics, RequestIds::starting_at([0; 8]))
}

fn filled(template: &str, parts: &[Part], guild: &str, order: &str) -> String {
    let mut pieces = template.split('{');
    let mut path = pieces.next().unwrap_or_default().to_owned();
    for (piece, part) in pieces.zip(parts) {
        let (_, rest) = piece.split_once('}').expect("a parameter ends");
        path.push_str(match part {
            Guild => guild,
            Order => order,
        });
        path.push_str(rest);
    }
    path
}

async fn ask(edge: &impl Edge, method: Method, path: &str) -> (u16, String) {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(HOST, DOMAIN)
        .body(Body::empty())
        .expect("a request");
    let client = ClientAddress(IpAddr::V4(Ipv4Addr::LOCALHOST));
    request.extensions_mut().insert(Endpoints { client, local: None });
    let Ok(answer) = edge.clone().oneshot(request).await;
    let status = answer.status().as_u16();
    let body = answer.into_body().collect().await.expect("a body").to_bytes();
    (status, String::from_utf8_lossy(&body).into_owned())
}

/// A name server by which every name points at us.
#[derive(Debug)]
struct PointsHere;

impl NameServer for PointsHere {
    fn look_up<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Found, NameServerError>> {
        async { Ok(Found::Alias(vec!["stores.example.com".to_owned()])) }.boxed()
    }

    fn texts<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Vec<String>, NameServerError>> {
        async { Ok(Vec::new()) }.boxed()
    }
}
