//! The name a request has in the log and in its answer's `x-request-id`.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use data_encoding::HEXLOWER;

pub(crate) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const LONGEST: usize = 64;

/// Counts requests up from a start that differs in each process.
#[derive(Debug)]
pub(crate) struct RequestIds(AtomicU64);

impl RequestIds {
    pub(crate) fn starting_at(random: [u8; 8]) -> Self {
        Self(AtomicU64::new(u64::from_be_bytes(random)))
    }

    /// Returns the id that came with the request when it is a decent one, else a new one.
    pub(crate) fn of(&self, request: &HeaderMap) -> HeaderValue {
        request.get(X_REQUEST_ID).filter(|id| is_decent(id)).cloned().unwrap_or_else(|| self.fresh())
    }

    fn fresh(&self) -> HeaderValue {
        let number = self.0.fetch_add(1, Ordering::Relaxed);
        let mut digits = [0; 16];
        HEXLOWER.encode_mut(&number.to_be_bytes(), &mut digits);
        HeaderValue::from_bytes(&digits).expect("hexadecimal digits")
    }
}

/// The id as text, for the log.
pub(crate) fn text(id: &HeaderValue) -> &str {
    id.to_str().expect("ids are of visible ASCII")
}

/// Returns whether an id is short and of letters, digits, `-`, `_` and `.`: it cannot look like anything else in a log.
fn is_decent(id: &HeaderValue) -> bool {
    let id = id.as_bytes();
    (1..=LONGEST).contains(&id.len())
        && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id_for(sent: &'static str) -> String {
        let ids = RequestIds::starting_at([0, 0, 0, 1, 0, 0, 0, 2]);
        let request = HeaderMap::from_iter([(X_REQUEST_ID, HeaderValue::from_static(sent))]);
        ids.of(&request).to_str().expect("text").to_owned()
    }

    #[test]
    fn a_valid_request_id_is_kept_and_an_invalid_one_replaced() {
        assert_eq!(id_for("edge-7f.3_A"), "edge-7f.3_A");
        for strange in [
            "",
            "a b",
            "a\"b",
            "a=b",
            concat!("0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdefg"),
        ] {
            assert_eq!(id_for(strange), "0000000100000002", "{strange:?}");
        }
    }
}
