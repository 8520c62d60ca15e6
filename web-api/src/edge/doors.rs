//! The routers behind one listener: the request's host decides which of them answers, and whether credentials reach it.

use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ALLOW,
    AUTHORIZATION, CONTENT_RANGE, CONTENT_TYPE, COOKIE, VARY,
};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use tower::Service;
use tower_http::catch_panic::CatchPanic;
use tracing::{Level, Span, span_enabled};

use crate::edge::hosts::{Claim, Hosts};
use crate::edge::metrics::Metrics;
use crate::edge::route_table::{Route, RouteTable, TIME_LIMIT};
use crate::http::error::{ApiError, Result};
use crate::http::extract::BodyTime;

/// Headers that a refusal keeps when its body is replaced: what would be accepted, and who may read it.
const KEPT_OF_REFUSALS: [HeaderName; 6] = [
    ALLOW,
    CONTENT_RANGE,
    ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_ALLOW_CREDENTIALS,
    ACCESS_CONTROL_EXPOSE_HEADERS,
    VARY,
];

/// A router, and the paths that it knows.
#[derive(Debug)]
pub(crate) struct Door {
    router: Router,
    table: RouteTable,
}

impl Door {
    pub(crate) fn new(
        router: Router,
        templates: impl IntoIterator<Item = String>,
        metrics: &Metrics,
    ) -> Self {
        Self { router, table: RouteTable::new(templates, metrics) }
    }
}

#[derive(Debug)]
pub(crate) enum Doors {
    /// One router for any host.
    One(Door),
    /// `product` under the product's own hosts, `own_domain` under sellers' domains, and nothing elsewhere.
    ByHost { hosts: Arc<Hosts>, product: Door, own_domain: Door },
}

/// An answer, and the route that gave it. `None`: it reached no router.
pub(crate) struct Routed {
    pub(crate) answer: Response,
    pub(crate) route: Option<Arc<Route>>,
}

impl Doors {
    pub(crate) async fn answer(self: Arc<Self>, request: Request) -> std::result::Result<Routed, Infallible> {
        Ok(match self.door_for(request).await {
            Ok((door, request)) => door.answer(request).await,
            Err(refused) => Routed { answer: refused.into_response(), route: None },
        })
    }

    async fn door_for(&self, mut request: Request) -> Result<(&Door, Request)> {
        let (hosts, product, own_domain) = match self {
            Self::One(door) => return Ok((door, request)),
            Self::ByHost { hosts, product, own_domain } => (hosts, product, own_domain),
        };
        let name = match hosts.claim_of(&request)? {
            Claim::Product => return Ok((product, request)),
            Claim::Named(name) => name,
        };
        let found = timeout(TIME_LIMIT, hosts.own_domain(&name)).await;
        let domain = found.unwrap_or_else(|_| Err(ApiError::too_slow()))?;
        // Nobody is signed in at a seller's domain, whatever credentials a browser sends.
        request.headers_mut().remove(AUTHORIZATION);
        request.headers_mut().remove(COOKIE);
        request.extensions_mut().insert(domain);
        Ok((own_domain, request))
    }
}

impl Door {
    async fn answer(&self, mut request: Request) -> Routed {
        let route = self.table.of(request.uri().path()).clone();
        if span_enabled!(Level::DEBUG) {
            Span::current().record("http.route", &*route.metrics.template);
        }
        if !request.body().is_end_stream() {
            request.extensions_mut().insert(BodyTime(route.body_time()));
        }
        let answering = CatchPanic::custom(self.router.clone(), answer_to_panic).call(request);
        let answer = match timeout(route.time_limit, answering).await {
            Ok(Ok(answer)) if is_bare_refusal(&answer) => with_json_body(&answer),
            Ok(Ok(answer)) => answer.map(Body::new),
            Err(_) => ApiError::too_slow().into_response(),
        };
        Routed { answer, route: Some(route) }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("a handler panicked: {0}")]
struct Panicked(String);

#[expect(clippy::needless_pass_by_value, reason = "tower-http hands it over")]
fn answer_to_panic(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    ApiError::broken(Panicked(text)).into_response()
}

/// Returns whether a refusal has no JSON or HTML body: axum's own, such as 405.
fn is_bare_refusal<B>(answer: &Response<B>) -> bool {
    (answer.status().is_client_error() || answer.status().is_server_error())
        && !answer.headers().get(CONTENT_TYPE).is_some_and(|media| {
            media.as_bytes().starts_with(b"application/json") || media.as_bytes().starts_with(b"text/html")
        })
}

fn with_json_body<B>(refused: &Response<B>) -> Response {
    let status = refused.status();
    let error = match status {
        StatusCode::NOT_FOUND => ApiError::not_found(),
        StatusCode::METHOD_NOT_ALLOWED => ApiError::new(status, "This address takes no such request."),
        StatusCode::RANGE_NOT_SATISFIABLE => ApiError::new(status, "The file ends before that."),
        status => ApiError::new(status, status.canonical_reason().unwrap_or("The request was refused.")),
    };
    let mut answer = error.into_response();
    for name in KEPT_OF_REFUSALS {
        for said in refused.headers().get_all(&name) {
            answer.headers_mut().append(&name, said.clone());
        }
    }
    answer
}
