//! The signature of Standard Webhooks: <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>.
//!
//! Why it is written here rather than taken from the reference library: docs/decisions/0021.

use data_encoding::BASE64;
use serde_json::Value;

use super::signature::{Algorithm, Signature, code};
use super::{Sample, Sent};

const ID: &str = "webhook-id";
const TIMESTAMP: &str = "webhook-timestamp";
/// Words such as `v1,<base64>`, one for each secret that signed.
const SIGNATURE: &str = "webhook-signature";
const ALGORITHM: Algorithm = Algorithm::HmacSha256;

pub(super) fn signature(sent: &Sent) -> Option<Signature<'_>> {
    let (id, time) = (sent.header(ID)?, sent.header(TIMESTAMP)?);
    let words = sent.header(SIGNATURE)?.split(' ').filter_map(|word| word.strip_prefix("v1,"));
    let codes: Vec<Vec<u8>> = words.filter_map(|digits| BASE64.decode(digits.as_bytes()).ok()).collect();
    Some(Signature {
        algorithm: ALGORITHM,
        message: vec![id.as_bytes(), b".", time.as_bytes(), b".", &sent.body],
        codes,
        time: Some(time.parse().ok()?),
    })
}

pub(super) fn sample(body: &Value, sample: &Sample<'_>, key: &[u8]) -> Sent {
    let (id, time) = (sample.id, sample.now.unix_seconds().to_string());
    let mut sent = Sent::signed(body, SIGNATURE, |bytes| {
        let message = [id.as_bytes(), b".", time.as_bytes(), b".", bytes];
        format!("v1,{}", BASE64.encode(&code(ALGORITHM, &message, key)))
    });
    sent.headers.insert(ID.to_owned(), id.to_owned());
    sent.headers.insert(TIMESTAMP.to_owned(), time);
    sent
}
