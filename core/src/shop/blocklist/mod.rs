//! A seller's blocklist: emails, guilds, IP addresses and networks that may not redeem.
//!
//! A redeem checks the blocklist inside its own transaction, once it has found one of the seller's keys to spend.

mod entry;
mod queries;
mod service;

use std::net::IpAddr;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::foundation::words::grouped;
use crate::ids::{BlockId, GuildId};
use crate::shop::storefronts::StorefrontError;

pub(crate) use service::holds;
pub use service::{add, list, remove};

/// In characters.
pub const LONGEST_NOTE: usize = 200;
/// How many entries a seller can have.
pub const LARGEST: i64 = 10_000;

#[derive(Debug, thiserror::Error)]
pub enum BlocklistError {
    #[error("Please enter a valid email address.")]
    BadEmail,
    #[error("A server's ID has 17 to 20 digits.")]
    BadGuild,
    #[error("Please enter an IP address, or a network such as 203.0.113.0/24.")]
    BadAddress,
    #[error("A note has at most {LONGEST_NOTE} characters.")]
    NoteTooLong,
    #[error("The blocklist is full: it has at most {} entries.", grouped(LARGEST))]
    Full,
    #[error("There is no such entry.")]
    NotFound,
    #[error(transparent)]
    Storefront(#[from] StorefrontError),
    #[error(transparent)]
    Failure(#[from] Failure),
}

text_enum! {
    pub enum BlockKind {
        Email = "email",
        Guild = "guild",
        Address = "address",
    }
}

#[derive(Debug, sqlx::FromRow)]
pub struct Block {
    pub id: BlockId,
    pub kind: BlockKind,
    /// As the seller wrote it.
    pub value: String,
    pub note: Option<String>,
    pub created_at: Timestamp,
}

/// The customer who redeems a key, as far as known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Visitor<'a> {
    pub email: &'a str,
    pub guild_id: Option<&'a GuildId>,
    pub address: Option<IpAddr>,
}
