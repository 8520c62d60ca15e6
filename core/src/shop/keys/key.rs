//! The key itself.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

use crate::code;
use crate::ids::{KEY_GROUP, KEY_SYMBOLS, OrderId};
use crate::rng::Rng;
use crate::seal::{Purpose, SealingKey};

/// `RX81P-V6NDK-94FMZ-TQ2CE`: 100 random bits, always in its canonical spelling.
#[derive(Clone)]
pub struct RedeemKey(SecretString);

impl RedeemKey {
    pub(super) fn generate(rng: &Rng) -> Self {
        Self(code::generate(rng, KEY_SYMBOLS, KEY_GROUP).into())
    }

    /// Takes any case, with or without separators. `None` when the text cannot be a key.
    pub fn parse(typed: &str) -> Option<Self> {
        code::canonical(typed, KEY_SYMBOLS, KEY_GROUP).map(|text| Self(text.into()))
    }

    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// What the order is called that this key is spent on. The key is no secret from then on.
    pub fn order_id(&self) -> OrderId {
        OrderId::parse(self.expose()).expect("a key in its canonical spelling is an order's id")
    }

    pub(crate) fn fingerprint(&self, key: &SealingKey) -> String {
        key.fingerprint(Purpose::RedeemKey, self.expose())
    }
}

/// `•••••-•••••-•••••-6N4YY`: a key for whoever may know that it is there, and not spend it.
pub(super) fn masked(key: &SecretString) -> SecretString {
    let text = key.expose_secret();
    let hidden = text.len().saturating_sub(KEY_GROUP);
    let mask =
        text.char_indices().map(|(at, letter)| if at < hidden && letter != '-' { '•' } else { letter });
    mask.collect::<String>().into()
}

impl fmt::Debug for RedeemKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RedeemKey([hidden])")
    }
}
