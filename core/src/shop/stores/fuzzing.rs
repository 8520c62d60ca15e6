//! The code that calls from strangers reach first, for `fuzz/` and for the test below.

use super::Provider;
use super::providers::{Body, Headers, Sent, store};
use crate::foundation::clock::Timestamp;
use crate::foundation::standard_webhooks::is_recent;

const KEY: &[u8] = b"a key";

/// Reads a store's call from a line with the store's name, header lines, an empty line, and the body. Code that only a
/// signed call would reach is run, too.
pub fn store_call(bytes: &[u8]) {
    let (head, body) = match bytes.windows(2).position(|two| two == b"\n\n") {
        Some(at) => (&bytes[..at], &bytes[at + 2..]),
        None => (bytes, &[][..]),
    };
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let Some(provider) = lines.next().and_then(|name| name.parse::<Provider>().ok()) else { return };
    let headers: Headers = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let sent = Sent { headers, body: body.to_vec() };
    let store = store(provider);
    if let Some(signature) = store.signature(&sent) {
        assert!(!signature.is_by(KEY), "nobody has signed this");
        let _ = signature.time().map(|time| is_recent(time, Timestamp(0)));
    }
    let _ = store.key(&head);
    if let Ok(body) = Body::parse(&sent.body) {
        let _ = (store.event(&sent, &body), store.item(&sent, &body), store.email(&body));
        let parts = store.identity(&sent, &body).unwrap_or_default();
        for part in parts.iter().flatten() {
            assert!(part.chars().count() <= 200, "an id of {} characters", part.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::corpus_and_what_becomes_of_it;

    #[test]
    fn any_bytes_as_a_store_call_are_parsed_or_rejected_without_a_panic() {
        for bytes in corpus_and_what_becomes_of_it("store_call", 2000) {
            store_call(&bytes);
        }
    }

    #[test]
    fn the_fuzzing_corpus_has_a_call_of_every_store() {
        let corpus = corpus_and_what_becomes_of_it("store_call", 0);
        let names: Vec<_> = corpus.map(|bytes| String::from_utf8(bytes).expect("text")).collect();
        for provider in Provider::ALL {
            assert!(names.iter().any(|call| call.starts_with(&format!("{provider}\n"))), "{provider}");
        }
    }
}
