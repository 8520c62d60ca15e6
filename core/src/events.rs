//! Tells listeners what happened. An event says where to look, never what to believe: listeners read the database.
//!
//! Published after the commit. In process on SQLite; by LISTEN/NOTIFY between processes on PostgreSQL. A topic says what
//! happened, never who should wake.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::ids::{GuildId, UserId};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

/// How many events a slow listener may fall behind before it is told that it missed some.
const BACKLOG: usize = 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
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
    /// What connects a storefront to its stores.
    Stores,
    /// The inbox: stores have called.
    StoreCalls,
    /// Calls were refused that sellers' own services are to be told of.
    RefusedCalls,
    Blocklist,
    /// Helpers of a storefront.
    Members,
    /// Delivery jobs that are not done by hand were written, or are free again.
    DeliveryJobs,
    /// The outbox holds something new.
    Announcements,
    /// Sellers' own services have something to be told, or may be told again.
    EventDeliveries,
    /// An endpoint was made or changed, or a delivery to it was.
    EventEndpoints,
    ApiKeys,
    /// A board was placed or moved.
    StockBoards,
    /// An answer in chat follows an order from now on.
    FollowedOrders,
    /// Messages of the chat room came, changed or went.
    Chat,
    /// Somebody was muted in the chat room, or may write again.
    ChatMutes,
    /// Who is in the chat room, or who types there.
    ChatPresence,
    /// Something happened out of sight: in another process, or faster than this listener could hear. It may be anything.
    Everything,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub topic: Topic,
    /// Whose data changed, when it is one user's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub user_id: Option<UserId>,
    /// Which storefront's data changed, when it is one's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guild_id: Option<GuildId>,
}

impl Event {
    pub fn everything() -> Self {
        Self::of_all(Topic::Everything)
    }

    /// Of no user in particular: everybody's screens may show it.
    pub fn of_all(topic: Topic) -> Self {
        Self { topic, user_id: None, guild_id: None }
    }

    pub fn of_user(topic: Topic, user_id: &UserId) -> Self {
        Self { topic, user_id: Some(user_id.clone()), guild_id: None }
    }

    pub fn of_storefront(topic: Topic, user_id: &UserId, guild_id: &GuildId) -> Self {
        Self { topic, user_id: Some(user_id.clone()), guild_id: Some(guild_id.clone()) }
    }

    /// Whether this user's screens may show something else now.
    pub fn concerns(&self, user_id: &UserId) -> bool {
        self.user_id.as_ref().is_none_or(|whose| whose == user_id)
    }

    fn is_about(&self, topics: &[Topic]) -> bool {
        self.topic == Topic::Everything || topics.contains(&self.topic)
    }
}

/// What runs when one of its topics is published.
#[derive(Clone)]
struct Callback {
    topics: &'static [Topic],
    run: Arc<dyn Fn(&Event) + Send + Sync>,
}

#[derive(Clone)]
pub struct Events {
    sender: broadcast::Sender<Event>,
    callbacks: Arc<Mutex<Vec<Callback>>>,
    complete: Arc<Complete>,
}

/// All commits before `until`, in milliseconds after `first`, have been published. 0: not known.
struct Complete {
    first: Instant,
    until: AtomicU64,
}

impl Default for Events {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(BACKLOG), callbacks: Arc::default(), complete: Arc::default() }
    }
}

impl Default for Complete {
    fn default() -> Self {
        Self { first: Instant::now(), until: AtomicU64::default() }
    }
}

impl Events {
    /// Listens, from now on, to these topics and to [`Topic::Everything`].
    pub fn listen(&self, topics: &'static [Topic]) -> Listener {
        Listener { receiver: self.sender.subscribe(), topics }
    }

    /// Runs `callback` for each event of these topics, and of [`Topic::Everything`], before the call that caused it is
    /// answered. For caches: it must be quick.
    pub fn on_change(&self, topics: &'static [Topic], callback: impl Fn(&Event) + Send + Sync + 'static) {
        let callback = Callback { topics, run: Arc::new(callback) };
        self.callbacks.lock().unwrap_or_else(PoisonError::into_inner).push(callback);
    }

    /// Returns the moment up to which the commits of all processes have been published here. `None` where the database does
    /// not tell.
    pub fn complete_until(&self) -> Option<Instant> {
        let until = self.complete.until.load(Ordering::Acquire);
        (until > 0).then(|| self.complete.first + Duration::from_millis(until))
    }

    /// To be called once everything that was committed before `moment` has been published.
    pub fn note_complete(&self, moment: Instant) {
        let until = moment.saturating_duration_since(self.complete.first).as_millis();
        self.complete.until.fetch_max(u64::try_from(until).unwrap_or_default(), Ordering::AcqRel);
    }

    pub(crate) fn publish(&self, event: &Event) {
        let callbacks = self.callbacks.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for Callback { topics, run } in callbacks {
            if event.is_about(topics) {
                run(event);
            }
        }
        // No listener is fine.
        let _ = self.sender.send(event.clone());
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Events")
    }
}

/// Listens to some topics. Events that it was too slow for become one [`Topic::Everything`].
#[derive(Debug)]
pub struct Listener {
    receiver: broadcast::Receiver<Event>,
    topics: &'static [Topic],
}

impl Listener {
    /// Waits for the next event. Cancel safe: an event is lost only together with its listener.
    pub async fn next(&mut self) -> Event {
        loop {
            match self.receiver.recv().await {
                Ok(event) if event.is_about(self.topics) => return event,
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => return Event::everything(),
                // The process is ending: nothing more will happen.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}
