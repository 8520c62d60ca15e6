//! Decides whether a call is accepted: the store is connected, the signature is right, the time is recent. Only reads.

use std::time::Duration;

use super::CallError;
use super::queries::{self, Called, Secret};
use crate::App;
use crate::db::Result as DbResult;
use crate::foundation::clock::Timestamp;
use crate::foundation::standard_webhooks::is_recent;
use crate::ids::{GuildId, StoreSecretId};
use crate::shop::storefronts::{Storefront, StorefrontError};
use crate::shop::stores::Provider;
use crate::shop::stores::connections::key_of;
use crate::shop::stores::providers::{Sent, store};

/// How often a secret's last use is recorded at most.
pub(super) const NOTED_EVERY: Duration = Duration::from_mins(1);

/// A call, and whether it is accepted.
#[derive(Debug)]
pub struct Judged {
    pub(super) storefront: Storefront,
    pub(super) provider: Provider,
    pub(super) sent: Sent,
    pub(super) judgement: Judgement,
    /// The secret it is signed with, unless its use was noted a moment ago.
    pub(super) unnoted: Option<StoreSecretId>,
    pub(super) now: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It is signed with this secret.
    Signed(StoreSecretId),
    /// It came to the test address, which delivers nothing.
    Test,
    Refused(Refused),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    Disabled,
    BadSignature,
    Stale,
}

impl Judged {
    /// `None`: the signature does not matter, because the call came to the test address, or the store is not connected.
    pub fn is_signed(&self) -> Option<bool> {
        match self.judgement {
            Judgement::Signed(_) => Some(true),
            Judgement::Refused(Refused::BadSignature | Refused::Stale) => Some(false),
            Judgement::Refused(Refused::Disabled) | Judgement::Test => None,
        }
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
    let called = queries::called(&mut app.db.read().await?, guild, provider).await?;
    let Called { storefront, is_enabled, secrets } = called.ok_or(StorefrontError::NotFound)?;
    let judgement = if !is_enabled {
        Judgement::Refused(Refused::Disabled)
    } else if at_test_address && store(provider).has_test_address() {
        Judgement::Test
    } else {
        let key = |secret: &Secret| {
            let key = key_of(app, provider, &secret.id, &secret.sealed)?;
            Ok((secret.id.clone(), key))
        };
        let keys = secrets.iter().map(key).collect::<DbResult<Vec<_>>>()?;
        judge_signature(provider, &sent, &keys, now)
    };
    let unnoted = match &judgement {
        Judgement::Signed(by) => {
            let recently = now.minus(NOTED_EVERY);
            let is_noted = |secret: &Secret| secret.last_used_at.is_some_and(|at| at > recently);
            secrets
                .iter()
                .find(|secret| secret.id == *by && !is_noted(secret))
                .map(|secret| secret.id.clone())
        }
        _ => None,
    };
    Ok(Judged { storefront, provider, sent, judgement, unnoted, now })
}

/// Checks the signature first, then its time.
pub(super) fn judge_signature(
    provider: Provider,
    sent: &Sent,
    keys: &[(StoreSecretId, Vec<u8>)],
    now: Timestamp,
) -> Judgement {
    let bad = Judgement::Refused(Refused::BadSignature);
    let Some(signature) = store(provider).signature(sent) else { return bad };
    let Some((id, _)) = keys.iter().find(|(_, key)| signature.is_by(key)) else { return bad };
    if signature.time().is_some_and(|signed| !is_recent(signed, now)) {
        return Judgement::Refused(Refused::Stale);
    }
    Judgement::Signed(id.clone())
}
