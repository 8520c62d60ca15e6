//! Making, listing and revoking redeem keys.

use futures::FutureExt;
use secrecy::{ExposeSecret, SecretString};

use super::{KeyError, KeyPage, KeyStatus, RedeemKey, queries};
use crate::App;
use crate::db::{Failure, Tx};
use crate::events::{Event, Topic};
use crate::ids::{GuildId, KeyId, StorefrontId, UserId};
use crate::kept_answers::{self, Once};
use crate::people::activity_log::{self, Action};
use crate::seal::Purpose;
use crate::seller_events::{self, KeyFacts, KeySource, SellerEvent};
use crate::shop::stock::StockName;
use crate::shop::storefronts::{self, Storefront};

const PAGE: i64 = 50;
const LARGEST_PAGE: i64 = 100;

#[derive(Debug, Clone)]
pub struct CreateKeys {
    pub stock: StockName,
    /// In boosts: even, 2 to 100.
    pub amount: i64,
    /// 1 to 1000.
    pub count: i64,
    pub note: Option<String>,
}

impl CreateKeys {
    fn check(mut self) -> Result<Self, KeyError> {
        if !(2..=100).contains(&self.amount) || self.amount % 2 != 0 {
            return Err(KeyError::BadAmount);
        }
        if !(1..=1000).contains(&self.count) {
            return Err(KeyError::BadCount);
        }
        self.note = self.note.map(|note| note.trim().to_owned()).filter(|note| !note.is_empty());
        if self.note.as_ref().is_some_and(|note| note.chars().count() > 200 || note.contains('\0')) {
            return Err(KeyError::NoteTooLong);
        }
        Ok(self)
    }
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
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let keys: Vec<RedeemKey> = (0..wanted.count).map(|_| RedeemKey::generate(&app.rng)).collect();
    let rows: Vec<queries::NewKey> = keys
        .iter()
        .map(|key| queries::NewKey {
            fingerprint: key.fingerprint(&app.seal),
            sealed: app.seal.seal(Purpose::RedeemKey, key.expose(), &app.rng),
        })
        .collect();
    let (app_, now) = (app.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                if let Some(once) = &once
                    && let Some(answer) = kept_answers::hold(tx, &app_, once).await?
                {
                    return read(answer.expose_secret());
                }
                queries::insert(tx, &storefront.id, &wanted, &rows, now).await?;
                let details = format!(
                    "{} {} for {} boosts of {}",
                    wanted.count,
                    if wanted.count == 1 { "key" } else { "keys" },
                    wanted.amount,
                    wanted.stock.title()
                );
                activity_log::record(tx, &storefront.user_id, Action::KeysCreated, &details, now).await?;
                announce(tx, &storefront);
                seller_events::write(tx, &app_, &storefront.user_id, &created(&storefront, wanted, source))
                    .await?;
                if let Some(once) = &once {
                    kept_answers::keep(tx, &app_, once, &written(&keys)).await?;
                }
                Ok(keys)
            }
            .boxed()
        })
        .await
}

/// As they are kept: a key a line.
fn written(keys: &[RedeemKey]) -> SecretString {
    let keys: Vec<&str> = keys.iter().map(RedeemKey::expose).collect();
    keys.join("\n").into()
}

fn read(text: &str) -> Result<Vec<RedeemKey>, KeyError> {
    let keys: Option<_> = text.lines().map(RedeemKey::parse).collect();
    Ok(keys.ok_or(Failure::Inconsistent("a key's answer is no list of keys"))?)
}

fn created(storefront: &Storefront, wanted: CreateKeys, source: KeySource) -> SellerEvent {
    SellerEvent::KeyCreated(KeyFacts {
        guild_id: storefront.guild_id.clone(),
        stock: wanted.stock.as_str(),
        amount: wanted.amount,
        count: wanted.count,
        note: wanted.note,
        source,
    })
}

/// Returns a page of the storefront's keys, the newest first: 1 to 100, 50 without `limit`.
///
/// Errors: `BadCursor`, `BadLimit`; `Storefront(NotFound)`.
pub async fn list(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    status: Option<KeyStatus>,
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
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let mut rows =
        queries::page(&mut app.db.read().await?, &storefront.id, status, before, limit + 1).await?;
    let more = rows.len() > usize::try_from(limit).expect("a page is small");
    if more {
        rows.pop();
    }
    let next = more.then(|| rows.last().map(|row| row.id.to_string())).flatten();
    let keys = rows.into_iter().map(|row| row.open(&app.seal)).collect::<Result<_, Failure>>()?;
    Ok(KeyPage { keys, next })
}

/// Makes an unused key of the user's storefront worthless.
///
/// Errors: `NotFound`, also for another storefront's key; `AlreadyRedeemed`, `AlreadyRevoked`; `Storefront(NotFound)`.
pub async fn revoke(app: &App, user_id: &UserId, guild: &GuildId, key: &str) -> Result<(), KeyError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
    revoke_in(app, Some(storefront.id), key).await
}

/// Revokes a key of any storefront, for the operator.
///
/// Errors: `NotFound`, `AlreadyRedeemed`, `AlreadyRevoked`.
pub async fn revoke_anywhere(app: &App, key: &str) -> Result<(), KeyError> {
    revoke_in(app, None, key).await
}

async fn revoke_in(app: &App, storefront_id: Option<StorefrontId>, key: &str) -> Result<(), KeyError> {
    let key = RedeemKey::parse(key).ok_or(KeyError::NotFound)?;
    let (fingerprint, now) = (key.fingerprint(&app.seal), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                let found = queries::key(tx, &fingerprint).await?;
                let found = found
                    .filter(|key| storefront_id.as_ref().is_none_or(|id| *id == key.storefront_id))
                    .ok_or(KeyError::NotFound)?;
                if !queries::revoke(tx, found.id, now).await? {
                    // Read again: on PostgreSQL another transaction may have come first.
                    return Err(match queries::key(tx, &fingerprint).await?.map(|key| key.status) {
                        Some(KeyStatus::Redeemed) => KeyError::AlreadyRedeemed,
                        _ => KeyError::AlreadyRevoked,
                    });
                }
                let storefront = storefronts::queries::by_id(tx, &found.storefront_id)
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

fn announce(tx: &mut Tx, storefront: &Storefront) {
    tx.publish(Event::of_storefront(Topic::Keys, &storefront.user_id, &storefront.guild_id));
}
