//! Revoking a list of keys, and walking through all of them.

use futures::FutureExt;
use secrecy::ExposeSecret;

use super::{ListedKey, Revoked, queries};
use crate::App;
use crate::db::Result as DbResult;
use crate::ids::{GuildId, KeyId, UserId};
use crate::people::activity_log::{self, Action};
use crate::shop::keys::key::masked;
use crate::shop::keys::service::announce;
use crate::shop::keys::{KeyError, KeyStatus, RedeemKey};
use crate::shop::storefronts::{self, Reached, Right};

/// Keys that can be revoked in one call.
pub const MOST: usize = 1000;

/// Keys that are read at once.
const STRIDE: i64 = 500;

/// Makes the unspent ones of these keys worthless, in one transaction. What is no unspent key of the storefront is left
/// as it is.
///
/// Errors: `TooMany` above 1000; `Storefront(NotFound)`.
pub async fn revoke_many(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    keys: &[String],
) -> Result<Revoked, KeyError> {
    if keys.len() > MOST {
        return Err(KeyError::TooMany);
    }
    let storefront = storefronts::reach(app, user_id, guild, Right::Manage).await?;
    let asked = keys.len();
    let mut fingerprints: Vec<String> =
        keys.iter().filter_map(|key| RedeemKey::parse(key)).map(|key| key.fingerprint(&app.seal)).collect();
    // In one order, so that two calls about the same keys wait for each other and do not block each other.
    fingerprints.sort_unstable();
    let now = app.clock.now();
    app.db
        .write(move |tx| {
            async move {
                storefront.sign(tx);
                let mut revoked = 0;
                for fingerprint in &fingerprints {
                    revoked += usize::from(queries::revoke(tx, &storefront.id, fingerprint, now).await?);
                }
                if revoked > 0 {
                    let details = format!("{revoked} {}", if revoked == 1 { "key" } else { "keys" });
                    activity_log::record(tx, &storefront.user_id, Action::KeyRevoked, &details, now).await?;
                    announce(tx, &storefront);
                }
                Ok(Revoked { revoked, left: asked - revoked })
            }
            .boxed()
        })
        .await
}

/// Returns all of the storefront's keys, or those with a status, the newest first, some at a time. `hidden`: unspent ones are
/// masked.
///
/// Errors: `Storefront(NotFound)`.
pub async fn walk(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    status: Option<KeyStatus>,
    hidden: bool,
) -> Result<KeyWalk, KeyError> {
    let storefront = storefronts::reach(app, user_id, guild, Right::Read).await?;
    let hidden = hidden || !storefront.sees_keys();
    Ok(KeyWalk { app: app.clone(), storefront, status, hidden, before: KeyId::LAST })
}

/// Keys that are read as they are asked for.
#[derive(Debug)]
pub struct KeyWalk {
    app: App,
    storefront: Reached,
    status: Option<KeyStatus>,
    hidden: bool,
    before: KeyId,
}

impl KeyWalk {
    /// Returns the next ones. Empty: that was all.
    pub async fn next(&mut self) -> DbResult<Vec<ListedKey>> {
        let mut conn = self.app.db.read().await?;
        let rows = queries::before(&mut conn, &self.storefront.id, self.status, self.before, STRIDE).await?;
        if let Some(last) = rows.last() {
            self.before = last.id;
        }
        let mut keys = rows
            .into_iter()
            .map(|row| row.open(&self.app.seal, &self.storefront.user_id))
            .collect::<DbResult<Vec<_>>>()?;
        if self.hidden {
            keys.iter_mut()
                .filter(|key| key.status == KeyStatus::Unused)
                .for_each(|key| key.key = masked(key.key.expose_secret()).into());
        }
        Ok(keys)
    }
}
