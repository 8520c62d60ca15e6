//! The search terms of an order.

use std::ops::Range;

use super::invite_code;
use crate::foundation::words::fold;
use crate::ids::{GuildId, OrderId};

#[derive(Debug)]
pub(in crate::shop) struct FoundBy<'o> {
    pub id: &'o OrderId,
    pub email: &'o str,
    pub invite: &'o str,
    /// The customer's guild, or the storefront's as long as that is not known.
    pub guild_id: &'o GuildId,
    pub purchase: Option<&'o str>,
}

impl FoundBy<'_> {
    /// Returns the terms that each order has, and its purchase, case-folded: here, because SQLite's `lower` handles ASCII only.
    pub(in crate::shop) fn terms(&self) -> ([String; 4], Option<String>) {
        let Self { id, email, invite, guild_id, purchase } = self;
        let code = invite_code(invite).unwrap_or_default();
        let all = [id.as_str(), email, code, guild_id.as_str()].map(fold);
        (all, purchase.map(fold))
    }

    pub(in crate::shop) fn has_term_in(&self, terms: &Range<String>) -> bool {
        let (all, purchase) = self.terms();
        all.iter().chain(&purchase).any(|term| terms.contains(term))
    }
}
