//! Fulfilment by a service: an order's tokens go out round by round, and the service says what became of each.
//!
//! A round is one set of tokens under one `webhook-id`, sent as often as it takes: the service answers the same to the
//! same. Where a round stands is in the database alone, so a crash anywhere sends the same round again.

mod answer;
mod courier;
mod queries;
mod results;

use std::time::Duration;

use super::JobState;
use super::queries::{LockedJob, OrderContext, Place};
use super::settle::{self, Replacements, Settled};
use crate::App;
use crate::db::{Result, Tx};
use crate::events::{Event, Topic};
use crate::foundation::backoff::Backoff;
use crate::foundation::clock::Timestamp;
use crate::shop::order_history::{self, By};
use crate::shop::orders::OrderState;

pub use answer::TokenResult;
pub(super) use courier::{LEASE, run};
pub(super) use queries::begin as begin_round;
pub use results::{ReportError, Reported, ServiceJob, authenticate, is_known, report};

/// How often a round is sent before it is the seller's.
const MOST_ATTEMPTS: i64 = 12;
pub(super) const PAUSES: Backoff = Backoff { first: Duration::from_secs(1), longest: Duration::from_mins(5) };

/// Writes verdicts of the round under way down. With the last of them the round is over: failed tokens are replaced as far
/// as the stock goes, in the next round, or the order is done. The caller holds the job. Returns whether the round is over.
pub(super) async fn settle(
    tx: &mut Tx,
    app: &App,
    order: &OrderContext,
    job: &LockedJob,
    results: &[Settled],
    by: &By,
    now: Timestamp,
) -> Result<bool> {
    let written = settle::write_down(tx, order, results, now).await?;
    if queries::is_open(tx, &order.id).await? {
        settle::tell(tx, order, written, 0, by, now).await?;
        return Ok(false);
    }
    let limit = app.delivery.max_replacements;
    let failed = queries::replaceable(tx, &order.id, job.round, limit).await?;
    let places: Vec<Place> = failed
        .into_iter()
        .map(|(failed, replacement)| Place { failed, replacement: replacement + 1, round: job.round + 1 })
        .collect();
    let fresh =
        settle::replace(tx, app, order, &places, written.available, Replacements::Reserved, now).await?.len();
    settle::tell(tx, order, written, fresh, by, now).await?;
    if fresh == 0 {
        settle::finish(tx, app, order, now).await?;
        return Ok(true);
    }
    // What the seller decides by hand stays with the seller.
    let theirs = job.state == JobState::Manual && *by != By::Service;
    let (job_state, order_state) = if theirs {
        (JobState::Manual, OrderState::Waiting)
    } else {
        (JobState::Waiting, OrderState::Delivering)
    };
    queries::begin(tx, &order.id, job.round + 1, job_state, order_state, now).await?;
    tx.publish(Event::of_storefront(Topic::DeliveryJobs, &order.user_id, &order.storefront_guild_id));
    Ok(true)
}

/// The service, or the adapter, is asked no more: what is open waits for the seller.
pub(super) async fn give_up(
    tx: &mut Tx,
    app: &App,
    order: &OrderContext,
    why: &str,
    now: Timestamp,
) -> Result<()> {
    order_history::record(tx, &order.id, &By::System, why, now).await?;
    let open = queries::set_aside(tx, &order.id).await?;
    settle::hand_over(tx, app, order, open, now).await?;
    tx.publish(Event::of_storefront(Topic::Orders, &order.user_id, &order.storefront_guild_id));
    Ok(())
}
