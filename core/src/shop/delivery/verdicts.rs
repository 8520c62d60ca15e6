//! Delivery by hand: the seller says what became of each token.

use std::collections::HashSet;

use futures::FutureExt;

use super::settle::{Replacements, Word, settle};
use super::{DeliveryError, JobState, LONGEST_REASON, queries, rounds};
use crate::App;
use crate::db::Tx;
use crate::ids::{OrderId, UserId};
use crate::seal::Purpose;
use crate::shop::order_history::By;
use crate::shop::orders::{self, OrderError};
use crate::shop::stock::TokenState;
use crate::shop::storefronts::Right;

#[derive(Debug, Clone)]
pub struct Verdict {
    pub token: String,
    pub delivered: bool,
    pub reason: Option<String>,
}

/// Records what became of tokens, by the seller's own word: all of the verdicts or none. The same again changes
/// nothing.
///
/// Errors: `Empty`, `NamedTwice`, `ReasonTooLong`; `Order(NotFound)`, `Order(Forbidden)`; `UnknownToken`, `AlreadySettled`;
/// `BeingDelivered` when the order is not the seller's to deliver.
pub async fn record_verdicts(
    app: &App,
    user_id: &UserId,
    order_id: &OrderId,
    verdicts: Vec<Verdict>,
    by: &By,
) -> Result<(), DeliveryError> {
    if verdicts.is_empty() {
        return Err(DeliveryError::Empty);
    }
    if verdicts
        .iter()
        .any(|verdict| verdict.reason.as_ref().is_some_and(|text| text.chars().count() > LONGEST_REASON))
    {
        return Err(DeliveryError::ReasonTooLong);
    }
    let fingerprints: Vec<String> =
        verdicts.iter().map(|verdict| app.seal.fingerprint(Purpose::Token, verdict.token.trim())).collect();
    if fingerprints.iter().collect::<HashSet<_>>().len() < fingerprints.len() {
        return Err(DeliveryError::NamedTwice);
    }
    let shop = orders::shop_of(app, user_id, order_id, Right::Pack).await?;
    let (app_, order_id, by) = (app.clone(), order_id.clone(), by.clone());
    app.db
        .write(move |tx| {
            async move {
                shop.sign(tx);
                record(tx, &app_, &shop.seller, &order_id, &fingerprints, verdicts, &by).await
            }
            .boxed()
        })
        .await
}

async fn record(
    tx: &mut Tx,
    app: &App,
    user_id: &UserId,
    order_id: &OrderId,
    fingerprints: &[String],
    verdicts: Vec<Verdict>,
    by: &By,
) -> Result<(), DeliveryError> {
    let mut order = queries::context(tx, order_id).await?.ok_or(OrderError::NotFound)?;
    if order.user_id != *user_id {
        return Err(OrderError::NotFound.into());
    }
    // Holding the job keeps a second click of the same button waiting until this one has been written.
    let job = queries::lock_job(tx, order_id).await?;
    let by_hand = job.state == JobState::Manual;
    order.round = job.round;
    let tokens = queries::tokens(tx, order_id).await?;
    let mut results = Vec::new();
    for (fingerprint, verdict) in fingerprints.iter().zip(verdicts) {
        let token = tokens.iter().find(|token| token.token_fingerprint == *fingerprint);
        let token = token.ok_or(DeliveryError::UnknownToken)?;
        let is_ours = by_hand && matches!(token.state, TokenState::Reserved | TokenState::SetAside);
        match token.hear(verdict.delivered, verdict.reason) {
            Word::Known => {}
            Word::Contrary => return Err(DeliveryError::AlreadySettled),
            Word::New(settled) if is_ours => results.push(settled),
            Word::New(_) => return Err(DeliveryError::BeingDelivered),
        }
    }
    if !results.is_empty() {
        let now = app.clock.now();
        if job.way.is_by_service() {
            rounds::settle(tx, app, &order, &job, &results, by, now).await?;
        } else {
            settle(tx, app, &order, &results, Replacements::Reserved, by, now).await?;
        }
    }
    Ok(())
}
