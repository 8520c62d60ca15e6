//! Stock: premium tokens, sealed at rest, each of them in the system once and in one order at most.

mod import;
pub(crate) mod queries;
mod service;

use std::fmt;

use secrecy::SecretString;

use crate::db::Failure;
use crate::shop::storefronts::StorefrontError;

pub(crate) use queries::levels as levels_of;
pub use service::{export, import, levels, preview};

/// A kind of token, named after the file that a seller would keep it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StockName {
    OneMonth,
    ThreeMonth,
}

impl StockName {
    pub const ALL: [Self; 2] = [Self::OneMonth, Self::ThreeMonth];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::OneMonth => "OneMonthTokens.txt",
            Self::ThreeMonth => "ThreeMonthTokens.txt",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.as_str() == text)
    }

    /// "One Month Tokens".
    pub fn title(self) -> &'static str {
        match self {
            Self::OneMonth => "One Month Tokens",
            Self::ThreeMonth => "Three Month Tokens",
        }
    }
}

impl fmt::Display for StockName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for StockName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` is no stock name"))
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StockError {
    #[error("There is no such stock. Stock names are OneMonthTokens.txt and ThreeMonthTokens.txt.")]
    UnknownStock,
    #[error("An import takes at most 8 MiB and 100,000 lines.")]
    TooLarge,
    #[error("The count to export must be at least 1.")]
    BadCount,
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// How many tokens of a stock are where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct StockLevel {
    #[sqlx(try_from = "String")]
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

/// What an import would do, with the first line numbers (from 1) of each trouble.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub counts: Imported,
    pub duplicate_lines: Vec<usize>,
    pub invalid_lines: Vec<usize>,
}

#[derive(Debug)]
pub struct Exported {
    pub tokens: Vec<SecretString>,
}
