//! Making, changing and deleting endpoints.

use std::time::Duration;

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use super::{Changes, Created, EndpointError, EventEndpoint, MOST_ENDPOINTS, NewEndpoint, queries};
use crate::App;
use crate::db::{Failure, PIECE, Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::foundation::standard_webhooks::{self, OVERLAP};
use crate::ids::{EventEndpointId, UserId};
use crate::people::activity_log::{self, Action};
use crate::people::auth;
use crate::ports::service_address;
use crate::seal::{Place, Purpose};

/// Deliveries are kept for so long.
const KEPT: Duration = Duration::from_hours(30 * 24);

/// Returns the user's endpoints, the oldest first.
pub async fn list(app: &App, user_id: &UserId) -> Result<Vec<EventEndpoint>, EndpointError> {
    let rows = queries::of_user(&mut app.db.read().await?, user_id).await?;
    Ok(rows.into_iter().map(|row| row.open(&app.seal)).collect::<Result<_, Failure>>()?)
}

/// Makes an endpoint, enabled, with a secret of its own.
///
/// Errors: `Address`, `NoEvents`, `UnknownEvent`, `DescriptionTooLong`; `TooMany`.
pub async fn create(app: &App, user_id: &UserId, wanted: NewEndpoint) -> Result<Created, EndpointError> {
    let checked = wanted.check(app.webhooks.as_ref())?;
    let secret = standard_webhooks::new_secret(&app.rng);
    let id = EventEndpointId::random(&app.rng);
    let endpoint = queries::NewRow {
        id: id.clone(),
        user_id: user_id.clone(),
        secret_sealed: seal(app, user_id, &id, &secret),
        at: app.clock.now(),
    };
    app.db
        .write(move |tx| {
            async move {
                auth::hold_standing(tx, &endpoint.user_id).await?;
                if queries::of_user(tx, &endpoint.user_id).await?.len() >= MOST_ENDPOINTS {
                    return Err(EndpointError::TooMany);
                }
                queries::insert(tx, &endpoint, &checked).await?;
                let host = service_address::host_of(checked.url.as_deref().unwrap_or_default());
                let (user_id, action) = (&endpoint.user_id, Action::EventEndpointAdded);
                activity_log::record(tx, user_id, action, &host, endpoint.at).await?;
                tx.publish(Event::of_user(Topic::EventEndpoints, user_id));
                Ok(())
            }
            .boxed()
        })
        .await?;
    Ok(Created { id, secret })
}

/// Changes what is given. Deliveries that wait for an endpoint are tried as soon as it is enabled again. `helper`: who acts
/// in the seller's place, and may not change the address.
///
/// Errors: as [`create`]'s but `TooMany`; `NotFound`, also for another user's; `Forbidden`.
pub async fn update(
    app: &App,
    user_id: &UserId,
    helper: Option<&UserId>,
    id: &EventEndpointId,
    changes: Changes,
) -> Result<(), EndpointError> {
    let checked = changes.check(app.webhooks.as_ref())?;
    let (user_id, helper, id, now) = (user_id.clone(), helper.cloned(), id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if let Some(helper) = &helper {
                    tx.by(helper);
                }
                let before = hold_with_seller(tx, &user_id, &id).await?;
                if checked.url.as_ref().is_some_and(|url| !service_address::is_same(url, &before.url)) {
                    if helper.is_some() {
                        return Err(EndpointError::Forbidden);
                    }
                    queries::begin_anew(tx, &id).await?;
                }
                queries::update(tx, &id, &checked).await?;
                match (before.enabled, checked.enabled) {
                    (false, Some(true)) => {
                        queries::begin_anew(tx, &id).await?;
                        queries::resume(tx, &id, now).await?;
                        tx.publish(Event::of_all(Topic::EventDeliveries));
                    }
                    (true, Some(false)) => queries::park(tx, &id).await?,
                    _ => {}
                }
                let changes = checked.names(before.enabled);
                if !changes.is_empty() {
                    let host = service_address::host_of(checked.url.as_deref().unwrap_or(&before.url));
                    let details = format!("{host}: {}", changes.join(", "));
                    let action = Action::EventEndpointChanged;
                    activity_log::record(tx, &user_id, action, &details, now).await?;
                }
                tx.publish(Event::of_user(Topic::EventEndpoints, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Deletes an endpoint and its deliveries: these in pieces, so that no other write waits for all of them, the last piece with the
/// endpoint. `helper`: who acts in the seller's place.
///
/// Errors: `NotFound`, also for another user's.
pub async fn delete(
    app: &App,
    user_id: &UserId,
    helper: Option<&UserId>,
    id: &EventEndpointId,
) -> Result<(), EndpointError> {
    queries::find(&mut app.db.read().await?, user_id, id).await?.ok_or(EndpointError::NotFound)?;
    delete_deliveries(app, id).await?;
    let (user_id, helper, id, now) = (user_id.clone(), helper.cloned(), id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if let Some(helper) = &helper {
                    tx.by(helper);
                }
                auth::hold_standing(tx, &user_id).await?;
                let url = delete_rest(tx, &id).await?.ok_or(EndpointError::NotFound)?;
                let (action, host) = (Action::EventEndpointDeleted, service_address::host_of(&url));
                activity_log::record(tx, &user_id, action, &host, now).await?;
                tx.publish(Event::of_user(Topic::EventEndpoints, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Disables the endpoints of a seller who is removed. [`delete_left_over`] does the rest.
pub(crate) async fn disable_all(tx: &mut Tx, user_id: &UserId) -> DbResult<()> {
    queries::disable_all(tx, user_id).await?;
    tx.publish(Event::of_user(Topic::EventEndpoints, user_id));
    Ok(())
}

/// Deletes deliveries that are older than `KEPT`, and the endpoints of removed sellers. Returns how many deliveries.
pub async fn forget_old(app: &App) -> DbResult<u64> {
    let before = app.clock.now().minus(KEPT);
    let old = app
        .db
        .write_in_pieces(PIECE, move |tx| {
            async move { queries::delete_before(tx, before, PIECE).await }.boxed()
        })
        .await?;
    Ok(old + delete_left_over(app).await?)
}

/// Deletes the endpoints of removed sellers. Returns how many deliveries were deleted.
pub(crate) async fn delete_left_over(app: &App) -> DbResult<u64> {
    let ids = queries::of_the_removed(&mut app.db.read().await?).await?;
    let mut gone = 0;
    for id in ids {
        gone += delete_deliveries(app, &id).await?;
        app.db.write(move |tx| async move { delete_rest(tx, &id).await }.boxed()).await?;
    }
    Ok(gone)
}

async fn delete_deliveries(app: &App, id: &EventEndpointId) -> DbResult<u64> {
    let id = id.clone();
    app.db
        .write_in_pieces(PIECE, move |tx| {
            async move { queries::delete_deliveries(tx, &id, PIECE).await }.boxed()
        })
        .await
}

/// Deletes an endpoint with what is left of its deliveries. Returns its address, if it was still there.
async fn delete_rest(tx: &mut Tx, id: &EventEndpointId) -> DbResult<Option<String>> {
    let Some(url) = queries::hold_to_delete(tx, id).await? else { return Ok(None) };
    queries::delete_deliveries(tx, id, i64::MAX).await?;
    queries::delete_old_secrets(tx, id).await?;
    queries::delete(tx, id).await?;
    Ok(Some(url))
}

/// Gives an endpoint a new secret. Both sign for a day.
///
/// Errors: `NotFound`, also for another user's.
pub async fn renew_secret(
    app: &App,
    user_id: &UserId,
    id: &EventEndpointId,
) -> Result<SecretString, EndpointError> {
    let secret = standard_webhooks::new_secret(&app.rng);
    let sealed = seal(app, user_id, id, &secret);
    let (user_id, id, now) = (user_id.clone(), id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let before = hold_with_seller(tx, &user_id, &id).await?;
                queries::renew_secret(tx, &id, &sealed, now, now.plus(OVERLAP)).await?;
                let (action, host) =
                    (Action::EventEndpointSecretRenewed, service_address::host_of(&before.url));
                activity_log::record(tx, &user_id, action, &host, now).await?;
                tx.publish(Event::of_user(Topic::EventEndpoints, &user_id));
                Ok::<_, EndpointError>(())
            }
            .boxed()
        })
        .await?;
    Ok(secret)
}

/// Locks the seller, then the endpoint: the same order as in removing a seller.
async fn hold_with_seller(
    tx: &mut Tx,
    user_id: &UserId,
    id: &EventEndpointId,
) -> Result<queries::Row, EndpointError> {
    auth::hold_standing(tx, user_id).await?;
    queries::hold(tx, user_id, id).await?.ok_or(EndpointError::NotFound)
}

fn seal(app: &App, user_id: &UserId, id: &EventEndpointId, secret: &SecretString) -> String {
    let row = [id.as_str()];
    let place = Place::row(Purpose::WebhookSecret, &row).of(user_id);
    app.seal.seal(&place, secret.expose_secret(), &app.rng)
}
