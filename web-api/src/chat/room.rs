//! What happens in the room, to whoever listens: each thing is put into words once, however many they are.
//!
//! An event only says that there is something new. The room then reads on from the last revision it saw, so what is told is
//! what is stored, in its order, whichever process stored it.

use std::fmt;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use boostdesk_core::App;
use boostdesk_core::chat::{self, ROOM};
use boostdesk_core::config::Config;
use boostdesk_core::db::Failure;
use boostdesk_core::events::{Event, Topic};
use bytes::Bytes;
use serde::Serialize;
use tokio::sync::{broadcast, watch};
use tokio::time::{MissedTickBehavior, interval, sleep_until};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::warn;

use super::access::Access;
use super::body::ChatMessage;
use super::presence::Presence;
use crate::edge::concurrency::Places;

/// How far a listener may fall behind. All of them share these: a slow one costs nothing, and is dropped.
const BACKLOG: usize = 256;
/// How often other processes hear that this one is alive.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// After a read that failed.
const PAUSE: Duration = Duration::from_millis(500);

pub(crate) struct Room {
    access: Access,
    pub(crate) upload_mb: u32,
    news: broadcast::Sender<News>,
    /// The last revision that was told. -1: not known yet.
    seen: watch::Sender<i64>,
    pub(crate) presence: Presence,
    pub(crate) places: Places,
    /// What still listens when the server stops.
    pub(crate) listeners: TaskTracker,
}

/// What a listener hears. Cheap to clone: the words are shared.
#[derive(Debug, Clone)]
pub(crate) enum News {
    Frame(Frame),
    /// For one user, by id.
    Private(std::sync::Arc<str>, Frame),
    /// Sessions ended: whose, or anybody's.
    Sessions(Option<std::sync::Arc<str>>),
    Stop,
}

/// One frame, in the words of both ways to listen.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    /// `data: {…}`, of which the socket takes the middle.
    event: Bytes,
    text: Utf8Bytes,
}

#[derive(Serialize)]
struct Envelope<'a, T> {
    r#type: &'a str,
    data: &'a T,
}

#[derive(Serialize)]
struct Gone<'a> {
    id: String,
    room: &'a str,
    revision: i64,
}

#[derive(Serialize)]
struct MuteState {
    muted: bool,
    until: Option<String>,
}

const BEFORE: &[u8] = b"data: ";
const AFTER: &[u8] = b"\n\n";

