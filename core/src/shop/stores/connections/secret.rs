//! A store's secrets: the seller's own or made here, sealed at rest.

use data_encoding::{BASE64, HEXLOWER};
use secrecy::{ExposeSecret, SecretString};

use super::queries::SecretRow;
use super::{ConnectionError, Secret};
use crate::App;
use crate::db::{Failure, Result as DbResult};
use crate::foundation::rng::Rng;
use crate::foundation::standard_webhooks::{self, PREFIX};
use crate::ids::StoreSecretId;
use crate::seal::{Place, Purpose};
use crate::shop::stores::Provider;
use crate::shop::stores::providers::store;

/// In characters.
pub const SHORTEST_SECRET: usize = 8;
pub const LONGEST_SECRET: usize = 512;

/// Random bytes of a secret made here.
const LENGTH: usize = 24;

/// Errors: `BadSecret`, `BadStandardSecret`.
pub(super) fn check(provider: Provider, typed: &str) -> Result<SecretString, ConnectionError> {
    let typed = match provider {
        Provider::Standard => typed.trim(),
        // A trailing space is part of the key.
        _ => typed.trim_matches(char::is_control),
    };
    if !(SHORTEST_SECRET..=LONGEST_SECRET).contains(&typed.chars().count())
        || typed.chars().any(char::is_control)
    {
        return Err(ConnectionError::BadSecret);
    }
    if store(provider).key(typed).is_none() {
        return Err(ConnectionError::BadStandardSecret);
    }
    Ok(typed.into())
}

pub(super) fn generate(provider: Provider, rng: &Rng) -> SecretString {
    let bytes = rng.bytes::<LENGTH>();
    match provider {
        Provider::Standard => format!("{PREFIX}{}", BASE64.encode(&bytes)).into(),
        _ => HEXLOWER.encode(&bytes).into(),
    }
}

pub(super) fn shown(app: &App, row: SecretRow) -> DbResult<Secret> {
    let secret = open(app, &row.id, &row.secret_sealed)?;
    let hint = standard_webhooks::hint(&secret);
    Ok(Secret { id: row.id, hint, created_at: row.created_at, last_used_at: row.last_used_at })
}

/// The key that a secret signs with.
pub(in crate::shop::stores) fn key_of(
    app: &App,
    provider: Provider,
    id: &StoreSecretId,
    sealed: &str,
) -> DbResult<Vec<u8>> {
    let secret = open(app, id, sealed)?;
    let key = store(provider).key(secret.expose_secret());
    key.ok_or(Failure::Inconsistent("a store's secret without a key"))
}

pub(super) fn seal(app: &App, id: &StoreSecretId, secret: &SecretString) -> String {
    app.seal.seal(&Place::row(Purpose::StoreSecret, &[id.as_str()]), secret.expose_secret(), &app.rng)
}

fn open(app: &App, id: &StoreSecretId, sealed: &str) -> DbResult<SecretString> {
    Ok(app.seal.open(&Place::row(Purpose::StoreSecret, &[id.as_str()]), sealed)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_trimmed_from_a_store_secret_and_spaces_only_from_a_base64_one() {
        let checked = |provider, typed| Some(check(provider, typed).ok()?.expose_secret().to_owned());
        assert_eq!(checked(Provider::Whop, " blanks count \r\n").as_deref(), Some(" blanks count "));
        assert_eq!(checked(Provider::Whop, "not\nin it"), None);
        assert_eq!(checked(Provider::Whop, "\n1234567\n"), None, "that is short");
        let encoded = BASE64.encode(b"0123456789abcdef0123456789abcdef");
        assert_eq!(checked(Provider::Standard, &format!(" {encoded} ")), Some(encoded));
    }
}
