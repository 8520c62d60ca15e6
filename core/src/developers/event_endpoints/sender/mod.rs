//! Sends what is due: leased, so that two processes do not send the same at once, and fenced, so that a try that took too
//! long decides nothing.

mod outcome;
mod queries;
mod verdict;

use std::collections::HashMap;
use std::hash::Hash;
use std::iter;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use secrecy::ExposeSecret;
use tokio::task::{self, JoinSet};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, debug_span, error, info};
use url::Url;

use super::DeliveryState;
use super::queries::{self as endpoints, Row};
use crate::App;
use crate::db::{Dialect, Failure, Result, Tx, insist};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::standard_webhooks;
use crate::ids::{EventEndpointId, UserId};
use crate::outbox::announcements;
use crate::outbox::seller_events;
use crate::people::activity_log::{self, Action};
use crate::ports::service_address;
use crate::ports::{ServiceOwner, WebhookCall};
use crate::seal::{Place, Purpose};
use crate::watching::outages::Trouble;

pub use outcome::Outcome;
use queries::{DueEndpoint, Lease, Tried};
use verdict::{Health, MOST_ATTEMPTS, PAUSES, Verdict};

/// Well above what a call may take: a process that has not written by then is gone.
const LEASE: Duration = Duration::from_mins(1);
/// An endpoint that fails for so long is disabled.
const LONGEST_FAILING: Duration = Duration::from_hours(5 * 24);
/// Tries under way at once: in all, of one seller and to one endpoint. Slow ones hold up no others.
const TRIES: usize = 64;
const TRIES_OF_ONE: usize = 16;
const TRIES_TO_ONE: usize = 4;
const CUT_OFF: &str = "The last try was cut off: whether the service has taken it is not known.";
/// How often to look for what another process left unsent, and for what became due because the clock was set.
const LOOK: Duration = Duration::from_secs(2);
/// How often to look when nothing waits.
const IDLE_LOOK: Duration = Duration::from_secs(30);

/// One try that is to be made.
#[derive(Debug)]
struct Try {
    lease: Lease,
    endpoint: Row,
    /// Former secrets, which sign, too.
    old_secrets: Vec<String>,
}

/// Sends until `shutdown`. A try that is under way then is handed back, and made again by any process.
pub async fn run(app: App, shutdown: CancellationToken) {
    if app.db.dialect() == Dialect::Sqlite {
        // There is one process: what an earlier one had under way is free.
        let now = app.clock.now();
        let freed = app.db.write(move |tx| async move { queries::free_all(tx, now).await }.boxed());
        if let Err(failure) = freed.await {
            error!(%failure, "cannot take over what an earlier process was sending");
        }
    }
    let owner = app.rng.uuid();
    let mut written = app.events.listen(&[Topic::EventDeliveries]);
    let mut under_way = UnderWay { shutdown: shutdown.clone(), ..UnderWay::default() };
    while !shutdown.is_cancelled() {
        let now = app.clock.now();
        let begun = begin(&app, &owner, &mut under_way).await;
        app.outages.note(Trouble::Database, "deliveries of events", &begun);
        let pause = pause(&app, now).await;
        tokio::select! {
            () = shutdown.cancelled() => {}
            () = under_way.one_ended(), if !under_way.tasks.is_empty() => {}
            _ = written.next() => {}
            () = sleep(pause) => {}
        }
    }
    while under_way.tasks.join_next().await.is_some() {}
}

/// Sends all that is due at this moment, and returns how many tries that were.
pub async fn send_due(app: &App) -> Result<usize> {
    let (owner, mut under_way, mut tries) = (app.rng.uuid(), UnderWay::default(), 0);
    loop {
        tries += begin(app, &owner, &mut under_way).await?;
        if under_way.tasks.is_empty() {
            return Ok(tries);
        }
        under_way.one_ended().await;
    }
}

/// Shortens waits that are too long because the clock was ahead. Returns how many.
pub async fn shorten_waits(app: &App) -> Result<u64> {
    let latest = app.clock.now().plus(PAUSES.longest);
    app.db.write(move |tx| async move { queries::shorten_waits(tx, latest).await }.boxed()).await
}

#[derive(Default)]
struct UnderWay {
    /// Cuts the tries off.
    shutdown: CancellationToken,
    tasks: JoinSet<()>,
    whose: HashMap<task::Id, DueEndpoint>,
    to: HashMap<EventEndpointId, usize>,
    of: HashMap<UserId, usize>,
}

impl UnderWay {
    async fn one_ended(&mut self) {
        let Some(ended) = self.tasks.join_next_with_id().await else { return };
        let task = ended.map_or_else(|panicked| panicked.id(), |(task, ())| task);
        if let Some(DueEndpoint { id, user_id }) = self.whose.remove(&task) {
            leave(&mut self.to, &id);
            leave(&mut self.of, &user_id);
        }
    }

