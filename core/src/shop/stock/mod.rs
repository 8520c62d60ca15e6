//! Stock: premium tokens, sealed at rest, each of them in the system once and in one order at most.

mod exports;
mod import;
mod queries;
mod sealed_token;
mod service;

use crate::db::Failure;
use crate::foundation::text_enum::text_enum;
use crate::foundation::words::grouped;
use crate::kept_answers::RepeatError;
use crate::shop::storefronts::StorefrontError;

pub use crate::shop::stock_name::{BOOSTS_PER_TOKEN, LARGEST_AMOUNT, SMALLEST_AMOUNT, StockName};
pub use exports::{Export, Wanted, export, exported, exports, forget_old};
pub use import::{LARGEST_IMPORT, LONGEST_TOKEN, MOST_LINES};
pub(crate) use queries::{hold_level, levels as levels_of};
pub(crate) use sealed_token::SealedToken;
pub use service::{import, import_once, levels, preview};

text_enum! {
    /// Where a token is on its way.
    pub(crate) enum TokenState {
        Available = "available",
        /// In an order, and not handed to anybody yet.
        Reserved = "reserved",
        /// Handed to the adapter or to a service, whose answer is not known yet.
        Attempting = "attempting",
        /// Of an order that is given up, or handed over with an answer that nobody will ever know: the seller decides.
        SetAside = "set_aside",
        Delivered = "delivered",
        Failed = "failed",
        Exported = "exported",
    }
}

impl TokenState {
    /// In an order, without a verdict yet.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Reserved | Self::Attempting | Self::SetAside)
    }

    /// Open and not being attempted. In an order that waits for its seller, this is true of all open tokens.
    pub(crate) const fn is_for_seller(self) -> bool {
        matches!(self, Self::Reserved | Self::SetAside)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StockError {
    #[error("There is no such stock. Stock names are OneMonthTokens.txt and ThreeMonthTokens.txt.")]
    UnknownStock,
    #[error("An import takes at most {} MiB and {} lines.", LARGEST_IMPORT >> 20, grouped(MOST_LINES))]
    TooLarge,
    #[error("That is a form. Send the list itself as the body.")]
    Form,
    #[error("The count to export must be at least 1.")]
    BadCount,
    #[error("There is no such export. What was taken out can be read again for 24 hours.")]
    NoSuchExport,
    #[error(transparent)]
    Repeat(#[from] RepeatError),
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// How many tokens of a stock are in each state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct StockLevel {
    pub stock: StockName,
    pub available: i64,
    pub reserved: i64,
    pub delivered: i64,
    pub failed: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    pub added: usize,
    pub duplicates: usize,
    pub invalid: usize,
}

/// What an import would do, with the first line numbers (from 1) of each problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub counts: Imported,
    pub duplicate_lines: Vec<usize>,
    pub invalid_lines: Vec<usize>,
}
