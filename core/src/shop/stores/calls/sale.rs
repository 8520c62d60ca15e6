//! A purchase: its keys and its answer, made once and in one transaction.

use super::Verdict;
use super::outcome::{Answer, Outcome, sentence};
use super::queries::{self, NewSale, Sale};
use super::reading::Claim;
use crate::App;
use crate::clock::Timestamp;
use crate::db::{Failure, Result as DbResult, Tx};
use crate::ids::SAMPLE_KEY;
use crate::people::activity_log::{self, Action};
use crate::seal::Purpose;
use crate::seller_events::KeySource;
use crate::shop::custom_domain;
use crate::shop::delivery_text::{self, Rendering};
use crate::shop::keys::{self, Batch, Fresh};
use crate::shop::stock::{self, BOOSTS_PER_TOKEN, StockName};
use crate::shop::storefronts::Storefront;
use crate::shop::stores::Provider;
use crate::shop::stores::connections::{self, Product};
use crate::shop::stores::providers::{AnswerKind, store};
use secrecy::ExposeSecret;

/// What a store hears that hands nothing on to its customer.
const ACKNOWLEDGED: &str = "The keys are made. The seller finds them in the store call.";
/// What a test shows of a product that is not mapped.
const EXAMPLE: (StockName, i64) = (StockName::OneMonth, 2);

/// What a call is about: whose it is, and when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) app: &'a App,
    pub(super) storefront: &'a Storefront,
    pub(super) provider: Provider,
    pub(super) now: Timestamp,
}

/// Makes the purchase's keys, or answers as the first time when it has some.
pub(super) async fn sell(
    tx: &mut Tx,
    scene: Scene<'_>,
    purchase: &str,
    claim: Claim,
    fresh: &Fresh,
) -> DbResult<Outcome> {
    let Scene { app, storefront, provider, now } = scene;
    if let Some(sale) = queries::sale(tx, &storefront.id, provider, purchase).await? {
        return repeated(scene, &sale, claim);
    }
    let Some(row) = row_of(tx, scene, &claim).await? else {
        return Ok(Outcome::unmapped(Verdict::Unmapped, claim));
    };
    let keys: Vec<&str> = fresh.keys.iter().map(keys::RedeemKey::expose).collect();
    let body = match store(provider).answer() {
        AnswerKind::Text => text(tx, scene, row.stock, row.amount, &keys).await?,
        AnswerKind::Acknowledgement => sentence(200, ACKNOWLEDGED),
    };
    let answer_sealed = app.seal.seal(Purpose::StoreCall, &body, &app.rng);
    let new =
        NewSale { storefront_id: &storefront.id, provider, purchase, answer_sealed: &answer_sealed, now };
    let Some(sale_id) = queries::insert_sale(tx, &new).await? else {
        // Another process has made it in this very moment.
        let sale = queries::sale(tx, &storefront.id, provider, purchase).await?;
        return repeated(
            scene,
            &sale.ok_or(Failure::Inconsistent("a purchase that is and is not there"))?,
            claim,
        );
    };
    let batch = Batch {
        stock: row.stock,
        amount: row.amount,
        note: Some(format!("{provider} {purchase}")),
        email: claim.email.clone(),
        sale_id: Some(sale_id),
        source: KeySource::Store,
    };
    keys::issue(tx, app, storefront, &batch, fresh, now).await?;
    let short =
        is_short(tx, storefront, row.stock, claim.item.quantity * row.amount / BOOSTS_PER_TOKEN).await?;
    log(tx, scene, purchase, &claim, &row).await?;
    let answer = answered(provider, Verdict::Delivered, body);
    Ok(Outcome { answer, claim: Some(claim), sale_id: Some(sale_id), short })
}

fn repeated(scene: Scene<'_>, sale: &Sale, claim: Claim) -> DbResult<Outcome> {
    let body = scene.app.seal.open(Purpose::StoreCall, &sale.answer_sealed)?;
    let answer = answered(scene.provider, Verdict::Repeated, body.expose_secret().to_owned());
    Ok(Outcome { answer, claim: Some(claim), sale_id: Some(sale.id), short: false })
}

