//! Reads a service's results for tokens, and decides which of them count.

use std::collections::HashSet;

use serde::Deserialize;

use crate::foundation::json::{self, Object};
use crate::seal::{Purpose, SealingKey};
use crate::shop::delivery::LONGEST_REASON;
use crate::shop::delivery::queries::TokenRow;
use crate::shop::delivery::settle::{Comparison, Settled};

/// A service's result for one token.
#[derive(Debug, Clone, Deserialize)]
pub struct TokenResult {
    pub token: String,
    /// Whether it was delivered.
    pub ok: bool,
    /// A result counts whatever its reason is.
    #[serde(default, deserialize_with = "json::text_or_none")]
    pub reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Answer {
    #[serde(deserialize_with = "json::objects")]
    results: Vec<TokenResult>,
}

/// Why all of the results are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Misfit {
    #[error("a token is named that is not one of these")]
    UnknownToken,
    #[error("a token is named twice")]
    NamedTwice,
    #[error("a token was already told otherwise")]
    Contradiction,
}

/// The results in the body of a 200. `None` when it cannot be read.
pub(super) fn read(body: &[u8]) -> Option<Vec<TokenResult>> {
    let Object(Answer { results }) = json::read(body).ok()?;
    Some(results)
}

/// Returns the new verdicts and how many were known already. One misfit refuses all of the results.
pub(super) fn judge(
    seal: &SealingKey,
    tokens: &[TokenRow],
    results: &[TokenResult],
) -> Result<(Vec<Settled>, usize), Misfit> {
    let mut named = Vec::with_capacity(results.len());
    let mut seen = HashSet::new();
    for result in results {
        let fingerprint = seal.fingerprint(Purpose::Token, result.token.trim());
        let token = tokens.iter().find(|token| token.token_fingerprint == fingerprint);
        let token = token.ok_or(Misfit::UnknownToken)?;
        if !seen.insert(fingerprint) {
            return Err(Misfit::NamedTwice);
        }
        named.push((token, result));
    }
    let mut fresh = Vec::new();
    for (token, result) in &named {
        match token.compare(result.ok, result.reason.as_deref().map(storable)) {
            Comparison::Known => {}
            Comparison::Contrary => return Err(Misfit::Contradiction),
            Comparison::New(settled) => fresh.push(settled),
        }
    }
    let known = named.len() - fresh.len();
    Ok((fresh, known))
}

/// PostgreSQL stores no NUL in a text.
fn storable(reason: &str) -> String {
    reason.chars().filter(|letter| *letter != '\0').take(LONGEST_REASON).collect()
}

#[cfg(test)]
mod tests {
    use super::{read, storable};

    #[test]
    fn results_are_read_whatever_their_reasons_are() {
        for (reason, wanted) in [("\"dead\"", Some("dead")), ("null", None), ("5", None), ("{}", None)] {
            let body = format!(r#"{{"results": [{{"token": "a", "ok": false, "reason": {reason}}}]}}"#);
            let results = read(body.as_bytes()).expect("it can be read");
            assert_eq!(results[0].reason.as_deref(), wanted, "{reason}");
        }
        assert_eq!(read(br#"{"results": [{"token": "a", "ok": true}]}"#).expect("it can")[0].reason, None);
    }

    #[test]
    fn a_reason_is_stored_without_nul_and_at_most_500_characters_long() {
        assert_eq!(storable(&format!("\0{}", "ä".repeat(501))), "ä".repeat(500));
    }

    #[test]
    fn an_answer_with_a_list_in_place_of_an_object_cannot_be_read() {
        for body in [r#"[[{"token": "a", "ok": true}]]"#, r#"{"results": [["a", true, null]]}"#] {
            assert!(read(body.as_bytes()).is_none(), "{body}");
        }
    }
}
