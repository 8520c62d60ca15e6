//! The delivery text that stores send after a purchase.

use axum::extract::State;
use boostdesk_core::shop::delivery_text::{self, DeliveryTextError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::rights::{ManageShop, May};
use crate::callers::session::CallFrom;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::Json;
use crate::state::WebState;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct DeliveryText {
    /// At most 5000 characters.
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeliveryTextSaved {
    code: u16,
    message: &'static str,
    text: String,
}

impl From<DeliveryTextError> for ApiError {
    fn from(error: DeliveryTextError) -> Self {
        let message = error.to_string();
        match error {
            DeliveryTextError::TextTooLong => Self::refused(message),
            DeliveryTextError::Storefront(error) => error.into(),
            DeliveryTextError::Failure(failure) => failure.into(),
        }
    }
}

/// The seller's delivery text: what a store tells a customer after a purchase
#[utoipa::path(
    get,
    path = "/api/dashboard/delivery-text",
    tag = "autobuy",
    responses((status = 200, body = DeliveryText)),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    May { task: ManageShop { shop }, .. }: May<ManageShop>,
) -> Result<Json<DeliveryText>> {
    Ok(Json(DeliveryText { text: delivery_text::of_user(&web.app, &shop.seller).await? }))
}

/// Save the delivery text
#[utoipa::path(
    post,
    path = "/api/dashboard/delivery-text",
    tag = "autobuy",
    request_body = DeliveryText,
    responses(
        (status = 200, body = DeliveryTextSaved),
        (status = 422, description = "The text has more than 5000 characters", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn save(
    State(web): State<WebState>,
    May { session, .. }: May<ManageShop>,
    from: CallFrom,
    Json(DeliveryText { text }): Json<DeliveryText>,
) -> Result<Json<DeliveryTextSaved>> {
    delivery_text::save(&web.app, &session.user_id, &text, &from.0).await?;
    Ok(Json(DeliveryTextSaved { code: 200, message: "Autobuy delivery text saved!", text }))
}
