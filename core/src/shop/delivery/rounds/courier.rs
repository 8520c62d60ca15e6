//! Sends rounds to services: claims them under a lease, posts them, writes down what was answered.

use std::time::Duration;

use futures::FutureExt;
use secrecy::ExposeSecret;
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, debug, debug_span, error, info};
use url::Url;

use super::answer::{self, TokenResult};
use super::outcome::CallOutcome;
use super::queries::{self, Lease, Payload};
use super::{MOST_ATTEMPTS, PAUSES, give_up};
use crate::App;
use crate::db::{Result, Tx, insist};
use crate::events::Topic;
use crate::foundation::clock::Timestamp;
use crate::foundation::standard_webhooks;
use crate::ids::{GuildId, JobId, OrderId};
use crate::ports::{ServiceOwner, WebhookCall};
use crate::shop::delivery::queries as jobs;
use crate::shop::delivery::settle::{Settled, Settling};
use crate::shop::fulfilment::{self, Way};
use crate::shop::order_history::{self, By};
use crate::shop::stock::SealedToken;
use crate::watching::outages::Trouble;

/// A job whose worker has not written for this long may be taken by another. Well above the gate's limit of 30 s for a call.
pub(in crate::shop::delivery) const LEASE: Duration = Duration::from_mins(1);
/// How long a round waits for a database that went away after it was claimed. With a call's limit it stays below the lease.
const PATIENCE: Duration = Duration::from_secs(20);
/// Rounds under way at once.
const ROUNDS: usize = 64;
/// How many of these may be one storefront's, and how many are claimed before they are counted again.
const ROUNDS_OF_ONE: i64 = 8;
/// How often to look for jobs of other processes.
const LOOK: Duration = Duration::from_secs(2);

/// A round to be sent.
#[derive(Debug)]
struct Dispatch {
    lease: Lease,
    payload: Payload,
    sealed: Vec<SealedToken>,
}

/// The body that a service receives.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Job<'a> {
    job_id: &'a JobId,
    order_id: &'a OrderId,
    guild_id: &'a GuildId,
    #[serde(rename = "BBGuildID")]
    bb_guild_id: &'a GuildId,
    invite: &'a str,
    stock: &'static str,
    tokens: Vec<&'a str>,
    displayname: Option<&'a str>,
    bio: Option<&'a str>,
    avatar: Option<&'a str>,
    banner: Option<&'a str>,
}

/// The outcome of sending a round.
#[derive(Debug, Clone)]
enum Answer {
    Results(Vec<TokenResult>),
    /// The service will report the results later by itself.
    Later,
    /// There is no service (`None`), or the one at this address has answered 410.
    Gone(Option<Url>),
    Failed(String),
    /// It could not be put together, so nobody was called.
    Unsendable,
    /// The process stopped before there was one.
    CutOff,
}

