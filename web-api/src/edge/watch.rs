//! Around every request: its id, its place among those in flight, its part in the metrics and the headers of every answer.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;
use tower::{Service, service_fn};
use tracing::{Level, Span, span_enabled};

use crate::edge::arrival::Arrival;
use crate::edge::doors::Routed;
use crate::edge::metrics::{Metrics, RouteMetrics};
use crate::edge::request_id::{self, RequestIds, X_REQUEST_ID};
use crate::edge::route_table::NONE;
use crate::edge::seat::Seatless;
use crate::edge::trace::Traced;
use crate::http::error::{ApiError, NamesRequest, PLACE_OF_REQUEST_ID, with_request_id};

/// For answers that are not pages: nothing runs in them, and no page may frame them.
const INERT: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// The default: answers that may be cached set their own `Cache-Control`.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

pub(crate) struct Watcher {
    metrics: Metrics,
    request_ids: RequestIds,
    /// Counts requests that reach no router.
    none: RouteMetrics,
}

impl Watcher {
    pub(crate) fn new(metrics: Metrics, request_ids: RequestIds) -> Self {
        Self { none: metrics.of_route(NONE), metrics, request_ids }
    }
}

pub(crate) fn watch<S>(
    inner: S,
    watcher: Arc<Watcher>,
) -> impl Service<Request, Response = Response<Traced>, Error = Infallible, Future: Send>
+ Clone
+ Send
+ Sync
+ 'static
where
    S: Service<Request, Response = Routed, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static,
{
    service_fn(move |request: Request| {
        let (inner, watcher) = (inner.clone(), watcher.clone());
        async move { Ok(watcher.answer(inner, request).await) }
    })
}

impl Watcher {
    async fn answer<S>(&self, mut inner: S, request: Request) -> Response<Traced>
    where
        S: Service<Request, Response = Routed, Error = Infallible>,
    {
        let (began, unanswered) = (Instant::now(), self.metrics.unanswered());
        let id = self.request_ids.of(request.headers());
        // Looking up the span costs more than this check.
        if span_enabled!(Level::DEBUG) {
            Span::current().record("request.id", request_id::text(&id));
        }
        let method = request.method().clone();
        let (arrival, request) = Arrival::watch(request, &self.metrics);
        let Routed { mut answer, route } = match request.and_then(seated) {
            Ok(request) => {
                let Ok(routed) = inner.call(request).await;
                routed
            }
            Err(refused) => Routed { answer: refused.into_response(), route: None },
        };
        if arrival.was_refused() {
            self.metrics.request_shed();
            answer = ApiError::overloaded().into_response();
        }
        drop(arrival);
        unanswered.answered();
        let counted = route.as_ref().map_or(&self.none, |route| &route.metrics);
        counted.answered(&method, answer.status(), began.elapsed());
        if answer.extensions_mut().remove::<NamesRequest>().is_some() {
            // Boxed since it is rare: it then costs other requests nothing.
            answer = Box::pin(named(answer, &id)).await;
        }
        if method == Method::HEAD {
            answer = without_body(answer);
        }
        let headers = answer.headers_mut();
        headers.insert(X_REQUEST_ID, id);
        secure(headers);
        answer.map(|body| Traced { body, method, route })
    }
}

fn seated(request: Request) -> Result<Request, ApiError> {
    match request.extensions().get::<Seatless>() {
        None => Ok(request),
        Some(Seatless) => Err(Seatless::refusal()),
    }
}

/// Adds the headers that every answer has, two of them only if the answer has not set its own.
fn secure(headers: &mut HeaderMap) {
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(INERT);
    headers.entry(CACHE_CONTROL).or_insert(NO_STORE);
    headers.insert(X_CONTENT_TYPE_OPTIONS, NOSNIFF);
}

/// Takes the body out of a HEAD's answer. Routers do so themselves, but not all answers are theirs; hyper does in HTTP/1.1 only.
fn without_body(mut answer: Response) -> Response {
    if answer.status() == StatusCode::NOT_MODIFIED {
        // That of the body that it does not have, where only that of the whole answer may stand.
        answer.headers_mut().remove(CONTENT_LENGTH);
    }
    if answer.body().is_end_stream() {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    if let Some(length) = body.size_hint().exact() {
        parts.headers.entry(CONTENT_LENGTH).or_insert(length.into());
    }
    Response::from_parts(parts, Body::empty())
}

/// Adds the request's id to the body of a refusal.
async fn named(answer: Response, id: &HeaderValue) -> Response {
    let (mut parts, body) = answer.into_parts();
    // It is in memory already.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let id = id.to_str().expect("a decent id is text");
    if parts.headers.get(CONTENT_TYPE).is_some_and(|media| media.as_bytes().starts_with(b"text/html")) {
        parts.headers.remove(CONTENT_LENGTH);
        let page = String::from_utf8_lossy(&body).replace(PLACE_OF_REQUEST_ID, id);
        return Response::from_parts(parts, Body::from(page));
    }
    // Corrects the length that a router has set, also on a HEAD's answer, whose body is empty.
    let said =
        parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if let Some(length) = said {
        let added = with_request_id(b"{}", id).len() - 2;
        parts.headers.insert(CONTENT_LENGTH, HeaderValue::from(length + added));
    }
    Response::from_parts(parts, Body::from(with_request_id(&body, id)))
}
