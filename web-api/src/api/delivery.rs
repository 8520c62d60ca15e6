//! Delivery by hand: the seller's word on each token.

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::foundation::json;
use boostdesk_core::shop::delivery::{self, DeliveryError, Verdict};
use boostdesk_core::shop::orders;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::orders::{Order, by};
use crate::callers::api_key::ViaKey;
use crate::callers::rights::{May, Pack};
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, LongJson};
use crate::state::WebState;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DeliverRequest {
    #[serde(deserialize_with = "json::objects")]
    results: Vec<DeliverResult>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DeliverResult {
    token: String,
    /// Whether the token was delivered.
    ok: bool,
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeliverResponse {
    code: u16,
    message: &'static str,
    order: Order,
}

impl From<DeliveryError> for ApiError {
    fn from(error: DeliveryError) -> Self {
        let message = error.to_string();
        match error {
            DeliveryError::BeingDelivered
            | DeliveryError::AlreadySettled
            | DeliveryError::Retry(_)
            | DeliveryError::NotDone
            | DeliveryError::NothingFailed
            | DeliveryError::ReplacedAlready
            | DeliveryError::NoStock => Self::new(StatusCode::CONFLICT, message),
            DeliveryError::UnknownToken
            | DeliveryError::NamedTwice
            | DeliveryError::DidNotFail
            | DeliveryError::NothingNamed
            | DeliveryError::BadNote
            | DeliveryError::Empty
            | DeliveryError::ReasonTooLong => Self::refused(message),
            DeliveryError::Order(error) => error.into(),
            DeliveryError::Failure(failure) => failure.into(),
        }
    }
}

/// Mark tokens of an order as delivered or failed
///
/// For tokens that wait for the seller. All results are applied or none; repeating a result changes nothing. A failed
/// token may be replaced with a fresh one, which is then in `pending`.
#[utoipa::path(
    post,
    path = "/api/dashboard/orders/{orderId}/deliver",
    tag = "orders",
    params(("orderId" = String, Path)),
    request_body = DeliverRequest,
    responses(
        (status = 200, body = DeliverResponse),
        (status = 409, description = "Being delivered automatically, or a token is marked otherwise", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn deliver(
    State(web): State<WebState>,
    May { session, task: Pack { order_id } }: May<Pack>,
    via: ViaKey,
    LongJson(request): LongJson<DeliverRequest>,
) -> Result<Json<DeliverResponse>> {
    let verdict =
        |result: DeliverResult| Verdict { token: result.token, delivered: result.ok, reason: result.reason };
    let verdicts = request.results.into_iter().map(verdict).collect();
    let by = by(&session, &via);
    delivery::record_verdicts(&web.app, &session.user_id, &order_id, verdicts, &by).await?;
    let order = orders::get(&web.app, &session.user_id, &order_id).await?;
    Ok(Json(DeliverResponse { code: 200, message: "Saved.", order: order.into() }))
}
