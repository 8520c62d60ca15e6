//! What a seller does after a sale: resend a waiting round, replace failed tokens, write notes.

mod queries;

use futures::FutureExt;

use super::queries::{self as jobs, OrderContext, Place, TokenRow};
use super::settle::{Replacements, Settling};
use super::{DeliveryError, of_seller, rounds};
use crate::App;
use crate::db::Tx;
use crate::events::Topic;
use crate::ids::{OrderId, UserId};
use crate::seal::Purpose;
use crate::shop::fulfilment::Way;
use crate::shop::order_history::{self, By};
use crate::shop::orders::{self, JobStanding, JobState, OrderState};
use crate::shop::stock::{self, TokenState};
use crate::shop::storefronts::Right;

/// In characters.
pub const LONGEST_NOTE: usize = 2000;

/// Sends the round that waits for the seller again, with its attempts counted anew.
///
/// Errors: `Order(NotFound)`, `Order(Forbidden)`; `Retry`.
pub async fn retry(app: &App, user_id: &UserId, order_id: &OrderId, by: &By) -> Result<(), DeliveryError> {
    let shop = orders::shop_of(app, user_id, order_id, Right::Pack).await?;
    let (app_, order_id, by) = (app.clone(), order_id.clone(), by.clone());
    app.db
        .write(move |tx| {
            async move {
                shop.sign(tx);
                let (order, job) = of_seller::hold(tx, &shop.seller, &order_id).await?;
                job.check_retry(&app_)?;
                // Services are idempotent: they get the tokens again. The adapter is asked about those it was given.
                let state =
                    if job.way.is_by_service() { TokenState::Reserved } else { TokenState::Attempting };
                queries::take_back(tx, &order_id, state).await?;
                let now = app_.clock.now();
                let (job_state, order_state) = (JobState::Waiting, OrderState::Delivering);
                rounds::begin_round(tx, &order_id, job.round, job_state, order_state, now).await?;
                rounds::note_begun(tx, &order_id, now).await?;
                order_history::record(tx, &order_id, &by, "Sent again", now).await?;
                tell(tx, &order);
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Replaces each named failed token, or all that were not replaced yet, with a fresh one, and the order goes on. Returns
/// how many.
///
/// Errors: `BadNote`, `NothingNamed`, `NamedTwice`; `Order(NotFound)`; `NotDone`; `DidNotFail`; `ReplacedAlready`,
/// `NothingFailed`; `NoStock` unless there is enough for all.
pub async fn replace(
    app: &App,
    user_id: &UserId,
    order_id: &OrderId,
    tokens: Option<Vec<String>>,
    note: Option<String>,
    by: &By,
) -> Result<usize, DeliveryError> {
    let note = note.as_deref().map(checked).transpose()?;
    let mut named: Option<Vec<String>> = tokens.map(|tokens| {
        tokens.iter().map(|token| app.seal.fingerprint(Purpose::Token, token.trim())).collect()
    });
    if let Some(named) = &mut named {
        if named.is_empty() {
            return Err(DeliveryError::NothingNamed);
        }
        let count = named.len();
        named.sort_unstable();
        named.dedup();
        if named.len() < count {
            return Err(DeliveryError::NamedTwice);
        }
    }
    let shop = orders::shop_of(app, user_id, order_id, Right::Pack).await?;
    let (app_, order_id, by) = (app.clone(), order_id.clone(), by.clone());
    app.db
        .write(move |tx| {
            async move {
                shop.sign(tx);
                let (order, job) = of_seller::hold(tx, &shop.seller, &order_id).await?;
                if job.state != JobState::Done {
                    return Err(DeliveryError::NotDone);
                }
                let failed = to_replace(tx, &order_id, named.as_deref()).await?;
                let mut settling = Settling { tx, app: &app_, order: &order, now: app_.clock.now() };
                put_fresh(&mut settling, &job, &failed, &by).await?;
                if let Some(note) = note {
                    order_history::note(tx, &order_id, &by, &note, app_.clock.now()).await?;
                }
                Ok(failed.len())
            }
            .boxed()
        })
        .await
}

/// Writes a note about an order.
///
/// Errors: `BadNote`; `Order(NotFound)`.
pub async fn add_note(
    app: &App,
    user_id: &UserId,
    order_id: &OrderId,
    text: &str,
    by: &By,
) -> Result<(), DeliveryError> {
    let text = checked(text)?;
    let shop = orders::shop_of(app, user_id, order_id, Right::Pack).await?;
    let (order_id, by, now) = (order_id.clone(), by.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                shop.sign(tx);
                let order = of_seller::find(tx, &shop.seller, &order_id).await?;
                order_history::note(tx, &order_id, &by, &text, now).await?;
                tx.publish(order.event(Topic::Orders));
                Ok(())
            }
            .boxed()
        })
        .await
}

fn checked(note: &str) -> Result<String, DeliveryError> {
    let length = note.trim().chars().count();
    if (1..=LONGEST_NOTE).contains(&length) {
        Ok(note.trim().to_owned())
    } else {
        Err(DeliveryError::BadNote)
    }
}

async fn to_replace(
    tx: &mut Tx,
    order_id: &OrderId,
    named: Option<&[String]>,
) -> Result<Vec<TokenRow>, DeliveryError> {
    let mut failed = jobs::tokens(tx, order_id).await?;
    failed.retain(|token| token.state == TokenState::Failed);
    let replaced = queries::replaced(tx, order_id).await?;
    if let Some(named) = named {
        let is_failed = |name: &String| failed.iter().any(|token| token.token_fingerprint == *name);
        if !named.iter().all(is_failed) {
            return Err(DeliveryError::DidNotFail);
        }
        failed.retain(|token| named.contains(&token.token_fingerprint));
        if failed.iter().any(|token| replaced.contains(&token.id)) {
            return Err(DeliveryError::ReplacedAlready);
        }
    } else {
        failed.retain(|token| !replaced.contains(&token.id));
    }
    if failed.is_empty() { Err(DeliveryError::NothingFailed) } else { Ok(failed) }
}

async fn put_fresh(
    settling: &mut Settling<'_>,
    job: &JobStanding,
    failed: &[TokenRow],
    by: &By,
) -> Result<(), DeliveryError> {
    let (order, now) = (settling.order, settling.now);
    let available = stock::hold_level(settling.tx, &order.storefront_id, order.stock).await?;
    let round = job.round + 1;
    let places: Vec<Place> = failed
        .iter()
        .map(|token| Place { failed: token.id, replacement: token.replacement + 1, round })
        .collect();
    let fresh = settling.replace(&places, available, Replacements::Reserved).await?;
    if fresh.len() < failed.len() {
        return Err(DeliveryError::NoStock);
    }
    let by_hand = job.way_now(settling.app) == Way::Manual;
    if by_hand {
        queries::leave_to_seller(settling.tx, &order.id).await?;
    }
    let (job_state, order_state) = if by_hand {
        (JobState::Manual, OrderState::Queued)
    } else {
        (JobState::Waiting, OrderState::Delivering)
    };
    rounds::begin_round(settling.tx, &order.id, round, job_state, order_state, now).await?;
    rounds::note_begun(settling.tx, &order.id, now).await?;
    order_history::record(settling.tx, &order.id, by, &format!("Tokens: {} replaced", fresh.len()), now)
        .await?;
    tell(settling.tx, order);
    Ok(())
}

fn tell(tx: &mut Tx, order: &OrderContext) {
    for topic in [Topic::Orders, Topic::Stock, Topic::DeliveryJobs] {
        tx.publish(order.event(topic));
    }
}
