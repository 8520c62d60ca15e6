//! Reads a service's results for tokens, and decides which of them count.

use std::collections::HashSet;

use serde::Deserialize;

use crate::foundation::json;
use crate::seal::{Purpose, SealingKey};
use crate::shop::delivery::LONGEST_REASON;
use crate::shop::delivery::queries::TokenRow;
use crate::shop::delivery::settle::{Settled, Word};

/// A service's result for one token.
#[derive(Debug, Clone, Deserialize)]
pub struct TokenResult {
    pub token: String,
    /// Whether it was delivered.
    pub ok: bool,
    pub reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Answer {
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
    let answer: Answer = json::read(body).ok().filter(|_| !json::is_list(body))?;
    Some(answer.results)
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
        match token.hear(result.ok, result.reason.as_deref().map(storable)) {
            Word::Known => {}
            Word::Contrary => return Err(Misfit::Contradiction),
            Word::New(settled) => fresh.push(settled),
        }
    }
    let known = named.len() - fresh.len();
    Ok((fresh, known))
}

/// PostgreSQL stores no NUL in a text.
fn storable(reason: &str) -> String {
    reason.chars().filter(|letter| *letter != '\0').take(LONGEST_REASON).collect()
}
