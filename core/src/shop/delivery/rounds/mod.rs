//! Fulfilment by a service: an order's tokens go out round by round, and the service says what became of each.
//!
//! A round is one set of tokens under one `webhook-id`, sent as often as it takes: the service answers the same to the
//! same. Where a round stands is in the database alone, so a crash anywhere sends the same round again.

mod answer;
mod courier;
mod queries;
mod results;

use std::time::Duration;

use super::queries::{self as jobs, Place};
use super::settle::{Replacements, Settled, Settling};
use crate::db::Result;
use crate::events::Topic;
use crate::foundation::backoff::Backoff;
use crate::shop::order_history::{self, By};
use crate::shop::orders::{JobStanding, JobState, OrderState};

pub use answer::TokenResult;
pub(super) use courier::{LEASE, run};
pub(super) use queries::{begin as begin_round, note_begun};
pub use results::{ReportError, Reported, ServiceJob, authenticate, is_known, report};

/// How often a round is sent before it is the seller's.
const MOST_ATTEMPTS: i64 = 12;
pub(super) const PAUSES: Backoff = Backoff { first: Duration::from_secs(1), longest: Duration::from_mins(5) };

/// Writes verdicts of the round under way down. With the last of them the round is over: failed tokens are replaced as far
/// as the stock goes, in the next round, or the order is done. The caller holds the job. Returns whether the round is over.
pub(super) async fn settle(
    settling: &mut Settling<'_>,
    job: &JobStanding,
    results: &[Settled],
    by: &By,
) -> Result<bool> {
    let order = settling.order;
    let written = settling.write_down(results).await?;
    if !jobs::open_states(settling.tx, &order.id).await?.is_empty() {
        settling.tell(written, 0, by).await?;
        return Ok(false);
    }
    let limit = settling.app.delivery.max_replacements;
    let failed = queries::replaceable(settling.tx, &order.id, job.round, limit).await?;
    let places: Vec<Place> = failed
        .into_iter()
        .map(|(failed, replacement)| Place { failed, replacement: replacement + 1, round: job.round + 1 })
        .collect();
    let fresh = settling.replace(&places, written.available, Replacements::Reserved).await?.len();
    settling.tell(written, fresh, by).await?;
    if fresh == 0 {
        settling.finish().await?;
        return Ok(true);
    }
    // What the seller decides by hand stays with the seller.
    let theirs = job.state == JobState::Manual && *by != By::Service;
    let (job_state, order_state) = if theirs {
        (JobState::Manual, OrderState::Waiting)
    } else {
        (JobState::Waiting, OrderState::Delivering)
    };
    queries::begin(settling.tx, &order.id, job.round + 1, job_state, order_state, settling.now).await?;
    if job.state == JobState::Manual && !theirs {
        note_begun(settling.tx, &order.id, settling.now).await?;
    }
    settling.tx.publish(order.event(Topic::DeliveryJobs));
    Ok(true)
}

/// The service, or the adapter, is asked no more: what is open waits for the seller.
pub(super) async fn give_up(settling: &mut Settling<'_>, why: &str) -> Result<()> {
    let order = settling.order;
    order_history::record(settling.tx, &order.id, &By::System, why, settling.now).await?;
    let open = jobs::set_aside(settling.tx, &order.id).await?;
    settling.hand_over(open).await?;
    settling.tx.publish(order.event(Topic::Orders));
    Ok(())
}
