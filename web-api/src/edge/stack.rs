//! What every request passes on its way to a router, and its answer on the way back, from the outside to the inside:
//! tower-http's layers and our own, around the routers rather than in them, where each would box every request and answer.
//!
//! docs/decisions/0016 says why other layers of tower-http are not here.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::response::Response;
use bytes::Bytes;
use tower::{Service, ServiceBuilder};
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::trace::TraceLayer;

use crate::edge::doors::Doors;
use crate::edge::metrics::Metrics;
use crate::edge::request_id::RequestIds;
use crate::edge::trace::{log_answer, request_span};
use crate::edge::watch::{Watcher, watch};

/// A whole stack. Always ready; a clone costs a few pointers.
pub(crate) trait Edge:
    Service<Request, Response = Response<Self::Body>, Error = Infallible, Future: Send>
    + Clone
    + Send
    + Sync
    + 'static
{
    /// An answer's body as the outermost layer leaves it, which is not boxed once more.
    type Body: HttpBody<Data = Bytes, Error = axum::Error> + Send + 'static;
}

impl<S, B> Edge for S
where
    S: Service<Request, Response = Response<B>, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static,
    B: HttpBody<Data = Bytes, Error = axum::Error> + Send + 'static,
{
    type Body = B;
}

pub(crate) fn stack(doors: Doors, metrics: Metrics, request_ids: RequestIds) -> impl Edge {
    let doors = Arc::new(doors);
    let watcher = Arc::new(Watcher::new(metrics, request_ids));
    ServiceBuilder::new()
        .layer(SetSensitiveRequestHeadersLayer::new([AUTHORIZATION, COOKIE]))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(request_span)
                .on_request(())
                .on_response(log_answer)
                .on_body_chunk(())
                .on_eos(())
                .on_failure(()),
        )
        .layer_fn(|inner| watch(inner, watcher.clone()))
        .service_fn(move |request| doors.clone().answer(request))
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::Router;
    use axum::body::Body;
    use axum::http::{Method, StatusCode};
    use axum::routing::{get, post};
    use boostdesk_core::testing::Log;
    use futures::{FutureExt, stream};
    use http_body_util::BodyExt;
    use serde_json::{Value, json};
    use tokio::time::Instant;
    use tower::ServiceExt;
    use tracing::Level;

    use crate::edge::doors::Door;
    use crate::edge::route_table::TIME_LIMIT;
    use crate::http::error::ApiError;
    use crate::http::extract::Json;

    use super::*;

    /// A router whose handlers misbehave.
    fn edge(metrics: &Metrics) -> impl Edge {
        let router = Router::new()
            .route("/panics", get(async || -> &'static str { panic!("a token: bds_secret") }))
            .route("/hangs", get(pending::<&'static str>))
            .route("/takes", post(async |Json(_): Json<Value>| StatusCode::NO_CONTENT))
            .route("/refused", get(async || ApiError::not_found()))
            .route("/bare", get(async || StatusCode::CONFLICT))
            .route("/plain", get(async || (StatusCode::BAD_REQUEST, "a library's own words")));
        stack(
            Doors::One(Door::new(router, ["/panics".to_owned()], metrics)),
            metrics.clone(),
            RequestIds::starting_at([0; 8]),
        )
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
    async fn a_panic_is_answered_with_500_without_internals() {
        let edge = edge(&Metrics::new());
        let body = r#"{"code":500,"message":"Something went wrong. Please try again.","requestId":"0000000000000000"}"#;
        assert_eq!(ask(&edge, "/panics").await, (500, None, body.to_owned()));
        assert_eq!(ask(&edge, "/panics").await.0, 500, "and the next one is answered too");
    }

    #[tokio::test]
    async fn a_request_is_logged_by_its_route_and_a_failure_with_its_cause() {
        let (log, _catching) = Log::catch(Level::DEBUG);
        let edge = edge(&Metrics::new());
        ask(&edge, "/panics?key=secret").await;
        ask(&edge, "/nowhere/secret").await;

        let id = "0000000000000000";
        let cause = "a handler panicked: a token: bds_secret";
        let failed = json!({"message": format!("a request failed: {cause}"), "cause": cause,
            "request.id": id, "method": "GET", "route": "/panics"});
        let span = json!({"name": "request", "otel.kind": "server", "request.id": id,
            "http.request.method": "GET", "http.route": "/panics"});
        let lines = log.lines();
        let lines: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((&lines[0]["level"], &lines[0]["fields"]), (&json!("ERROR"), &failed));
        assert_eq!((&lines[1]["level"], &lines[1]["span"]), (&json!("DEBUG"), &span));
        assert_eq!(
            (&lines[1]["fields"]["message"], &lines[1]["fields"]["status"]),
            (&json!("answered"), &json!(500))
        );
        let missed = &lines[2]["fields"];
        assert_eq!((&missed["route"], &missed["status"]), (&json!("none"), &json!(404)));
        assert_eq!(lines.len(), 3, "{lines:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_handler_that_exceeds_the_time_limit_gets_503() {
        let began = Instant::now();
        let body = r#"{"code":503,"message":"This is taking too long. Please try again in a moment.","requestId":"0000000000000000"}"#;
        assert_eq!(ask(&edge(&Metrics::new()), "/hangs").await, (503, Some("2".to_owned()), body.to_owned()));
        assert_eq!(began.elapsed().as_secs(), TIME_LIMIT.as_secs());
    }

    #[tokio::test]
    async fn a_request_whose_client_leaves_before_the_answer_counts_as_abandoned() {
        let metrics = Metrics::new();
        let edge = edge(&metrics);
        let counted = |count: u32| {
            metrics.text().contains(&format!("boostdesk_http_requests_abandoned_total {count}\n"))
        };
        ask(&edge, "/bare").await;
        assert!(counted(0), "{}", metrics.text());
        assert!(ask(&edge, "/hangs").now_or_never().is_none());
        assert!(counted(1), "{}", metrics.text());
    }

    /// Otherwise a slow client would look like a slow server.
    #[tokio::test(start_paused = true)]
    async fn a_request_body_that_never_arrives_gets_408_not_503() {
        let began = Instant::now();
        let body = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
        let request = Request::post("/takes").header("content-type", "application/json").body(body);
        let Ok(answer) = edge(&Metrics::new()).oneshot(request.expect("a request")).await;
        assert_eq!((answer.status(), began.elapsed().as_secs()), (StatusCode::REQUEST_TIMEOUT, 10));
    }

    #[tokio::test]
    async fn requests_beyond_the_in_flight_limit_get_503() {
        let metrics = Metrics::new();
        let edge = edge(&metrics);
        let places: Vec<_> = (0..1024).map(|_| metrics.request_begins()).collect();
        assert!(places.iter().all(Option::is_some));
        let (status, wait, body) = ask(&edge, "/bare").await;
        assert_eq!((status, wait.as_deref()), (503, Some("2")));
        assert!(body.starts_with(r#"{"code":503,"#), "{body}");
        drop(places);
        assert_eq!(ask(&edge, "/bare").await.0, 409, "there is room again");
    }

    #[tokio::test]
    async fn the_content_length_of_a_refusal_matches_its_body() {
        let edge = edge(&Metrics::new());
        let mut told = 0;
        for path in ["/refused", "/bare", "/plain"] {
            let length = ask(&edge, path).await.2.len().to_string();
            for method in [Method::GET, Method::HEAD] {
                let request = Request::builder().method(method).uri(path).body(Body::empty());
                let Ok(response) = edge.clone().oneshot(request.expect("a request")).await;
                let said = response.headers().get("content-length");
                assert!(said.is_none_or(|said| *said == length), "{path}: {said:?}, not {length}");
                told += usize::from(said.is_some());
            }
        }
        assert!(told > 0, "some say it");
    }

    #[tokio::test]
    async fn an_error_status_without_a_json_body_gets_one() {
        let edge = edge(&Metrics::new());
        assert_eq!(
            ask(&edge, "/bare").await.2,
            r#"{"code":409,"message":"Conflict","requestId":"0000000000000000"}"#
        );
        assert_eq!(
            ask(&edge, "/plain").await.2,
            r#"{"code":400,"message":"Bad Request","requestId":"0000000000000001"}"#
        );
    }
}
