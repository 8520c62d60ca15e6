//! What listens where plain http does, beside a server that speaks https itself: leads there.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::header::HOST;
use axum::response::{IntoResponse, Redirect, Response};

use crate::edge::hosts::without_port;
use crate::edge::metrics::Metrics;
use crate::edge::request_id::RequestIds;
use crate::edge::stack::{Door, Edge};
use crate::http::error::ApiError;
use crate::state::WebState;

/// Known hosts only: nobody is led elsewhere from here.
pub(crate) fn edge(web: &WebState) -> Edge {
    let metrics = Metrics::new();
    let door = || Door::new(Router::new().fallback(to_https).with_state(web.clone()), [], &metrics);
    let request_ids = RequestIds::starting_at(web.app.rng.bytes());
    Edge::by_host(web.hosts.clone(), door(), door(), metrics.clone(), request_ids)
}

async fn to_https(State(web): State<WebState>, request: Request) -> Response {
    let host = request.headers().get(HOST).and_then(|value| without_port(value.to_str().ok()?));
    let Some(host) = host else { return ApiError::not_found().into_response() };
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let port = web.https_port.map(|port| format!(":{port}")).unwrap_or_default();
    match format!("https://{host}{port}{path}").parse::<Uri>() {
        Ok(target) => Redirect::permanent(&target.to_string()).into_response(),
        Err(_) => ApiError::not_found().into_response(),
    }
}
