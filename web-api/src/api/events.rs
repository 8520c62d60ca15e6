//! `GET /api/dashboard/events`: tells an open dashboard which of its data has changed, as it happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use boostdesk_core::events::{self, Topic};
use futures::Stream;
use futures::stream::unfold;
use secrecy::SecretString;
use serde::Serialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};
use utoipa::ToSchema;

use crate::callers::session::{self, Session, Token};
use crate::http::error::ErrorBody;
use crate::state::WebState;

/// After so long the browser has to ask again, and to show that its session is still alive.
const LONGEST: Duration = Duration::from_hours(1);
/// Shorter than proxies let a connection be silent.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

const READY: Word = Word::Ready("ready");

/// What has changed. `ready`, the first one, says that anything may have; so does a later one.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct Change {
    #[schema(value_type = String, example = "orders")]
    topic: Word,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(untagged)]
enum Word {
    Topic(Topic),
    Ready(&'static str),
}

/// What has changed, as it happens
///
/// A stream of server-sent events, each of them a `Change`.
#[utoipa::path(
    get,
    path = "/api/dashboard/events",
    tag = "dashboard",
    responses(
        (status = 200, content_type = "text/event-stream", body = Change),
        (status = 401, body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn stream(
    State(web): State<WebState>,
    Session(session): Session,
    Token(token): Token,
) -> impl IntoResponse {
    let listener = Listener {
        // Before the first event goes out, so that nothing falls between it and what the page then asks.
        changes: web.app.events.subscribe(),
        user_id: session.user_id,
        token,
        until: Instant::now() + LONGEST,
        welcomed: false,
        web,
    };
    Sse::new(listener.stream()).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}

struct Listener {
    web: WebState,
    changes: Receiver<events::Event>,
    user_id: String,
    token: SecretString,
    until: Instant,
    welcomed: bool,
}

impl Listener {
    fn stream(self) -> impl Stream<Item = Result<Event, Infallible>> {
        unfold(self, async |mut listener| {
            let word = listener.next().await?;
            let change = serde_json::to_string(&Change { topic: word }).expect("a change has a JSON form");
            Some((Ok(Event::default().data(change)), listener))
        })
    }

    /// `None` at the end of the session, of the server, or of its time.
    async fn next(&mut self) -> Option<Word> {
        if !self.welcomed {
            self.welcomed = true;
            return Some(READY);
        }
        loop {
            let heard = tokio::select! {
                biased;
                () = self.web.stopping.cancelled() => return None,
                () = sleep_until(self.until) => return None,
                heard = self.changes.recv() => heard,
            };
            let topic = match heard {
                // What waits to be said in chat is on no screen.
                Ok(event) if event.topic == Topic::Announcements => continue,
                // The chat room has streams of its own.
                Ok(events::Event { topic: Topic::Chat | Topic::ChatMutes | Topic::ChatPresence, .. }) => {
                    continue;
                }
                Ok(event) if event.concerns(&self.user_id) => event.topic,
                Ok(_) => continue,
                // Which ones were missed is not known.
                Err(RecvError::Lagged(_)) => Topic::Everything,
                Err(RecvError::Closed) => return None,
            };
            if matches!(topic, Topic::Sessions | Topic::Everything) && !self.is_signed_in().await {
                return None;
            }
            return Some(if topic == Topic::Everything { READY } else { Word::Topic(topic) });
        }
    }

    async fn is_signed_in(&self) -> bool {
        // A database that does not answer is no reason to end what it had allowed.
        !matches!(session::find(&self.web, &self.token).await, Ok(None))
    }
}
