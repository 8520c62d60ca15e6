//! What becomes of a judged call: keys, answer and inbox row in one transaction.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use secrecy::{ExposeSecret, SecretString};

use super::judging::{Judged, Judgement, NOTED_EVERY, Refused};
use super::outcome::{Answer, Outcome, Sold};
use super::queries::{self, NewCall};
use super::reading::{Claim, Reading, read, read_test};
use super::sale::{self, Scene};
use super::sealing::Part;
use super::{CallError, StoreCall, Verdict};
use crate::App;
use crate::db::{Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::{StoreCallId, StoreSecretId, UserId};
use crate::shop::keys::Fresh;
use crate::shop::storefronts::Storefront;
use crate::shop::stores::Provider;
use crate::shop::stores::connections;
use crate::shop::stores::providers::{Headers, Malformed, Sent};
use crate::watching::metrics::Metrics;

/// The metric's label of calls that failed because the database did, or was too busy.
pub const FAILED: &str = "failed";
/// How many of the calls that anybody can cause are kept for a storefront: the newest ones.
const KEPT: i64 = 200;
/// Bytes that are kept of such a call's body, and of each header. Stores' calls have less.
const LONGEST_BODY_KEPT: usize = 16 * 1024;
const LONGEST_HEADER_KEPT: usize = 1024;

/// Answers a call, and keeps it in the inbox: all of it is on disk when this returns.
///
/// Errors: `Storefront(NotFound)`, for a purchase.
pub async fn settle(app: &App, judged: Judged) -> Result<Answer, CallError> {
    let call = Arc::new(Call::judged(app, judged));
    let answer = write(app, move |tx| async move { call.settle(tx).await }.boxed()).await?;
    app.metrics.store_called(answer.verdict.as_str());
    Ok(answer)
}

/// A call that its store waits for: dropped before it is answered, it counts as one that failed.
#[derive(Debug)]
pub struct Unanswered<'a>(Option<&'a Metrics>);

impl<'a> Unanswered<'a> {
    pub fn begin(metrics: &'a Metrics) -> Self {
        Self(Some(metrics))
    }

    /// It has its answer, or nobody is owed one.
    pub fn is_over(&mut self) {
        self.0 = None;
    }
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        if let Some(metrics) = self.0 {
            metrics.store_called(FAILED);
        }
    }
}

/// Runs `work`, and once more when another process has made its purchase's sale in the same moment: PostgreSQL has undone
/// all that the first run did, and the second one finds the sale.
pub(super) async fn write<T, W>(app: &App, work: W) -> Result<T, CallError>
where
    W: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<T, CallError>> + Clone + Send + 'static,
    T: Send + 'static,
{
    match app.db.write(work.clone()).await {
        Err(CallError::Failure(failure)) if failure.is_conflict() => app.db.write(work).await,
        done => done,
    }
}

/// A call, with all that is prepared before the transaction, so that the writer need not wait for it.
pub(super) struct Call {
    app: App,
    storefront: Storefront,
    provider: Provider,
    now: Timestamp,
    sealed: SealedCall,
    handling: Handling,
    /// The secret it is signed with, when its use is to be noted.
    unnoted: Option<StoreSecretId>,
    /// The seller has it run again.
    replayed: bool,
}

/// What is done with a call.
enum Handling {
    Sell { purchase: String, claim: Claim, fresh: Fresh },
    Rehearse(Option<Claim>),
    Ignore { event: String },
    Reject(Malformed),
    Refuse(Refused),
}

impl Call {
    fn judged(app: &App, judged: Judged) -> Self {
        let Judged { storefront, provider, sent, judgement, unnoted, now } = judged;
        let scene = Scene { app, storefront: &storefront, provider, now };
        let sealed = match &judgement {
            Judgement::Signed(_) => SealedCall::of(scene, &sent),
            Judgement::Test | Judgement::Refused(_) => SealedCall::beginning_of(scene, &sent),
        };
        let handling = match judgement {
            Judgement::Signed(_) => Handling::of(app, &storefront.user_id, read(provider, &sent)),
            Judgement::Test => Handling::Rehearse(read_test(provider, &sent)),
            Judgement::Refused(refused) => Handling::Refuse(refused),
        };
        Self { app: app.clone(), storefront, provider, now, sealed, handling, unnoted, replayed: false }
    }

