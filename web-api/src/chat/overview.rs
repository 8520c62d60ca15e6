//! The call that a chat begins with: the room, who is in it, and what one may do there.

use std::sync::Arc;

use axum::extract::State;
use boostdesk_core::chat::{self, EDIT_WINDOW, MESSAGE_LENGTH, MOST_ATTACHMENTS, NAME_LENGTH, ROOM};
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::Revision;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::chat::access::ChatCaller;
use crate::chat::presence::{ChatMember, Members};
use crate::chat::room::Room;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{Json, Query};
use crate::state::WebState;

/// The chat room, and the caller's place in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChatRoom {
    room: String,
    #[schema(value_type = i64)]
    revision: Revision,
    /// The server's time, RFC 3339, UTC.
    now: String,
    /// Whether the caller may moderate.
    admin: bool,
    /// The author id and name that the caller used last; null if there are none.
    #[schema(required)]
    me: Option<ChatMember>,
    #[schema(required)]
    muted: Option<Muted>,
    members: Members,
    limits: ChatLimits,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Muted {
    /// When the mute ends. RFC 3339, UTC; null for a mute without an end.
    #[schema(required)]
    until: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChatLimits {
    /// The most characters of a message.
    message: usize,
    name: usize,
    attachments: usize,
    upload_mb: u32,
    /// For how many seconds authors may change their own messages.
    edit_window_s: u64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RoomQuery {
    /// The room's name: `global`, which is also the default.
    room: Option<String>,
}

impl From<chat::Profile> for ChatMember {
    fn from(profile: chat::Profile) -> Self {
        Self { author_id: profile.author_id, author: profile.author }
    }
}

/// The chat room: its members, its limits, and the caller's own name and rights
#[utoipa::path(
    get,
    path = "/api/chat/room",
    tag = "chat",
    params(RoomQuery),
    responses((status = 200, body = ChatRoom), (status = 404, description = "No such room", body = ErrorBody)),
    security(("session" = []))
)]
pub(crate) async fn show_room(
    State(web): State<WebState>,
    State(chat_room): State<Arc<Room>>,
    caller: ChatCaller,
    Query(RoomQuery { room }): Query<RoomQuery>,
) -> Result<Json<ChatRoom>> {
    let room = room.unwrap_or_else(|| ROOM.to_owned());
    let revision = chat::revision(&web.app, &room).await?;
    let (mut me, mut mute) = (None, None);
    if let Some(user_id) = &caller.speaker.user_id {
        me = chat::profile(&web.app, user_id).await?;
        mute = chat::mute_of(&web.app, user_id).await?;
    }
    Ok(Json(ChatRoom {
        room,
        revision,
        now: web.app.clock.now().rfc3339(),
        admin: caller.speaker.admin,
        me: me.map(ChatMember::from),
        muted: mute.map(|mute| Muted { until: mute.until.map(Timestamp::rfc3339) }),
        members: chat_room.presence.members(),
        limits: ChatLimits {
            message: MESSAGE_LENGTH,
            name: NAME_LENGTH,
            attachments: MOST_ATTACHMENTS,
            upload_mb: chat_room.upload_mb,
            edit_window_s: EDIT_WINDOW.as_secs(),
        },
    }))
}
