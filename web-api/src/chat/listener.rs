//! What both ways to listen have in common: who listens, how they begin, and whose news is theirs.

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
    /// Whether this listener also hears where the room stands, who is here and who types.
    #[serde(default)]
    presence: bool,
}

impl StreamQuery {
    /// Who listens, if they say so.
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

/// Somebody at the door, who may come in.
pub(super) struct Visitor {
    speaker: Speaker,
    admission: Option<Admission>,
    author: Option<Author>,
    hears_of_people: bool,
}

impl Visitor {
    /// Whoever names an author id with a session has it from then on.
    ///
    /// Errors: no such room, a name that will not do, or another user's author id.
    pub(super) async fn meet(web: &WebState, caller: ChatCaller, query: &StreamQuery) -> Result<Self> {
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

    /// Errors: 429 for whoever listens in too many places already.
    pub(super) fn sit_down(self, room: &Room) -> Result<Listener> {
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

/// Somebody who listens, for as long as this is held.
pub(super) struct Listener {
    pub(super) speaker: Speaker,
    pub(super) author: Option<Author>,
    pub(super) hears_of_people: bool,
    /// Where a session was asked for.
    admission: Option<Admission>,
    seat: Seat,
    _place: Place<Box<str>>,
}

impl Listener {
    /// Says who this is.
    pub(super) fn name(&mut self, author: Author) {
        self.seat.name(&author);
        self.author = Some(author);
    }

    /// Returns whether news for the user `whose` is for this listener.
    pub(super) fn is(&self, whose: &str) -> bool {
        match &self.speaker.user_id {
            Some(user_id) => user_id.as_str() == whose,
            None => self.author.as_ref().is_some_and(|author| author.id().as_str() == whose),
        }
    }

    /// Waits until the time of what this listener came in with is over, as far as is known.
    pub(super) async fn run_out(&self, web: &WebState) {
        match &self.admission {
            Some(admission) => admission.run_out(web).await,
            None => pending().await,
        }
    }

    /// Looks at what has become of it.
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

/// Returns what whoever has asked hears first: where the room stands, and who is here. The listener may be among them: others
/// may have been told of them before they could listen.
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
