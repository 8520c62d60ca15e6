//! How an order that is done went.

use crate::foundation::text_enum::text_enum;
use crate::shop::stock::BOOSTS_PER_TOKEN;

text_enum! {
    /// How an order that is done went. It stands so, too.
    pub enum OrderOutcome {
        Completed = "completed",
        Partial = "partial",
        Failed = "failed",
    }
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