/// What became of a round that was sent.
#[derive(Debug)]
enum Became {
    Taken(CallOutcome),
    Failed(String),
    /// Nobody was called, or the call was not to be waited for.
    NotSent(&'static str),
}

/// Sends rounds until `shutdown`.
pub(in crate::shop::delivery) async fn run(app: App, shutdown: CancellationToken) {
    let mut written = app.events.listen(&[Topic::DeliveryJobs]);
    let mut under_way = JoinSet::new();
    while !shutdown.is_cancelled() {
        let mut pause = LOOK;
        let claimed = claim(&app, ROUNDS.saturating_sub(under_way.len())).await;
        app.outages.note(Trouble::Database, "rounds of fulfilment", &claimed);
        if let Ok(claimed) = claimed {
            pause = claimed.pause;
            for dispatch in claimed.dispatches {
                let span = debug_span!("delivery", otel.kind = "consumer");
                app.traces.continue_order(&span, &dispatch.lease.order_id);
                under_way.spawn(carry_out(app.clone(), dispatch, shutdown.clone()).instrument(span));
            }
        }
        tokio::select! {
            () = shutdown.cancelled() => {}
            Some(_) = under_way.join_next() => {}
            _ = written.next(), if under_way.len() < ROUNDS => {}
            () = sleep(pause), if under_way.len() < ROUNDS => {}
        }
    }
    // Their leases are handed back.
    while under_way.join_next().await.is_some() {}
}

struct Claimed {
    dispatches: Vec<Dispatch>,
    /// How long until there may be more.
    pause: Duration,
}

/// Leases rounds and marks their tokens as attempted, in one transaction.
async fn claim(app: &App, limit: usize) -> Result<Claimed> {
    let limit = i64::try_from(limit).expect("a handful").min(ROUNDS_OF_ONE);
    let now = app.clock.now();
    let due = queries::next_due(&mut app.db.read().await?, now, Timestamp(0)).await?;
    if limit == 0 || due.is_none_or(|due| now < due) {
        return Ok(Claimed { dispatches: Vec::new(), pause: until(due, now) });
    }
    let app_ = app.clone();
    let leased = app.db.write(move |tx| async move { lease(tx, &app_, limit, now).await }.boxed());
    let dispatches = leased.await?;
    if !dispatches.is_empty() {
        return Ok(Claimed { dispatches, pause: Duration::ZERO });
    }
    // A due round that was not claimed waits for another round of its storefront to end: that one has `ROUNDS_OF_ONE` under way.
    let next = queries::next_due(&mut app.db.read().await?, now, now).await?;
    Ok(Claimed { dispatches, pause: until(next, now) })
}

fn until(due: Option<Timestamp>, now: Timestamp) -> Duration {
    due.map_or(LOOK, |due| due.since(now).min(LOOK))
}

async fn lease(tx: &mut Tx, app: &App, limit: i64, now: Timestamp) -> Result<Vec<Dispatch>> {
    let mut dispatches = Vec::new();
    for lease in queries::lease(tx, now, now.plus(LEASE), limit, ROUNDS_OF_ONE).await? {
        let order = jobs::context(tx, &lease.order_id).await?;
        if lease.round_attempts > MOST_ATTEMPTS {
            let why = format!("Round {}: no results after {MOST_ATTEMPTS} attempts", lease.round);
            give_up(&mut Settling { tx, app, order: &order, now }, &why).await?;
            continue;
        }
        let sealed = queries::attempt(tx, &lease.order_id, lease.round).await?;
        let payload = queries::payload(tx, &lease.order_id).await?;
        tx.publish(order.event(Topic::Orders));
        dispatches.push(Dispatch { lease, payload, sealed });
    }
    Ok(dispatches)
}

async fn carry_out(app: App, dispatch: Dispatch, shutdown: CancellationToken) {
    let order_id = dispatch.lease.order_id.clone();
    let answer = match shutdown.run_until_cancelled(send(&app, &dispatch, &shutdown)).await {
        Some(Ok(answer)) => answer,
        Some(Err(failure)) => {
            error!(%failure, order.id = %order_id, "a round cannot be sent");
            Answer::Unsendable
        }
        None => Answer::CutOff,
    };
    let Dispatch { lease, payload, .. } = dispatch;
    let written = insist(LEASE, &shutdown, || write_down(app.clone(), lease.clone(), answer.clone()));
    match written.await {
        Ok(Some(became)) => note(&app, &lease, &payload, &became),
        // By the service itself, whose results arrived before this answer; by the seller; or by another worker.
        Ok(None) => {
            info!(order.id = %order_id, "order {order_id} has moved on before its round was answered");
        }
        // The lease runs out, and the round is sent again.
        Err(failure) => error!(%failure, order.id = %order_id, "cannot write down a service's answer"),
    }
}

/// Counts a call, and tells once of a service that takes no orders, until it takes them again.
fn note(app: &App, lease: &Lease, payload: &Payload, became: &Became) {
    let order_id = &lease.order_id;
    let about = match lease.way {
        Way::Storefront => payload.storefront_guild_id.as_str(),
        _ => "the operator's",
    };
    match became {
        Became::Taken(outcome) => {
            info!(order.id = %order_id, "a round of order {order_id} was answered");
            app.metrics.fulfilment_called(outcome.as_str());
            if *outcome == CallOutcome::Gone {
                app.outages.forget(Trouble::Fulfilment, about);
            } else {
                app.outages.note_often(Trouble::Fulfilment, about, &Ok::<_, &str>(()));
            }
        }
        Became::Failed(why) => {
            debug!(order.id = %order_id, why, "a round of order {order_id} failed: {why}");
            app.metrics.fulfilment_called(CallOutcome::Failed.as_str());
            app.outages.note_often(Trouble::Fulfilment, about, &Err::<(), _>(why));
        }
        Became::NotSent(what) => info!(order.id = %order_id, "a round of order {order_id} was {what}"),
    }
}

async fn send(app: &App, dispatch: &Dispatch, shutdown: &CancellationToken) -> Result<Answer> {
    let Dispatch { lease, payload, sealed } = dispatch;
    let (url, secrets, owner) = match (lease.way, &app.delivery.service) {
        (Way::Operator, Some(service)) => {
            (service.url.clone(), vec![service.secret.clone()], ServiceOwner::Operator)
        }
        (Way::Storefront, _) => {
            let service = insist(PATIENCE, shutdown, || async {
                fulfilment::of_storefront(app, &mut app.db.read().await?, &payload.storefront_id).await
            });
            match service.await? {
                Some(service) => (service.url, service.secrets, ServiceOwner::Seller),
                None => return Ok(Answer::Gone(None)),
            }
        }
        _ => return Ok(Answer::Gone(None)),
    };
    let tokens =
        sealed.iter().map(|token| token.open(&app.seal, &payload.user_id)).collect::<Result<Vec<_>>>()?;
    let job = Job {
        job_id: &lease.id,
        order_id: &lease.order_id,
        guild_id: &payload.guild_id,
        bb_guild_id: &payload.storefront_guild_id,
        invite: &payload.invite,
        stock: payload.stock.as_str(),
        tokens: tokens.iter().map(ExposeSecret::expose_secret).collect(),
        displayname: payload.displayname.as_deref(),
        bio: payload.bio.as_deref(),
        avatar: payload.avatar.as_deref(),
        banner: payload.banner.as_deref(),
    };
    let body = serde_json::to_vec(&job).expect("texts have a JSON form");
    let id = format!("{}.{}", lease.id, lease.round);
    let keys: Vec<Vec<u8>> = secrets.iter().filter_map(standard_webhooks::key_of).collect();
    let headers = standard_webhooks::headers(&id, app.clock.now(), &body, &keys);
    let call = WebhookCall { url: url.clone(), owner, wants_body: true, headers, body };
    let answer = app.webhooks.post(call).await;
    Ok(match answer {
        Ok(answer) => match answer.status {
            200 => answer::read(&answer.body)
                .map_or_else(|| Answer::Failed("the answer cannot be read".to_owned()), Answer::Results),
            202 => Answer::Later,
            410 => Answer::Gone(Some(url)),
            status => Answer::Failed(format!("the service answered {status}")),
        },
        Err(error) => Answer::Failed(error.to_string()),
    })
}

/// `None` when the job is no longer this worker's.
async fn write_down(app: App, lease: Lease, answer: Answer) -> Result<Option<Became>> {
    let (app_, now) = (app.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if !jobs::hold(tx, &lease.id, lease.fence, now.plus(LEASE)).await? {
                    return Ok(None);
                }
                let order = jobs::context(tx, &lease.order_id).await?;
                apply(&mut Settling { tx, app: &app_, order: &order, now }, &lease, answer).await.map(Some)
            }
            .boxed()
        })
        .await
}

