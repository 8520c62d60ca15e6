//! Answers on the plain http port of a server that speaks https itself: every request is redirected to https.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::header::HOST;
use axum::response::{IntoResponse, Redirect, Response};

use crate::edge::hosts::without_port;
use crate::http::error::ApiError;

/// Where https is served.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Https {
    /// `None`: 443.
    pub(crate) port: Option<u16>,
}

/// Must be behind a check of the host: it redirects to any host that a request names.
pub(crate) fn router(https: Https) -> Router {
    Router::new().fallback(to_https).with_state(https)
}

async fn to_https(State(https): State<Https>, request: Request) -> Response {
    let host = request.headers().get(HOST).and_then(|value| without_port(value.to_str().ok()?));
    let Some(host) = host else { return ApiError::not_found().into_response() };
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let port = https.port.map(|port| format!(":{port}")).unwrap_or_default();
    match format!("https://{host}{port}{path}").parse::<Uri>() {
        Ok(target) => Redirect::permanent(&target.to_string()).into_response(),
        Err(_) => ApiError::not_found().into_response(),
    }
}
