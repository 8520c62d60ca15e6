//! What becomes of a call, and what its store is answered.

use std::fmt;

use serde_json::json;

use super::Verdict;
use super::reading::Claim;
use crate::ids::SaleId;

/// What a store is answered.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// As HTTP has it.
    pub status: u16,
    /// It may hold keys, and is not printed.
    pub body: String,
    /// Whether the body is a text for the customer. Otherwise it is JSON.
    pub is_text: bool,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { verdict, status, .. } = self;
        f.debug_struct("Answer").field("verdict", verdict).field("status", status).finish_non_exhaustive()
    }
}

pub(super) struct Outcome {
    pub(super) answer: Answer,
    pub(super) claim: Option<Claim>,
    /// Whose answer it is, when there is one.
    pub(super) sale_id: Option<SaleId>,
    pub(super) short: bool,
}

impl Outcome {
    /// An answer that is a sentence for whoever reads the store's log.
    pub(super) fn saying(verdict: Verdict, status: u16, message: &str) -> Self {
        let answer = Answer { verdict, status, body: sentence(status, message), is_text: false };
        Self { answer, claim: None, sale_id: None, short: false }
    }

    pub(super) fn about(self, claim: Claim) -> Self {
        Self { claim: Some(claim), ..self }
    }

    pub(super) fn unmapped(verdict: Verdict, claim: Claim) -> Self {
        let product = &claim.item.product;
        let message = match &claim.item.variant {
            None => format!("No key is mapped to product \"{product}\"."),
            Some(variant) => format!("No key is mapped to product \"{product}\", variant \"{variant}\"."),
        };
        Self::saying(verdict, 422, &message).about(claim)
    }
}

/// `{"code": 422, "message": "…"}`.
pub(super) fn sentence(status: u16, message: &str) -> String {
    json!({"code": status, "message": message}).to_string()
}
