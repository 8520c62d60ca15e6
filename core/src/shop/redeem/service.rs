//! Spending a key. In one transaction the key is spent, its order made, its tokens reserved and its delivery
//! written down: a crash anywhere leaves all of it or nothing.

use std::sync::Arc;

use futures::FutureExt;
use tracing::info;

use super::queries::{self, Invite, NewOrder, Target};
use super::{Details, Outcome, RedeemError, invites};
use crate::App;
use crate::db::{Conn, Dialect, Failure, Script, Tx};
use crate::events::{Event, Topic};
use crate::ids::{GuildId, JobId, KeyId, OrderId};
use crate::outbox::announcements::{self, Kind};
use crate::outbox::seller_events::{self, OrderFacts, SellerEvent};
use crate::people::activity_log::{self, Action};
use crate::shop::blocklist;
use crate::shop::fulfilment::{self, Way};
use crate::shop::keys::{KeyStatus, RedeemKey};
use crate::shop::low_stock;
use crate::shop::orders::OrderState;
use crate::shop::storefronts;

/// Spends a key on an order. A repeat with the same details succeeds again, without a second order. Returns the key in
/// its canonical spelling, which is the order's id.
///
/// Errors: `MissingFields`, `BadEmail`, `BadInvite`; `UnknownKey`, also for another storefront's;
/// `AlreadyRedeemed`, `Revoked`; `Refused`, `NotEnoughStock` and `Closed`, which leave the key unspent.
pub async fn redeem(
    app: &App,
    guild: &GuildId,
    typed_key: &str,
    details: Details,
) -> Result<RedeemKey, RedeemError> {
    let done = try_to_redeem(app, guild, typed_key, details).await;
    let outcome = match &done {
        Ok((_, Spent::Now)) => Outcome::Redeemed,
        Ok((_, Spent::Before)) => Outcome::Repeated,
        Err(error) => error.into(),
    };
    app.metrics.redeemed(outcome.as_str());
    done.map(|(key, _)| key)
}

/// When a redeemed key was spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spent {
    Now,
    /// The call repeats an earlier one, and changed nothing.
    Before,
}

async fn try_to_redeem(
    app: &App,
    guild: &GuildId,
    typed_key: &str,
    details: Details,
) -> Result<(RedeemKey, Spent), RedeemError> {
    let details = details.check(typed_key)?;
    let Some(key) = RedeemKey::parse(typed_key) else {
        return Err(no_such_key(&mut app.db.read().await?, guild).await?);
    };
    let redeem = look_up(app, guild, &key, details).await?;
    let spent = spend(app, Arc::new(redeem)).await?;
    if spent == Spent::Now {
        let order_id = key.order_id();
        app.traces.name_order(&order_id);
        info!(order.id = %order_id, "order {order_id} redeemed");
    }
    Ok((key, spent))
}

/// Refuses what can be refused from a read: guessing keys must not keep the writer busy.
async fn look_up(
    app: &App,
    guild: &GuildId,
    key: &RedeemKey,
    details: Details,
) -> Result<Redeem, RedeemError> {
    let mut conn = app.db.read().await?;
    let fingerprint = key.fingerprint(&app.seal);
    let mut target = queries::target(&mut conn, guild, &fingerprint).await?;
    if target.is_none() {
        let refusal = no_such_key(&mut conn, guild).await?;
        // The shop may have been opened between the two reads, so look once more.
        target = match refusal {
            RedeemError::UnknownKey => queries::target(&mut conn, guild, &fingerprint).await?,
            _ => return Err(refusal),
        };
    }
    drop(conn);
    let target = target.ok_or(RedeemError::UnknownKey)?;

    let invite = match target.status {
        KeyStatus::Unused => invites::ask(app, &details.invite).await?,
        // No order will be made, so the platform need not be asked.
        KeyStatus::Redeemed | KeyStatus::Revoked => Invite::Unasked,
    };
    let order = NewOrder {
        id: key.order_id(),
        job_id: JobId::random(&app.rng),
        invite,
        details_fingerprint: details.fingerprint(&app.seal),
        details,
        way: fulfilment::way_of(app, target.mode),
        now: app.clock.now(),
    };
    Ok(Redeem { target, order })
}

