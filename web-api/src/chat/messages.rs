//! The calls of everybody: reading, sending, changing.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use boostdesk_core::chat::{self, ChatError, ROOM, Span};
use boostdesk_core::ids::{MessageId, Revision};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::callers::session::CallFrom;
use crate::callers::session_cookie;
use crate::chat::access::{Access, ChatCaller};
use crate::chat::body::{ChatMessage, SendMessage, Who};
use crate::chat::room::Room;
use crate::chat::uploads::Uploads;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path, Query};
use crate::state::WebState;

const PAGE: i64 = 100;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoryQuery {
    /// The room's name: `global`, which is also the default.
    room: Option<String>,
    /// Only messages before the one with this id. Not together with `after`.
    #[param(value_type = Option<i64>)]
    before: Option<Revision>,
    /// Only messages after the one with this id.
    #[param(value_type = Option<i64>)]
    after: Option<Revision>,
    /// How many messages to return: 1 to 100; 100 when absent.
    limit: Option<i64>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChangesQuery {
    /// The room's name: `global`, which is also the default.
    room: Option<String>,
    /// The last revision that the caller knows.
    #[param(value_type = i64)]
    after: Revision,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Changes {
    /// New, edited and deleted messages, in the order of their revisions.
    messages: Vec<ChatMessage>,
    #[schema(value_type = i64)]
    revision: Revision,
    /// Whether there are more changes after this `revision`; ask again for them.
    more: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Sent {
    code: u16,
    data: ChatMessage,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct EditMessage {
    content: String,
}

/// Messages of the chat room, the oldest first
///
/// The newest messages, or those before or after an id, without deleted ones.
#[utoipa::path(
    get,
    path = "/api/chat/history",
    tag = "chat",
    params(HistoryQuery),
    responses((status = 200, body = [ChatMessage]), (status = 404, description = "No such room", body = ErrorBody)),
    security(("session" = []))
)]
pub(crate) async fn history(
    State(web): State<WebState>,
    State(access): State<Arc<Access>>,
    _: ChatCaller,
    Query(query): Query<HistoryQuery>,
) -> Result<Json<Vec<ChatMessage>>> {
    let limit = query.limit.unwrap_or(PAGE);
    if !(1..=PAGE).contains(&limit) {
        return Err(ApiError::refused("`limit` must be 1 to 100."));
    }
    let span = match (query.before, query.after) {
        (None, None) => Span::Newest,
        (Some(id), None) => Span::Before(MessageId::of(id)),
        (None, Some(id)) => Span::After(MessageId::of(id)),
        (Some(_), Some(_)) => return Err(ApiError::refused("Give `before` or `after`, not both.")),
    };
    let messages = chat::history(&web.app, query.room.as_deref().unwrap_or(ROOM), span, limit).await?;
    Ok(Json(bodies(&access, messages)))
}

/// Changes in the chat room since a revision
///
/// For clients that were disconnected: new, edited and deleted messages, each of them once.
#[utoipa::path(
    get,
    path = "/api/chat/changes",
    tag = "chat",
    params(ChangesQuery),
    responses((status = 200, body = Changes), (status = 404, description = "No such room", body = ErrorBody)),
    security(("session" = []))
)]
pub(crate) async fn changes(
    State(web): State<WebState>,
    State(access): State<Arc<Access>>,
    _: ChatCaller,
    Query(query): Query<ChangesQuery>,
) -> Result<Json<Changes>> {
    let changes = chat::changes(&web.app, query.room.as_deref().unwrap_or(ROOM), query.after).await?;
    let (revision, more) = (changes.revision, changes.more);
    Ok(Json(Changes { messages: bodies(&access, changes.messages), revision, more }))
}