async fn apply(settling: &mut Settling<'_>, lease: &Lease, answer: Answer) -> Result<Became> {
    match answer {
        Answer::Later => {
            let (order, what) = (settling.order, attempted(lease, "taken, results follow"));
            order_history::record(settling.tx, &order.id, &By::Service, &what, settling.now).await?;
            await_rest(settling, lease).await?;
            Ok(Became::Taken(CallOutcome::Later))
        }
        Answer::Gone(from) => {
            if has_moved(settling, lease, from.as_ref()).await? {
                failed(settling, lease, "the service has moved").await?;
                return Ok(Became::NotSent("sent to a service that has moved"));
            }
            give_up(settling, "The service takes no more of this").await?;
            Ok(match from {
                Some(_) => Became::Taken(CallOutcome::Gone),
                None => Became::NotSent("given up: there is no service"),
            })
        }
        Answer::Failed(why) => {
            failed(settling, lease, &why).await?;
            Ok(Became::Failed(why))
        }
        Answer::Unsendable => {
            failed(settling, lease, "it could not be put together").await?;
            Ok(Became::NotSent("not sent"))
        }
        Answer::CutOff => {
            hand_back(settling, lease).await?;
            Ok(Became::NotSent("handed back"))
        }
        Answer::Results(results) => {
            let mut tokens = jobs::tokens(settling.tx, &lease.order_id).await?;
            tokens.retain(|token| token.round == lease.round);
            match answer::judge(&settling.app.seal, &tokens, &results) {
                Ok((fresh, _)) => {
                    take(settling, lease, &fresh).await?;
                    Ok(Became::Taken(CallOutcome::Results))
                }
                Err(misfit) => {
                    failed(settling, lease, &misfit.to_string()).await?;
                    Ok(Became::Failed(misfit.to_string()))
                }
            }
        }
    }
}

