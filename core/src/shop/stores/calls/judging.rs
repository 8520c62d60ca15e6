//! Whether a call may be listened to: the store is connected, the signature is right, the time is now. Reads only.

use super::CallError;
use crate::App;
use crate::clock::Timestamp;
use crate::ids::{GuildId, StoreSecretId};
use crate::shop::storefronts::{self, Storefront, StorefrontError};
use crate::shop::stores::Provider;
use crate::shop::stores::connections::{self, queries};
use crate::shop::stores::providers::{Sent, is_in_time, store};

/// A call, and whether it may be listened to.
#[derive(Debug)]
pub struct Judged {
    pub(super) storefront: Storefront,
    pub(super) provider: Provider,
    pub(super) sent: Sent,
    pub(super) judgement: Judgement,
    pub(super) now: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Judgement {
    Disabled,
    /// It came to the address that delivers nothing.
    Test,
    BadSignature,
    Stale,
    /// By this secret.
    Signed(StoreSecretId),
}

impl Judged {
    /// Whether somebody who is not the store may have sent it.
    pub fn is_from_anybody(&self) -> bool {
        matches!(self.judgement, Judgement::Test | Judgement::BadSignature | Judgement::Stale)
    }
}

/// Judges a call. `at_test_address`: it was sent to the address with `?test=1`.
///
/// Errors: `Storefront(NotFound)`.
pub async fn judge(
    app: &App,
    provider: Provider,
    guild: &GuildId,
    sent: Sent,
    at_test_address: bool,
) -> Result<Judged, CallError> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let storefront = storefronts::queries::open_in(&mut conn, guild).await?;
    let storefront = storefront.ok_or(StorefrontError::NotFound)?;
    let judgement = if !queries::is_enabled(&mut conn, &storefront.id, provider).await? {
        Judgement::Disabled
    } else if at_test_address && store(provider).has_test_address() {
        Judgement::Test
    } else {
        let secrets = queries::secrets(&mut conn, &storefront.id, provider).await?;
        drop(conn);
        judge_signature(provider, &sent, &connections::keys_of(app, secrets)?, now)
    };
    Ok(Judged { storefront, provider, sent, judgement, now })
}

/// The signature first, then its time.
pub(super) fn judge_signature(
    provider: Provider,
    sent: &Sent,
    keys: &[(StoreSecretId, Vec<u8>)],
    now: Timestamp,
) -> Judgement {
    let Some(signature) = store(provider).signature(sent) else { return Judgement::BadSignature };
    let Some((id, _)) = keys.iter().find(|(_, key)| signature.is_by(key)) else {
        return Judgement::BadSignature;
    };
    if signature.time().is_some_and(|signed| !is_in_time(signed, now)) {
        return Judgement::Stale;
    }
    Judgement::Signed(id.clone())
}
