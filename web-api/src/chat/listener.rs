//! What the WebSocket and server-sent events share: who listens, the first frames, and which news is for whom.

use std::future::pending;
use std::time::Duration;

use axum::http::StatusCode;
use boostdesk_core::chat::{self, Author, ChatError, ROOM, Speaker};
use boostdesk_core::ids::Revision;
use boostdesk_core::shop::storefronts;
use serde::{Deserialize, Serialize};

use crate::callers::admission::{Admission, Admitted};
use crate::chat::access::ChatCaller;
use crate::chat::frame::Frame;
use crate::chat::presence::Seat;
use crate::chat::room::Room;
use crate::edge::concurrency::Place;
use crate::http::error::{ApiError, Result};
use crate::state::WebState;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StreamQuery {
    room: Option<String>,
    author_id: Option<String>,
    author: Option<String>,
    /// Whether this listener also gets the room's revision, presence and typing.
    #[serde(default)]
    presence: bool,
}

impl StreamQuery {
    /// Returns the author that the query names, if it names one.
    fn author(&self) -> Result<Option<Author>> {
        if self.room.as_deref().unwrap_or(ROOM) != ROOM {
            return Err(ChatError::NoSuchRoom.into());
        }
        match (&self.author_id, &self.author) {
            (Some(id), Some(name)) => Ok(Some(Author::parse(id, name)?)),
            _ => Ok(None),
        }
    }
}

/// A caller who may listen, but takes up no place yet.
pub(super) struct Visitor {
    speaker: Speaker,
    admission: Option<Admission>,
    author: Option<Author>,
    hears_of_people: bool,
}

impl Visitor {
    /// A signed-in caller who names an author id owns that id from then on.
    ///
    /// Errors: no such room, an invalid name, or another user's author id.
    pub(super) async fn admit(web: &WebState, caller: ChatCaller, query: &StreamQuery) -> Result<Self> {
        let author = match query.author()? {
            Some(author) => Some(chat::introduce(&web.app, &caller.speaker, &author).await?),
            None => None,
        };
        let ChatCaller { speaker, token } = caller;
        let admission = match (token, speaker.user_id.clone()) {
            (Some(token), Some(user_id)) => {
                let helping = storefronts::helps_in(&web.app, &user_id).await?;
                Some(Admission::of(web, token, user_id, helping.is_some()).await?)
            }
            _ => None,
        };
        Ok(Self { speaker, admission, author, hears_of_people: query.presence })
    }

    /// Errors: 429 when this person has too many streams open.
    pub(super) fn join(self, room: &Room) -> Result<Listener> {
        let Self { speaker, admission, author, hears_of_people } = self;
        let place = room.places.take(speaker.subject.as_str().into()).ok_or_else(too_many_streams)?;
        let seat = Seat::take(&room.presence);
        let mut listener =
            Listener { speaker, admission, author: None, hears_of_people, seat, _place: place };
        if let Some(author) = author {
            listener.name(author);
        }
        Ok(listener)
    }
}

/// Somebody who listens. Their place is given back on drop.
pub(super) struct Listener {
    pub(super) speaker: Speaker,
    pub(super) author: Option<Author>,
    pub(super) hears_of_people: bool,
    /// `None` without a session.
    admission: Option<Admission>,
    seat: Seat,
    _place: Place<Box<str>>,
}

impl Listener {
    /// Sets the author that this listener is shown as.
    pub(super) fn name(&mut self, author: Author) {
        self.seat.name(&author);
        self.author = Some(author);
    }

    /// Returns whether news for the user `whose` is for this listener.
    pub(super) fn is(&self, whose: &str) -> bool {
        self.speaker.user_id.as_ref().is_some_and(|user_id| user_id.as_str() == whose)
    }

    /// Waits until the listener's admission expires, as far as is known; for ever without one.
    pub(super) async fn run_out(&self, web: &WebState) {
        match &self.admission {
            Some(admission) => admission.run_out(web).await,
            None => pending().await,
        }
    }

    /// Checks the admission again.
    pub(super) async fn renew(&mut self, web: &WebState) -> Admitted {
        match &mut self.admission {
            Some(admission) => admission.renew(web).await,
            None => Admitted::Still,
        }
    }
}

#[derive(Serialize)]
struct Ready<'a> {
    room: &'a str,
    revision: Revision,
}

/// Returns the first frames for a listener that asked for presence: the room's revision and its members. These may include the
/// listener, whose own presence may have been broadcast before they could hear it.
pub(super) fn welcome(room: &Room, listener: &Listener, revision: Revision) -> Vec<Frame> {
    if !listener.hears_of_people {
        return Vec::new();
    }
    let ready = Frame::new("ready", &Ready { room: ROOM, revision });
    vec![ready, Frame::new("presence", &room.presence.members())]
}

fn too_many_streams() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "The chat is open too many times. Please close it somewhere else.",
    )
    .retry_after(Duration::from_secs(10))
}
