//! How an order that is done went.

use crate::shop::stock::BOOSTS_PER_TOKEN;

/// How an order that is done went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderOutcome {
    Completed,
    Partial,
    Failed,
}

impl OrderOutcome {
    /// `succeeded`: tokens. `amount`: boosts.
    pub fn of(succeeded: i64, amount: i64) -> Self {
        match succeeded * BOOSTS_PER_TOKEN {
            boosts if boosts >= amount => Self::Completed,
            0 => Self::Failed,
            _ => Self::Partial,
        }
    }
}
