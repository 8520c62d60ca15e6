//! What becomes of a call, and what its store is answered.

use std::fmt;

use serde_json::json;

use super::Verdict;
use super::reading::Claim;
use crate::shop::keys::{Batch, Fresh};

/// The answer to a store.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// The HTTP status.
    pub status: u16,
    /// May contain keys, so `Debug` does not print it.
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

pub(super) struct Outcome<'c> {
    pub(super) answer: Answer,
    pub(super) claim: Option<&'c Claim>,
    /// How the purchase got its keys. `None`: it has no keys.
    pub(super) sold: Option<Sold<'c>>,
    pub(super) short: bool,
}

pub(super) enum Sold<'c> {
    /// From an earlier call.
    Before,
    Now(Box<NewSale<'c>>),
}

/// A sale that is to be made.
pub(super) struct NewSale<'c> {
    pub(super) purchase: &'c str,
    pub(super) answer_sealed: String,
    pub(super) batch: Batch,
    pub(super) fresh: &'c Fresh,
    /// Whether the seller has enabled event endpoints.
    pub(super) has_listeners: bool,
}

impl<'c> Outcome<'c> {
    /// An answer that is a sentence for whoever reads the store's log.
    pub(super) fn saying(verdict: Verdict, status: u16, message: &str) -> Self {
        let answer = Answer { verdict, status, body: sentence(status, message), is_text: false };
        Self { answer, claim: None, sold: None, short: false }
    }

    pub(super) fn unmapped(verdict: Verdict, claim: &'c Claim) -> Self {
        let product = &claim.item.product;
        let message = match &claim.item.variant {
            None => format!("No key is mapped to product \"{product}\"."),
            Some(variant) => format!("No key is mapped to product \"{product}\", variant \"{variant}\"."),
        };
        Self { claim: Some(claim), ..Self::saying(verdict, 422, &message) }
    }
}

/// `{"code": 422, "message": "…"}`.
pub(super) fn sentence(status: u16, message: &str) -> String {
    json!({"code": status, "message": message}).to_string()
}
