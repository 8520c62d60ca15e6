//! A request's span and its lines in the log: what tower-http's `Trace` leaves to us.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, Method};
use axum::response::Response;
use boostdesk_core::watching::traces;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tracing::field::Empty;
use tracing::{Span, debug, debug_span, error, warn};

use crate::edge::metrics::known;
use crate::edge::request_id::{self, X_REQUEST_ID};
use crate::edge::route_table::{NONE, Route};
use crate::http::error::Cause;

/// An answer's body, with what the log says of its request. As an extension of the answer it would cost four allocations.
pub(crate) struct Traced {
    pub(crate) body: Body,
    pub(crate) method: Method,
    /// `None`: it reached no router.
    pub(crate) route: Option<Arc<Route>>,
}

/// Present only if a trusted caller sent it, whose trace is continued: the listener removes it otherwise.
pub(crate) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Its id, its route and what came of it are recorded once they are known.
pub(crate) fn request_span(request: &Request) -> Span {
    let span = debug_span!(
        "request",
        otel.kind = "server",
        otel.status_code = Empty,
        request.id = Empty,
        http.request.method = known(request.method()),
        http.route = Empty,
        http.response.status_code = Empty,
    );
    if !span.is_disabled()
        && let Some(caller) = request.headers().get(TRACEPARENT).and_then(|caller| caller.to_str().ok())
    {
        traces::continue_caller(&span, caller);
    }
    span
}

/// Logs an answer, and why it is a failure: once, and by its route, as the path may hold a key.
pub(crate) fn log_answer(answer: &Response<Traced>, took: Duration, span: &Span) {
    let Traced { method, route, .. } = answer.body();
    let route = route.as_ref().map_or(NONE, |route| &*route.metrics.template);
    let status = answer.status().as_u16();
    if let Some(cause) = answer.extensions().get::<Cause>() {
        let id = id_of(answer);
        if status == 500 {
            error!(request.id = id, %method, route, %cause, "a request failed: {cause}");
        } else {
            warn!(request.id = id, %method, route, status, %cause, "a request was put off: {cause}");
        }
    }
    debug!(request.id = id_of(answer), %method, route, status, ?took, "answered");
    if !span.is_disabled() {
        span.record("http.response.status_code", status);
        traces::name(span, format!("{} {route}", known(method)));
        if status >= 500 {
            span.record("otel.status_code", "ERROR");
        }
    }
}

fn id_of(answer: &Response<Traced>) -> &str {
    request_id::text(answer.headers().get(X_REQUEST_ID).expect("every answer has its request's id"))
}

impl hyper::body::Body for Traced {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
