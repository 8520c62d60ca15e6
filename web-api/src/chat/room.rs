//! Sends what happens in the room to its listeners. Each frame is serialised once, however many they are.
//!
//! An event only says that there is something new. The room then reads on from the last revision it saw, so what is told is
//! what is stored, in its order, whichever process stored it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::chat::{self, ROOM};
use boostdesk_core::config::Config;
use boostdesk_core::db::Failure;
use boostdesk_core::events::{Event, Topic};
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::{Revision, UserId};
use boostdesk_core::watching::outages::Trouble;
use serde::Serialize;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::chat::access::Access;
use crate::chat::body::ChatMessage;
use crate::chat::frame::{Channel, Frame, News};
use crate::chat::presence::Presence;
use crate::edge::concurrency::Places;

/// How often other processes hear that this one is alive.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// The pause before a failed read is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// The events that the room follows.
const TOPICS: [Topic; 4] = [Topic::Chat, Topic::ChatPresence, Topic::ChatMutes, Topic::Sessions];

pub(crate) struct Room {
    access: Arc<Access>,
    pub(crate) upload_mb: u32,
    channel: Channel,
    /// The last revision that was sent to listeners. `None`: not read yet.
    seen: watch::Sender<Option<Revision>>,
    pub(crate) presence: Arc<Presence>,
    /// Limits each person's streams.
    pub(crate) places: Places<Box<str>>,
    /// Lets shutdown wait for every open WebSocket.
    pub(crate) listeners: TaskTracker,
}

#[derive(Serialize)]
struct Gone<'a> {
    id: String,
    room: &'a str,
    revision: Revision,
}

#[derive(Serialize)]
struct MuteState {
    muted: bool,
    until: Option<String>,
}

impl Room {
    pub(crate) fn new(app: &App, config: &Config, access: Arc<Access>) -> Self {
        let channel = Channel::new();
        Self {
            access,
            upload_mb: config.chat.max_upload_mb,
            seen: watch::Sender::new(None),
            presence: Arc::new(Presence::new(app.rng.uuid(), channel.clone())),
            channel,
            places: Places::new(config.limits.chat_connections_per_user),
            listeners: TaskTracker::new(),
        }
    }

    /// Returns a receiver of what happens from now on, and the revision after which it begins. `None` when the server stops.
    pub(crate) async fn listen(
        &self,
        stopping: &CancellationToken,
    ) -> Option<(broadcast::Receiver<News>, Revision)> {
        let news = self.channel.listen();
        let mut seen = self.seen.subscribe();
        let known = stopping.run_until_cancelled(seen.wait_for(Option::is_some)).await?;
        let revision = (*known.ok()?)?;
        // `Stop` is sent once, after the token is cancelled: a receiver that is too late for it sees the token.
        (!stopping.is_cancelled()).then_some((news, revision))
    }

    /// How many listen at this moment.
    pub(crate) fn size(&self) -> usize {
        self.channel.listeners()
    }

    /// Carries what happens to the listeners until `shutdown`.
    pub(crate) async fn run(self: Arc<Self>, app: App, shutdown: CancellationToken) {
        let app = &app;
        let mut events = app.events.listen(&TOPICS);
        let mut alive = interval(HEARTBEAT);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let is_again = self.seen.borrow().is_some();
        shutdown.run_until_cancelled(self.begin(app)).await;
        if is_again {
            // This task was restarted, and nobody heard what happened meanwhile. `Stop` makes clients reconnect and catch up.
            self.channel.send(News::Stop);
        }
        // When a failed read is tried again.
        let mut again = None;
        loop {
            let due = self.presence.due();
            tokio::select! {
                biased;
                () = shutdown.cancelled() => break,
                () = sleep_until(again.unwrap_or_else(Instant::now)), if again.is_some() => {
                    let read = self.read_on(app).await;
                    note(app, &read);
                    again = read.is_err().then(|| Instant::now() + PAUSE);
                }
                event = events.next() => {
                    let is_behind = !self.hear(app, &event).await;
                    again = again.or(is_behind.then(|| Instant::now() + PAUSE));
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    note(app, &self.presence.publish(app).await);
                }
                () = self.presence.changed() => {}
                _ = alive.tick() => note(app, &self.presence.save(app).await),
            }
        }
        self.channel.send(News::Stop);
        note(app, &self.presence.leave(app).await);
        self.listeners.close();
        self.listeners.wait().await;
    }

    async fn begin(&self, app: &App) {
        loop {
            let revision = chat::revision(app, ROOM).await;
            app.outages.note(Trouble::Chat, "", &revision);
            if let Ok(revision) = revision {
                self.seen.send_replace(Some(revision));
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Returns whether everything could be read and sent.
    async fn hear(&self, app: &App, event: &Event) -> bool {
        let heard = match event.topic {
            Topic::Chat => self.read_on(app).await,
            Topic::ChatPresence => self.presence.read_others(app).await,
            Topic::ChatMutes => self.tell_muted(app, event.user_id.as_ref()).await,
            Topic::Sessions => {
                self.channel.send(News::Sessions(event.user_id.as_ref().map(|whose| whose.as_str().into())));
                Ok(())
            }
            Topic::Everything => {
                self.channel.send(News::Sessions(None));
                note(app, &self.presence.read_others(app).await);
                self.read_on(app).await
            }
            _ => Ok(()),
        };
        note(app, &heard);
        heard.is_ok()
    }

    async fn read_on(&self, app: &App) -> Result<(), Failure> {
        loop {
            let Some(seen) = *self.seen.borrow() else { return Ok(()) };
            let changes = match chat::changes(app, ROOM, seen).await {
                Ok(changes) => changes,
                Err(chat::ChatError::Failure(failure)) => return Err(failure),
                Err(_) => return Ok(()),
            };
            // Set before the frames are sent: whoever begins to listen in between gets them twice rather than never.
            self.seen.send_replace(Some(changes.revision));
            for message in changes.messages {
                self.channel.tell(self.frame_of(message, seen));
            }
            if !changes.more {
                return Ok(());
            }
        }
    }

    /// Returns the frame of a message that was broadcast before, for a client that sends it again. `None`: not broadcast yet.
    pub(super) fn told_before(&self, message: chat::Message) -> Option<Frame> {
        let is_told = self.seen.borrow().is_some_and(|seen| message.revision <= seen);
        is_told.then(|| self.frame_of(message, Revision::NONE))
    }

    fn frame_of(&self, message: chat::Message, seen: Revision) -> Frame {
        if message.deleted {
            let gone = Gone { id: message.id.to_string(), room: &message.room, revision: message.revision };
            return Frame::new("delete", &gone);
        }
        // A message that was edited before it was first read is still new to listeners.
        let kind = if message.id.revision() > seen { "message" } else { "edit" };
        Frame::new(kind, &ChatMessage::of(message, &self.access.host))
    }

    async fn tell_muted(&self, app: &App, whose: Option<&UserId>) -> Result<(), Failure> {
        let Some(whose) = whose else { return Ok(()) };
        let mute = chat::mute_of(app, whose).await?;
        let until = mute.as_ref().and_then(|mute| mute.until).map(Timestamp::rfc3339);
        let frame = Frame::new("mute", &MuteState { muted: mute.is_some(), until });
        self.channel.send(News::Private(whose.as_str().into(), frame));
        Ok(())
    }
}

/// Notes an outage. Messages are read again after a pause, presence and mutes at their next event.
fn note(app: &App, done: &Result<(), Failure>) {
    app.outages.note(Trouble::Chat, "", done);
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Room")
    }
}
