//! Spending a key. In one transaction the key is spent, its order made, its tokens reserved and its delivery
//! written down: a crash anywhere leaves all of it or nothing.

use futures::FutureExt;
use tracing::info;

use super::queries::{self, Invite, NewOrder};
use super::{Details, Outcome, RedeemError, invites};
use crate::App;
use crate::clock::Timestamp;
use crate::db::{Failure, Tx};
use crate::events::{Event, Topic};
use crate::ids::{GuildId, JobId, KeyId, OrderId};
use crate::outbox::{self, Kind};
use crate::people::activity_log::{self, Action};
use crate::seller_events::{self, OrderFacts, SellerEvent};
use crate::shop::blocklist;
use crate::shop::fulfilment;
use crate::shop::keys::queries::{self as keys, FoundKey};
use crate::shop::keys::{KeyStatus, RedeemKey};
use crate::shop::low_stock;
use crate::shop::orders::OrderState;
use crate::shop::stock::BOOSTS_PER_TOKEN;
use crate::shop::storefronts::{self, Storefront};

/// Spends a key on an order. The same key with the same details again succeeds again, without a second order. Returns
/// the key as it is kept, which is the order's id.
///
/// Errors: `MissingFields`, `BadEmail`, `TooLong`, `BadInvite`; `UnknownKey`, also for another storefront's;
/// `AlreadyRedeemed`, `Revoked`; `Refused`, `NotEnoughStock` and `Closed`, which leave the key unspent.
pub async fn redeem(
    app: &App,
    guild: &GuildId,
    typed_key: &str,
    details: Details,
) -> Result<RedeemKey, RedeemError> {
    let done = try_to_redeem(app, guild, typed_key, details).await;
    let outcome = match &done {
        Ok((_, true)) => Outcome::Redeemed,
        Ok((_, false)) => Outcome::Repeated,
        Err(error) => error.into(),
    };
    app.metrics.redeemed(outcome.as_str());
    done.map(|(key, _)| key)
}

/// Returns the key, and whether it was spent by this very call.
async fn try_to_redeem(
    app: &App,
    guild: &GuildId,
    typed_key: &str,
    details: Details,
) -> Result<(RedeemKey, bool), RedeemError> {
    let details = details.check(typed_key)?;
    let key = RedeemKey::parse(typed_key).ok_or(RedeemError::UnknownKey)?;
    let fingerprint = key.fingerprint(&app.seal);
    let details_fingerprint = details.fingerprint(&app.seal);

    // Refuse what can be refused from a read: guessing keys must not keep the writer busy.
    let mut conn = app.db.read().await?;
    let Some(storefront) = storefronts::queries::open_in(&mut conn, guild).await? else {
        let closed = storefronts::queries::is_closed(&mut conn, guild).await?;
        return Err(if closed { RedeemError::Closed } else { RedeemError::UnknownKey });
    };
    let found = keys::key(&mut conn, &fingerprint).await?;
    let way = fulfilment::way_of(app, &mut conn, &storefront.id).await?;
    drop(conn);
    let found = found.filter(|found| found.storefront_id == storefront.id).ok_or(RedeemError::UnknownKey)?;

    let invite = match found.status {
        KeyStatus::Unused => invites::ask(app, &details.invite).await?,
        // Nothing new comes of it.
        KeyStatus::Redeemed | KeyStatus::Revoked => Invite::Unasked,
    };
    let order = NewOrder {
        id: key.order_id(),
        job_id: JobId::random(&app.rng),
        invite,
        details,
        details_fingerprint,
        way,
        now: app.clock.now(),
    };
    let giving = app.clone();
    let spent =
        app.db.write(move |tx| async move { spend(tx, &giving, &storefront, &found, &order).await }.boxed());
    let is_spent = spent.await?;
    if is_spent {
        info!(order.id = %key.order_id(), "order {} redeemed", key.order_id());
    }
    Ok((key, is_spent))
}

/// Returns `false` for a repeat, which changes nothing.
async fn spend(
    tx: &mut Tx,
    app: &App,
    storefront: &Storefront,
    key: &FoundKey,
    order: &NewOrder,
) -> Result<bool, RedeemError> {
    if !queries::spend_key(tx, key.id, order.now).await? {
        return refuse_or_repeat(tx, key.id, order).await.map(|()| false);
    }
    if blocklist::holds(tx, &storefront.user_id, order.visitor()).await? {
        return Err(RedeemError::Refused);
    }
    let tokens = key.amount / BOOSTS_PER_TOKEN;
    let left = queries::move_to_reserved(tx, &storefront.id, key.stock, tokens).await?;
    let left = left.ok_or(RedeemError::NotEnoughStock)?;
    // Under the level's lock, which closing takes too: a shop that closes now waits for this order, or this order is refused.
    if !storefronts::queries::is_open(tx, &storefront.id).await? {
        return Err(RedeemError::Closed);
    }
    let sequence = queries::next_seller_sequence(tx, &storefront.user_id).await?;
    queries::insert_order(tx, storefront, key, order, sequence).await?;
    queries::insert_terms(tx, storefront, order, sequence).await?;
    if let Some(sale) = key.sale_id {
        queries::insert_purchase_term(tx, storefront, sale, sequence).await?;
    }
    if queries::reserve_tokens(tx, &storefront.id, key.stock, &order.id, tokens).await? != tokens {
        return Err(Failure::Inconsistent("a stock level differs from its tokens").into());
    }
    queries::insert_job(tx, order).await?;
    if matches!(order.invite, Invite::AskLater) {
        queries::insert_unresolved_invite(tx, &order.id, order.now).await?;
    }
    if storefront.log_channel_id.is_some() {
        outbox::announce(tx, &storefront.id, Kind::OrderRedeemed, order.id.as_str(), order.now).await?;
    }
    if left <= storefront.low_stock_threshold {
        low_stock::fell(tx, app, &storefront.id, key.stock, order.now).await?;
    }
    log(tx, storefront, key, &order.id, order.now).await?;
    seller_events::write(tx, app, &storefront.user_id, &redeemed(storefront, key, &order.id)).await?;
    Ok(true)
}

fn redeemed(storefront: &Storefront, key: &FoundKey, order_id: &OrderId) -> SellerEvent {
    SellerEvent::OrderRedeemed(OrderFacts {
        order_id: order_id.clone(),
        guild_id: storefront.guild_id.clone(),
        stock: key.stock.as_str(),
        amount: key.amount,
        state: OrderState::Queued.as_str(),
        successful: 0,
        failed: 0,
    })
}

/// The key is spent already: by this very redeem, whose answer was lost, or by another.
async fn refuse_or_repeat(tx: &mut Tx, key_id: KeyId, order: &NewOrder) -> Result<(), RedeemError> {
    match queries::spent_on(tx, key_id).await? {
        (KeyStatus::Revoked, _) => Err(RedeemError::Revoked),
        (_, Some(details)) if details == order.details_fingerprint => Ok(()),
        _ => Err(RedeemError::AlreadyRedeemed),
    }
}

async fn log(
    tx: &mut Tx,
    storefront: &Storefront,
    key: &FoundKey,
    order_id: &OrderId,
    now: Timestamp,
) -> Result<(), Failure> {
    let details = format!("{order_id} · {} boosts · {}", key.amount, key.stock.title());
    activity_log::record(tx, &storefront.user_id, Action::KeyRedeemed, &details, now).await?;
    for topic in [Topic::Orders, Topic::Stock, Topic::Keys, Topic::DeliveryJobs] {
        tx.publish(Event::of_storefront(topic, &storefront.user_id, &storefront.guild_id));
    }
    Ok(())
}
