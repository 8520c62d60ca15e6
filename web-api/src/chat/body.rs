//! What goes over the wire: messages, frames and what clients send.

use boostdesk_core::chat::uploads::{self, Upload, UploadKind};
use boostdesk_core::chat::{self, Author, ChatError, NewMessage, Quote, ROOM};
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::{AuthorId, Revision};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::error::{ApiError, Result};
use crate::http::extract::parse_json;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChatMessage {
    /// A number as text, higher for each new message.
    id: String,
    room: String,
    #[schema(value_type = String)]
    author_id: AuthorId,
    author: String,
    /// Whether the author is an admin.
    admin: bool,
    content: String,
    /// RFC 3339, UTC.
    created_at: String,
    /// The number of the message's last change, higher for each change in the room; equal to the id until a change.
    #[schema(value_type = i64)]
    revision: Revision,
    #[schema(required)]
    edited_at: Option<String>,
    /// Whether the message was deleted: then it has no content and no files.
    deleted: bool,
    /// The `clientId` that its sender gave it.
    #[schema(required)]
    client_id: Option<String>,
    #[schema(required)]
    reply_to: Option<ChatQuote>,
    /// The author ids of those who are mentioned.
    #[schema(value_type = Vec<String>)]
    mentions: Vec<AuthorId>,
    attachments: Vec<Attachment>,
}

/// The message that another one replies to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChatQuote {
    id: String,
    #[schema(value_type = String)]
    author_id: AuthorId,
    author: String,
    /// The beginning of its content, on one line; empty if it was deleted.
    content: String,
    deleted: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Attachment {
    url: String,
    kind: UploadKind,
    /// The file's original name.
    name: String,
    #[serde(rename = "type")]
    media_type: String,
    size: i64,
    #[schema(required)]
    width: Option<i64>,
    #[schema(required)]
    height: Option<i64>,
    /// The URL of a smaller picture of it.
    #[schema(required)]
    thumbnail: Option<String>,
}

/// A message as a client sends it, bare or as the `data` of an envelope of type `message`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SendMessage {
    pub(crate) room: Option<String>,
    pub(crate) author_id: String,
    pub(crate) author: String,
    #[serde(default)]
    pub(crate) content: String,
    /// Returned in the message. A repeated one makes no second message: the answer is the first one.
    pub(crate) client_id: Option<String>,
    pub(crate) reply_to: Option<String>,
    #[serde(default)]
    pub(crate) mentions: Vec<String>,
    /// The URLs of uploads, as `POST /api/chat/upload` returned them.
    #[serde(default)]
    pub(crate) attachments: Vec<String>,
}

/// Who uses a client.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Who {
    pub(crate) author_id: String,
    pub(crate) author: String,
}

impl Who {
    pub(crate) fn author(&self) -> Result<Author> {
        Ok(Author::parse(&self.author_id, &self.author)?)
    }
}

/// A frame that a client sends over the WebSocket.
#[derive(Debug)]
pub(crate) enum ClientFrame {
    Message(Box<SendMessage>),
    Hello(Who),
    Typing,
}

impl ClientFrame {
    pub(crate) fn parse(text: &[u8]) -> Result<Self> {
        let value: Value = parse_json(text)?;
        match value.get("type").and_then(Value::as_str) {
            None => Ok(Self::Message(Box::new(parse_json(text)?))),
            Some("typing") => Ok(Self::Typing),
            Some("message") => Ok(Self::Message(Box::new(SendMessage::parse(&value)?))),
            Some("hello") => {
                let data = serde_json::to_vec(&value["data"]).map_err(ApiError::broken)?;
                Ok(Self::Hello(parse_json(&data)?))
            }
            Some(_) => Err(ApiError::refused("There is no such type of frame.")),
        }
    }

    /// Returns the client id even of an invalid frame, so that its sender learns which message was refused.
    pub(crate) fn client_id_in(text: &[u8]) -> Option<String> {
        let value: Value = serde_json::from_slice(text).ok()?;
        let id = value.get("data").and_then(|data| data.get("clientId")).or_else(|| value.get("clientId"));
        Some(id?.as_str()?.chars().take(64).collect())
    }
}

impl SendMessage {
    /// Reads a message, bare or in an envelope. In an envelope `clientId` may stand beside `data`.
    pub(crate) fn parse(value: &Value) -> Result<Self> {
        let bare = if value.get("type").is_some() { &value["data"] } else { value };
        let mut message: Self = parse_json(&serde_json::to_vec(bare).map_err(ApiError::broken)?)?;
        if message.client_id.is_none() {
            message.client_id = value.get("clientId").and_then(Value::as_str).map(str::to_owned);
        }
        Ok(message)
    }

    pub(crate) fn split(self) -> Result<(Author, NewMessage)> {
        if self.room.as_deref().unwrap_or(ROOM) != ROOM {
            return Err(ChatError::NoSuchRoom.into());
        }
        let author = Author::parse(&self.author_id, &self.author)?;
        let name = |url: &String| url.rsplit('/').next().unwrap_or_default().to_owned();
        let new = NewMessage {
            content: self.content,
            client_id: self.client_id,
            reply_to: self.reply_to,
            mentions: self.mentions.iter().filter_map(|id| AuthorId::parse(id)).collect(),
            attachments: self.attachments.iter().map(name).collect(),
        };
        Ok((author, new))
    }
}

impl ChatMessage {
    /// `host`: the prefix of upload URLs: empty, or the origin of the chat's own host.
    pub(crate) fn of(message: chat::Message, host: &str) -> Self {
        Self {
            id: message.id.to_string(),
            room: message.room,
            author_id: message.author_id,
            author: message.author,
            admin: message.admin,
            content: message.content,
            created_at: message.created_at.rfc3339(),
            revision: message.revision,
            edited_at: message.edited_at.map(Timestamp::rfc3339),
            deleted: message.deleted,
            client_id: message.client_id,
            reply_to: message.reply_to.map(ChatQuote::from),
            mentions: message.mentions,
            attachments: message.attachments.into_iter().map(|upload| Attachment::of(upload, host)).collect(),
        }
    }
}

impl From<Quote> for ChatQuote {
    fn from(quote: Quote) -> Self {
        Self {
            id: quote.id.to_string(),
            author_id: quote.author_id,
            author: quote.author,
            content: quote.excerpt,
            deleted: quote.deleted,
        }
    }
}

impl Attachment {
    pub(crate) fn of(upload: Upload, host: &str) -> Self {
        let url = |name: &str| format!("{host}{}", uploads::path(name));
        Self {
            url: url(&upload.name),
            kind: upload.kind,
            name: upload.original_name,
            media_type: upload.media_type,
            size: upload.size,
            width: upload.width,
            height: upload.height,
            thumbnail: upload.thumbnail.as_deref().map(url),
        }
    }
}
