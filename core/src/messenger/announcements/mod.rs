//! Announcements: what log channels are told, read from the outbox. Each is deleted once its message is posted.

mod queries;
mod service;

use secrecy::SecretString;

use crate::foundation::clock::Timestamp;
use crate::foundation::color::Color;
use crate::foundation::text_enum::text_enum;
use crate::ids::{AnnouncementId, ChannelId, GuildId, RoleId, UserId};
use crate::people::auth::AccessCode;
use crate::shop::orders::PublicStatus;
use crate::shop::stock::StockName;

pub use service::{
    LONGEST_PAUSE, Posted, attempting, due, due_beside, forget_old, next_due, put_off, remove, shorten_waits,
};

text_enum! {
    /// What came of giving one to the platform, in a word: for those who count.
    pub enum Outcome {
        Sent = "sent",
        PutOff = "put_off",
        /// The platform takes it in no form.
        Dropped = "dropped",
    }
}

/// One that is due. The next of the same log channel waits behind it.
#[derive(Debug)]
pub struct Announcement {
    pub id: AnnouncementId,
    pub at: Timestamp,
    /// How often it was put off.
    pub attempts: i64,
    /// The channel of a try whose outcome is not known.
    pub attempted_channel: Option<ChannelId>,
    pub to: Recipient,
    pub content: Content,
}

#[derive(Debug)]
pub enum Recipient {
    Owner,
    Storefront {
        user_id: UserId,
        guild_id: GuildId,
        channel_id: ChannelId,
        name: String,
        color: Color,
        footer: Option<String>,
    },
}

#[derive(Debug)]
pub enum Content {
    OwnerCode { code: AccessCode },
    OrderRedeemed { order: PublicStatus, email: SecretString },
    OrderFinished { order: PublicStatus },
    StockLow { stock: StockName, available: i64, role_id: Option<RoleId> },
    StockEmpty { stock: StockName, role_id: Option<RoleId> },
    CodeReset { username: String },
    EndpointDisabled { host: String },
}