    /// How many more tries to this endpoint may begin.
    fn room_for(&self, endpoint: &DueEndpoint) -> usize {
        let to = self.to.get(&endpoint.id).copied().unwrap_or_default();
        let of = self.of.get(&endpoint.user_id).copied().unwrap_or_default();
        let rooms = [(TRIES_TO_ONE, to), (TRIES_OF_ONE, of), (TRIES, self.tasks.len())];
        rooms.into_iter().map(|(most, busy)| most.saturating_sub(busy)).min().unwrap_or_default()
    }
}

fn leave<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
    }
    counts.retain(|_, count| *count > 0);
}

/// Begins tries of what is due, as far as there is room. Returns how many.
async fn begin(app: &App, owner: &str, under_way: &mut UnderWay) -> Result<usize> {
    let mut begun = 0;
    let due = queries::due_endpoints(&mut app.db.read().await?, app.clock.now()).await?;
    for endpoint in due {
        let room = under_way.room_for(&endpoint);
        if room == 0 {
            continue;
        }
        for one in claim(app, owner, &endpoint.id, room).await? {
            *under_way.to.entry(endpoint.id.clone()).or_default() += 1;
            *under_way.of.entry(endpoint.user_id.clone()).or_default() += 1;
            let carried_out = carry_out(app.clone(), one, under_way.shutdown.clone());
            let task = under_way.tasks.spawn(carried_out.instrument(debug_span!("event delivery")));
            under_way.whose.insert(task.id(), endpoint.clone());
            begun += 1;
        }
    }
    Ok(begun)
}

async fn claim(app: &App, owner: &str, endpoint_id: &EventEndpointId, room: usize) -> Result<Vec<Try>> {
    let (owner, endpoint_id, now) = (owner.to_owned(), endpoint_id.clone(), app.clock.now());
    let limit = i64::try_from(room).expect("a handful");
    app.db
        .write(move |tx| {
            async move {
                let mut tries = Vec::new();
                for lease in queries::lease(tx, &endpoint_id, &owner, now, now.plus(LEASE), limit).await? {
                    let endpoint = endpoints::by_id(tx, &endpoint_id).await?;
                    let endpoint =
                        endpoint.ok_or(Failure::Inconsistent("a delivery without its endpoint"))?;
                    if lease.attempts > MOST_ATTEMPTS {
                        queries::give_up(tx, lease.id, CUT_OFF).await?;
                        tx.publish(Event::of_user(Topic::EventEndpoints, &endpoint.user_id));
                        continue;
                    }
                    let old_secrets = endpoints::old_secrets(tx, &endpoint_id, now).await?;
                    tries.push(Try { lease, endpoint, old_secrets });
                }
                Ok(tries)
            }
            .boxed()
        })
        .await
}

async fn carry_out(app: App, one: Try, shutdown: CancellationToken) {
    let written = match shutdown.run_until_cancelled(attempt(&app, &one)).await {
        Some(verdict) => {
            let one = Arc::new(one);
            insist(LEASE, &shutdown, || write_down(app.clone(), one.clone(), verdict.clone())).await
        }
        None => hand_back(&app, one.lease).await,
    };
    if let Err(failure) = written {
        error!(%failure, "cannot write down what became of a delivery");
    }
}

async fn attempt(app: &App, one: &Try) -> Verdict {
    let prepared = prepare(app, one);
    app.outages.note_met(Trouble::Events, one.endpoint.id.as_str(), &prepared);
    let answer = match prepared {
        Ok(call) => Some(app.webhooks.post(call).await.map(|answer| answer.status)),
        Err(_) => None,
    };
    let outcome = answer.as_ref().map_or(Outcome::Unsendable, Outcome::from);
    app.metrics.event_delivered(outcome.as_str());
    Verdict::of(answer.as_ref(), one.lease.attempts)
}

fn prepare(app: &App, one: &Try) -> Result<WebhookCall> {
    let (endpoint, now) = (&one.endpoint, app.clock.now());
    let row = seller_events::body_row(&endpoint.id, &one.lease.message_id);
    let body = app.seal.open(&Place::row(Purpose::EventBody, &row), &one.lease.body_sealed)?;
    let row = [endpoint.id.as_str()];
    let place = Place::row(Purpose::WebhookSecret, &row).of(&endpoint.user_id);
    let mut keys = Vec::new();
    for sealed in iter::once(&endpoint.secret_sealed).chain(&one.old_secrets) {
        let secret = app.seal.open(&place, sealed)?;
        keys.push(standard_webhooks::key_of(&secret).ok_or(Failure::Inconsistent("a secret without a key"))?);
    }
    let body = body.expose_secret().as_bytes().to_vec();
    Ok(WebhookCall {
        url: Url::parse(&endpoint.url).map_err(|_| Failure::Inconsistent("an endpoint without a URL"))?,
        owner: ServiceOwner::Seller,
        wants_body: false,
        headers: standard_webhooks::headers(&one.lease.message_id, now, &body, &keys),
        body,
    })
}

