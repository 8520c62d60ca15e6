//! Message authentication codes over the raw bytes of a call, compared in constant time.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha512};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    HmacSha256,
    HmacSha512,
}

/// The signature that a call carries, not verified yet.
#[derive(Debug)]
pub(in crate::shop::stores) struct Signature<'a> {
    pub(super) algorithm: Algorithm,
    /// What was signed, in parts.
    pub(super) message: Vec<&'a [u8]>,
    /// Any of these may be the right one.
    pub(super) codes: Vec<Vec<u8>>,
    /// In unix seconds, for stores that sign one.
    pub(super) time: Option<i64>,
}

impl<'a> Signature<'a> {
    /// A signature over the body alone. `None` when `digits` are not hexadecimal.
    pub(super) fn of_body(algorithm: Algorithm, body: &'a [u8], digits: &str) -> Option<Self> {
        let code = HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).ok()?;
        Some(Self { algorithm, message: vec![body], codes: vec![code], time: None })
    }

    /// Whether `key` made it.
    pub(in crate::shop::stores) fn is_by(&self, key: &[u8]) -> bool {
        match self.algorithm {
            Algorithm::HmacSha256 => self.has_code_of(&keyed::<Hmac<Sha256>>(key, &self.message)),
            Algorithm::HmacSha512 => self.has_code_of(&keyed::<Hmac<Sha512>>(key, &self.message)),
        }
    }

    fn has_code_of<M: Mac + Clone>(&self, mac: &M) -> bool {
        self.codes.iter().any(|code| mac.clone().verify_slice(code).is_ok())
    }

    /// The signed time, in unix seconds.
    pub(in crate::shop::stores) fn time(&self) -> Option<i64> {
        self.time
    }
}

/// The HMAC of a message under `key`, in hexadecimal digits.
pub(super) fn hex_code(algorithm: Algorithm, message: &[&[u8]], key: &[u8]) -> String {
    match algorithm {
        Algorithm::HmacSha256 => {
            HEXLOWER.encode(&keyed::<Hmac<Sha256>>(key, message).finalize().into_bytes())
        }
        Algorithm::HmacSha512 => {
            HEXLOWER.encode(&keyed::<Hmac<Sha512>>(key, message).finalize().into_bytes())
        }
    }
}

fn keyed<M: Mac + KeyInit>(key: &[u8], message: &[&[u8]]) -> M {
    let mut mac = <M as KeyInit>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in message {
        mac.update(part);
    }
    mac
}