/// Whether the storefront has named another service since this address was called.
async fn has_moved(settling: &mut Settling<'_>, lease: &Lease, called: Option<&Url>) -> Result<bool> {
    let Some(called) = called.filter(|_| lease.way == Way::Storefront) else { return Ok(false) };
    let storefront_id = &settling.order.storefront_id;
    let service = fulfilment::of_storefront(settling.app, settling.tx, storefront_id).await?;
    Ok(service.is_some_and(|service| service.url != *called))
}

fn attempted(lease: &Lease, what: &str) -> String {
    format!("Round {}, attempt {}: {what}", lease.round, lease.round_attempts)
}

/// Waits for the service to report the rest by itself. If it does not, the round is sent again.
async fn await_rest(settling: &mut Settling<'_>, lease: &Lease) -> Result<()> {
    let pause = settling.app.delivery.result_timeout;
    put_off(settling, lease, pause).await
}

/// Settles the verdicts given, and waits for the rest if there is one.
async fn take(settling: &mut Settling<'_>, lease: &Lease, fresh: &[Settled]) -> Result<()> {
    let job = jobs::lock_job(settling.tx, &lease.order_id).await?;
    let is_over = !fresh.is_empty() && super::settle(settling, &job, fresh, &By::Service).await?;
    if is_over { Ok(()) } else { await_rest(settling, lease).await }
}

async fn failed(settling: &mut Settling<'_>, lease: &Lease, why: &str) -> Result<()> {
    let (order, what) = (settling.order, attempted(lease, why));
    if lease.round_attempts >= MOST_ATTEMPTS {
        return give_up(settling, &what).await;
    }
    order_history::record(settling.tx, &order.id, &By::System, &what, settling.now).await?;
    put_off(settling, lease, PAUSES.after(lease.round_attempts)).await
}

/// Lets any process send the round again, under the same `webhook-id`: at once, unless it was cut off or failed before.
async fn hand_back(settling: &mut Settling<'_>, lease: &Lease) -> Result<()> {
    let (order, what) = (settling.order, attempted(lease, "cut off by a stop of the server"));
    order_history::record(settling.tx, &order.id, &By::System, &what, settling.now).await?;
    settling.tx.publish(order.event(Topic::DeliveryJobs));
    put_off(settling, lease, PAUSES.after(lease.round_attempts - 1)).await
}

async fn put_off(settling: &mut Settling<'_>, lease: &Lease, pause: Duration) -> Result<()> {
    queries::put_off(settling.tx, &lease.id, settling.now.plus(pause)).await?;
    settling.tx.publish(settling.order.event(Topic::Orders));
    Ok(())
}
