//! `GET /sse/chat`: the room as server-sent events, for clients that cannot open a WebSocket.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream::unfold;
use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, sleep_until};

use crate::callers::admission::Admitted;
use crate::chat::access::ChatCaller;
use crate::chat::frame::{Frame, News};
use crate::chat::listener::{Listener, StreamQuery, Visitor, welcome};
use crate::chat::room::Room;
use crate::http::error::{ApiError, Result};
use crate::http::extract::Query;
use crate::http::stream::NOT_HELD_BACK;
use crate::state::WebState;

/// Shorter than the idle timeouts of proxies.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// An empty comment of server-sent events, which clients ignore.
const SILENCE: &[u8] = b":\n\n";

pub(crate) async fn listen(
    State(web): State<WebState>,
    State(room): State<Arc<Room>>,
    caller: ChatCaller,
    Query(query): Query<StreamQuery>,
) -> Result<Response> {
    let listener = Visitor::admit(&web, caller, &query).await?.join(&room)?;
    let Some((news, revision)) = room.listen(&web.stopping).await else {
        return Err(ApiError::unavailable("The server stops."));
    };
    let welcome = welcome(&room, &listener, revision);
    // Sends something at once, so that proxies pass on the response's head.
    let first = if welcome.is_empty() {
        Bytes::from_static(SILENCE)
    } else {
        welcome.iter().map(Frame::event).collect::<Vec<_>>().concat().into()
    };
    let events = Events { web, listener, news, first: Some(first) };
    let body = Body::from_stream(unfold(events, async |mut events| {
        Some((Ok::<_, Infallible>(events.next().await?), events))
    }));
    Ok(([(CONTENT_TYPE, "text/event-stream"), NOT_HELD_BACK], body).into_response())
}

struct Events {
    web: WebState,
    listener: Listener,
    news: Receiver<News>,
    first: Option<Bytes>,
}

impl Events {
    /// Returns the next bytes. `None` when the session or the server ends, or this listener reads too slowly.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let silent_until = Instant::now() + KEEP_ALIVE;
        loop {
            let happened = tokio::select! {
                biased;
                happened = self.news.recv() => happened,
                () = self.listener.run_out(&self.web) => {
                    self.is_admitted().await.then_some(())?;
                    continue;
                }
                () = sleep_until(silent_until) => return Some(Bytes::from_static(SILENCE)),
            };
            match happened.ok()? {
                News::Frame(frame) => return Some(frame.event()),
                News::People(frame) if self.listener.hears_of_people => return Some(frame.event()),
                News::Private(whose, frame) if self.listener.is(&whose) => return Some(frame.event()),
                News::Sessions(whose) if whose.as_ref().is_none_or(|whose| self.listener.is(whose)) => {
                    self.is_admitted().await.then_some(())?;
                }
                News::People(_) | News::Private(..) | News::Sessions(_) => {}
                News::Stop => return None,
            }
        }
    }

    async fn is_admitted(&mut self) -> bool {
        self.listener.renew(&self.web).await == Admitted::Still
    }
}
