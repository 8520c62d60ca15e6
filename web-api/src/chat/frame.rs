//! The frames sent to listeners, and the broadcast channel that carries them.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use serde::Serialize;
use tokio::sync::broadcast;

/// How many frames a listener may fall behind before it is dropped. All share one buffer, so a slow one costs nothing.
const BACKLOG: usize = 256;
const BEFORE: &[u8] = b"data: ";
const AFTER: &[u8] = b"\n\n";

/// A broadcast to all listeners. Cheap to clone: the serialised frame is shared.
#[derive(Debug, Clone)]
pub(crate) enum News {
    Frame(Frame),
    /// Presence and typing: only for listeners that asked for them.
    People(Frame),
    /// For one user, by id.
    Private(Arc<str>, Frame),
    /// Sessions of this user may have ended; anybody's when it is `None`.
    Sessions(Option<Arc<str>>),
    Stop,
}

/// One frame, serialised once for both server-sent events and the WebSocket.
#[derive(Debug, Clone)]
pub(crate) struct Frame(Arc<Words>);

#[derive(Debug)]
struct Words {
    /// The server-sent event, `data: {…}`. `text`, for the WebSocket, shares the JSON inside it.
    event: Bytes,
    text: Utf8Bytes,
}

#[derive(Serialize)]
struct Envelope<'a, T> {
    r#type: &'a str,
    data: &'a T,
}

impl Frame {
    pub(crate) fn new(kind: &str, data: &impl Serialize) -> Self {
        let mut event = BEFORE.to_vec();
        serde_json::to_writer(&mut event, &Envelope { r#type: kind, data }).expect("a frame has a JSON form");
        event.extend_from_slice(AFTER);
        let event = Bytes::from(event);
        let json = event.slice(BEFORE.len()..event.len() - AFTER.len());
        let text = Utf8Bytes::try_from(json).expect("JSON is UTF-8");
        Self(Arc::new(Words { event, text }))
    }

    pub(crate) fn event(&self) -> Bytes {
        self.0.event.clone()
    }

    pub(crate) fn text(&self) -> Utf8Bytes {
        self.0.text.clone()
    }
}

/// The broadcast channel from the room to its listeners.
#[derive(Debug, Clone)]
pub(crate) struct Channel(broadcast::Sender<News>);

impl Channel {
    pub(crate) fn new() -> Self {
        Self(broadcast::Sender::new(BACKLOG))
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<News> {
        self.0.subscribe()
    }

    pub(crate) fn listeners(&self) -> usize {
        self.0.receiver_count()
    }

    pub(crate) fn send(&self, news: News) {
        // Fails only when nobody listens, which is fine.
        let _ = self.0.send(news);
    }

    pub(crate) fn tell_of_people(&self, frame: Frame) {
        self.send(News::People(frame));
    }

    /// Tells everybody.
    pub(crate) fn tell(&self, frame: Frame) {
        self.send(News::Frame(frame));
    }
}
