//! The chat room over HTTP, WebSocket and server-sent events.
//!
//! `access` says who may come in, `room` carries what happens to whoever listens, `socket` and `stream` are the two ways to
//! listen, `messages` and `moderation` the calls. Rules and SQL are core's.

mod access;
mod body;
pub(crate) mod link_preview;
mod messages;
mod moderation;
mod presence;
mod room;
mod socket;
mod stream;
pub(crate) mod uploads;

use axum::http::StatusCode;
use boostdesk_core::chat::ChatError;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::ApiError;
use crate::state::WebState;

pub(crate) use access::{ChatCaller, allow_chat_pages};
pub(crate) use room::Room;

pub(crate) const SOCKET: &str = "/ws/chat";
pub(crate) const STREAM: &str = "/sse/chat";

/// The chat's calls, with their description.
pub(crate) fn routes() -> OpenApiRouter<WebState> {
    OpenApiRouter::new()
        .routes(routes!(messages::show_room))
        .routes(routes!(messages::history))
        .routes(routes!(messages::changes))
        .routes(routes!(messages::send))
        .routes(routes!(messages::edit, messages::delete))
        .routes(routes!(messages::typing))
        .routes(routes!(messages::open_session))
        .routes(routes!(uploads::receive))
        .routes(routes!(uploads::take_back))
        .routes(routes!(moderation::mute, moderation::unmute))
        .routes(routes!(moderation::mutes))
}

pub(crate) use socket::connect as socket;
pub(crate) use stream::listen as stream;

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
