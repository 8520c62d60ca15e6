//! Fulfilment: a storefront's way of delivery, its service's secret, and what a service says by itself.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use boostdesk_core::foundation::json;
use boostdesk_core::foundation::standard_webhooks::{ID, SIGNATURE, Signed, TIMESTAMP};
use boostdesk_core::ids::JobId;
use boostdesk_core::shop::delivery::{self, ReportError, TokenResult};
use boostdesk_core::shop::fulfilment::{self, FulfilmentError, Mode};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::storefronts::guild;
use crate::callers::rights::{Manage, May};
use crate::callers::session::Session;
use crate::edge::client_address::ClientAddress;
use crate::edge::limits::Kind;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path, parse_json_of_others, read};
use crate::state::WebState;

/// Most bytes of results: those of a thousand tokens are shorter.
const RESULTS_LIMIT: usize = 1024 * 1024;
/// Most bytes of results for an unknown job.
const UNKNOWN_LIMIT: usize = 64 * 1024;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SaveFulfilment {
    mode: Mode,
    /// The address of the storefront's own service. When absent, it stays unchanged.
    url: Option<String>,
}

/// How a storefront's orders are delivered.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Fulfilment {
    /// 200 in the answer to a change; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<u16>,
    mode: Mode,
    #[schema(required)]
    url: Option<String>,
    /// The last four characters of the secret.
    #[schema(required)]
    hint: Option<String>,
    /// The signing secret (`whsec_…`), returned only once: when the first address is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FulfilmentSecret {
    code: u16,
    /// The signing secret. It is returned only in this answer.
    secret: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ServiceResults {
    #[serde(deserialize_with = "json::objects")]
    results: Vec<ServiceResult>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ServiceResult {
    token: String,
    /// Whether the token was delivered.
    ok: bool,
    /// A result counts whatever its reason is.
    #[serde(default, deserialize_with = "json::text_or_none")]
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResultsTaken {
    code: u16,
    /// How many of the results are new.
    applied: usize,
    /// How many of the results were known already.
    known: usize,
}

impl Fulfilment {
    fn of(fulfilment: fulfilment::Fulfilment) -> Self {
        let fulfilment::Fulfilment { mode, url, hint } = fulfilment;
        Self { code: None, mode, url, hint, secret: None }
    }
}

impl From<FulfilmentError> for ApiError {
    fn from(error: FulfilmentError) -> Self {
        let message = error.to_string();
        match error {
            FulfilmentError::NoUrl | FulfilmentError::Address(_) => Self::refused(message),
            FulfilmentError::NoSecret => Self::new(StatusCode::CONFLICT, message),
            FulfilmentError::Storefront(error) => error.into(),
            FulfilmentError::Failure(failure) => failure.into(),
        }
    }
}

impl From<ReportError> for ApiError {
    fn from(error: ReportError) -> Self {
        let message = error.to_string();
        match error {
            ReportError::Unsigned => Self::new(StatusCode::UNAUTHORIZED, message),
            ReportError::UnknownJob => Self::new(StatusCode::NOT_FOUND, message),
            ReportError::UnknownToken | ReportError::NamedTwice => Self::refused(message),
            ReportError::AlreadyTold => Self::new(StatusCode::CONFLICT, message),
            ReportError::Failure(failure) => failure.into(),
        }
    }
}

/// How a storefront's orders are delivered
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/fulfilment",
    tag = "storefronts",
    params(("guildId" = String, Path)),
    responses((status = 200, body = Fulfilment)),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    Session(session): Session,
    Path(guild_id): Path<String>,
) -> Result<Json<Fulfilment>> {
    let shown = fulfilment::show(&web.app, &session.user_id, &guild(&guild_id)?).await?;
    Ok(Json(Fulfilment::of(shown)))
}

/// Choose how a storefront's orders are delivered
///
/// This applies to future orders: existing orders keep the way they began with.
#[utoipa::path(
    put,
    path = "/api/storefronts/{guildId}/fulfilment",
    tag = "storefronts",
    params(("guildId" = String, Path)),
    request_body = SaveFulfilment,
    responses((status = 200, body = Fulfilment)),
    security(("session" = []))
)]
pub(crate) async fn save(
    State(web): State<WebState>,
    May { session, task: Manage { guild, .. } }: May<Manage>,
    Json(wanted): Json<SaveFulfilment>,
) -> Result<Json<Fulfilment>> {
    let url = wanted.url.as_deref();
    let saved = fulfilment::save(&web.app, &session.user_id, &guild, wanted.mode, url).await?;
    let secret = saved.secret.map(|secret| secret.expose_secret().to_owned());
    Ok(Json(Fulfilment { code: Some(200), secret, ..Fulfilment::of(saved.fulfilment) }))
}

