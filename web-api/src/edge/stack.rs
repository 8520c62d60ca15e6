//! What every request passes on its way to the router, and its answer on the way back.
//!
//! A request gets an id, a place among those in flight, a limit of time and a net under its handler; its answer gets its
//! security headers, a JSON body if it is a bare refusal, and its place in the metrics. All in one function around the
//! router rather than in layers of it, each of which would box every request: reads from memory are to stay cheap.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use tokio::time::{Instant, timeout};
use tower::Service;
use tracing::{Instrument, debug, debug_span, error, warn};

use crate::edge::hosts::{Hosts, Side};
use crate::edge::metrics::Metrics;
use crate::edge::request_id::{RequestIds, X_REQUEST_ID};
use crate::edge::route_table::{Route, RouteTable, TIME_LIMIT};
use crate::edge::security;
use crate::http::error::{ApiError, Cause, Result};

/// Requests answered at the same time. More are turned away: a queue would only make all of them late.
const MOST_IN_FLIGHT: i64 = 1024;

/// Routers, with all that is around them.
#[derive(Debug, Clone)]
pub(crate) struct Edge(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    own: Door,
    /// `None`: whatever host is asked for, it is ours.
    stores: Option<(Arc<Hosts>, Door)>,
    metrics: Metrics,
    request_ids: RequestIds,
}

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

impl Edge {
    /// Under any host.
    pub(crate) fn new(own: Door, metrics: Metrics, request_ids: RequestIds) -> Self {
        Self(Arc::new(Parts { own, stores: None, metrics, request_ids }))
    }

    /// `own` under the product's own hosts, `store` under sellers' domains, and nothing elsewhere.
    pub(crate) fn by_host(
        hosts: Arc<Hosts>,
        own: Door,
        store: Door,
        metrics: Metrics,
        request_ids: RequestIds,
    ) -> Self {
        Self(Arc::new(Parts { own, stores: Some((hosts, store)), metrics, request_ids }))
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) async fn answer(&self, request: Request) -> Response {
        let began = Instant::now();
        let Parts { own, metrics, request_ids, .. } = &*self.0;
        let id = request_ids.of(request.headers());
        let method = request.method().clone();
        let mut route = own.table.none();

        let mut response = if let Some(_place) = metrics.request_begins(MOST_IN_FLIGHT) {
            match self.door_of(request).await {
                Ok((door, request)) => {
                    route = door.table.of(request.uri().path());
                    let span = debug_span!("request", id = ?id, %method, route = &*route.template);
                    within_its_time(route.time_limit, door.router.clone().call(request))
                        .instrument(span)
                        .await
                }
                Err(refused) => refused.into_response(),
            }
        } else {
            metrics.request_shed();
            ApiError::overloaded().into_response()
        };

        let status = response.status();
        let took = began.elapsed();
        log_failure(&response, &id, &method, route);
        debug!(request.id = ?id, %method, route = &*route.template, status = status.as_u16(), ?took, "answered");
        metrics.answered(&method, route, status, took);
        if is_bare_refusal(&response) {
            response = with_json_body(status, response.headers());
        }
        let headers = response.headers_mut();
        headers.insert(X_REQUEST_ID, id);
        security::protect(headers);
        // What is worth keeping says so itself.
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        response
    }

    async fn door_of(&self, mut request: Request) -> Result<(&Door, Request)> {
        let Parts { own, stores, .. } = &*self.0;
        let Some((hosts, door)) = stores else { return Ok((own, request)) };
        let claim = hosts.claim_of(&request)?;
        let found = timeout(TIME_LIMIT, hosts.side_of(claim)).await;
        match found.unwrap_or_else(|_| Err(too_slow()))? {
            Side::Own => Ok((own, request)),
            Side::Store(store) => {
                // Nobody is signed in there, whatever a browser sends along.
                request.headers_mut().remove(AUTHORIZATION);
                request.headers_mut().remove(COOKIE);
                request.extensions_mut().insert(store);
                Ok((door, request))
            }
        }
    }
}

async fn within_its_time<E: IntoResponse>(
    limit: Duration,
    handler: impl Future<Output = std::result::Result<Response, E>>,
) -> Response {
    match timeout(limit, AssertUnwindSafe(handler).catch_unwind()).await {
        Ok(Ok(Ok(response))) => response,
        Ok(Ok(Err(error))) => error.into_response(),
        Ok(Err(panic)) => ApiError::broken(Panicked(message_of(&*panic))).into_response(),
        Err(_) => too_slow().into_response(),
    }
}

