//! Signatures after Standard Webhooks: <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>.
//!
//! What is signed, and under which secret; nothing here sends.

use std::time::Duration;

use data_encoding::{BASE64, BASE64_NOPAD};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

use crate::foundation::clock::Timestamp;
use crate::foundation::rng::Rng;

/// The headers that a signed call carries.
pub const ID: &str = "webhook-id";
pub const TIMESTAMP: &str = "webhook-timestamp";
pub const SIGNATURE: &str = "webhook-signature";

/// How long a secret is still valid after another took its place.
pub(crate) const OVERLAP: Duration = Duration::from_hours(24);
/// How many secrets are still valid, at most, beside the one that took their place.
pub(crate) const MOST_OLD_SECRETS: i64 = 5;

pub(crate) const PREFIX: &str = "whsec_";
const SECRET_LENGTH: usize = 32;
/// Bytes of an HMAC-SHA256.
const CODE_LENGTH: usize = 32;
/// How many codes of one call are compared.
const MOST_CODES: usize = 16;

/// A new secret, as its owner sees it: `whsec_` and 32 random bytes in base64.
pub fn new_secret(rng: &Rng) -> SecretString {
    let bytes: [u8; SECRET_LENGTH] = rng.bytes();
    format!("{PREFIX}{}", BASE64.encode(&bytes)).into()
}

/// The key of a secret: base64 with or without `whsec_`, with or without its padding. `None` when it is neither.
pub fn key_of(secret: &SecretString) -> Option<Vec<u8>> {
    let text = secret.expose_secret();
    let text = text.strip_prefix(PREFIX).unwrap_or(text).trim_end_matches('=');
    BASE64_NOPAD.decode(text.as_bytes()).ok()
}

/// The part of a secret that tells it from others: its last four characters.
pub fn hint(secret: &SecretString) -> String {
    let text = secret.expose_secret();
    let start = text.char_indices().rev().nth(3).map_or(0, |(at, _)| at);
    text[start..].to_owned()
}

/// The three headers of a call, signed with each of the keys: the receiver may know either while one replaces the other.
pub fn headers(id: &str, at: Timestamp, body: &[u8], keys: &[Vec<u8>]) -> Vec<(&'static str, String)> {
    let seconds = at.unix_seconds();
    let signatures: Vec<String> = keys.iter().map(|key| signature(id, seconds, body, key)).collect();
    vec![(ID, id.to_owned()), (TIMESTAMP, seconds.to_string()), (SIGNATURE, signatures.join(" "))]
}

/// `v1,<base64>`. `at`: unix seconds.
pub fn signature(id: &str, at: i64, body: &[u8], key: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(format!("{id}.{at}.").as_bytes());
    mac.update(body);
    format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes()))
}

/// How far a signed time may be from ours.
const TOLERANCE: Duration = Duration::from_mins(5);

/// Whether a signed time, in unix seconds, is within the tolerance.
pub(crate) fn is_recent(signed: i64, now: Timestamp) -> bool {
    signed.abs_diff(now.unix_seconds()) <= TOLERANCE.as_secs()
}

/// The values of those headers in a call.
#[derive(Debug, Clone)]
pub struct Signed {
    pub id: String,
    /// Unix seconds.
    pub timestamp: String,
    pub signature: String,
}

impl Signed {
    /// Whether its time is within the tolerance.
    pub fn is_recent(&self, now: Timestamp) -> bool {
        self.timestamp.parse().is_ok_and(|signed| is_recent(signed, now))
    }

    /// Whether one of its signatures was made with this key over this body, compared in constant time.
    pub fn is_by(&self, key: &[u8], body: &[u8]) -> bool {
        let codes = codes(&self.signature);
        if codes.is_empty() {
            return false;
        }
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
        mac.update(format!("{}.{}.", self.id, self.timestamp).as_bytes());
        mac.update(body);
        codes.iter().any(|code| mac.clone().verify_slice(code).is_ok())
    }
}

/// The codes of a signature's header: `v1,<base64>`, one for each secret that signed. Only as many are read as a sender can have
/// secrets: a stranger may send thousands.
pub(crate) fn codes(signature: &str) -> Vec<Vec<u8>> {
    let words = signature.split_ascii_whitespace().filter_map(|word| word.strip_prefix("v1,"));
    let codes = words.filter_map(|digits| BASE64.decode(digits.as_bytes()).ok());
    codes.filter(|code| code.len() == CODE_LENGTH).take(MOST_CODES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `printf '%s' 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}' |
    /// openssl dgst -sha256 -mac HMAC -macopt hexkey:$(printf MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | base64 -d | xxd -p -c 64) -binary | base64`,
    /// which is also the example of the specification's own libraries.
    #[test]
    fn a_call_is_signed_as_the_standard_webhooks_specification_says() {
        let secret = SecretString::from("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let key = key_of(&secret).expect("base64");
        let signed =
            signature("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#, &key);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert_eq!(hint(&secret), "LaSw");
    }

    #[test]
    fn any_valid_signature_authenticates_a_call_which_stays_recent_for_five_minutes() {
        let key = b"a key";
        let now = Timestamp(1_614_265_330_000);
        let right = signature("one", now.unix_seconds(), b"{}", key);
        let signed = |signature: &str| Signed {
            id: "one".to_owned(),
            timestamp: now.unix_seconds().to_string(),
            signature: signature.to_owned(),
        };
        assert!(signed(&right).is_by(key, b"{}"));
        assert!(signed(&format!("v1,AAAA v2,x {right}")).is_by(key, b"{}"));
        assert!(!signed(&right).is_by(key, b"{ }"));
        assert!(!signed(&right).is_by(b"another", b"{}"));
        let other = signature("one", now.unix_seconds(), b"{}", b"another");
        assert!(
            signed(&format!("{} {right}", vec![other.as_str(); MOST_CODES - 1].join(" "))).is_by(key, b"{}")
        );
        assert!(
            !signed(&format!("{} {right}", vec![other.as_str(); MOST_CODES].join(" "))).is_by(key, b"{}")
        );
        for wrong in ["", "v1,", "v1", &right[3..], &right.replace("v1", "v2")] {
            assert!(!signed(wrong).is_by(key, b"{}"), "{wrong}");
        }
        assert!(signed(&right).is_recent(now.plus(Duration::from_mins(5))));
        let (late, early) = (now.plus(Duration::from_secs(301)), now.minus(Duration::from_secs(301)));
        assert!(!signed(&right).is_recent(late) && !signed(&right).is_recent(early));
    }

    #[test]
    fn a_new_secret_is_unique_and_decodes_to_a_key_of_full_length() {
        let rng = Rng::seeded(1);
        let (one, other) = (new_secret(&rng), new_secret(&rng));
        assert_ne!(one.expose_secret(), other.expose_secret());
        assert_eq!(key_of(&one).map(|key| key.len()), Some(SECRET_LENGTH));
        assert_eq!(key_of(&SecretString::from("not base64!")), None);
    }
}