/// Why no key is found in a guild.
async fn no_such_key(conn: &mut Conn, guild: &GuildId) -> Result<RedeemError, Failure> {
    let is_closed = storefronts::is_closed_in(conn, guild).await?;
    Ok(if is_closed { RedeemError::Closed } else { RedeemError::UnknownKey })
}

struct Redeem {
    target: Target,
    order: NewOrder,
}

/// Nearly every redeem is plain, and SQLite can check that while it writes: with a single writer, no fact changes within a script.
async fn spend(app: &App, redeem: Arc<Redeem>) -> Result<Spent, RedeemError> {
    let Target { status, seems_plain, .. } = redeem.target;
    if status == KeyStatus::Unused && seems_plain && app.db.dialect() == Dialect::Sqlite {
        let (app_, plain) = (app.clone(), redeem.clone());
        match app.db.write_script(move |script| spend_if_plain(script, &app_, &plain)).await {
            Ok(()) => return Ok(Spent::Now),
            Err(Failure::Inconsistent(queries::NOT_PLAIN | queries::SPENT)) => {}
            Err(failure) => return Err(failure.into()),
        }
    }
    let app_ = app.clone();
    app.db.write(move |tx| async move { decide_and_spend(tx, &app_, &redeem).await }.boxed()).await
}

fn spend_if_plain(script: &mut Script<'_>, app: &App, redeem: &Redeem) {
    let Redeem { target, order } = redeem;
    queries::write_if_plain(script, target, order);
    tell(script, app, target, order, target.has_log_channel);
}

async fn decide_and_spend(tx: &mut Tx, app: &App, redeem: &Redeem) -> Result<Spent, RedeemError> {
    let Redeem { target, order } = redeem;
    let facts = queries::take(tx, target).await?;
    if facts.status != KeyStatus::Unused {
        return match refuse_or_repeat(tx, target.key_id, order).await {
            // Only a repeat of the same redeem is told about a closed shop's keys.
            Err(RedeemError::AlreadyRedeemed | RedeemError::Revoked) if !facts.is_open => {
                Err(no_such_key(tx, &target.guild_id).await?)
            }
            told => told.map(|()| Spent::Before),
        };
    }
    if !facts.is_open {
        return Err(RedeemError::Closed);
    }
    if facts.has_blocklist && blocklist::holds(tx, &target.user_id, order.visitor()).await? {
        return Err(RedeemError::Refused);
    }
    if facts.available < target.tokens() {
        return Err(RedeemError::NotEnoughStock);
    }

    let order = &NewOrder { way: fulfilment::way_of(app, facts.mode), ..order.clone() };
    let mut script = tx.script();
    queries::write(&mut script, target, order);
    tell(&mut script, app, target, order, facts.has_log_channel);
    script.run().await?;

    if facts.available - target.tokens() <= facts.low_stock_threshold {
        low_stock::fell(tx, app, &target.storefront_id, target.stock, order.now).await?;
    }
    if facts.has_listeners {
        seller_events::write(tx, app, &target.user_id, &redeemed(target, &order.id)).await?;
    }
    Ok(Spent::Now)
}

/// Announces the redeem to the log channel, the activity log and listeners in this program.
fn tell(script: &mut Script<'_>, app: &App, target: &Target, order: &NewOrder, has_log_channel: bool) {
    if has_log_channel {
        let kind = Kind::OrderRedeemed;
        announcements::put(script, &target.storefront_id, kind, order.id.as_str(), order.now);
    }
    let details = format!("{} · {} boosts · {}", order.id, target.amount, target.stock.title());
    activity_log::put(script, &target.user_id, Action::KeyRedeemed, &details, order.now);
    for topic in [Topic::Orders, Topic::Stock, Topic::Keys] {
        script.publish(Event::of_storefront(topic, &target.user_id, &target.guild_id));
    }
    if order.way != Way::Manual {
        script.publish(Event::of_storefront(Topic::DeliveryJobs, &target.user_id, &target.guild_id));
    }
    app.traces.begin_order(&order.id);
}

fn redeemed(target: &Target, order_id: &OrderId) -> SellerEvent {
    SellerEvent::OrderRedeemed(OrderFacts {
        order_id: order_id.clone(),
        guild_id: target.guild_id.clone(),
        stock: target.stock.as_str(),
        amount: target.amount,
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
