//! The code a user signs in with: 160 random bits, in eight groups of four.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

use crate::foundation::code;
use crate::foundation::rng::Rng;
use crate::ids::UserId;
use crate::seal::{Place, Purpose, SealError, SealingKey};

const SYMBOLS: usize = 32;
const GROUP: usize = 4;

/// Always in its canonical spelling. Printing it takes [`AccessCode::expose`].
#[derive(Clone)]
pub struct AccessCode(SecretString);

impl AccessCode {
    pub fn generate(rng: &Rng) -> Self {
        Self(code::generate(rng, SYMBOLS, GROUP).into())
    }

    /// Takes any case, with or without separators. `None` when the text cannot be a code.
    pub fn parse(typed: &str) -> Option<Self> {
        code::canonical(typed, SYMBOLS, GROUP).map(|text| Self(text.into()))
    }

    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    pub(super) fn seal(&self, user: &UserId, key: &SealingKey, rng: &Rng) -> String {
        key.seal(&Place::row(Purpose::AccessCode, &[]).of(user), self.expose(), rng)
    }

    /// The code for people who may not read it: `••••-••••-…`.
    pub fn masked(&self) -> String {
        code::masked(self.expose(), 0)
    }

    pub(super) fn open(user: &UserId, key: &SealingKey, sealed: &str) -> Result<Self, SealError> {
        key.open(&Place::row(Purpose::AccessCode, &[]).of(user), sealed).map(Self)
    }

    pub(super) fn fingerprint(&self, key: &SealingKey) -> String {
        key.fingerprint(Purpose::AccessCode, self.expose())
    }
}

impl fmt::Debug for AccessCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessCode([hidden])")
    }
}
