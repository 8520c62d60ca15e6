//! A seller's view of deliveries, and making them again.

use futures::FutureExt;

use super::{Delivery, DeliveryPage, EndpointError, queries};
use crate::App;
use crate::db::cut_to_page;
use crate::events::{Event, Topic};
use crate::ids::{EventDeliveryId, EventEndpointId, UserId};
use crate::outbox::seller_events::{self, SellerEvent};

const PAGE: i64 = 50;

/// Returns a page of an endpoint's deliveries, the newest first.
///
/// Errors: `BadCursor`; `NotFound`, also for another user's.
pub async fn deliveries(
    app: &App,
    user_id: &UserId,
    id: &EventEndpointId,
    cursor: Option<&str>,
) -> Result<DeliveryPage, EndpointError> {
    let before = match cursor {
        Some(cursor) => cursor.parse().map_err(|_| EndpointError::BadCursor)?,
        None => EventDeliveryId::LAST,
    };
    let mut conn = app.db.read().await?;
    queries::find(&mut conn, user_id, id).await?.ok_or(EndpointError::NotFound)?;
    let mut rows = queries::page(&mut conn, id, before, PAGE + 1).await?;
    let next = cut_to_page(&mut rows, PAGE).map(|last| last.id.to_string());
    let deliveries: Vec<Delivery> = rows.into_iter().map(|row| row.delivery).collect();
    Ok(DeliveryPage { deliveries, next })
}

/// Repeats a delivery under the same id and with the same body, with as many tries as at first. Returns whether it waits until
/// its endpoint is enabled.
///
/// Errors: `NoSuchDelivery`, also for another user's.
pub async fn redeliver(app: &App, user_id: &UserId, message_id: &str) -> Result<bool, EndpointError> {
    let (user_id, message_id, now) = (user_id.clone(), message_id.to_owned(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                // Locks the endpoint, so that it is not enabled or disabled meanwhile.
                queries::hold_of_message(tx, &user_id, &message_id).await?;
                if !queries::begin_again(tx, &user_id, &message_id, now).await? {
                    return Err(EndpointError::NoSuchDelivery);
                }
                let waits = queries::park_if_disabled(tx, &message_id).await?;
                tx.publish(Event::of_all(Topic::EventDeliveries));
                tx.publish(Event::of_user(Topic::EventEndpoints, &user_id));
                Ok(waits)
            }
            .boxed()
        })
        .await
}

/// Queues a test event.
///
/// Errors: `NotFound`, also for another user's; `Disabled`.
pub async fn send_test(app: &App, user_id: &UserId, id: &EventEndpointId) -> Result<(), EndpointError> {
    let (app_, user_id, id) = (app.clone(), user_id.clone(), id.clone());
    app.db
        .write(move |tx| {
            async move {
                let endpoint = queries::hold(tx, &user_id, &id).await?.ok_or(EndpointError::NotFound)?;
                if !endpoint.enabled {
                    return Err(EndpointError::Disabled);
                }
                seller_events::write_to(tx, &app_, &id, &SellerEvent::Test {}).await?;
                tx.publish(Event::of_user(Topic::EventEndpoints, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}
