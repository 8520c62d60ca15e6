//! The seller's own domain.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::DomainId;
use boostdesk_core::shop::custom_domain::{self, DomainError, DomainStatus};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::seller::Seller;
use crate::callers::session::CallFrom;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, NamesRequest, Result};
use crate::http::extract::{Json, Path};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Domain {
    #[schema(value_type = String)]
    _id: DomainId,
    domain: String,
    status: DomainStatus,
    /// RFC 3339, UTC.
    created_at: String,
    /// When DNS was last checked. RFC 3339, UTC.
    #[schema(required)]
    checked_at: Option<String>,
    /// What is wrong with the DNS records, for a person; null when nothing is.
    #[schema(required)]
    diagnostics: Option<String>,
    /// The TXT record that proves ownership; null unless another seller has, or last had, the domain.
    #[schema(required)]
    proof: Option<DomainProof>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AddDomain {
    domain: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DomainAdded {
    success: bool,
    errors: Vec<DomainRefusal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<Domain>,
    /// Only in a refusal: the request's id, under which it is in the server's log.
    #[serde(skip_serializing_if = "Option::is_none", rename = "requestId")]
    #[schema(nullable = false)]
    request_id: Option<String>,
}

/// Codes: 1000 not a hostname, 1003 the CNAME points elsewhere, 1004 the seller has a domain already, 1006 too
/// many additions within 24 hours, 1406 in use.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DomainRefusal {
    code: u16,
    message: String,
    /// Only with 1406, when the holder has a TXT record of their own: the domain can be taken over once this record
    /// replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    proof: Option<DomainProof>,
}

/// The TXT record that proves who owns a domain.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DomainProof {
    name: String,
    value: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DomainChecked {
    code: u16,
    domain: Domain,
}

impl From<custom_domain::Proof> for DomainProof {
    fn from(proof: custom_domain::Proof) -> Self {
        Self { name: proof.name, value: proof.value }
    }
}

impl Domain {
    fn of(web: &WebState, domain: custom_domain::Domain) -> Self {
        let proof = custom_domain::proof_for(&web.app, &domain);
        Self {
            _id: domain.id,
            domain: domain.domain,
            status: domain.status,
            created_at: domain.created_at.rfc3339(),
            checked_at: domain.checked_at.map(Timestamp::rfc3339),
            diagnostics: domain.diagnostics,
            proof: proof.map(DomainProof::from),
        }
    }
}

impl From<DomainError> for ApiError {
    fn from(error: DomainError) -> Self {
        let message = error.to_string();
        match error {
            DomainError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            DomainError::Invalid
            | DomainError::SecondDomain
            | DomainError::InUse(_)
            | DomainError::TooOften
            | DomainError::PointsElsewhere => Self::refused(message),
            DomainError::Auth(error) => error.into(),
            DomainError::Failure(failure) => failure.into(),
        }
    }
}

/// Parses the domain's id in a URL. Errors: an invalid id is answered like an unknown one.
fn id_in(text: &str) -> Result<DomainId> {
    DomainId::parse(text).ok_or_else(|| DomainError::NotFound.into())
}

/// The seller's custom domains, one at most
#[utoipa::path(
    get,
    path = "/api/dashboard/domains/list",
    tag = "domains",
    responses((status = 200, body = Vec<Domain>)),
    security(("session" = []))
)]
pub(crate) async fn list(State(web): State<WebState>, Seller(session): Seller) -> Result<Json<Vec<Domain>>> {
    let domains = custom_domain::list(&web.app, &session.user_id).await?;
    Ok(Json(domains.into_iter().map(|domain| Domain::of(&web, domain)).collect()))
}

/// Add a custom domain
///
/// It is `active` at once if its CNAME points here. It is `pending` if it has no CNAME yet, or if another seller
/// has it, or last had it, and nobody proves ownership.
#[utoipa::path(
    post,
    path = "/api/dashboard/domains/add",
    tag = "domains",
    request_body = AddDomain,
    responses(
        (status = 200, body = DomainAdded),
        (status = 422, description = "Refused, for the reason in `errors`", body = DomainAdded),
    ),
    security(("session" = []))
)]
pub(crate) async fn add(
    State(web): State<WebState>,
    Seller(session): Seller,
    from: CallFrom,
    body: Result<Json<AddDomain>>,
) -> Result<Response> {
    let domain = match body {
        Ok(Json(AddDomain { domain })) => domain,
        Err(malformed) => return Ok(refused(1000, malformed.message().to_owned(), None)),
    };
    let error = match custom_domain::add(&web.app, &session.user_id, &domain, &from.0).await {
        Ok(domain) => {
            let added = DomainAdded {
                success: true,
                errors: Vec::new(),
                domain: Some(Domain::of(&web, domain)),
                request_id: None,
            };
            return Ok(Json(added).into_response());
        }
        Err(error) => error,
    };
    let code = match &error {
        DomainError::Invalid => 1000,
        DomainError::PointsElsewhere => 1003,
        DomainError::SecondDomain => 1004,
        DomainError::TooOften => 1006,
        DomainError::InUse(_) => 1406,
        DomainError::NotFound | DomainError::Auth(_) | DomainError::Failure(_) => return Err(error.into()),
    };
    let message = error.to_string();
    let proof = match error {
        DomainError::InUse(proof) => proof,
        _ => None,
    };
    Ok(refused(code, message, proof.map(DomainProof::from)))
}

fn refused(code: u16, message: String, proof: Option<DomainProof>) -> Response {
    let errors = vec![DomainRefusal { code, message, proof }];
    let refused = DomainAdded { success: false, errors, domain: None, request_id: None };
    (StatusCode::UNPROCESSABLE_ENTITY, Extension(NamesRequest), Json(refused)).into_response()
}

/// Check the DNS records of a custom domain now
#[utoipa::path(
    post,
    path = "/api/dashboard/domains/check/{id}",
    tag = "domains",
    params(("id" = String, Path)),
    responses((status = 200, body = DomainChecked)),
    security(("session" = []))
)]
pub(crate) async fn check(
    State(web): State<WebState>,
    Seller(session): Seller,
    Path(id): Path<String>,
) -> Result<Json<DomainChecked>> {
    let domain = custom_domain::check(&web.app, &session.user_id, &id_in(&id)?).await?;
    Ok(Json(DomainChecked { code: 200, domain: Domain::of(&web, domain) }))
}

/// Remove a custom domain
#[utoipa::path(
    delete,
    path = "/api/dashboard/domains/delete/{id}",
    tag = "domains",
    params(("id" = String, Path)),
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn delete(
    State(web): State<WebState>,
    Seller(session): Seller,
    Path(id): Path<String>,
    from: CallFrom,
) -> Result<Json<Ack>> {
    custom_domain::remove(&web.app, &session.user_id, &id_in(&id)?, &from.0).await?;
    Ok(Json(Ack::new("Domain removed successfully!")))
}