impl Frame {
    pub(crate) fn new(kind: &str, data: &impl Serialize) -> Self {
        let mut event = BEFORE.to_vec();
        serde_json::to_writer(&mut event, &Envelope { r#type: kind, data }).expect("a frame has a JSON form");
        event.extend_from_slice(AFTER);
        let event = Bytes::from(event);
        let json = event.slice(BEFORE.len()..event.len() - AFTER.len());
        Self { text: Utf8Bytes::try_from(json).expect("JSON is UTF-8"), event }
    }

    pub(crate) fn event(&self) -> Bytes {
        self.event.clone()
    }

    pub(crate) fn text(&self) -> Utf8Bytes {
        self.text.clone()
    }
}

impl Room {
    pub(crate) fn new(app: &App, config: &Config) -> Self {
        Self {
            access: Access::new(config),
            upload_mb: config.chat.max_upload_mb,
            news: broadcast::Sender::new(BACKLOG),
            seen: watch::Sender::new(-1),
            presence: Presence::new(app.rng.uuid()),
            places: Places::new(config.limits.chat_connections_per_user),
            listeners: TaskTracker::new(),
        }
    }

    pub(crate) fn access(&self) -> &Access {
        &self.access
    }

    /// What happens from now on, and the revision up to which nothing will be told. `None` when the server stops.
    pub(crate) async fn listen(
        &self,
        stopping: &CancellationToken,
    ) -> Option<(broadcast::Receiver<News>, i64)> {
        let news = self.news.subscribe();
        let mut seen = self.seen.subscribe();
        let known = stopping.run_until_cancelled(seen.wait_for(|seen| *seen >= 0)).await?;
        let revision = *known.ok()?;
        // `Stop` is told once, after the token: whoever missed it sees the token.
        (!stopping.is_cancelled()).then_some((news, revision))
    }

    pub(crate) fn tell(&self, frame: Frame) {
        // Nobody there is fine.
        let _ = self.news.send(News::Frame(frame));
    }

    /// Carries what happens to the listeners until `shutdown`.
    pub(crate) async fn run(&self, app: &App, shutdown: CancellationToken) {
        let mut events = app.events.subscribe();
        let mut alive = interval(HEARTBEAT);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        shutdown.run_until_cancelled(self.begin(app)).await;
        loop {
            let due = self.presence.due();
            tokio::select! {
                biased;
                () = shutdown.cancelled() => break,
                event = events.recv() => match event {
                    Ok(event) => self.hear(app, &event).await,
                    Err(broadcast::error::RecvError::Lagged(_)) => self.hear(app, &Event::everything()).await,
                    Err(broadcast::error::RecvError::Closed) => break,
                },
                () = sleep_until(due.unwrap_or_else(tokio::time::Instant::now)), if due.is_some() => {
                    self.note(self.presence.publish(self, app).await);
                }
                () = self.presence.changed() => {}
                _ = alive.tick() => self.note(self.presence.save(app).await),
            }
        }
        let _ = self.news.send(News::Stop);
        self.note(self.presence.leave(app).await);
        self.listeners.close();
        self.listeners.wait().await;
    }

    async fn begin(&self, app: &App) {
        loop {
            match chat::revision(app, ROOM).await {
                Ok(revision) => {
                    self.seen.send_replace(revision);
                    return;
                }
                Err(error) => warn!(%error, "cannot read where the chat stands, trying again"),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn hear(&self, app: &App, event: &Event) {
        let heard = match event.topic {
            Topic::Chat => self.read_on(app).await,
            Topic::ChatPresence => self.presence.read_others(self, app).await,
            Topic::ChatMutes => self.tell_muted(app, event.user_id.as_deref()).await,
            Topic::Sessions => {
                let _ = self.news.send(News::Sessions(event.user_id.as_deref().map(Into::into)));
                Ok(())
            }
            Topic::Everything => {
                let _ = self.news.send(News::Sessions(None));
                self.note(self.presence.read_others(self, app).await);
                self.read_on(app).await
            }
            _ => Ok(()),
        };
        self.note(heard);
    }

    #[expect(clippy::unused_self, reason = "reads as what the room does")]
    fn note(&self, done: Result<(), Failure>) {
        if let Err(error) = done {
            warn!(%error, "the chat could not be read or told; the next event tries again");
        }
    }

    async fn read_on(&self, app: &App) -> Result<(), Failure> {
        loop {
            let seen = *self.seen.borrow();
            let changes = match chat::changes(app, ROOM, seen).await {
                Ok(changes) => changes,
                Err(chat::ChatError::Failure(failure)) => return Err(failure),
                Err(_) => return Ok(()),
            };
            // Before anything is told: whoever begins to listen in between is told twice rather than never.
            self.seen.send_replace(changes.revision);
            for message in changes.messages {
                self.tell(self.frame_of(message, seen));
            }
            if !changes.more {
                return Ok(());
            }
        }
    }

    fn frame_of(&self, message: chat::Message, seen: i64) -> Frame {
        if message.deleted {
            let gone = Gone { id: message.id.to_string(), room: &message.room, revision: message.revision };
            return Frame::new("delete", &gone);
        }
        // One that came and was changed before it was read is still a new one.
        let kind = if message.id > seen { "message" } else { "edit" };
        Frame::new(kind, &ChatMessage::of(message, &self.access.host))
    }

    async fn tell_muted(&self, app: &App, subject: Option<&str>) -> Result<(), Failure> {
        let Some(subject) = subject else { return Ok(()) };
        let mute = chat::mute_of(app, subject).await?;
        let until = mute.as_ref().and_then(|mute| mute.until).map(boostdesk_core::clock::Timestamp::rfc3339);
        let frame = Frame::new("mute", &MuteState { muted: mute.is_some(), until });
        let _ = self.news.send(News::Private(subject.into(), frame));
        Ok(())
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Room")
    }
}
