//! `GET /api/dashboard/events`: tells an open dashboard which of its data has changed, as it happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use boostdesk_core::events;
use boostdesk_core::ids::UserId;
use boostdesk_core::shop::storefronts::{self, Storefront};
use futures::Stream;
use futures::stream::unfold;
use serde::Serialize;
use tokio::time::{Instant, sleep_until};
use utoipa::ToSchema;

use crate::api::members::Helping;
use crate::callers::admission::{Admission, Admitted};
use crate::callers::session::{Session, Token};
use crate::edge::concurrency::Place;
use crate::http::error::{ApiError, Result};
use crate::http::stream::NOT_HELD_BACK;
use crate::state::WebState;

/// After so long the browser has to ask again, and to show that its session is still alive.
const LONGEST: Duration = Duration::from_hours(1);
/// Shorter than the idle timeouts of proxies.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

/// The events that an open dashboard hears of, and the topic that it is told for each.
const WORDS: [(events::Topic, Topic); 18] = [
    (events::Topic::Everything, Topic::Ready),
    (events::Topic::Orders, Topic::Orders),
    (events::Topic::Stock, Topic::Stock),
    (events::Topic::Keys, Topic::Keys),
    (events::Topic::Storefronts, Topic::Storefronts),
    (events::Topic::Activity, Topic::Activity),
    (events::Topic::Sessions, Topic::Sessions),
    (events::Topic::Suggestions, Topic::Suggestions),
    (events::Topic::BugReports, Topic::BugReports),
    (events::Topic::CustomDomains, Topic::CustomDomains),
    (events::Topic::DeliveryText, Topic::DeliveryText),
    (events::Topic::LivePage, Topic::LivePage),
    (events::Topic::EventEndpoints, Topic::EventEndpoints),
    (events::Topic::ApiKeys, Topic::ApiKeys),
    (events::Topic::Stores, Topic::Stores),
    (events::Topic::StoreCalls, Topic::StoreCalls),
    (events::Topic::Blocklist, Topic::Blocklist),
    (events::Topic::Members, Topic::Members),
];

static TOPICS: [events::Topic; WORDS.len()] = {
    let mut topics = [events::Topic::Everything; WORDS.len()];
    let mut at = 0;
    while at < WORDS.len() {
        topics[at] = WORDS[at].0;
        at += 1;
    }
    topics
};

/// Names what has changed. The first event is `ready`; that one, and any later `ready`, means that everything may have
/// changed.
#[derive(Serialize, ToSchema)]
struct Change {
    #[schema(inline)]
    topic: Topic,
    /// Only in the first event: the answer of `GET /api/user/helping`.
    #[serde(skip_serializing_if = "Option::is_none")]
    helping: Option<Helping>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(example = "orders")]
enum Topic {
    Ready,
    Orders,
    Stock,
    Keys,
    Storefronts,
    Activity,
    Sessions,
    Suggestions,
    BugReports,
    CustomDomains,
    DeliveryText,
    LivePage,
    EventEndpoints,
    ApiKeys,
    Stores,
    StoreCalls,
    Blocklist,
    Members,
}

/// Tells which of the caller's data has changed, as it happens
///
/// A stream of server-sent events. The data of each is a `Change` as JSON.
#[utoipa::path(
    get,
    path = "/api/dashboard/events",
    tag = "dashboard",
    responses((status = 200, content_type = "text/event-stream", body = Change)),
    security(("session" = []))
)]
pub(crate) async fn stream(
    State(web): State<WebState>,
    Session(session): Session,
    Token(token): Token,
) -> Result<impl IntoResponse> {
    let place = web.streams.take(session.user_id.clone()).ok_or_else(too_many)?;
    // Listens before anything is read, so that no change is missed in between.
    let changes = web.app.events.listen(&TOPICS);
    let helping = storefronts::helps_in(&web.app, &session.user_id).await?;
    let admission = Admission::of(&web, token, session.user_id.clone(), helping.is_some()).await?;
    let listener = Listener {
        changes,
        welcome: Some(Helping::of(&web, &session.user_id, helping.as_ref()).await?),
        user_id: session.user_id,
        helps_in: helping.map(|(storefront, _)| storefront),
        admission,
        until: Instant::now() + LONGEST,
        web,
        _place: place,
    };
    Ok(([NOT_HELD_BACK], Sse::new(listener.stream()).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))))
}

fn too_many() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "The dashboard is open too many times. Please close it somewhere else.",
    )
    .retry_after(Duration::from_secs(10))
}

struct Listener {
    web: WebState,
    changes: events::Listener,
    user_id: UserId,
    helps_in: Option<Storefront>,
    admission: Admission,
    until: Instant,
    /// Sent with the first event.
    welcome: Option<Helping>,
    _place: Place<UserId>,
}

impl Listener {
    fn stream(self) -> impl Stream<Item = std::result::Result<Event, Infallible>> {
        unfold(self, async |mut listener| {
            let change = match listener.welcome.take() {
                Some(helping) => Change { topic: Topic::Ready, helping: Some(helping) },
                None => Change { topic: listener.next().await?, helping: None },
            };
            let change = serde_json::to_string(&change).expect("a change has a JSON form");
            Some((Ok(Event::default().data(change)), listener))
        })
    }

    /// Returns the next change. `None` when the session, a role or `LONGEST` has ended, or the server stops.
    async fn next(&mut self) -> Option<Topic> {
        loop {
            let event = tokio::select! {
                biased;
                () = self.web.stopping.cancelled() => return None,
                () = sleep_until(self.until) => return None,
                () = self.admission.run_out(&self.web) => {
                    self.is_admitted().await.then_some(())?;
                    continue;
                }
                event = self.changes.next() => event,
            };
            let word = WORDS.iter().find(|(topic, _)| *topic == event.topic).map(|(_, word)| *word);
            let Some(word) = word.filter(|_| self.is_concerned(&event)) else { continue };
            if matches!(word, Topic::Sessions | Topic::Ready) && !self.is_admitted().await {
                return None;
            }
            return Some(word);
        }
    }

    /// A helper hears of the storefront they help in, and of nothing else that is the seller's.
    fn is_concerned(&self, event: &events::Event) -> bool {
        let there = |storefront: &Storefront| {
            event.guild_id.as_ref() == Some(&storefront.guild_id) && event.concerns(&storefront.user_id)
        };
        event.concerns(&self.user_id) || self.helps_in.as_ref().is_some_and(there)
    }

    async fn is_admitted(&mut self) -> bool {
        self.admission.renew(&self.web).await == Admitted::Still
    }
}
