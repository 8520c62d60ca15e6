//! The kinds of tokens that are sold, and what one is worth.

use crate::foundation::text_enum::text_enum;

/// A token is worth this many boosts.
pub const BOOSTS_PER_TOKEN: i64 = 2;

/// The range of a key's amount in boosts, which must also be even.
pub const SMALLEST_AMOUNT: i64 = 2;
pub const LARGEST_AMOUNT: i64 = 100;

/// Whether a key may be for so many boosts.
pub(crate) fn is_amount(boosts: i64) -> bool {
    (SMALLEST_AMOUNT..=LARGEST_AMOUNT).contains(&boosts) && boosts % BOOSTS_PER_TOKEN == 0
}

text_enum! {
    /// A kind of token, named after the file that a seller would keep it in.
    pub enum StockName {
        OneMonth = "OneMonthTokens.txt",
        ThreeMonth = "ThreeMonthTokens.txt",
    }
}

impl StockName {
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    /// "One Month Tokens".
    pub fn title(self) -> &'static str {
        match self {
            Self::OneMonth => "One Month Tokens",
            Self::ThreeMonth => "Three Month Tokens",
        }
    }
}