async fn write_down(app: App, one: Arc<Try>, verdict: Verdict) -> Result<()> {
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                let Some(endpoint) = endpoints::hold_by_id(tx, &one.endpoint.id).await? else {
                    return Ok(());
                };
                let has_moved = !service_address::is_same(&endpoint.url, &one.endpoint.url);
                let verdict = if has_moved { verdict.of_former_address() } else { verdict };
                let tried = Tried {
                    state: verdict.state,
                    status: verdict.status,
                    error: verdict.error.as_deref(),
                    next_at: verdict.pause.filter(|_| endpoint.enabled).map(|pause| now.plus(pause)),
                    begins_anew: verdict.begins_anew,
                };
                if !queries::write_down(tx, one.lease.id, one.lease.fence, &tried).await? {
                    return Ok(());
                }
                tx.publish(Event::of_user(Topic::EventEndpoints, &endpoint.user_id));
                match verdict.endpoint {
                    Some(Health::Well) => succeeded(tx, &endpoint).await,
                    Some(Health::Failing) => {
                        failed(tx, &endpoint, verdict.state == DeliveryState::Failed, now).await
                    }
                    Some(Health::Gone) => gone(tx, &endpoint, now).await,
                    None => Ok(()),
                }
            }
            .boxed()
        })
        .await
}

/// Ends the lease of a try that was cut off, so that it is due at once, unless it was cut off or failed before.
async fn hand_back(app: &App, lease: Lease) -> Result<()> {
    let due = app.clock.now().plus(PAUSES.after(lease.attempts - 1));
    app.db
        .write(move |tx| {
            async move {
                queries::hand_back(tx, lease.id, lease.fence, due).await?;
                tx.publish(Event::of_all(Topic::EventDeliveries));
                Ok(())
            }
            .boxed()
        })
        .await
}

async fn succeeded(tx: &mut Tx, endpoint: &Row) -> Result<()> {
    if endpoint.failing_since.is_some() {
        queries::set_failing_since(tx, &endpoint.id, None).await?;
    }
    Ok(())
}

/// `for_good`: all tries of a delivery have failed. One try says little about a service that was not called for days.
async fn failed(tx: &mut Tx, endpoint: &Row, for_good: bool, now: Timestamp) -> Result<()> {
    let since = endpoint.failing_since.unwrap_or(now);
    if endpoint.failing_since.is_none() {
        queries::set_failing_since(tx, &endpoint.id, Some(now)).await?;
    }
    if for_good && since.plus(LONGEST_FAILING) <= now {
        disable(tx, endpoint, "it failed for five days", now).await?;
    }
    Ok(())
}

/// Disables the endpoint of a service that has answered 410.
async fn gone(tx: &mut Tx, endpoint: &Row, now: Timestamp) -> Result<()> {
    if endpoint.failing_since.is_none() {
        queries::set_failing_since(tx, &endpoint.id, Some(now)).await?;
    }
    disable(tx, endpoint, "it answered 410", now).await
}

async fn disable(tx: &mut Tx, endpoint: &Row, why: &str, now: Timestamp) -> Result<()> {
    if !endpoint.enabled {
        return Ok(());
    }
    queries::disable(tx, &endpoint.id).await?;
    endpoints::park(tx, &endpoint.id).await?;
    let details = format!("{}: {why}", service_address::host_of(&endpoint.url));
    activity_log::record(tx, &endpoint.user_id, Action::EventEndpointDisabled, &details, now).await?;
    info!(endpoint.id = %endpoint.id, "event endpoint {} is disabled: {why}", endpoint.id);
    announcements::announce_endpoint_disabled(tx, &endpoint.user_id, &endpoint.id, now).await
}

/// Time until the next try may be due. What was due by `looked_at` is under way, or has no room before another ends.
async fn pause(app: &App, looked_at: Timestamp) -> Duration {
    match next_due(app, looked_at).await {
        Ok((_, Some(at))) => at.since(app.clock.now()).min(LOOK),
        Ok((false, None)) => IDLE_LOOK,
        // The next claim meets the failure and reports it.
        Ok((true, None)) | Err(_) => LOOK,
    }
}

/// Whether something was due at `looked_at`, and when the next is due after it.
async fn next_due(app: &App, looked_at: Timestamp) -> Result<(bool, Option<Timestamp>)> {
    let mut conn = app.db.read().await?;
    Ok((queries::is_due(&mut conn, looked_at).await?, queries::next_due(&mut conn, looked_at).await?))
}
