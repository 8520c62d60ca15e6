//! A purchase: its keys and its answer, made once and in one transaction.
//!
//! One query reads all that decides the answer; what is made of it goes into the script that stores the call.

mod queries;

use secrecy::ExposeSecret;

use super::outcome::{Answer, NewSale, Outcome, Sold, sentence};
use super::reading::Claim;
use super::sealing::{Part, Sealing};
use super::{CallError, Verdict};
use crate::App;
use crate::db::{Result as DbResult, Script, Tx};
use crate::foundation::clock::Timestamp;
use crate::foundation::words::counted;
use crate::ids::SAMPLE_KEY;
use crate::outbox::seller_events::KeySource;
use crate::people::activity_log::{self, Action};
use crate::shop::custom_domain::customers_origin;
use crate::shop::delivery_text::Rendering;
use crate::shop::keys::{self, Batch, Fresh, Purchase, RedeemKey};
use crate::shop::stock::{BOOSTS_PER_TOKEN, StockName};
use crate::shop::storefronts::{Storefront, StorefrontError};
use crate::shop::stores::Provider;
use crate::shop::stores::providers::{AnswerKind, store};
use queries::{Facts, facts};

/// The answer to a store that does not pass it on to the customer.
const ACKNOWLEDGED: &str = "The keys are made. The seller finds them in the store call.";
/// What a test shows for a product that is not mapped.
const EXAMPLE: Row = Row { stock: StockName::OneMonth, amount: 2 };

/// The context of a call: its storefront, its store and its time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) app: &'a App,
    pub(super) storefront: &'a Storefront,
    pub(super) provider: Provider,
    pub(super) now: Timestamp,
}

impl<'a> Scene<'a> {
    pub(super) fn sealing(&self) -> Sealing<'a> {
        Sealing { app: self.app, storefront: self.storefront, provider: self.provider }
    }
}

/// Which keys a product gives.
#[derive(Debug, Clone, Copy)]
struct Row {
    stock: StockName,
    /// In boosts.
    amount: i64,
}

impl Facts {
    fn row(&self) -> Option<Row> {
        Some(Row { stock: self.stock?, amount: self.amount? })
    }
}

/// Decides the answer to the purchase: new keys, or the same answer as before when it has some.
///
/// Errors: `Storefront(NotFound)` when it has closed since the call was judged.
pub(super) async fn sell<'c>(
    tx: &mut Tx,
    scene: Scene<'_>,
    purchase: &'c str,
    claim: &'c Claim,
    fresh: &'c Fresh,
) -> Result<Outcome<'c>, CallError> {
    let Scene { storefront, provider, .. } = scene;
    let facts = facts(tx, &storefront.id, provider, Some(claim)).await?;
    if !facts.is_open {
        return Err(StorefrontError::NotFound.into());
    }
    if let Some(sealed) = &facts.answer_sealed {
        let body = scene.sealing().open(Part::Sale(purchase), sealed)?;
        let answer = answered(provider, Verdict::Repeated, body.expose_secret().to_owned());
        return Ok(Outcome { answer, claim: Some(claim), sold: Some(Sold::Before), short: false });
    }
    let Some(row) = facts.row() else {
        return Ok(Outcome::unmapped(Verdict::Unmapped, claim));
    };
    let keys: Vec<&str> = fresh.keys.iter().map(RedeemKey::expose).collect();
    let body = match store(provider).answer() {
        AnswerKind::Text => text(scene, &facts, row, &keys),
        AnswerKind::Acknowledgement => sentence(200, ACKNOWLEDGED),
    };
    let batch = Batch {
        stock: row.stock,
        amount: row.amount,
        note: Some(format!("{provider} {purchase}")),
        email: claim.email.clone(),
        purchase: Some(Purchase { store: provider.as_str(), id: purchase.to_owned() }),
        source: KeySource::Store,
    };
    let answer_sealed = scene.sealing().seal(Part::Sale(purchase), &body);
    let sale = NewSale { purchase, answer_sealed, batch, fresh, has_listeners: facts.has_listeners };
    let needed = claim.item.quantity * row.amount / BOOSTS_PER_TOKEN;
    Ok(Outcome {
        answer: answered(provider, Verdict::Delivered, body),
        claim: Some(claim),
        sold: Some(Sold::Now(Box::new(sale))),
        short: facts.available.is_some_and(|available| available < needed),
    })
}