/// Send a chat message
///
/// The body is the message, or an envelope with it: `{"type": "message", "data": {…}}`. A repeated `clientId` makes no
/// second message.
#[utoipa::path(
    post,
    path = "/api/chat/send",
    tag = "chat",
    request_body = SendMessage,
    responses(
        (status = 200, body = Sent),
        (status = 403, description = "The caller is muted, or the author id is another user's", body = ErrorBody),
        (status = 404, description = "No such room", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn send(
    State(web): State<WebState>,
    State(access): State<Arc<Access>>,
    ChatCaller { speaker, .. }: ChatCaller,
    Json(body): Json<Value>,
) -> Result<Json<Sent>> {
    let (author, new) = SendMessage::parse(&body)?.split()?;
    web.limits.count_chat(&speaker.subject)?;
    let message = chat::send(&web.app, &speaker, &author, new).await?.message;
    Ok(Json(Sent { code: 200, data: ChatMessage::of(message, &access.host) }))
}

/// Edit a chat message
///
/// Authors can edit their own messages for fifteen minutes.
#[utoipa::path(
    put,
    path = "/api/chat/messages/{id}",
    tag = "chat",
    params(("id" = String, Path)),
    request_body = EditMessage,
    responses(
        (status = 200, body = Sent),
        (status = 403, description = "Another user's message, too old, or the caller is muted", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn edit(
    State(web): State<WebState>,
    State(access): State<Arc<Access>>,
    ChatCaller { speaker, .. }: ChatCaller,
    Path(id): Path<String>,
    Json(EditMessage { content }): Json<EditMessage>,
) -> Result<Json<Sent>> {
    web.limits.count_chat(&speaker.subject)?;
    let message = chat::edit(&web.app, &speaker, parse_id(&id)?, &content).await?;
    Ok(Json(Sent { code: 200, data: ChatMessage::of(message, &access.host) }))
}

/// Delete a chat message
///
/// Authors can delete their own messages for fifteen minutes, admins can delete any. Its files are deleted, too.
#[utoipa::path(
    delete,
    path = "/api/chat/messages/{id}",
    tag = "chat",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "Another user's message, or too old", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn delete(
    State(web): State<WebState>,
    State(uploads): State<Arc<Uploads>>,
    ChatCaller { speaker, .. }: ChatCaller,
    Path(id): Path<String>,
    from: CallFrom,
) -> Result<Json<Ack>> {
    web.limits.count_chat(&speaker.subject)?;
    let files = chat::delete(&web.app, &speaker, parse_id(&id)?, &from.0).await?;
    uploads.remove(&files).await;
    Ok(Json(Ack::new("Message deleted.")))
}

fn parse_id(id: &str) -> Result<MessageId, ChatError> {
    id.parse().map_err(|_| ChatError::NoSuchMessage)
}

/// Tell the chat room that the caller is typing
///
/// For clients without a WebSocket. With a session, the author id belongs to the caller from then on.
#[utoipa::path(
    post,
    path = "/api/chat/typing",
    tag = "chat",
    request_body = Who,
    responses(
        (status = 200, body = Ack),
        (status = 403, description = "The caller is muted, or the author id is another user's", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn typing(
    State(web): State<WebState>,
    State(room): State<Arc<Room>>,
    ChatCaller { speaker, .. }: ChatCaller,
    Json(who): Json<Who>,
) -> Result<Json<Ack>> {
    let author = chat::introduce(&web.app, &speaker, &who.author()?).await?;
    chat::refuse_silenced(&web.app, &speaker, &author).await?;
    room.presence.types(&web.app, &speaker, &author);
    Ok(Json(Ack::new("Told.")))
}

/// Sign in to the chat on its own host
///
/// Sets the session cookie for that host, because sockets, streams and pictures cannot send a header.
#[utoipa::path(
    post,
    path = "/api/chat/session",
    tag = "chat",
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn open_session(
    State(web): State<WebState>,
    caller: ChatCaller,
) -> Result<impl IntoResponse> {
    let token = caller.token.ok_or_else(ApiError::unauthorized)?;
    Ok((session_cookie::set(&web, &token), Json(Ack::new("The chat is open."))))
}

fn bodies(access: &Access, messages: Vec<chat::Message>) -> Vec<ChatMessage> {
    messages.into_iter().map(|message| ChatMessage::of(message, &access.host)).collect()
}
