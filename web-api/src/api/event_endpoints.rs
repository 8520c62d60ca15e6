//! Event endpoints: a seller's own services that are told what happens, and the deliveries to them.

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::developers::event_endpoints::{self, Changes, DeliveryState, EndpointError, NewEndpoint};
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::EventEndpointId;
use boostdesk_core::outbox::seller_events::EventType;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::callers::rights::{ManageShop, May};
use crate::callers::seller::Seller;
use crate::http::ack::Ack;
use crate::http::cursor::CursorQuery;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path, Query};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventEndpoint {
    #[schema(value_type = String)]
    id: EventEndpointId,
    #[schema(example = "https://hooks.example.com/boostdesk")]
    url: String,
    events: Vec<EventType>,
    enabled: bool,
    #[schema(required)]
    description: Option<String>,
    /// The secret's last four characters.
    hint: String,
    /// RFC 3339, UTC.
    created_at: String,
    /// Since when deliveries to the endpoint have been failing; null when none has failed since the last success, change of `url`
    /// or re-enabling.
    #[schema(required)]
    failing_since: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateEventEndpoint {
    url: String,
    #[schema(example = json!(["order.redeemed", "order.finished"]))]
    events: Vec<String>,
    description: Option<String>,
}

/// Fields that are absent stay unchanged. An empty `description` removes it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UpdateEventEndpoint {
    url: Option<String>,
    events: Option<Vec<String>>,
    enabled: Option<bool>,
    description: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventEndpointCreated {
    code: u16,
    #[schema(value_type = String)]
    id: EventEndpointId,
    /// The signing secret. It is returned only in this answer.
    #[schema(example = "whsec_…")]
    secret: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewSecret {
    code: u16,
    /// The signing secret. It is returned only in this answer.
    #[schema(example = "whsec_…")]
    secret: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventDelivery {
    /// The `webhook-id` header of the delivery, the same on each try.
    id: String,
    event: EventType,
    attempts: i64,
    state: DeliveryState,
    /// The HTTP status of the last try's answer; null without one.
    #[schema(required)]
    status: Option<i64>,
    /// RFC 3339, UTC.
    at: String,
    /// When the next try is due. Null when there will be none, or while the endpoint is disabled.
    #[schema(required)]
    next_at: Option<String>,
    #[schema(required)]
    error: Option<String>,
}

/// A page of deliveries, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventDeliveryPage {
    deliveries: Vec<EventDelivery>,
    /// The `cursor` of the next page, null at the end.
    #[schema(required)]
    next: Option<String>,
}

impl From<EndpointError> for ApiError {
    fn from(error: EndpointError) -> Self {
        let message = error.to_string();
        match error {
            EndpointError::NotFound | EndpointError::NoSuchDelivery => {
                Self::new(StatusCode::NOT_FOUND, message)
            }
            EndpointError::Forbidden => Self::new(StatusCode::FORBIDDEN, message),
            EndpointError::TooMany | EndpointError::Disabled => Self::new(StatusCode::CONFLICT, message),
            EndpointError::Address(_)
            | EndpointError::NoEvents
            | EndpointError::UnknownEvent(_)
            | EndpointError::DescriptionTooLong
            | EndpointError::BadCursor => Self::refused(message),
            EndpointError::Auth(error) => error.into(),
            EndpointError::Failure(failure) => failure.into(),
        }
    }
}

impl From<event_endpoints::EventEndpoint> for EventEndpoint {
    fn from(endpoint: event_endpoints::EventEndpoint) -> Self {
        Self {
            id: endpoint.id,
            url: endpoint.url,
            events: endpoint.events,
            enabled: endpoint.enabled,
            description: endpoint.description,
            hint: endpoint.hint,
            created_at: endpoint.created_at.rfc3339(),
            failing_since: endpoint.failing_since.map(Timestamp::rfc3339),
        }
    }
}

impl From<event_endpoints::Delivery> for EventDelivery {
    fn from(delivery: event_endpoints::Delivery) -> Self {
        Self {
            id: delivery.message_id,
            event: delivery.event,
            attempts: delivery.attempts,
            state: delivery.state,
            status: delivery.status,
            at: delivery.at.rfc3339(),
            next_at: delivery.next_at.map(Timestamp::rfc3339),
            error: delivery.error,
        }
    }
}

fn endpoint(id: &str) -> Result<EventEndpointId> {
    EventEndpointId::parse(id).ok_or_else(|| EndpointError::NotFound.into())
}

/// The seller's event endpoints, the oldest first
#[utoipa::path(
    get,
    path = "/api/event-endpoints",
    tag = "developers",
    responses(
        (status = 200, body = Vec<EventEndpoint>),
        (status = 403, description = "Neither seller nor manager", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    May { task: ManageShop { shop }, .. }: May<ManageShop>,
) -> Result<Json<Vec<EventEndpoint>>> {
    let endpoints = event_endpoints::list(&web.app, &shop.seller).await?;
    Ok(Json(endpoints.into_iter().map(EventEndpoint::from).collect()))
}

/// Add an event endpoint, which events are then sent to
#[utoipa::path(
    post,
    path = "/api/event-endpoints",
    tag = "developers",
    request_body = CreateEventEndpoint,
    responses(
        (status = 200, body = EventEndpointCreated),
        (status = 403, description = "The caller is a helper", body = ErrorBody),
        (status = 409, description = "There are 10 endpoints already", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn create(
    State(web): State<WebState>,
    Seller(session): Seller,
    Json(wanted): Json<CreateEventEndpoint>,
) -> Result<Json<EventEndpointCreated>> {
    let CreateEventEndpoint { url, events, description } = wanted;
    let wanted = NewEndpoint { url, events, description };
    let made = event_endpoints::create(&web.app, &session.user_id, wanted).await?;
    let secret = made.secret.expose_secret().to_owned();
    Ok(Json(EventEndpointCreated { code: 200, id: made.id, secret }))
}

/// Change an event endpoint
#[utoipa::path(
    put,
    path = "/api/event-endpoints/{id}",
    tag = "developers",
    params(("id" = String, Path)),
    request_body = UpdateEventEndpoint,
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "Neither seller nor manager, or a manager who changes `url`", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn update(
    State(web): State<WebState>,
    May { task: ManageShop { shop }, .. }: May<ManageShop>,
    Path(id): Path<String>,
    Json(changes): Json<UpdateEventEndpoint>,
) -> Result<Json<Ack>> {
    let UpdateEventEndpoint { url, events, enabled, description } = changes;
    let changes = Changes { url, events, enabled, description };
    let helper = shop.helper.as_ref().map(|helper| &helper.user_id);
    event_endpoints::update(&web.app, &shop.seller, helper, &endpoint(&id)?, changes).await?;
    Ok(Json(Ack::new("Event endpoint saved.")))
}

/// Delete an event endpoint and all of its deliveries, past and pending
#[utoipa::path(
    delete,
    path = "/api/event-endpoints/{id}",
    tag = "developers",
    params(("id" = String, Path)),
    responses((status = 200, body = Ack), (status = 403, description = "Neither seller nor manager", body = ErrorBody)),
    security(("session" = []))
)]
pub(crate) async fn delete(
    State(web): State<WebState>,
    May { task: ManageShop { shop }, .. }: May<ManageShop>,
    Path(id): Path<String>,
) -> Result<Json<Ack>> {
    let helper = shop.helper.as_ref().map(|helper| &helper.user_id);
    event_endpoints::delete(&web.app, &shop.seller, helper, &endpoint(&id)?).await?;
    Ok(Json(Ack::new("Event endpoint deleted.")))
}

/// Create a new signing secret for an event endpoint; for a day, calls are also signed with the old one
#[utoipa::path(
    post,
    path = "/api/event-endpoints/{id}/secret",
    tag = "developers",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = NewSecret),
        (status = 403, description = "The caller is a helper", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn renew_secret(
    State(web): State<WebState>,
    Seller(session): Seller,
    Path(id): Path<String>,
) -> Result<Json<NewSecret>> {
    let secret = event_endpoints::renew_secret(&web.app, &session.user_id, &endpoint(&id)?).await?;
    Ok(Json(NewSecret { code: 200, secret: secret.expose_secret().to_owned() }))
}

/// Send a test event to an event endpoint
#[utoipa::path(
    post,
    path = "/api/event-endpoints/{id}/test",
    tag = "developers",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "Neither seller nor manager", body = ErrorBody),
        (status = 409, description = "The endpoint is disabled", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn send_test(
    State(web): State<WebState>,
    May { task: ManageShop { shop }, .. }: May<ManageShop>,
    Path(id): Path<String>,
) -> Result<Json<Ack>> {
    event_endpoints::send_test(&web.app, &shop.seller, &endpoint(&id)?).await?;
    Ok(Json(Ack::new("Test sent.")))
}

/// Deliveries to an event endpoint in the last 30 days, the newest first
#[utoipa::path(
    get,
    path = "/api/event-endpoints/{id}/deliveries",
    tag = "developers",
    params(("id" = String, Path), CursorQuery),
    responses(
        (status = 200, body = EventDeliveryPage),
        (status = 403, description = "Neither seller nor manager", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn deliveries(
    State(web): State<WebState>,
    May { task: ManageShop { shop }, .. }: May<ManageShop>,
    Path(id): Path<String>,
    Query(CursorQuery { cursor }): Query<CursorQuery>,
) -> Result<Json<EventDeliveryPage>> {
    let id = endpoint(&id)?;
    let page = event_endpoints::deliveries(&web.app, &shop.seller, &id, cursor.as_deref()).await?;
    let deliveries = page.deliveries.into_iter().map(EventDelivery::from).collect();
    Ok(Json(EventDeliveryPage { deliveries, next: page.next }))
}

/// Repeat a delivery to an event endpoint, with the same id and body
#[utoipa::path(
    post,
    path = "/api/event-endpoints/deliveries/{id}/redeliver",
    tag = "developers",
    params(("id" = String, Path)),
    responses((status = 200, body = Ack), (status = 403, description = "Neither seller nor manager", body = ErrorBody)),
    security(("session" = []))
)]
pub(crate) async fn redeliver(
    State(web): State<WebState>,
    May { task: ManageShop { shop }, .. }: May<ManageShop>,
    Path(id): Path<String>,
) -> Result<Json<Ack>> {
    let waits = event_endpoints::redeliver(&web.app, &shop.seller, &id).await?;
    Ok(Json(Ack::new(if waits {
        "It is sent once the endpoint is enabled."
    } else {
        "It is delivered again."
    })))
}
