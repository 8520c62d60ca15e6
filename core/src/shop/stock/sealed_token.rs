//! Tokens at rest: each is sealed to its row, which the token's fingerprint identifies.

use secrecy::SecretString;

use crate::db::Result;
use crate::foundation::rng::Rng;
use crate::ids::UserId;
use crate::seal::{Place, Purpose, SealingKey};

/// A token as it is stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct SealedToken {
    #[sqlx(rename = "token_fingerprint")]
    pub(super) fingerprint: String,
    #[sqlx(rename = "token_sealed")]
    pub(super) sealed: String,
}

impl SealedToken {
    /// `seller`: whose stock it is for.
    pub(super) fn seal(seal: &SealingKey, rng: &Rng, seller: &UserId, token: &str) -> Self {
        let fingerprint = seal.fingerprint(Purpose::Token, token);
        let row = [fingerprint.as_str()];
        let sealed = seal.seal(&Place::row(Purpose::Token, &row).of(seller), token, rng);
        Self { fingerprint, sealed }
    }

    /// `seller`: whose stock it is of.
    ///
    /// Errors: when it cannot be decrypted, also because it was sealed for another row.
    pub(crate) fn open(&self, seal: &SealingKey, seller: &UserId) -> Result<SecretString> {
        let row = [self.fingerprint.as_str()];
        Ok(seal.open(&Place::row(Purpose::Token, &row).of(seller), &self.sealed)?)
    }
}
