//! Making, listing and revoking redeem keys.

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use super::narrowed::{KeyFilter, Narrowed};
use super::sealed_key::SealedKey;
use super::{KeyError, KeyPage, KeyStatus, RedeemKey, counts, queries};
use crate::App;
use crate::db::{Failure, Result as DbResult, Script, Tx, cut_to_page};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::words::counted;
use crate::ids::{GuildId, KeyId, UserId};
use crate::kept_answers::{self, Once};
use crate::outbox::seller_events::{self, KeyFacts, KeySource, SellerEvent};
use crate::people::activity_log::{self, Action};
use crate::shop::stock::StockName;
use crate::shop::stock_name::is_amount;
use crate::shop::storefronts::{self, Reached, Right, Storefront};

const PAGE: i64 = 50;
pub(super) const LARGEST_PAGE: i64 = 100;

/// Keys made in one call.
pub const MOST_AT_ONCE: i64 = 1000;
/// In characters.
pub const LONGEST_NOTE: usize = 200;

#[derive(Debug, Clone)]
pub struct CreateKeys {
    pub stock: StockName,
    /// In boosts: even, 2 to 100.
    pub amount: i64,
    /// 1 to [`MOST_AT_ONCE`].
    pub count: i64,
    pub note: Option<String>,
}

impl CreateKeys {
    fn check(mut self) -> Result<Self, KeyError> {
        if !is_amount(self.amount) {
            return Err(KeyError::BadAmount);
        }
        if !(1..=MOST_AT_ONCE).contains(&self.count) {
            return Err(KeyError::BadCount);
        }
        self.note = self.note.map(|note| note.trim().to_owned()).filter(|note| !note.is_empty());
        if self.note.as_ref().is_some_and(|note| note.chars().count() > LONGEST_NOTE || note.contains('\0')) {
            return Err(KeyError::NoteTooLong);
        }
        Ok(self)
    }
}

/// What the keys of one batch have in common.
#[derive(Debug, Clone)]
pub(crate) struct Batch {
    pub(crate) stock: StockName,
    /// In boosts.
    pub(crate) amount: i64,
    pub(crate) note: Option<String>,
    /// The customer's.
    pub(crate) email: Option<String>,
    /// The purchase they are for. Its sale is inserted before them.
    pub(crate) purchase: Option<Purchase>,
    /// Who asked for them.
    pub(crate) source: KeySource,
}

/// A purchase at a storefront's store, as sales identify it.
#[derive(Debug, Clone)]
pub(crate) struct Purchase {
    pub(crate) store: &'static str,
    pub(crate) id: String,
}

/// New keys that are not stored yet, with their rows prepared.
#[derive(Clone)]
pub(crate) struct Fresh {
    pub(crate) keys: Vec<RedeemKey>,
    rows: String,
}

impl Fresh {
    pub(crate) fn make(app: &App, seller: &UserId, count: i64) -> Self {
        let keys: Vec<RedeemKey> = (0..count).map(|_| RedeemKey::generate(&app.rng)).collect();
        let row = |key: &RedeemKey| {
            let SealedKey { fingerprint, sealed } = SealedKey::seal(&app.seal, &app.rng, seller, key);
            queries::NewKey { fingerprint, sealed, veiled: key.veiled(&app.seal) }
        };
        let rows: Vec<queries::NewKey> = keys.iter().map(row).collect();
        let rows = serde_json::to_string(&rows).expect("texts have a JSON form");
        Self { keys, rows }
    }
}

/// Stores fresh keys as part of a script: the one place where keys are created. Call [`tell`] afterwards.
pub(crate) fn put(
    script: &mut Script<'_>,
    storefront: &Storefront,
    batch: &Batch,
    fresh: &Fresh,
    now: Timestamp,
) {
    queries::put(script, &storefront.id, batch, &fresh.rows, now);
    script.publish(changed(storefront));
}

/// Tells the seller's own services of keys that were made.
pub(crate) async fn tell(
    tx: &mut Tx,
    app: &App,
    storefront: &Storefront,
    batch: &Batch,
    fresh: &Fresh,
) -> DbResult<()> {
    seller_events::write(tx, app, &storefront.user_id, &created(storefront, batch, fresh)).await
}

/// Makes `wanted.count` keys for the user's storefront, all or none. `source`: who asked for them.
///
/// Errors: `BadAmount`, `BadCount`, `NoteTooLong`; `Storefront(NotFound)`.
pub async fn create(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    wanted: CreateKeys,
    source: KeySource,
) -> Result<Vec<RedeemKey>, KeyError> {
    create_once(app, user_id, guild, wanted, source, None).await
}