fn too_slow() -> ApiError {
    ApiError::unavailable("This is taking too long. Please try again in a moment.")
}

/// Once, and by its route: the path may hold a key.
fn log_failure(response: &Response, id: &HeaderValue, method: &Method, route: &Route) {
    let Some(cause) = response.extensions().get::<Cause>() else { return };
    let (status, route) = (response.status().as_u16(), &*route.template);
    if status == 500 {
        error!(request.id = ?id, %method, route, %cause, "a request failed: {cause}");
    } else {
        warn!(request.id = ?id, %method, route, status, %cause, "a request was put off: {cause}");
    }
}

#[derive(Debug, thiserror::Error)]
#[error("a handler panicked: {0}")]
struct Panicked(String);

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// axum's own refusals, such as 405, have no body or one in plain text.
fn is_bare_refusal(response: &Response) -> bool {
    (response.status().is_client_error() || response.status().is_server_error())
        && !response.headers().get(CONTENT_TYPE).is_some_and(|media| {
            media.as_bytes().starts_with(b"application/json") || media.as_bytes().starts_with(b"text/html")
        })
}

fn with_json_body(status: StatusCode, refused: &HeaderMap) -> Response {
    let error = match status {
        StatusCode::NOT_FOUND => ApiError::not_found(),
        StatusCode::METHOD_NOT_ALLOWED => ApiError::new(status, "This address takes no such request."),
        status => ApiError::new(status, status.canonical_reason().unwrap_or("The request was refused.")),
    };
    let mut response = error.into_response();
    if let Some(allowed) = refused.get(ALLOW) {
        response.headers_mut().insert(ALLOW, allowed.clone());
    }
    response
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::body::Body;
    use axum::routing::get;
    use http_body_util::BodyExt;

    use super::*;

    /// A router whose handlers misbehave.
    fn edge() -> Edge {
        let router = Router::new()
            .route("/panics", get(async || -> &'static str { panic!("a token: bds_secret") }))
            .route("/hangs", get(pending::<&'static str>))
            .route("/bare", get(async || StatusCode::CONFLICT))
            .route("/plain", get(async || (StatusCode::BAD_REQUEST, "a library's own words")));
        let metrics = Metrics::new();
        Edge::new(Door::new(router, [], &metrics), metrics, RequestIds::starting_at([0; 8]))
    }

    async fn ask(edge: &Edge, path: &str) -> (u16, Option<String>, String) {
        let response = edge.answer(Request::get(path).body(Body::empty()).expect("a request")).await;
        let wait = response.headers().get("retry-after").map(|wait| wait.to_str().expect("text").to_owned());
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        (status, wait, String::from_utf8(body.into()).expect("text"))
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_without_internals() {
        let edge = edge();
        let body = r#"{"code":500,"message":"Something went wrong. Please try again."}"#;
        assert_eq!(ask(&edge, "/panics").await, (500, None, body.to_owned()));
        assert_eq!(ask(&edge, "/panics").await.0, 500, "and the next one is answered too");
    }

    #[tokio::test(start_paused = true)]
    async fn what_takes_too_long_is_given_up() {
        let began = Instant::now();
        let body = r#"{"code":503,"message":"This is taking too long. Please try again in a moment."}"#;
        assert_eq!(ask(&edge(), "/hangs").await, (503, Some("2".to_owned()), body.to_owned()));
        assert_eq!(began.elapsed().as_secs(), TIME_LIMIT.as_secs());
    }

    #[tokio::test]
    async fn beyond_the_bound_requests_are_turned_away() {
        let edge = edge();
        let places: Vec<_> =
            (0..MOST_IN_FLIGHT).map(|_| edge.metrics().request_begins(MOST_IN_FLIGHT)).collect();
        let (status, wait, body) = ask(&edge, "/bare").await;
        assert_eq!((status, wait.as_deref()), (503, Some("2")));
        assert!(body.starts_with(r#"{"code":503,"#), "{body}");
        drop(places);
        assert_eq!(ask(&edge, "/bare").await.0, 409, "there is room again");
    }

    #[tokio::test]
    async fn a_bare_refusal_gets_a_json_body() {
        let edge = edge();
        assert_eq!(ask(&edge, "/bare").await.2, r#"{"code":409,"message":"Conflict"}"#);
        assert_eq!(ask(&edge, "/plain").await.2, r#"{"code":400,"message":"Bad Request"}"#);
    }
}
