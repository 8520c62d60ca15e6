//! The key itself.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

use crate::foundation::code;
use crate::foundation::rng::Rng;
use crate::ids::{KEY_GROUP, KEY_SYMBOLS, OrderId};
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

    /// The id of the order that this key is spent on. Once spent, the key is no secret any more.
    pub fn order_id(&self) -> OrderId {
        OrderId::parse(self.expose()).expect("a key in its canonical spelling is an order's id")
    }

    pub(crate) fn fingerprint(&self, key: &SealingKey) -> String {
        key.fingerprint(Purpose::RedeemKey, self.expose())
    }

    /// The veiled form, by which the key is found when only its beginning is known.
    pub(super) fn veiled(&self, key: &SealingKey) -> String {
        veiled_beginning(self.expose(), key).expect("a key begins like itself")
    }
}

/// The common beginning of the veiled forms of all keys that begin as typed. `None` when no key can.
pub(super) fn veiled_beginning(typed: &str, key: &SealingKey) -> Option<String> {
    let symbols = code::beginning(typed, KEY_SYMBOLS).filter(|symbols| !symbols.is_empty())?;
    let turn = |before: &str| {
        let fingerprint = key.fingerprint(Purpose::RedeemKeyVeil, before);
        u8::from_str_radix(&fingerprint[..2], 16).expect("a fingerprint is hexadecimal")
    };
    Some(code::veiled(&symbols, turn))
}

/// A key's text for people who may not read it: `•••••-•••••-•••••-TQ2CE`.
pub fn masked(key: &str) -> String {
    code::masked(key, KEY_GROUP)
}

impl fmt::Debug for RedeemKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RedeemKey([hidden])")
    }
}
