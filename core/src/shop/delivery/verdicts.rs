//! Delivery by hand: the seller says what became of each token.

use std::collections::HashSet;

use futures::FutureExt;

use super::queries;
use super::settle::{Comparison, Replacements, Settling};
use super::{DeliveryError, LONGEST_REASON, of_seller, rounds};
use crate::App;
use crate::ids::{OrderId, UserId};
use crate::seal::Purpose;
use crate::shop::order_history::By;
use crate::shop::orders::{self, JobStanding, JobState};
use crate::shop::storefronts::Right;

#[derive(Debug, Clone)]
pub struct Verdict {
    pub token: String,
    pub delivered: bool,
    pub reason: Option<String>,
}

/// Records the seller's own verdicts on tokens, all or none. Repeating a verdict changes nothing.
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
    let named: Vec<(String, Verdict)> = fingerprints.into_iter().zip(verdicts).collect();
    let shop = orders::shop_of(app, user_id, order_id, Right::Pack).await?;
    let (app_, order_id, by) = (app.clone(), order_id.clone(), by.clone());
    app.db
        .write(move |tx| {
            async move {
                shop.sign(tx);
                let (order, job) = of_seller::hold(tx, &shop.seller, &order_id).await?;
                let mut settling = Settling { tx, app: &app_, order: &order, now: app_.clock.now() };
                record(&mut settling, &job, named, &by).await
            }
            .boxed()
        })
        .await
}

/// `verdicts`: each with its token's fingerprint.
async fn record(
    settling: &mut Settling<'_>,
    job: &JobStanding,
    verdicts: Vec<(String, Verdict)>,
    by: &By,
) -> Result<(), DeliveryError> {
    let tokens = queries::tokens(settling.tx, &settling.order.id).await?;
    let mut results = Vec::new();
    for (fingerprint, verdict) in verdicts {
        let token = tokens.iter().find(|token| token.token_fingerprint == fingerprint);
        let token = token.ok_or(DeliveryError::UnknownToken)?;
        if job.state.is_workers() {
            return Err(DeliveryError::BeingDelivered);
        }
        let is_ours = job.state == JobState::Manual && token.state.is_for_seller();
        match token.compare(verdict.delivered, verdict.reason) {
            Comparison::Known => {}
            Comparison::Contrary => return Err(DeliveryError::AlreadySettled),
            Comparison::New(settled) if is_ours => results.push(settled),
            Comparison::New(_) => return Err(DeliveryError::BeingDelivered),
        }
    }
    if !results.is_empty() {
        if job.way.is_by_service() {
            queries::note_decided(settling.tx, &settling.order.id, job.round).await?;
            rounds::settle(settling, job, &results, by).await?;
        } else {
            settling.settle(&results, Replacements::Reserved, by).await?;
        }
    }
    Ok(())
}
