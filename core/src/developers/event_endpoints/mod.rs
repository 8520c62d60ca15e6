//! Event endpoints: a seller's own services that are told what happens, and the deliveries to them.
//!
//! Each event is delivered at least once, under the same id on each try. `seller_events` writes events, in the transaction
//! that causes them.

mod deliveries;
mod input;
mod queries;
mod sender;
mod service;

use secrecy::SecretString;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::EventEndpointId;
use crate::outbox::seller_events::EventType;
use crate::people::auth::AuthError;
use crate::ports::service_address::AddressError;

pub use deliveries::{deliveries, redeliver, send_test};
pub use input::{Changes, LONGEST_DESCRIPTION, NewEndpoint};
pub(crate) use queries::url_of;
pub use sender::{Outcome, run, send_due, shorten_waits};
pub use service::{create, delete, forget_old, list, renew_secret, update};
pub(crate) use service::{delete_left_over, disable_all};

/// Endpoints of one seller.
pub const MOST_ENDPOINTS: usize = 10;

#[derive(Debug, thiserror::Error)]
pub enum EndpointError {
    #[error("There is no such event endpoint.")]
    NotFound,
    #[error("There is no such delivery.")]
    NoSuchDelivery,
    #[error("Only the seller can change where events go.")]
    Forbidden,
    #[error("There are {MOST_ENDPOINTS} event endpoints already. Delete one first.")]
    TooMany,
    #[error("The endpoint is disabled. Enable it first.")]
    Disabled,
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error("Choose at least one event.")]
    NoEvents,
    #[error("There is no event `{0}`.")]
    UnknownEvent(String),
    #[error("A description has at most {LONGEST_DESCRIPTION} characters.")]
    DescriptionTooLong,
    #[error("The cursor is not one that a list of deliveries gave.")]
    BadCursor,
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

#[derive(Debug)]
pub struct EventEndpoint {
    pub id: EventEndpointId,
    pub url: String,
    pub events: Vec<EventType>,
    pub enabled: bool,
    pub description: Option<String>,
    /// The end of its secret.
    pub hint: String,
    pub created_at: Timestamp,
    pub failing_since: Option<Timestamp>,
}

/// An endpoint that was just made, with its secret, which is shown this once.
#[derive(Debug)]
pub struct Created {
    pub id: EventEndpointId,
    pub secret: SecretString,
}

text_enum! {
    pub enum DeliveryState {
        Pending = "pending",
        Delivered = "delivered",
        Failed = "failed",
    }
}

/// One event on its way to one endpoint.
#[derive(Debug, sqlx::FromRow)]
pub struct Delivery {
    /// The `webhook-id`.
    pub message_id: String,
    pub event: EventType,
    pub attempts: i64,
    pub state: DeliveryState,
    /// The HTTP status of the last try's answer. `None` when it had none.
    pub status: Option<i64>,
    pub at: Timestamp,
    /// `None` when it is over, or its endpoint is disabled.
    pub next_at: Option<Timestamp>,
    pub error: Option<String>,
}

/// The newest first; `next` asks for the page behind this one.
#[derive(Debug)]
pub struct DeliveryPage {
    pub deliveries: Vec<Delivery>,
    pub next: Option<String>,
}
