//! Ids as types: read where they come in, and never mistaken for one another.
//!
//! Numbers that the chat platform gives are kept as the text they come in; random UUIDs, digests and row numbers are
//! our own. What the database holds was checked when it was written, so a row is read without a second look.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::foundation::code;
use crate::foundation::rng::Rng;

/// Why a text is no id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a valid id")]
pub struct InvalidId;

/// An id that is a text. `$valid` judges what comes from outside.
macro_rules! text_ids {
    ($valid:expr => $($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
        #[serde(try_from = "String", into = "String")]
        #[sqlx(transparent)]
        pub struct $name(String);

        impl $name {
            /// `None` when the text cannot be such an id.
            pub fn parse(text: &str) -> Option<Self> {
                let valid: fn(&str) -> bool = $valid;
                valid(text).then(|| Self(text.to_owned()))
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                Self::parse(text).ok_or(InvalidId)
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;

            fn try_from(text: String) -> Result<Self, InvalidId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    )+};
}

text_ids! { is_snowflake =>
    /// A chat server.
    GuildId,
    /// A channel of a chat server, or a direct conversation.
    ChannelId,
    /// A role in a chat server.
    RoleId,
    /// Somebody's account on the chat platform.
    DiscordId,
    /// A message on the chat platform.
    DiscordMessageId,
    /// The bot's own application on the chat platform.
    ApplicationId,
}

text_ids! { is_author =>
    /// An author in the chat room: made by their browser, theirs from the first message on.
    AuthorId,
}

text_ids! { is_digest =>
    /// A storefront's logo, named by what it shows.
    LogoId,
}

text_ids! { is_session =>
    /// One of a user's sessions, unlike any other of theirs: the beginning of its token's digest.
    SessionId,
}

text_ids! { is_uuid =>
    /// Whoever signs in.
    UserId,
    /// A seller's shop: unlike its guild, never another seller's.
    StorefrontId,
    /// The delivery of an order.
    JobId,
    /// A custom domain.
    DomainId,
    /// One of a seller's own services, which is told of events.
    EventEndpointId,
    /// A key of a seller's own program.
    ApiKeyId,
    /// A secret that a store signs its calls with: the id of its row, not the secret itself.
    StoreSecretId,
    /// An entry of a blocklist.
    BlockId,
    /// Tokens that were taken out of stock at once.
    ExportId,
}

impl SessionId {
    pub(crate) fn of_digest(digest: &str) -> Self {
        Self(digest[..16].to_owned())
    }
}

/// Ids that are made at random.
macro_rules! random_ids {
    ($($name:ident),+) => {$(
        impl $name {
            pub fn random(rng: &Rng) -> Self {
                Self(rng.uuid())
            }
        }
    )+};
}

random_ids! { UserId, StorefrontId, JobId, DomainId, EventEndpointId, ApiKeyId, StoreSecretId, BlockId, ExportId }

/// Symbols of a redeem key, and how many of them make a group.
pub(crate) const KEY_SYMBOLS: usize = 20;
pub(crate) const KEY_GROUP: usize = 5;
/// Looks like a redeem key, and is none.
pub(crate) const SAMPLE_KEY: &str = "XXXXX-XXXXX-XXXXX-XXXXX";

/// An order. Its id is the key that was spent on it, which is no secret any more: see `docs/decisions/0007`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(try_from = "String", into = "String")]
#[sqlx(transparent)]
pub struct OrderId(String);

impl OrderId {
    /// Takes any case, with or without separators. `None` when the text cannot be an order's id.
    pub fn parse(typed: &str) -> Option<Self> {
        code::canonical(typed, KEY_SYMBOLS, KEY_GROUP).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OrderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for OrderId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Self::parse(text).ok_or(InvalidId)
    }
}

impl TryFrom<String> for OrderId {
    type Error = InvalidId;

    fn try_from(text: String) -> Result<Self, InvalidId> {
        text.parse()
    }
}

impl From<OrderId> for String {
    fn from(id: OrderId) -> Self {
        id.0
    }
}

/// An id that is a row's number. Programs see it as a text.
macro_rules! row_ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, sqlx::Type)]
        #[sqlx(transparent)]
        pub struct $name(i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                // Only the canonical text: no plus sign and no leading zero.
                let number = text.parse::<i64>().ok().filter(|number| number.to_string() == text);
                number.map(Self).ok_or(InvalidId)
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }
    )+};
}

/// Ids of rows that are listed the newest first, page by page.
macro_rules! listed_ids {
    ($($name:ident),+) => {$(
        impl $name {
            /// Later than every other: the first page begins before it.
            pub(crate) const LAST: Self = Self(i64::MAX);
        }
    )+};
}

listed_ids! { KeyId, ActivityId, SuggestionId, BugReportId, EventDeliveryId, MessageId, StoreCallId }

row_ids! {
    /// A redeem key's row. The key itself is a secret.
    KeyId,
    /// A token's row.
    TokenId,
    AnnouncementId,
    FollowedOrderId,
    /// An entry of the activity log.
    ActivityId,
    SuggestionId,
    BugReportId,
    /// An event on its way to one endpoint.
    EventDeliveryId,
    /// A saved version of a live page.
    VersionId,
    /// A call in a storefront's inbox.
    StoreCallId,
    /// A purchase at a store that keys were made for.
    SaleId,
    /// A message of the chat room: the revision that it came with.
    MessageId,
}

/// A count of the chat room's changes. A message has the count of its latest change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct Revision(i64);

impl Revision {
    /// Before every change.
    pub const NONE: Self = Self(0);
}

impl MessageId {
    pub fn of(revision: Revision) -> Self {
        Self(revision.0)
    }

    /// Returns the revision that the message came with.
    pub fn revision(self) -> Revision {
        Revision(self.0)
    }
}

/// 17 to 20 digits.
fn is_snowflake(text: &str) -> bool {
    (17..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// 32 hexadecimal digits, in lower case.
fn is_digest(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The first half of a digest.
fn is_session(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// `0f8fad5b-d9cb-469f-a165-70867728950e`.
fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        })
}

/// 1 to 64 letters, digits, dashes or underscores.
fn is_author(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guild_id_has_17_to_20_digits() {
        for good in ["12345678901234567", "112233445566778899", "12345678901234567890"] {
            assert!(GuildId::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "1",
            "1234567890123456",
            "123456789012345678901",
            "11223344556677889x",
            "１12233445566778899",
        ] {
            assert!(GuildId::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_user_id_is_a_lowercase_hyphenated_uuid() {
        let id = UserId::random(&Rng::seeded(1));
        assert_eq!(UserId::parse(id.as_str()), Some(id.clone()));
        for bad in
            ["", "owner", &id.as_str().to_uppercase(), &id.as_str().replace('-', "_"), &format!("{id}0")]
        {
            assert!(UserId::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn an_order_id_is_parsed_in_any_case_with_any_separators() {
        let id = OrderId::parse("rx81p v6ndk-94fmz_tq2ce").expect("an order's id");
        assert_eq!(id.as_str(), "RX81P-V6NDK-94FMZ-TQ2CE");
        assert!(OrderId::parse("RX81P-V6NDK-94FMZ").is_none());
    }
}
