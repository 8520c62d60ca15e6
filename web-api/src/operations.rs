//! The operators' own listener: is it alive, is it ready, how is it doing, which names may have a certificate.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use boostdesk_core::shop::custom_domain;
use serde::Deserialize;

use crate::edge::metrics::Metrics;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, Result};
use crate::http::extract::{Json, Query};
use crate::state::WebState;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// `watched`: what is counted of the listeners that customers and sellers reach.
pub(crate) fn router(web: WebState, watched: Metrics) -> Router {
    let metrics = async move || ([(CONTENT_TYPE, OPEN_METRICS)], watched.text());
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/tls/ask", get(may_have_a_certificate))
        .fallback(async || ApiError::not_found())
        .with_state(web)
}

async fn alive() -> Json<Ack> {
    Json(Ack::new("Alive."))
}

/// Whether the database answers.
async fn ready(State(web): State<WebState>) -> Result<Json<Ack>> {
    // The pool tries a connection before it hands it out.
    match web.app.db.read().await {
        Ok(_) if web.stopping.is_cancelled() => Err(ApiError::unavailable("Stopping.")),
        Ok(_) => Ok(Json(Ack::new("Ready."))),
        Err(failure) => {
            tracing::warn!(%failure, "not ready: the database does not answer");
            Err(ApiError::unavailable("The database does not answer."))
        }
    }
}

/// Asked by a TLS front before it obtains a certificate for `?domain=`: 200 for an active custom domain, else 403.
async fn may_have_a_certificate(
    State(web): State<WebState>,
    query: Result<Query<AskQuery>>,
) -> Result<Json<Ack>> {
    if let Ok(Query(AskQuery { domain: Some(domain) })) = query
        && custom_domain::is_active(&web.app, &domain).await?
    {
        return Ok(Json(Ack::new("An active custom domain.")));
    }
    Err(ApiError::new(StatusCode::FORBIDDEN, "This is no active custom domain."))
}

#[derive(Deserialize)]
struct AskQuery {
    domain: Option<String>,
}
