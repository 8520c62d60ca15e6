//! What becomes of a judged call: keys, answer and inbox row in one transaction.

use std::time::Duration;

use futures::FutureExt;
use secrecy::SecretString;

use super::Verdict;
use super::judging::{Judged, Judgement};
use super::outcome::{Answer, Outcome};
use super::queries::{self, NewCall};
use super::reading::{Reading, read, read_test};
use super::sale::{Scene, rehearse, sell};
use crate::App;
use crate::db::{Failure, Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::ids::{StoreCallId, UserId};
use crate::seal::Purpose;
use crate::shop::keys::Fresh;
use crate::shop::stores::Provider;
use crate::shop::stores::connections;
use crate::shop::stores::providers::{Headers, Malformed, Sent};

/// A secret's last use is noted no more often.
const NOTED_EVERY: Duration = Duration::from_mins(1);
/// Of calls that anybody can cause, a storefront's newest ones are kept.
const KEPT: i64 = 200;

/// Answers a call, and keeps it in the inbox: all of it is on disk when this returns.
pub async fn settle(app: &App, judged: Judged) -> DbResult<Answer> {
    let Judged { storefront, provider, sent, judgement, now } = judged;
    let said = Said::prepare(app, &sent);
    let listened = match &judgement {
        Judgement::Signed(_) => Some(Prepared::of(app, &storefront.user_id, provider, &sent)),
        _ => None,
    };
    let of_app = app.clone();
    let settled = app
        .db
        .write(move |tx| {
            async move {
                let scene = Scene { app: &of_app, storefront: &storefront, provider, now };
                let outcome = match (judgement, listened) {
                    (Judgement::Signed(secret), Some(prepared)) => {
                        let recently = now.minus(NOTED_EVERY);
                        if connections::queries::note_use(tx, &secret, now, recently).await? {
                            let (user, guild) = (&storefront.user_id, &storefront.guild_id);
                            tx.publish(Event::of_storefront(Topic::Stores, user, guild));
                        }
                        run(tx, scene, prepared).await?
                    }
                    (Judgement::Test, _) => rehearse(tx, scene, read_test(provider, &sent)).await?,
                    (judgement, _) => refused(&judgement),
                };
                keep(tx, scene, &said, &outcome).await?;
                DbResult::Ok(outcome.answer)
            }
            .boxed()
        })
        .await;
    if let Ok(answer) = &settled {
        app.metrics.store_called(answer.verdict.as_str());
    }
    settled
}

fn refused(judgement: &Judgement) -> Outcome {
    match judgement {
        Judgement::Disabled => {
            Outcome::saying(Verdict::Disabled, 403, "This store is not connected. The seller can enable it.")
        }
        Judgement::Stale => Outcome::saying(Verdict::Stale, 401, UNSIGNED),
        _ => Outcome::saying(Verdict::BadSignature, 401, UNSIGNED),
    }
}

/// The same for all, so that nobody learns how near a forgery was.
const UNSIGNED: &str = "The signature is missing, wrong or too old.";

/// A call that may be listened to, read before the transaction: the writer need not wait for that.
#[derive(Clone)]
pub(super) struct Prepared {
    reading: Result<Reading, Malformed>,
    /// For a purchase.
    fresh: Option<Fresh>,
}

impl Prepared {
    pub(super) fn of(app: &App, seller: &UserId, provider: Provider, sent: &Sent) -> Self {
        let reading = read(provider, sent);
        let fresh = match &reading {
            Ok(Reading::Purchase { claim, .. }) => Some(Fresh::make(app, seller, claim.item.quantity)),
            _ => None,
        };
        Self { reading, fresh }
    }
}

/// Runs a call that may be listened to, by the mapping of this moment.
pub(super) async fn run(tx: &mut Tx, scene: Scene<'_>, prepared: Prepared) -> DbResult<Outcome> {
    match (prepared.reading, prepared.fresh) {
        (Ok(Reading::Purchase { purchase, claim }), Some(fresh)) => {
            sell(tx, scene, &purchase, claim, &fresh).await
        }
        (Ok(Reading::Purchase { .. }), None) => Err(Failure::Inconsistent("a purchase without its keys")),
        (Ok(Reading::Simulated(claim)), _) => rehearse(tx, scene, claim).await,
        (Ok(Reading::Ignored { event }), _) => {
            let message = format!("Nothing is delivered for \"{event}\".");
            Ok(Outcome::saying(Verdict::Ignored, 200, &message))
        }
        (Err(malformed), _) => Ok(Outcome::saying(Verdict::Malformed, 422, &malformed.to_string())),
    }
}

/// What a store said, sealed.
#[derive(Clone)]
pub(super) struct Said {
    headers_sealed: String,
    body_sealed: String,
    /// To seal the answer with.
    app: App,
}

impl Said {
    pub(super) fn prepare(app: &App, sent: &Sent) -> Self {
        let seal = |text: &str| app.seal.seal(Purpose::StoreCall, text, &app.rng);
        let headers: Headers = sent.headers.clone().into_iter().filter(|(name, _)| is_kept(name)).collect();
        let headers = serde_json::to_string(&headers).expect("texts have a JSON form");
        Self {
            headers_sealed: seal(&headers),
            body_sealed: seal(&String::from_utf8_lossy(&sent.body)),
            app: app.clone(),
        }
    }

    /// As it was kept, to be run again.
    pub(super) fn again(app: &App, headers: Headers, body: &SecretString) -> (Self, Sent) {
        use secrecy::ExposeSecret;
        let sent = Sent { headers, body: body.expose_secret().as_bytes().to_vec() };
        (Self::prepare(app, &sent), sent)
    }
}

/// What proves who sent it is nobody's to read afterwards.
fn is_kept(header: &str) -> bool {
    !header.contains("signature") && !matches!(header, "authorization" | "proxy-authorization" | "cookie")
}

/// Keeps a call in the inbox. What follows from a refused one for the seller's other services is written here.
pub(super) async fn keep(
    tx: &mut Tx,
    scene: Scene<'_>,
    said: &Said,
    outcome: &Outcome,
) -> DbResult<StoreCallId> {
    let Scene { storefront, provider, now, .. } = scene;
    let answer = &outcome.answer;
    let sealed = match outcome.sale_id {
        Some(_) => None,
        None => Some(said.app.seal.seal(Purpose::StoreCall, &answer.body, &said.app.rng)),
    };
    let new = NewCall {
        storefront_id: &storefront.id,
        provider,
        verdict: answer.verdict,
        status: answer.status.into(),
        claim: outcome.claim.as_ref(),
        short: outcome.short,
        sale_id: outcome.sale_id,
        headers_sealed: &said.headers_sealed,
        body_sealed: &said.body_sealed,
        answer_sealed: sealed.as_deref(),
        now,
    };
    let id = queries::insert_call(tx, &new).await?;
    if answer.verdict.is_refusal() {
        queries::count_refusal(tx, &storefront.id, provider, answer.verdict, now).await?;
    }
    if answer.verdict.is_cheap() {
        queries::forget_cheap(tx, &storefront.id, KEPT).await?;
    }
    tx.publish(Event::of_storefront(Topic::StoreCalls, &storefront.user_id, &storefront.guild_id));
    Ok(id)
}
