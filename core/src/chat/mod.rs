//! The chat room: messages, who writes them, and what they carry.
//!
//! A room has one counter. A message's id is the count at which it came, its revision the one at which it last changed; both
//! are handed out under a lock that lasts until the commit, so whoever has seen one number has seen all before it.

mod members;
mod presence;
mod queries;
mod retention;
mod service;
pub mod uploads;

use std::time::Duration;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::words::{is_invisible, misleads};
use crate::ids::{AuthorId, MessageId, Revision, UserId};

pub use members::{Mute, Profile, introduce, mute, mute_of, mutes, profile, refuse_silenced, unmute};
pub use presence::{Member, PROCESS_LIFE, leave, others_present, save_presence};
pub use retention::forget_old;
pub use service::{Said, changes, delete, edit, history, revision, send};
use uploads::Upload;

/// The one room.
pub const ROOM: &str = "global";
/// In characters.
pub const NAME_LENGTH: usize = 40;
/// In characters.
pub const MESSAGE_LENGTH: usize = 4000;
pub const MOST_ATTACHMENTS: usize = 10;
/// How long an author may change a message, by the server's clock.
pub const EDIT_WINDOW: Duration = Duration::from_mins(15);

/// More are left out.
pub const MOST_MENTIONS: usize = 20;
const CLIENT_ID_LENGTH: usize = 64;
/// The longest excerpt of a quoted message, in characters.
pub const EXCERPT_LENGTH: usize = 160;

#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    #[error("There is no such room.")]
    NoSuchRoom,
    #[error("There is no such message.")]
    NoSuchMessage,
    #[error("There is no such author.")]
    NoSuchAuthor,
    #[error("A message cannot be empty.")]
    Empty,
    #[error("A message has at most {MESSAGE_LENGTH} characters.")]
    TooLong,
    #[error("A message has at most {MOST_ATTACHMENTS} files.")]
    TooManyAttachments,
    #[error("One of the files is not there any more. Please upload it again.")]
    NoSuchUpload,
    #[error("A name has 1 to {NAME_LENGTH} characters.")]
    BadName,
    #[error("An author id has 1 to 64 letters, digits, dashes or underscores.")]
    BadAuthorId,
    #[error("A client id has at most {CLIENT_ID_LENGTH} characters.")]
    BadClientId,
    #[error("This author id belongs to somebody else.")]
    AuthorTaken,
    #[error("You are muted.")]
    Muted,
    #[error("Only your own messages can be changed.")]
    NotYours,
    #[error("This message is too old to be changed.")]
    TooLate,
    #[error("An admin cannot be muted.")]
    AdminStays,
    #[error("Today's uploads are used up. Please try again tomorrow.")]
    DailyLimit,
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// The caller, as the chat knows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Speaker {
    /// `None` in a chat that asks for no session.
    pub user_id: Option<UserId>,
    pub admin: bool,
    /// The subject of limits and uploads: the user's id, or the address of somebody without a session.
    pub subject: String,
}

/// The name that somebody chats under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    pub(crate) id: AuthorId,
    pub(crate) name: String,
}

impl Author {
    pub fn parse(id: &str, name: &str) -> Result<Self, ChatError> {
        let name = name.trim();
        let fits = (1..=NAME_LENGTH).contains(&name.chars().count());
        if !fits || name.chars().any(misleads) || is_invisible(name) {
            return Err(ChatError::BadName);
        }
        Ok(Self { id: AuthorId::parse(id).ok_or(ChatError::BadAuthorId)?, name: name.to_owned() })
    }

    pub fn id(&self) -> &AuthorId {
        &self.id
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A message as its author sends it.
#[derive(Debug, Clone, Default)]
pub struct NewMessage {
    pub content: String,
    pub client_id: Option<String>,
    pub reply_to: Option<String>,
    /// Author ids. Those whose name is not in the content, in any letter case, are left out.
    pub mentions: Vec<AuthorId>,
    /// Names of uploads.
    pub attachments: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub id: MessageId,
    pub room: String,
    pub author_id: AuthorId,
    pub author: String,
    pub admin: bool,
    pub content: String,
    pub mentions: Vec<AuthorId>,
    pub reply_to: Option<Quote>,
    pub client_id: Option<String>,
    pub created_at: Timestamp,
    pub revision: Revision,
    pub edited_at: Option<Timestamp>,
    pub deleted: bool,
    pub attachments: Vec<Upload>,
}

impl Message {
    pub fn by(&self) -> Author {
        Author { id: self.author_id.clone(), name: self.author.clone() }
    }
}

/// The message that another one answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub id: MessageId,
    pub author_id: AuthorId,
    pub author: String,
    /// One line of at most [`EXCERPT_LENGTH`] characters; empty when deleted.
    pub excerpt: String,
    pub deleted: bool,
}

/// Where a page of the history begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    Newest,
    Before(MessageId),
    After(MessageId),
}

/// What has changed since a revision, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// New ones, edited ones, and what is left of deleted ones.
    pub messages: Vec<Message>,
    /// The revision up to which this goes.
    pub revision: Revision,
    pub more: bool,
}
