//! Calls that are signed after Standard Webhooks. Why no library of it: docs/decisions/0021.

use serde_json::Value;

use super::signature::{Algorithm, Signature};
use super::{Sample, Sent};
use crate::foundation::standard_webhooks::{self as format, ID, SIGNATURE, TIMESTAMP};

pub(super) fn signature(sent: &Sent) -> Option<Signature<'_>> {
    let (id, time) = (sent.header(ID)?, sent.header(TIMESTAMP)?);
    Some(Signature {
        algorithm: Algorithm::HmacSha256,
        message: vec![id.as_bytes(), b".", time.as_bytes(), b".", &sent.body],
        codes: format::codes(sent.header(SIGNATURE)?),
        time: Some(time.parse().ok()?),
    })
}

pub(super) fn sample(body: &Value, sample: &Sample<'_>, key: &[u8]) -> Sent {
    let (id, time) = (sample.id, sample.now.unix_seconds());
    let mut sent = Sent::signed(body, SIGNATURE, |bytes| format::signature(id, time, bytes, key));
    sent.headers.insert(ID.to_owned(), id.to_owned());
    sent.headers.insert(TIMESTAMP.to_owned(), time.to_string());
    sent
}
