//! Revoking a list of keys, and walking through all of them.

use futures::FutureExt;

use super::{Revoked, queries};
use crate::App;
use crate::db::Result as DbResult;
use crate::foundation::words::counted;
use crate::ids::{GuildId, KeyId, UserId};
use crate::people::activity_log::{self, Action};
use crate::shop::keys::narrowed::Narrowed;
use crate::shop::keys::service::announce;
use crate::shop::keys::{Key, KeyError, KeyFilter, RedeemKey};
use crate::shop::storefronts::{self, Right};

/// Keys that can be revoked in one call.
pub const MOST: usize = 1000;

/// Keys that are read at once.
const STRIDE: i64 = 500;

/// Revokes those of these keys that are unspent keys of the storefront, in one transaction. The others are left alone.
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
    // Sorted, so that two calls about the same keys lock them in the same order and cannot deadlock.
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
                    let details = counted(revoked, "key");
                    activity_log::record(tx, &storefront.user_id, Action::KeyRevoked, &details, now).await?;
                    announce(tx, &storefront);
                }
                Ok(Revoked { revoked, left: asked - revoked })
            }
            .boxed()
        })
        .await
}

/// Returns the storefront's keys, the newest first, some at a time.
///
/// Errors: `Storefront`.
pub async fn walk(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    filter: KeyFilter<'_>,
) -> Result<KeyWalk, KeyError> {
    Ok(KeyWalk { keys: Narrowed::of(app, user_id, guild, filter).await?, before: KeyId::LAST })
}

/// Reads keys lazily, a batch at a time.
#[derive(Debug)]
pub struct KeyWalk {
    keys: Narrowed,
    before: KeyId,
}

impl KeyWalk {
    /// Returns the next ones. Empty: that was all.
    pub async fn next(&mut self) -> DbResult<Vec<Key>> {
        let rows = self.keys.before(self.before, STRIDE).await?;
        if let Some(last) = rows.last() {
            self.before = last.id;
        }
        self.keys.open(rows)
    }
}
