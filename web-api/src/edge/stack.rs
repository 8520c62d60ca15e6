//! What every request passes on its way to a router, and its answer on the way back, from the outside to the inside:
//! tower-http's layers and our own, around the routers rather than in them, where each would box every request and answer.
//!
//! What of tower-http is not here is weighed in docs/decisions/0016.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::Response;
use tower::{Service, ServiceBuilder};
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::edge::doors::Doors;
use crate::edge::metrics::Metrics;
use crate::edge::request_id::RequestIds;
use crate::edge::watch::{Watcher, watch};

/// For what is not a page: nothing runs in it, and nobody frames it.
const INERT: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// What is worth keeping says so itself.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// A whole stack. Always ready; a clone costs a few pointers.
pub(crate) trait Edge:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
{
}

impl<S> Edge for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static
{
}

pub(crate) fn stack(doors: Doors, metrics: Metrics, request_ids: RequestIds) -> impl Edge {
    let doors = Arc::new(doors);
    let watcher = Arc::new(Watcher::new(metrics, request_ids));
    ServiceBuilder::new()
        .layer(SetSensitiveRequestHeadersLayer::new([AUTHORIZATION, COOKIE]))
        .layer(SetResponseHeaderLayer::if_not_present(CONTENT_SECURITY_POLICY, INERT))
        .layer(SetResponseHeaderLayer::overriding(X_CONTENT_TYPE_OPTIONS, NOSNIFF))
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, NO_STORE))
        .layer_fn(|inner| watch(inner, watcher.clone()))
        .service_fn(move |request| doors.clone().answer(request))
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::Router;
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tokio::time::Instant;
    use tower::ServiceExt;

    use crate::edge::doors::Door;
    use crate::edge::route_table::TIME_LIMIT;
    use crate::edge::watch::MOST_IN_FLIGHT;

    use super::*;

    /// A router whose handlers misbehave.
    fn edge(metrics: &Metrics) -> impl Edge {
        let router = Router::new()
            .route("/panics", get(async || -> &'static str { panic!("a token: bds_secret") }))
            .route("/hangs", get(pending::<&'static str>))
            .route("/bare", get(async || StatusCode::CONFLICT))
            .route("/plain", get(async || (StatusCode::BAD_REQUEST, "a library's own words")));
        stack(Doors::One(Door::new(router, [], metrics)), metrics.clone(), RequestIds::starting_at([0; 8]))
    }

    async fn ask(edge: &impl Edge, path: &str) -> (u16, Option<String>, String) {
        let request = Request::get(path).body(Body::empty()).expect("a request");
        let Ok(response) = edge.clone().oneshot(request).await;
        let wait = response.headers().get("retry-after").map(|wait| wait.to_str().expect("text").to_owned());
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        (status, wait, String::from_utf8(body.into()).expect("text"))
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_without_internals() {
        let edge = edge(&Metrics::new());
        let body = r#"{"code":500,"message":"Something went wrong. Please try again."}"#;
        assert_eq!(ask(&edge, "/panics").await, (500, None, body.to_owned()));
        assert_eq!(ask(&edge, "/panics").await.0, 500, "and the next one is answered too");
    }

    #[tokio::test(start_paused = true)]
    async fn what_takes_too_long_is_given_up() {
        let began = Instant::now();
        let body = r#"{"code":503,"message":"This is taking too long. Please try again in a moment."}"#;
        assert_eq!(ask(&edge(&Metrics::new()), "/hangs").await, (503, Some("2".to_owned()), body.to_owned()));
        assert_eq!(began.elapsed().as_secs(), TIME_LIMIT.as_secs());
    }

    #[tokio::test]
    async fn beyond_the_bound_requests_are_turned_away() {
        let metrics = Metrics::new();
        let edge = edge(&metrics);
        let places: Vec<_> = (0..MOST_IN_FLIGHT).map(|_| metrics.request_begins(MOST_IN_FLIGHT)).collect();
        let (status, wait, body) = ask(&edge, "/bare").await;
        assert_eq!((status, wait.as_deref()), (503, Some("2")));
        assert!(body.starts_with(r#"{"code":503,"#), "{body}");
        drop(places);
        assert_eq!(ask(&edge, "/bare").await.0, 409, "there is room again");
    }

    #[tokio::test]
    async fn a_bare_refusal_gets_a_json_body() {
        let edge = edge(&Metrics::new());
        assert_eq!(ask(&edge, "/bare").await.2, r#"{"code":409,"message":"Conflict"}"#);
        assert_eq!(ask(&edge, "/plain").await.2, r#"{"code":400,"message":"Bad Request"}"#);
    }
}
