//! Announcements: what a log channel in chat is told. An outbox: each is written in the transaction that gives the
//! reason, and deleted once its message is there.

mod queries;
mod service;

use secrecy::SecretString;

use crate::clock::Timestamp;
use crate::people::auth::AccessCode;
use crate::shop::orders::PublicStatus;
use crate::shop::stock::StockName;

pub(crate) use service::{announce, announce_code_reset, announce_owner_code, stock_fell, stock_rose};
pub use service::{attempting, due, forget_old, next_due, put_off, sent};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    OwnerCode,
    OrderRedeemed,
    OrderFinished,
    StockLow,
    StockEmpty,
    CodeReset,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::OwnerCode => "owner_code",
            Self::OrderRedeemed => "order_redeemed",
            Self::OrderFinished => "order_finished",
            Self::StockLow => "stock_low",
            Self::StockEmpty => "stock_empty",
            Self::CodeReset => "code_reset",
        }
    }
}

impl TryFrom<String> for Kind {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        [
            Self::OwnerCode,
            Self::OrderRedeemed,
            Self::OrderFinished,
            Self::StockLow,
            Self::StockEmpty,
            Self::CodeReset,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == text)
        .ok_or_else(|| format!("`{text}` is no kind of announcement"))
    }
}

/// One that is due. The next of the same log channel waits behind it.
#[derive(Debug)]
pub struct Announcement {
    pub id: i64,
    pub at: Timestamp,
    /// How often it was put off.
    pub attempts: i64,
    /// The channel of a try whose outcome is not known.
    pub attempted_channel: Option<String>,
    pub to: Recipient,
    pub content: Content,
}

#[derive(Debug)]
pub enum Recipient {
    Owner,
    Storefront {
        user_id: String,
        guild_id: String,
        channel_id: String,
        name: String,
        color: String,
        footer: Option<String>,
    },
}

#[derive(Debug)]
pub enum Content {
    OwnerCode { code: AccessCode },
    OrderRedeemed { order: PublicStatus, email: SecretString },
    OrderFinished { order: PublicStatus },
    StockLow { stock: StockName, available: i64, role_id: Option<String> },
    StockEmpty { stock: StockName, role_id: Option<String> },
    CodeReset { username: String },
}
