//! One connection to the gateway, from its first byte to its last.

use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use futures::{FutureExt, StreamExt};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use twilight_gateway::queue::InMemoryQueue;
use twilight_gateway::{CloseFrame, ConfigBuilder, Message, Session, Shard, ShardId, ShardState};

use super::Incoming;

/// A gateway that has said nothing by then says nothing more.
const SILENCE: Duration = Duration::from_secs(15);
/// For the other side to answer a farewell.
const FAREWELL: Duration = Duration::from_secs(2);

/// What outlives a connection: with it the next one hears what it missed.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    session: Option<Session>,
    resume_url: Option<String>,
}

impl Kept {
    pub(super) fn can_resume(&self) -> bool {
        self.session.is_some()
    }
}

#[derive(Debug)]
pub(super) struct End {
    pub(super) kept: Kept,
    pub(super) close_code: Option<u16>,
    pub(super) lasted: Duration,
    pub(super) was_ready: bool,
}

pub(super) struct Connection {
    shard: Shard<InMemoryQueue>,
    /// Of the session that it goes on with. The library forgets the address when it cannot be reached.
    resume_url: Option<String>,
    begun: Instant,
    /// Whether the other side has said anything.
    heard: bool,
    was_ready: bool,
}

/// The head of an event; its content is for whoever wants it.
#[derive(Deserialize)]
struct Event<'a> {
    #[serde(borrow, rename = "t")]
    name: Option<&'a str>,
    #[serde(borrow, rename = "d")]
    data: Option<&'a RawValue>,
}

impl Connection {
    pub(super) fn new(id: ShardId, mut config: ConfigBuilder<InMemoryQueue>, kept: Kept) -> Self {
        if let Some(session) = kept.session {
            config = config.session(session);
        }
        if let Some(url) = &kept.resume_url {
            config = config.resume_url(url.trim_end_matches('/').to_owned());
        }
        Self {
            shard: Shard::with_config(id, config.build()),
            resume_url: kept.resume_url,
            begun: Instant::now(),
            heard: false,
            was_ready: false,
        }
    }

    /// Until it breaks, or until `stop`.
    pub(super) async fn run(
        mut self,
        interactions: &mpsc::Sender<Incoming>,
        ever_ready: &AtomicBool,
        stop: &CancellationToken,
    ) -> End {
        let mut connected = false;
        loop {
            let silence = self.begun + SILENCE;
            let item = tokio::select! {
                () = stop.cancelled() => {
                    self.say_farewell().await;
                    return self.end(None);
                }
                () = sleep_until(silence), if !self.heard => {
                    warn!("the gateway says nothing");
                    return self.end(None);
                }
                item = next_or_dropped(&mut self.shard, &mut connected) => item,
            };
            match item {
                Some(Ok(Message::Text(text))) => {
                    self.heard = true;
                    self.pass_on(&text, interactions, ever_ready).await;
                    if self.is_down() {
                        // It asked us to connect again. Our close frame gets out, and its answer is not waited for.
                        let _ = self.shard.next().now_or_never();
                        return self.end(None);
                    }
                }
                Some(Ok(Message::Close(frame))) => return self.end(frame.map(|frame| frame.code)),
                Some(Err(error)) => {
                    if self.is_down() {
                        warn!(error = %sources(&error), "cannot connect to the gateway");
                        return self.end(None);
                    }
                    warn!(error = %sources(&error), "the gateway said something that makes no sense");
                }
                None => return self.end(None),
            }
        }
    }

    async fn pass_on(&mut self, text: &str, interactions: &mpsc::Sender<Incoming>, ever_ready: &AtomicBool) {
        let Ok(Event { name: Some(name), data }) = serde_json::from_str::<Event<'_>>(text) else { return };
        match (name, data) {
            ("READY" | "RESUMED", _) => {
                self.was_ready = true;
                ever_ready.store(true, Ordering::Relaxed);
                info!(shard = %self.shard.id(), "the gateway says {}", name.to_lowercase());
            }
            // The receiver is gone only when everything ends.
            ("INTERACTION_CREATE", Some(data)) => drop(interactions.send(data.to_owned()).await),
            _ => {}
        }
    }

    fn is_down(&self) -> bool {
        matches!(self.shard.state(), ShardState::Disconnected { .. })
    }

    /// Tells the platform that the bot goes offline.
    async fn say_farewell(&mut self) {
        if self.is_down() {
            return;
        }
        self.shard.close(CloseFrame::NORMAL);
        let shard = &mut self.shard;
        let answered = std::future::poll_fn(|context| {
            let polled = shard.poll_next_unpin(context);
            let again = matches!(shard.state(), ShardState::Identifying);
            let over = !matches!(&polled, Poll::Pending | Poll::Ready(Some(Ok(Message::Text(_)))));
            // Without an answer the library connects anew: nobody wants that any more.
            if over || again { Poll::Ready(()) } else { Poll::Pending }
        });
        // Whoever does not answer is left without.
        let _ = timeout(FAREWELL, answered).await;
    }

    fn end(self, close_code: Option<u16>) -> End {
        let session = self.shard.session().cloned();
        let resume_url = self.shard.resume_url().map(str::to_owned).or(self.resume_url);
        let resume_url = resume_url.filter(|_| session.is_some());
        End {
            kept: Kept { session, resume_url },
            close_code,
            lasted: self.begun.elapsed(),
            was_ready: self.was_ready,
        }
    }
}

type Item = Option<Result<Message, twilight_gateway::error::ReceiveMessageError>>;

/// The next message. A connection that breaks without a word ends too: left to itself the library would connect again at
/// once, as often as it breaks.
async fn next_or_dropped(shard: &mut Shard<InMemoryQueue>, connected: &mut bool) -> Item {
    std::future::poll_fn(|context| {
        let polled = shard.poll_next_unpin(context);
        let is_down = matches!(shard.state(), ShardState::Disconnected { .. });
        if polled.is_pending() && *connected && is_down {
            return Poll::Ready(None);
        }
        *connected = !is_down;
        polled
    })
    .await
}

/// An error with what caused it.
fn sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}
