//! `GET /sse/chat`: the room as server-sent events, for those whom a WebSocket does not reach.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use boostdesk_core::chat::{self, Author, ChatError, ROOM, Speaker};
use bytes::Bytes;
use futures::stream::unfold;
use secrecy::SecretString;
use serde::Deserialize;
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use super::access::ChatCaller;
use super::presence::Seat;
use super::room::News;
use super::socket::welcome;
use crate::edge::concurrency::Place;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Query;
use crate::http::session;
use crate::state::WebState;

/// Shorter than proxies let a connection be silent.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// Keeps nginx from holding events back.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StreamQuery {
    room: Option<String>,
    author_id: Option<String>,
    author: Option<String>,
}

impl StreamQuery {
    /// Who listens, if they say so.
    pub(super) fn author(&self) -> Result<Option<Author>> {
        if self.room.as_deref().unwrap_or(ROOM) != ROOM {
            return Err(ChatError::NoSuchRoom.into());
        }
        match (&self.author_id, &self.author) {
            (Some(id), Some(name)) => Ok(Some(Author::parse(id, name)?)),
            _ => Ok(None),
        }
    }
}

pub(super) fn too_many_streams() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "The chat is open too many times. Please close it somewhere else.",
    )
    .retry_after(Duration::from_secs(10))
}

pub(crate) async fn listen(
    State(web): State<WebState>,
    caller: ChatCaller,
    Query(query): Query<StreamQuery>,
) -> Result<Response> {
    let author = query.author()?;
    if let Some(author) = &author {
        chat::refuse_stranger(&web.app, &caller.speaker, author).await?;
    }
    let place = web.chat.places.take(&caller.speaker.subject).ok_or_else(too_many_streams)?;
    let seat = Seat::take(&web.chat);
    if let Some(author) = &author {
        seat.name(author);
    }
    let Some((news, revision)) = web.chat.listen(&web.stopping).await else {
        return Err(ApiError::unavailable("The server stops."));
    };
    let first = Some(welcome(&web.chat, revision).map(|frame| frame.event()).concat().into());
    let listener = Listener {
        web,
        speaker: caller.speaker,
        token: caller.token,
        author,
        news,
        first,
        _seat: seat,
        _place: place,
    };
    let body = Body::from_stream(unfold(listener, async |mut listener| {
        Some((Ok::<_, Infallible>(listener.next().await?), listener))
    }));
    Ok(([(CONTENT_TYPE, "text/event-stream"), (X_ACCEL_BUFFERING, "no")], body).into_response())
}

struct Listener {
    web: WebState,
    speaker: Speaker,
    token: Option<SecretString>,
    author: Option<Author>,
    news: Receiver<News>,
    first: Option<Bytes>,
    _seat: Seat,
    _place: Place,
}

impl Listener {
    /// `None` at the end of the session or of the server, and for whoever reads too slowly.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            let Ok(happened) = timeout(KEEP_ALIVE, self.news.recv()).await else {
                return Some(Bytes::from_static(b":\n\n"));
            };
            match happened.ok()? {
                News::Frame(frame) => return Some(frame.event()),
                News::Private(whose, frame) if self.is(&whose) => return Some(frame.event()),
                News::Sessions(whose) if whose.as_ref().is_none_or(|whose| self.is(whose)) => {
                    if let Some(token) = &self.token
                        && matches!(session::find(&self.web, token).await, Ok(None))
                    {
                        return None;
                    }
                }
                News::Private(..) | News::Sessions(_) => {}
                News::Stop => return None,
            }
        }
    }

    fn is(&self, whose: &str) -> bool {
        match &self.speaker.user_id {
            Some(user_id) => user_id == whose,
            None => self.author.as_ref().is_some_and(|author| author.id() == whose),
        }
    }
}