    /// A stored call, to be run again with the present mapping.
    pub(super) fn again(
        app: &App,
        storefront: Storefront,
        StoreCall { provider, verdict, .. }: &StoreCall,
        headers: Headers,
        body: &SecretString,
    ) -> Self {
        let provider = *provider;
        // A body that was not UTF-8 was not stored byte for byte, and may look well formed now.
        let may_mislead =
            *verdict == Verdict::Malformed && body.expose_secret().contains(char::REPLACEMENT_CHARACTER);
        let sent = Sent { headers, body: body.expose_secret().as_bytes().to_vec() };
        let now = app.clock.now();
        let sealed = SealedCall::of(Scene { app, storefront: &storefront, provider, now }, &sent);
        let reading = match read(provider, &sent) {
            Ok(_) if may_mislead => Err(Malformed::NoObject),
            reading => reading,
        };
        let handling = Handling::of(app, &storefront.user_id, reading);
        Self { app: app.clone(), storefront, provider, now, sealed, handling, unnoted: None, replayed: true }
    }

    /// Carries the call out, and stores it.
    pub(super) async fn settle(&self, tx: &mut Tx) -> Result<Answer, CallError> {
        let Self { app, storefront, provider, now, sealed, handling, unnoted, replayed } = self;
        let scene = Scene { app, storefront, provider: *provider, now: *now };
        let outcome = handling.carry_out(tx, scene).await?;
        let origin = Origin { unnoted: unnoted.as_ref(), replayed: *replayed };
        keep(tx, scene, sealed, &outcome, origin).await?;
        Ok(outcome.answer)
    }

    /// The id that it was kept under, within the same transaction.
    pub(super) async fn id(&self, tx: &mut Tx) -> DbResult<StoreCallId> {
        queries::id_of(tx, &self.storefront.id, &self.sealed.body).await
    }
}

impl Handling {
    fn of(app: &App, seller: &UserId, reading: Result<Reading, Malformed>) -> Self {
        match reading {
            Ok(Reading::Purchase { purchase, claim }) => {
                let fresh = Fresh::make(app, seller, claim.item.quantity);
                Self::Sell { purchase, claim, fresh }
            }
            Ok(Reading::Simulated(claim)) => Self::Rehearse(claim),
            Ok(Reading::Ignored { event }) => Self::Ignore { event },
            Err(malformed) => Self::Reject(malformed),
        }
    }

    async fn carry_out(&self, tx: &mut Tx, scene: Scene<'_>) -> Result<Outcome<'_>, CallError> {
        match self {
            Self::Sell { purchase, claim, fresh } => sale::sell(tx, scene, purchase, claim, fresh).await,
            Self::Rehearse(claim) => Ok(sale::rehearse(tx, scene, claim.as_ref()).await?),
            Self::Ignore { event } => {
                let message = format!("Nothing is delivered for \"{event}\".");
                Ok(Outcome::saying(Verdict::Ignored, 200, &message))
            }
            Self::Reject(malformed) => Ok(Outcome::saying(Verdict::Malformed, 422, &malformed.to_string())),
            Self::Refuse(refused) => Ok(refusal(*refused)),
        }
    }
}

fn refusal(refused: Refused) -> Outcome<'static> {
    match refused {
        Refused::Disabled => {
            Outcome::saying(Verdict::Disabled, 403, "This store is not connected. The seller can enable it.")
        }
        Refused::Stale => Outcome::saying(Verdict::Stale, 401, UNSIGNED),
        Refused::BadSignature => Outcome::saying(Verdict::BadSignature, 401, UNSIGNED),
    }
}

/// The same for all, so that nobody learns how near a forgery was.
const UNSIGNED: &str = "The signature is missing, wrong or too old.";

/// A call's headers and body, sealed.
#[derive(Clone)]
pub(super) struct SealedCall {
    headers: String,
    body: String,
}