/// As [`create`]; the same call again answers with the same keys.
///
/// Errors: as [`create`]'s, and `Repeat(OtherBody)`.
pub async fn create_once(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    wanted: CreateKeys,
    source: KeySource,
    once: Option<Once>,
) -> Result<Vec<RedeemKey>, KeyError> {
    let wanted = wanted.check()?;
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let fresh = Fresh::make(app, &storefront.user_id, wanted.count);
    let keys = fresh.keys.clone();
    let CreateKeys { stock, amount, count, note } = wanted;
    let batch = Batch { stock, amount, note, email: None, purchase: None, source };
    let (app_, now) = (app.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if let Some(once) = &once
                    && let Some(answer) = kept_answers::hold(tx, &app_, once).await?
                {
                    return read(answer.expose_secret());
                }
                // The storefront may have been closed since, and nobody could spend the keys.
                storefronts::hold_open(tx, &storefront).await?;
                storefront.sign(tx);
                let made = counted(count, "key");
                let details = format!("{made} for {amount} boosts of {}", stock.title());
                let mut script = tx.script();
                put(&mut script, &storefront, &batch, &fresh, now);
                activity_log::put(&mut script, &storefront.user_id, Action::KeysCreated, &details, now);
                script.run().await?;
                tell(tx, &app_, &storefront, &batch, &fresh).await?;
                if let Some(once) = &once {
                    kept_answers::keep(tx, &app_, once, &written(&keys)).await?;
                }
                Ok(keys)
            }
            .boxed()
        })
        .await
}

/// The stored form of keys: one per line.
fn written(keys: &[RedeemKey]) -> SecretString {
    let keys: Vec<&str> = keys.iter().map(RedeemKey::expose).collect();
    keys.join("\n").into()
}

fn read(text: &str) -> Result<Vec<RedeemKey>, KeyError> {
    let keys: Option<_> = text.lines().map(RedeemKey::parse).collect();
    Ok(keys.ok_or(Failure::Inconsistent("a key's answer is no list of keys"))?)
}

fn created(storefront: &Storefront, batch: &Batch, fresh: &Fresh) -> SellerEvent {
    SellerEvent::KeyCreated(KeyFacts {
        guild_id: storefront.guild_id.clone(),
        stock: batch.stock.as_str(),
        amount: batch.amount,
        count: i64::try_from(fresh.keys.len()).expect("at most a thousand"),
        note: batch.note.clone(),
        source: batch.source,
    })
}

/// Returns a page of the storefront's keys, the newest first: `limit` of them, 50 when absent, behind `cursor`.
///
/// Errors: `BadCursor`, `BadLimit`; `Storefront`.
pub async fn list(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    filter: KeyFilter<'_>,
    cursor: Option<&str>,
    limit: Option<i64>,
) -> Result<KeyPage, KeyError> {
    let before = match cursor {
        Some(cursor) => cursor.parse().map_err(|_| KeyError::BadCursor)?,
        None => KeyId::LAST,
    };
    let limit = limit.unwrap_or(PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(KeyError::BadLimit);
    }
    let narrowed = Narrowed::of(app, user_id, guild, filter).await?;
    let mut rows = narrowed.before(before, limit + 1).await?;
    let next = cut_to_page(&mut rows, limit).map(|last| last.id.to_string());
    let counts = counts::of(app, narrowed.storefront_id()).await?;
    Ok(KeyPage { keys: narrowed.open(rows)?, next, counts })
}

/// Revokes an unused key of the user's storefront.
///
/// Errors: `NotFound`, also for another storefront's key; `AlreadyRedeemed`, `AlreadyRevoked`; `Storefront(NotFound)`.
pub async fn revoke(app: &App, user_id: &UserId, guild: &GuildId, key: &str) -> Result<(), KeyError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    revoke_in(app, Some(storefront), key).await
}

/// Revokes a key of any storefront, for the operator.
///
/// Errors: `NotFound`, `AlreadyRedeemed`, `AlreadyRevoked`.
pub async fn revoke_anywhere(app: &App, key: &str) -> Result<(), KeyError> {
    revoke_in(app, None, key).await
}

async fn revoke_in(app: &App, reached: Option<Reached>, key: &str) -> Result<(), KeyError> {
    let key = RedeemKey::parse(key).ok_or(KeyError::NotFound)?;
    let (fingerprint, now) = (key.fingerprint(&app.seal), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if let Some(reached) = &reached {
                    reached.sign(tx);
                }
                let found = queries::key(tx, &fingerprint).await?;
                let found = found
                    .filter(|key| reached.as_ref().is_none_or(|reached| reached.id == key.storefront_id))
                    .ok_or(KeyError::NotFound)?;
                if !queries::revoke(tx, found.id, now).await? {
                    // Read again: on PostgreSQL another transaction may have come first.
                    return Err(match queries::key(tx, &fingerprint).await?.map(|key| key.status) {
                        Some(KeyStatus::Redeemed) => KeyError::AlreadyRedeemed,
                        _ => KeyError::AlreadyRevoked,
                    });
                }
                let storefront = storefronts::by_id(tx, &found.storefront_id)
                    .await?
                    .ok_or(Failure::Inconsistent("a key without its storefront"))?;
                let details = format!("A key for {} boosts of {}", found.amount, found.stock.title());
                activity_log::record(tx, &storefront.user_id, Action::KeyRevoked, &details, now).await?;
                announce(tx, &storefront);
                Ok(())
            }
            .boxed()
        })
        .await
}

pub(super) fn announce(tx: &mut Tx, storefront: &Storefront) {
    tx.publish(changed(storefront));
}

fn changed(storefront: &Storefront) -> Event {
    Event::of_storefront(Topic::Keys, &storefront.user_id, &storefront.guild_id)
}