/// Makes the sale and its keys. Call [`tell`] afterwards.
///
/// Running the script fails with a conflict when another process has made the sale since [`sell`] read the facts.
pub(super) fn put(script: &mut Script<'_>, scene: Scene<'_>, sale: &NewSale<'_>) {
    let Scene { storefront, provider, now, .. } = scene;
    let NewSale { purchase, answer_sealed, batch, fresh, .. } = sale;
    queries::put(script, &storefront.id, provider, purchase, answer_sealed, now);
    keys::put(script, storefront, batch, fresh, now);
    let keys = counted(fresh.keys.len(), "key");
    let details = format!(
        "{} {purchase} · {keys} for {} boosts of {}",
        provider.title(),
        batch.amount,
        batch.stock.title()
    );
    activity_log::put(script, &storefront.user_id, Action::StoreSale, &details, now);
}

/// Tells the seller's own services of a sale.
pub(super) async fn tell(tx: &mut Tx, scene: Scene<'_>, sale: &NewSale<'_>) -> DbResult<()> {
    if sale.has_listeners {
        keys::tell(tx, scene.app, scene.storefront, &sale.batch, sale.fresh).await?;
    }
    Ok(())
}

/// Shows what a purchase would be answered. `claim`: what was bought, if it could be read. An unmapped product is shown
/// as [`EXAMPLE`].
pub(super) async fn rehearse<'c>(
    tx: &mut Tx,
    scene: Scene<'_>,
    claim: Option<&'c Claim>,
) -> DbResult<Outcome<'c>> {
    let facts = facts(tx, &scene.storefront.id, scene.provider, claim).await?;
    Ok(rehearsal(scene, &facts, facts.row().unwrap_or(EXAMPLE), claim))
}

/// As [`rehearse`], but says so when the product is not mapped.
pub(super) async fn rehearse_strictly<'c>(
    tx: &mut Tx,
    scene: Scene<'_>,
    claim: &'c Claim,
) -> DbResult<Outcome<'c>> {
    let facts = facts(tx, &scene.storefront.id, scene.provider, Some(claim)).await?;
    let Some(row) = facts.row() else {
        return Ok(Outcome::unmapped(Verdict::Test, claim));
    };
    Ok(rehearsal(scene, &facts, row, Some(claim)))
}

fn rehearsal<'c>(scene: Scene<'_>, facts: &Facts, row: Row, claim: Option<&'c Claim>) -> Outcome<'c> {
    let quantity = claim.map_or(1, |claim| claim.item.quantity);
    let keys = vec![SAMPLE_KEY; usize::try_from(quantity).expect("a quantity is from 1 to 100")];
    let body = match store(scene.provider).answer() {
        AnswerKind::Text => text(scene, facts, row, &keys),
        AnswerKind::Acknowledgement => String::new(),
    };
    let answer = answered(scene.provider, Verdict::Test, body);
    Outcome { answer, claim, sold: None, short: false }
}

fn answered(provider: Provider, verdict: Verdict, body: String) -> Answer {
    let is_text = store(provider).answer() == AnswerKind::Text;
    Answer { verdict, status: 200, body, is_text }
}

fn text(scene: Scene<'_>, facts: &Facts, row: Row, keys: &[&str]) -> String {
    let origin = customers_origin(scene.app, facts.domain.as_deref());
    let rendering = Rendering {
        text: facts.text.as_deref().unwrap_or_default(),
        origin: &origin,
        guild: &scene.storefront.guild_id,
        stock: row.stock,
        amount: row.amount,
    };
    rendering.of(keys)
}