/// Create a new signing secret for a storefront's service
///
/// The old one stays valid for a day: calls are signed with both, and results signed with either are accepted.
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/fulfilment/secret",
    tag = "storefronts",
    params(("guildId" = String, Path)),
    responses(
        (status = 200, body = FulfilmentSecret),
        (status = 409, description = "The service has no address yet", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn renew_secret(
    State(web): State<WebState>,
    Session(session): Session,
    Path(guild_id): Path<String>,
) -> Result<Json<FulfilmentSecret>> {
    let secret = fulfilment::renew_secret(&web.app, &session.user_id, &guild(&guild_id)?).await?;
    Ok(Json(FulfilmentSecret { code: 200, secret: secret.expose_secret().to_owned() }))
}

/// Report which tokens of a delivery job were delivered and which failed
///
/// Called by the fulfilment service, and signed after Standard Webhooks with its secret. All results are applied or
/// none. The first result of a token counts; the same result again is counted as `known`.
#[utoipa::path(
    post,
    path = "/api/delivery/{jobId}/result",
    tag = "fulfilment",
    params(
        ("jobId" = String, Path),
        ("webhook-id" = String, Header),
        ("webhook-timestamp" = String, Header, description = "Unix seconds, within five minutes"),
        ("webhook-signature" = String, Header),
    ),
    request_body = ServiceResults,
    responses(
        (status = 200, body = ResultsTaken),
        (status = 401, description = "The signature is missing, wrong or too old", body = ErrorBody),
        (status = 409, description = "A token has another result already", body = ErrorBody),
    ),
    security(("service" = []))
)]
pub(crate) async fn report(
    State(web): State<WebState>,
    Path(job_id): Path<String>,
    request: Request,
) -> Result<Json<ResultsTaken>> {
    let (parts, body) = request.into_parts();
    let (signed, address) = (signed(&parts.headers), ClientAddress::of(&parts));
    let request = Request::from_parts(parts, body);
    let id = JobId::parse(&job_id);
    let is_known = match &id {
        Some(id) => delivery::is_known(&web.app, id).await?,
        None => false,
    };
    let body = if is_known {
        read(request, RESULTS_LIMIT, "The results are too large. At most 1 MiB is accepted.").await?
    } else {
        web.limits.count(Kind::Public, address)?;
        // The signature is checked against all services' secrets, so the body must be small. A larger one counts as unsigned.
        read(request, UNKNOWN_LIMIT, "").await.map_err(|_| ReportError::Unsigned)?
    };
    let job = match delivery::authenticate(&web.app, id.as_ref(), &signed, &body).await {
        Err(ReportError::Unsigned) => {
            // Guessing is bounded like any other public call.
            if is_known {
                web.limits.count(Kind::Public, address)?;
            }
            return Err(ReportError::Unsigned.into());
        }
        job => job?,
    };
    let ServiceResults { results } = parse_json_of_others(&body)?;
    let results = results
        .into_iter()
        .map(|ServiceResult { token, ok, reason }| TokenResult { token, ok, reason })
        .collect();
    let delivery::Reported { applied, known } = delivery::report(&web.app, job, results).await?;
    Ok(Json(ResultsTaken { code: 200, applied, known }))
}

fn signed(headers: &HeaderMap) -> Signed {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    Signed { id: text(ID), timestamp: text(TIMESTAMP), signature: text(SIGNATURE) }
}
