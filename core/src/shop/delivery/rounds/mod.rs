//! Fulfilment by a service: an order's tokens go out round by round, and the service says what became of each.
//!
//! A round is one set of tokens under one `webhook-id`, resent until it is answered: services must answer a repeated id
//! the same. A round's state is in the database alone, so after a crash anywhere the same round is sent again.

mod answer;
mod courier;
mod outcome;
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
pub use outcome::CallOutcome;
pub(super) use queries::{begin as begin_round, note_begun};
pub use results::{ReportError, Reported, ServiceJob, authenticate, is_known, report};

/// How often a round is sent before it is left to the seller.
const MOST_ATTEMPTS: i64 = 12;
pub(super) const PAUSES: Backoff = Backoff { first: Duration::from_secs(1), longest: Duration::from_mins(5) };

/// Records verdicts of the current round. The last one ends it: failed tokens are replaced in a next round as far as the
/// stock allows, or the order is done. The caller has locked the job. Returns whether the round is over.
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

/// Stops automatic delivery, and leaves the order's open tokens to the seller.
pub(super) async fn give_up(settling: &mut Settling<'_>, why: &str) -> Result<()> {
    let order = settling.order;
    order_history::record(settling.tx, &order.id, &By::System, why, settling.now).await?;
    let open = jobs::set_aside(settling.tx, &order.id).await?;
    settling.hand_over(open).await?;
    settling.tx.publish(order.event(Topic::Orders));
    Ok(())
}
