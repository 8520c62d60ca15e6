//! Redeem keys at rest: each is sealed to its row, which the key's fingerprint identifies.

use secrecy::SecretString;

use super::key::RedeemKey;
use crate::db::Result;
use crate::foundation::rng::Rng;
use crate::ids::UserId;
use crate::seal::{Place, Purpose, SealingKey};

/// A key as it is stored.
#[derive(Clone, sqlx::FromRow)]
pub(crate) struct SealedKey {
    #[sqlx(rename = "key_fingerprint")]
    pub(super) fingerprint: String,
    #[sqlx(rename = "key_sealed")]
    pub(super) sealed: String,
}

impl SealedKey {
    /// `seller`: whose storefront it is of.
    pub(super) fn seal(seal: &SealingKey, rng: &Rng, seller: &UserId, key: &RedeemKey) -> Self {
        let fingerprint = key.fingerprint(seal);
        let row = [fingerprint.as_str()];
        let sealed = seal.seal(&Place::row(Purpose::RedeemKey, &row).of(seller), key.expose(), rng);
        Self { fingerprint, sealed }
    }

    /// `seller`: whose storefront it is of.
    ///
    /// Errors: when it cannot be decrypted, also because it was sealed for another row.
    pub(crate) fn open(&self, seal: &SealingKey, seller: &UserId) -> Result<SecretString> {
        let row = [self.fingerprint.as_str()];
        Ok(seal.open(&Place::row(Purpose::RedeemKey, &row).of(seller), &self.sealed)?)
    }
}
