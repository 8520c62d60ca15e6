//! Carries out waiting jobs: claims them under a lease, hands their tokens to the adapter, writes down what it says.

use std::sync::Arc;
use std::time::Duration;

use futures::{FutureExt, StreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, debug_span, error, info, warn};

use super::queries::{self, Job, OpenToken};
use super::settle::{Outcome, Replacements, Settled, Settling};
use crate::App;
use crate::db::Result;
use crate::events::Topic;
use crate::ports::{Fulfil, Fulfilled, Fulfilment};
use crate::shop::order_history::By;
use crate::watching::outages::Trouble;

/// A job whose worker has not written for this long may be taken by another.
const LEASE: Duration = Duration::from_secs(30);
/// Time limit of a call to the adapter. Together with the longest wait of a write it is below the lease.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Jobs under way at once.
const JOBS: usize = 16;
/// Tokens of one job under way at once.
const TOKENS: usize = 8;
/// How often to look for jobs whose worker is gone.
const LOOK: Duration = Duration::from_secs(2);

/// Delivers by the adapter until `shutdown`. Without one there is nothing to do.
pub(super) async fn run(app: App, shutdown: CancellationToken) {
    let Some(adapter) = app.delivery.adapter.clone() else { return };
    let mut written = app.events.listen(&[Topic::DeliveryJobs]);
    let mut under_way = JoinSet::new();
    while !shutdown.is_cancelled() {
        let claimed = claim(&app, JOBS.saturating_sub(under_way.len())).await;
        app.outages.note(Trouble::Database, "delivery jobs", &claimed);
        for job in claimed.into_iter().flatten() {
            let span = debug_span!("delivery", otel.kind = "consumer");
            app.traces.continue_order(&span, &job.order.id);
            under_way.spawn(carry_out(app.clone(), adapter.clone(), job).instrument(span));
        }
        tokio::select! {
            () = shutdown.cancelled() => {}
            Some(_) = under_way.join_next() => {}
            _ = written.next(), if under_way.len() < JOBS => {}
            () = sleep(LOOK) => {}
        }
    }
    while under_way.join_next().await.is_some() {}
}

/// Leases jobs and marks their tokens as attempted, in one transaction.
async fn claim(app: &App, limit: usize) -> Result<Vec<Job>> {
    let limit = i64::try_from(limit).expect("a handful");
    if limit == 0 || !queries::is_any_due(&mut app.db.read().await?, app.clock.now()).await? {
        return Ok(Vec::new());
    }
    let clock = app.clock.clone();
    app.db
        .write(move |tx| {
            async move {
                let (mut jobs, now) = (Vec::new(), clock.now());
                for lease in queries::lease(tx, now, now.plus(LEASE), limit).await? {
                    let order = queries::context(tx, &lease.order_id).await?;
                    let tokens = queries::attempt(tx, &lease.order_id).await?;
                    tx.publish(order.event(Topic::Orders));
                    jobs.push(Job { id: lease.id, fence: lease.fence, order, tokens });
                }
                Ok(jobs)
            }
            .boxed()
        })
        .await
}

async fn carry_out(app: App, adapter: Arc<dyn Fulfilment>, mut job: Job) {
    let mut open = std::mem::take(&mut job.tokens);
    let job = Arc::new(job);
    while !open.is_empty() {
        let mut outcomes = stream::iter(open)
            .map(|token| attempt(&app, adapter.as_ref(), &job, token))
            .buffer_unordered(TOKENS)
            .ready_chunks(TOKENS);
        let mut fresh = Vec::new();
        while let Some(results) = outcomes.next().await {
            match write_down(&app, job.clone(), results).await {
                Ok(Some(replacements)) => fresh.extend(replacements),
                Ok(None) => {
                    warn!(order.id = %job.order.id, "another worker has taken the order over");
                    return;
                }
                // The tokens stay attempted on disk, so the next worker asks about them.
                Err(failure) => {
                    error!(%failure, order.id = %job.order.id, "cannot write down a delivery");
                    return;
                }
            }
        }
        drop(outcomes);
        open = fresh;
    }
    info!(order.id = %job.order.id, "delivery of order {} ended", job.order.id);
}

async fn attempt(app: &App, adapter: &dyn Fulfilment, job: &Job, token: OpenToken) -> Settled {
    let outcome = match token.token.open(&app.seal, &job.order.user_id) {
        Ok(text) => {
            let task = Fulfil {
                job_id: job.id.clone(),
                order_id: job.order.id.clone(),
                invite: job.order.invite.clone(),
                token: text,
            };
            let answer = async {
                if token.cut_off { adapter.ask(&task).await } else { Some(adapter.deliver(&task).await) }
            };
            match timeout(TIMEOUT, answer).await {
                Ok(Some(Fulfilled::Delivered)) => Outcome::Delivered,
                Ok(Some(Fulfilled::Failed { reason })) => Outcome::Failed { reason: Some(reason) },
                Ok(None) | Err(_) => Outcome::Unknown,
            }
        }
        Err(failure) => {
            error!(%failure, order.id = %job.order.id, "a token does not open");
            Outcome::Unknown
        }
    };
    Settled { token_id: token.id, replacement: token.replacement, outcome }
}

/// `None` when the job is no longer this worker's.
async fn write_down(app: &App, job: Arc<Job>, results: Vec<Settled>) -> Result<Option<Vec<OpenToken>>> {
    let app_ = app.clone();
    app.db
        .write(move |tx| {
            async move {
                let now = app_.clock.now();
                if !queries::hold(tx, &job.id, job.fence, now.plus(LEASE)).await? {
                    return Ok(None);
                }
                let mut settling = Settling { tx, app: &app_, order: &job.order, now };
                settling.settle(&results, Replacements::Attempting, &By::System).await.map(Some)
            }
            .boxed()
        })
        .await
}
