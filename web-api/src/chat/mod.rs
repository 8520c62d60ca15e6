//! The chat room over HTTP, WebSocket and server-sent events.
//!
//! `access` says who may chat, `room` broadcasts to listeners over `socket` and `stream`, and `listener` is what these two
//! share. The calls are in `messages`, `moderation` and `overview`, a chat's first call. Rules and SQL are core's.

pub(crate) mod access;
mod body;
mod frame;
pub(crate) mod link_preview;
mod listener;
pub(crate) mod messages;
pub(crate) mod moderation;
pub(crate) mod overview;
mod presence;
pub(crate) mod room;
pub(crate) mod socket;
pub(crate) mod stream;
pub(crate) mod uploads;

use axum::http::StatusCode;
use boostdesk_core::chat::ChatError;

use crate::http::error::ApiError;

impl From<ChatError> for ApiError {
    fn from(error: ChatError) -> Self {
        let message = error.to_string();
        match error {
            ChatError::NoSuchRoom | ChatError::NoSuchMessage | ChatError::NoSuchAuthor => {
                Self::new(StatusCode::NOT_FOUND, message)
            }
            ChatError::AuthorTaken
            | ChatError::Muted
            | ChatError::NotYours
            | ChatError::TooLate
            | ChatError::AdminStays => Self::new(StatusCode::FORBIDDEN, message),
            ChatError::DailyLimit => Self::new(StatusCode::TOO_MANY_REQUESTS, message)
                .retry_after(std::time::Duration::from_hours(1)),
            ChatError::Empty
            | ChatError::TooLong
            | ChatError::TooManyAttachments
            | ChatError::NoSuchUpload
            | ChatError::BadName
            | ChatError::BadAuthorId
            | ChatError::BadClientId => Self::refused(message),
            ChatError::Failure(failure) => failure.into(),
        }
    }
}
