//! The operators' own listener: is it alive, is it ready, how is it doing, which names may have a certificate.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use boostdesk_core::shop::custom_domain;
use boostdesk_core::watching::outages::Trouble;
use serde::Deserialize;

use crate::edge::metrics::Metrics;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, Result};
use crate::http::extract::{Json, Query};
use crate::state::WebState;
use crate::watching::Watching;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What its requests are called in traces.
pub(crate) const ROUTES: [&str; 4] = ["/healthz", "/readyz", "/metrics", "/tls/ask"];

/// `listeners`: the metrics of the listeners that customers and sellers reach.
pub(crate) fn router(web: WebState, watching: Arc<Watching>, listeners: Metrics) -> Router {
    let metrics = async move || ([(CONTENT_TYPE, OPEN_METRICS)], watching.text(&listeners).await);
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/tls/ask", get(may_have_a_certificate))
        .fallback(async || ApiError::not_found())
        .with_state(web)
}

/// What is answered before there is a database.
pub(crate) fn router_before_open() -> Router {
    Router::new()
        .route("/healthz", get(alive))
        .fallback(async || ApiError::unavailable("The database is being opened."))
}

async fn alive() -> Json<Ack> {
    Json(Ack::new("Alive."))
}

/// Whether the database answers, and the process is not stopping.
async fn ready(State(web): State<WebState>) -> Result<Json<Ack>> {
    refuse_at_the_end(&web)?;
    let answers = web.app.db.answers().await;
    web.app.outages.note_met(Trouble::Database, "readiness", &answers);
    match answers {
        Ok(()) => Ok(Json(Ack::new("Ready."))),
        Err(_) => Err(ApiError::unavailable("The database does not answer.")),
    }
}

/// Refuses while the process stops: the database closes while this listener still answers.
fn refuse_at_the_end(web: &WebState) -> Result<()> {
    if web.stopping.is_cancelled() { Err(ApiError::unavailable("Stopping.")) } else { Ok(()) }
}

/// Asked by a TLS front before it obtains a certificate for `?domain=`: 200 for an active custom domain, else 403.
async fn may_have_a_certificate(
    State(web): State<WebState>,
    query: Result<Query<AskQuery>>,
) -> Result<Json<Ack>> {
    refuse_at_the_end(&web)?;
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