impl SealedCall {
    pub(super) fn of(scene: Scene<'_>, sent: &Sent) -> Self {
        Self::cut(scene, sent, usize::MAX, usize::MAX)
    }

    /// Of a call that anybody can make: enough to see what it was, and too little to fill a disk with.
    fn beginning_of(scene: Scene<'_>, sent: &Sent) -> Self {
        Self::cut(scene, sent, LONGEST_HEADER_KEPT, LONGEST_BODY_KEPT)
    }

    fn cut(scene: Scene<'_>, sent: &Sent, longest_header: usize, longest_body: usize) -> Self {
        let (sealing, now) = (scene.sealing(), scene.now);
        let kept = sent.headers.iter().filter(|(name, _)| is_kept(name));
        let kept = kept.map(|(name, value)| (name.clone(), beginning(value.clone(), longest_header)));
        let headers: Headers = kept.collect();
        let headers = serde_json::to_string(&headers).expect("texts have a JSON form");
        let body = beginning(String::from_utf8_lossy(&sent.body).into_owned(), longest_body);
        Self {
            headers: sealing.seal(Part::Headers(now), &headers),
            body: sealing.seal(Part::Body(now), &body),
        }
    }
}

/// A text that is longer than this ends after so many bytes, with an ellipsis.
fn beginning(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
    }
    text
}

/// Whether a header is stored. Signatures and credentials are not, so that nobody can read them afterwards.
fn is_kept(header: &str) -> bool {
    !header.contains("signature") && !matches!(header, "authorization" | "proxy-authorization" | "cookie")
}

/// How a call came.
#[derive(Clone, Copy, Default)]
pub(super) struct Origin<'a> {
    /// The secret it is signed with, when its use is to be noted.
    unnoted: Option<&'a StoreSecretId>,
    replayed: bool,
}

/// Stores a call in the inbox, with the sale that it made. What it means for the seller's other services is written here,
/// too.
pub(super) async fn keep(
    tx: &mut Tx,
    scene: Scene<'_>,
    sealed: &SealedCall,
    outcome: &Outcome<'_>,
    origin: Origin<'_>,
) -> DbResult<()> {
    let Scene { storefront, provider, now, .. } = scene;
    let Outcome { answer, claim, sold, short } = outcome;
    let made = match sold {
        Some(Sold::Now(sale)) => Some(sale),
        Some(Sold::Before) | None => None,
    };
    // The answer of a sale is stored with the sale.
    let answer_sealed = sold.is_none().then(|| scene.sealing().seal(Part::Answer(now), &answer.body));
    let new = NewCall {
        storefront_id: &storefront.id,
        provider,
        verdict: answer.verdict,
        status: answer.status.into(),
        claim: *claim,
        short: *short,
        is_sold: sold.is_some(),
        headers_sealed: &sealed.headers,
        body_sealed: &sealed.body,
        answer_sealed: answer_sealed.as_deref(),
        replayed: origin.replayed,
        now,
    };
    let changed = |topic| Event::of_storefront(topic, &storefront.user_id, &storefront.guild_id);

    let mut script = tx.script();
    if let Some(sale) = made {
        sale::put(&mut script, scene, sale);
    }
    queries::put_call(&mut script, &new);
    // A replay by the seller says nothing about the store.
    if answer.verdict.is_refusal() && !origin.replayed {
        queries::count_refusal(&mut script, &storefront.id, provider, answer.verdict, now);
        script.publish(changed(Topic::RefusedCalls));
    }
    if answer.verdict.is_cheap() {
        queries::forget_cheap(&mut script, &storefront.id, KEPT);
    }
    if let Some(secret) = origin.unnoted {
        connections::queries::note_use(&mut script, secret, now, now.minus(NOTED_EVERY));
        script.publish(changed(Topic::Stores));
    }
    script.publish(changed(Topic::StoreCalls));
    script.run().await?;

    match made {
        Some(sale) => sale::tell(tx, scene, sale).await,
        None => Ok(()),
    }
}
