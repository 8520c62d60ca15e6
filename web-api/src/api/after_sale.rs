//! After the sale: sending again, replacing failed tokens, notes.

use axum::extract::State;
use boostdesk_core::shop::delivery;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::orders::{by, order};
use crate::callers::api_key::ViaKey;
use crate::callers::rights::{May, Pack};
use crate::callers::session::Session;
use crate::http::ack::Ack;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Json, LongJson, Path};
use crate::state::WebState;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReplaceRequest {
    /// The failed tokens to replace. When absent: all failed tokens that were not replaced yet.
    tokens: Option<Vec<String>>,
    note: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Replaced {
    code: u16,
    /// How many tokens were replaced.
    replaced: usize,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NoteRequest {
    /// 1 to 2000 characters.
    text: String,
}

/// Retry the delivery of an order that waits for the seller
///
/// A service gets the same round of tokens under the same `webhook-id`; attempts are counted from the start.
/// If the seller has marked tokens of a service's round, it cannot be sent again: 409.
#[utoipa::path(
    post,
    path = "/api/dashboard/orders/{orderId}/retry",
    tag = "orders",
    params(("orderId" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 409, description = "Nothing waits to be sent again, or delivery is by hand", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn retry(
    State(web): State<WebState>,
    Session(session): Session,
    via: ViaKey,
    Path(order_id): Path<String>,
) -> Result<Json<Ack>> {
    let by = by(&session, &via);
    delivery::retry(&web.app, &session.user_id, &order(&order_id)?, &by).await?;
    Ok(Json(Ack::new("Sent again.")))
}

/// Replace failed tokens of an order that is done
///
/// Each is replaced by a fresh token from the stock, all of them or none, and the order is delivered with these.
#[utoipa::path(
    post,
    path = "/api/dashboard/orders/{orderId}/replace",
    tag = "orders",
    params(("orderId" = String, Path)),
    request_body = ReplaceRequest,
    responses(
        (status = 200, body = Replaced),
        (status = 409, description = "Not done, nothing failed, replaced already, or not enough stock", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn replace(
    State(web): State<WebState>,
    May { session, task: Pack { order_id } }: May<Pack>,
    via: ViaKey,
    LongJson(ReplaceRequest { tokens, note }): LongJson<ReplaceRequest>,
) -> Result<Json<Replaced>> {
    let by = by(&session, &via);
    let replaced = delivery::replace(&web.app, &session.user_id, &order_id, tokens, note, &by).await?;
    Ok(Json(Replaced { code: 200, replaced }))
}

/// Add a note to an order
#[utoipa::path(
    post,
    path = "/api/dashboard/orders/{orderId}/notes",
    tag = "orders",
    params(("orderId" = String, Path)),
    request_body = NoteRequest,
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn add_note(
    State(web): State<WebState>,
    May { session, task: Pack { order_id } }: May<Pack>,
    via: ViaKey,
    Json(note): Json<NoteRequest>,
) -> Result<Json<Ack>> {
    let by = by(&session, &via);
    delivery::add_note(&web.app, &session.user_id, &order_id, &note.text, &by).await?;
    Ok(Json(Ack::new("Noted.")))
}
