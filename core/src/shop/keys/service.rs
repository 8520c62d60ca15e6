//! Making, listing and revoking redeem keys.

use futures::FutureExt;

use super::key::masked;
use super::{KeyError, KeyPage, KeyStatus, RedeemKey, queries};
use crate::App;
use crate::db::{Failure, Tx};
use crate::events::{Event, Topic};
use crate::ids::{GuildId, KeyId, UserId};
use crate::people::activity_log::{self, Action};
use crate::seal::Purpose;
use crate::shop::stock::StockName;
use crate::shop::storefronts::{self, Reached, Right, Storefront};

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

/// Makes `wanted.count` keys for the user's storefront, all or none.
///
/// Errors: `BadAmount`, `BadCount`, `NoteTooLong`; `Storefront(NotFound)`.
pub async fn create(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    wanted: CreateKeys,
) -> Result<Vec<RedeemKey>, KeyError> {
    let wanted = wanted.check()?;
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let keys: Vec<RedeemKey> = (0..wanted.count).map(|_| RedeemKey::generate(&app.rng)).collect();
    let rows: Vec<queries::NewKey> = keys
        .iter()
        .map(|key| queries::NewKey {
            fingerprint: key.fingerprint(&app.seal),
            sealed: app.seal.seal(Purpose::RedeemKey, key.expose(), &app.rng),
        })
        .collect();
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                storefront.sign(tx);
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
                Ok::<_, KeyError>(())
            }
            .boxed()
        })
        .await?;
    Ok(keys)
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
    let storefront = storefronts::reach(app, user_id, guild, Right::Read).await?;
    let mut rows =
        queries::page(&mut app.db.read().await?, &storefront.id, status, before, limit + 1).await?;
    let more = rows.len() > usize::try_from(limit).expect("a page is small");
    if more {
        rows.pop();
    }
    let next = more.then(|| rows.last().map(|row| row.id.to_string())).flatten();
    let mut keys = rows.into_iter().map(|row| row.open(&app.seal)).collect::<Result<Vec<_>, Failure>>()?;
    if !storefront.sees_keys() {
        keys.iter_mut()
            .filter(|key| key.status == KeyStatus::Unused)
            .for_each(|key| key.key = masked(&key.key));
    }
    Ok(KeyPage { keys, next })
}

/// Makes an unused key of the user's storefront worthless.
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

pub(super) fn announce(tx: &mut Tx, storefront: &Storefront) {
    tx.publish(Event::of_storefront(Topic::Keys, &storefront.user_id, &storefront.guild_id));
}
