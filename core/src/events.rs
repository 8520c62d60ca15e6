//! What happened, to whoever listens. An event says where to look, never what to believe: listeners read the database.
//!
//! Published after the commit. In process on SQLite; by LISTEN/NOTIFY between processes on PostgreSQL.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

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
    Delivery,
    Suggestions,
    Bugs,
    Domains,
    Settings,
    CustomCode,
    /// Something waits to be said in chat, or to be shown there.
    Announcements,
    /// Messages came, changed or went.
    Chat,
    /// Somebody was muted, or may write again.
    ChatMutes,
    /// Who is here, or who types, has changed.
    ChatPresence,
    /// Something changed out of sight, in another process: everything may have.
    Everything,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub topic: Topic,
    /// Whose data changed, when it is one user's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub user_id: Option<String>,
    /// Which storefront's data changed, when it is one's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guild_id: Option<String>,
}

impl Event {
    pub fn everything() -> Self {
        Self::of_all(Topic::Everything)
    }

    /// Of no user in particular: everybody's screens may show it.
    pub fn of_all(topic: Topic) -> Self {
        Self { topic, user_id: None, guild_id: None }
    }

    pub fn of_user(topic: Topic, user_id: &str) -> Self {
        Self { topic, user_id: Some(user_id.to_owned()), guild_id: None }
    }

    pub fn of_storefront(topic: Topic, user_id: &str, guild_id: &str) -> Self {
        Self { topic, user_id: Some(user_id.to_owned()), guild_id: Some(guild_id.to_owned()) }
    }

    /// Whether this user's screens may show something else now.
    pub fn concerns(&self, user_id: &str) -> bool {
        self.user_id.as_deref().is_none_or(|whose| whose == user_id)
    }
}

type Callback = Arc<dyn Fn(&Event) + Send + Sync>;

#[derive(Clone)]
pub struct Events {
    sender: broadcast::Sender<Event>,
    callbacks: Arc<Mutex<Vec<Callback>>>,
}

impl Default for Events {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(BACKLOG), callbacks: Arc::default() }
    }
}

impl Events {
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }

    /// Runs `callback` for each event before the call that caused it is answered. For caches: it must be quick.
    pub fn on_change(&self, callback: impl Fn(&Event) + Send + Sync + 'static) {
        self.callbacks.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(callback));
    }

    pub(crate) fn publish(&self, event: &Event) {
        let callbacks = self.callbacks.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for callback in callbacks {
            callback(event);
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
