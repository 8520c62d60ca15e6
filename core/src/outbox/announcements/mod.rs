//! Announcements for log channels. The messenger reads them here and gets them posted.

mod queries;

use crate::db::{Result, Script, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::{EventEndpointId, StorefrontId, UserId};

text_enum! {
    pub(crate) enum Kind {
        OwnerCode = "owner_code",
        OrderRedeemed = "order_redeemed",
        OrderFinished = "order_finished",
        StockLow = "stock_low",
        StockEmpty = "stock_empty",
        CodeReset = "code_reset",
        EndpointDisabled = "endpoint_disabled",
    }
}

/// Tells the storefront's log channel, when it has one. `subject`: the order's id or the stock's name.
pub(crate) async fn announce(
    tx: &mut Tx,
    storefront_id: &StorefrontId,
    kind: Kind,
    subject: &str,
    now: Timestamp,
) -> Result<()> {
    if queries::insert(tx, storefront_id, kind, subject, now).await? {
        tx.publish(Event::of_all(Topic::Announcements));
    }
    Ok(())
}

/// Withdraws a waiting announcement, unless its posting has begun. Returns whether one waited.
pub(crate) async fn take_back(
    tx: &mut Tx,
    storefront_id: &StorefrontId,
    kind: Kind,
    subject: &str,
) -> Result<bool> {
    queries::delete_waiting(tx, storefront_id, kind, subject).await
}

/// As [`announce`], as part of a script, for a storefront that has a log channel.
pub(crate) fn put(
    script: &mut Script<'_>,
    storefront_id: &StorefrontId,
    kind: Kind,
    subject: &str,
    now: Timestamp,
) {
    queries::put(script, storefront_id, kind, subject, now);
    script.publish(Event::of_all(Topic::Announcements));
}

/// Tells the log channel of each of the user's storefronts.
pub(crate) async fn announce_code_reset(tx: &mut Tx, user_id: &UserId, now: Timestamp) -> Result<()> {
    announce_to_all(tx, user_id, Kind::CodeReset, user_id.as_str(), now).await
}

/// Tells the log channel of each of the user's storefronts.
pub(crate) async fn announce_endpoint_disabled(
    tx: &mut Tx,
    user_id: &UserId,
    endpoint_id: &EventEndpointId,
    now: Timestamp,
) -> Result<()> {
    announce_to_all(tx, user_id, Kind::EndpointDisabled, endpoint_id.as_str(), now).await
}

async fn announce_to_all(
    tx: &mut Tx,
    user_id: &UserId,
    kind: Kind,
    subject: &str,
    now: Timestamp,
) -> Result<()> {
    if queries::insert_for_user(tx, user_id, kind, subject, now).await? {
        tx.publish(Event::of_all(Topic::Announcements));
    }
    Ok(())
}

/// Announces the owner's new code in their log channel. The code itself is read when the message is made.
pub(crate) async fn announce_owner_code(tx: &mut Tx, owner_id: &UserId, now: Timestamp) -> Result<()> {
    queries::delete_owner_codes(tx).await?;
    queries::insert_owner_code(tx, owner_id, now).await?;
    tx.publish(Event::of_all(Topic::Announcements));
    Ok(())
}

/// Makes what waits for a storefront's log channel due at once, because the channel was changed.
pub(crate) async fn make_due(tx: &mut Tx, storefront_id: &StorefrontId, now: Timestamp) -> Result<()> {
    if queries::make_due(tx, storefront_id, now).await? {
        tx.publish(Event::of_all(Topic::Announcements));
    }
    Ok(())
}