/// Shows what a purchase would be answered. `claim`: what it is about, if it says so; an unmapped product is shown as
/// another one would be.
pub(super) async fn rehearse(tx: &mut Tx, scene: Scene<'_>, claim: Option<Claim>) -> DbResult<Outcome> {
    let row = match &claim {
        Some(claim) => row_of(tx, scene, claim).await?,
        None => None,
    };
    let (stock, amount) = row.map_or(EXAMPLE, |row| (row.stock, row.amount));
    let quantity = claim.as_ref().map_or(1, |claim| claim.item.quantity);
    rehearsal(tx, scene, stock, amount, quantity, claim).await
}

/// As [`rehearse`], to the letter: without a row for its product there is nothing to show.
pub(super) async fn rehearse_strictly(tx: &mut Tx, scene: Scene<'_>, claim: Claim) -> DbResult<Outcome> {
    let Some(row) = row_of(tx, scene, &claim).await? else {
        return Ok(Outcome::unmapped(Verdict::Test, claim));
    };
    let quantity = claim.item.quantity;
    rehearsal(tx, scene, row.stock, row.amount, quantity, Some(claim)).await
}

async fn rehearsal(
    tx: &mut Tx,
    scene: Scene<'_>,
    stock: StockName,
    amount: i64,
    quantity: i64,
    claim: Option<Claim>,
) -> DbResult<Outcome> {
    let keys = vec![SAMPLE_KEY; usize::try_from(quantity).expect("a quantity is from 1 to 100")];
    let body = match store(scene.provider).answer() {
        AnswerKind::Text => text(tx, scene, stock, amount, &keys).await?,
        AnswerKind::Acknowledgement => String::new(),
    };
    let answer = answered(scene.provider, Verdict::Test, body);
    Ok(Outcome { answer, claim, sale_id: None, short: false })
}

fn answered(provider: Provider, verdict: Verdict, body: String) -> Answer {
    let is_text = store(provider).answer() == AnswerKind::Text;
    Answer { verdict, status: 200, body, is_text }
}

async fn row_of(tx: &mut Tx, scene: Scene<'_>, claim: &Claim) -> DbResult<Option<Product>> {
    let (storefront_id, item) = (&scene.storefront.id, &claim.item);
    let variant = item.variant.as_deref().unwrap_or_default();
    let row =
        connections::queries::product(tx, storefront_id, scene.provider, &item.product, variant).await?;
    Ok(row.map(Product::from))
}

async fn text(
    tx: &mut Tx,
    scene: Scene<'_>,
    stock: StockName,
    amount: i64,
    keys: &[&str],
) -> DbResult<String> {
    let Scene { app, storefront, .. } = scene;
    let text = delivery_text::of_seller(tx, &storefront.user_id).await?.unwrap_or_default();
    let origin = custom_domain::customers_origin(app, tx, &storefront.user_id).await?;
    Ok(Rendering { text: &text, origin: &origin, guild: &storefront.guild_id, stock, amount }.of(keys))
}

async fn is_short(tx: &mut Tx, storefront: &Storefront, stock: StockName, tokens: i64) -> DbResult<bool> {
    let levels = stock::levels_of(tx, &storefront.id).await?;
    Ok(levels.iter().any(|level| level.stock == stock && level.available < tokens))
}

async fn log(tx: &mut Tx, scene: Scene<'_>, purchase: &str, claim: &Claim, row: &Product) -> DbResult<()> {
    let Scene { storefront, provider, now, .. } = scene;
    let count = claim.item.quantity;
    let keys = if count == 1 { "key" } else { "keys" };
    let details = format!(
        "{} {purchase} · {count} {keys} for {} boosts of {}",
        provider.title(),
        row.amount,
        row.stock.title()
    );
    activity_log::record(tx, &storefront.user_id, Action::StoreSale, &details, now).await
}
