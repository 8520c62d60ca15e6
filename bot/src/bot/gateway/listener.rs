//! What a shard's events mean: interactions go to the bot, and whether a session stands to whoever keeps the shard.
//!
//! Raw events: what serenity's model does not take comes as `Event::Unknown` and to no other handler
//! (`client/dispatch.rs` of 0.12.5).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use boostdesk_core::App;
use boostdesk_core::outages::Trouble;
use serde_json::Value;
use serenity::all::{Context, Event, Interaction, RawEventHandler};
use serenity::async_trait;
use tokio::sync::mpsc;
use tracing::{debug, info};

/// An interaction, as far as it was understood.
#[derive(Debug)]
pub(crate) enum Incoming {
    Read(Box<Interaction>),
    Unread(Value),
}

/// How a shard's session stands.
#[derive(Debug, Default)]
pub(super) struct Session {
    /// Since the last connection.
    is_ready: AtomicBool,
    resume_address: Mutex<Option<String>>,
}

impl Session {
    pub(super) fn is_ready(&self) -> bool {
        self.is_ready.load(Ordering::Relaxed)
    }

    /// A connection begins, and has said nothing yet.
    pub(super) fn connects(&self) {
        self.is_ready.store(false, Ordering::Relaxed);
    }

    pub(super) fn resume_address(&self) -> Option<String> {
        self.resume_address.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub(super) struct Listener {
    pub(super) app: App,
    /// Of the shard, among what fails.
    pub(super) name: String,
    pub(super) shard: u32,
    pub(super) session: Arc<Session>,
    pub(super) ever_ready: Arc<AtomicBool>,
    pub(super) heard: mpsc::Sender<Incoming>,
}

impl Listener {
    fn ready(&self, what: &str, resume_address: Option<&str>) {
        if let Some(address) = resume_address {
            let address = address.trim_end_matches('/').to_owned();
            *self.session.resume_address.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
        }
        self.session.is_ready.store(true, Ordering::Relaxed);
        self.app.metrics.gateway.shard(self.shard, true, self.app.clock.now());
        if self.ever_ready.swap(true, Ordering::Relaxed) {
            debug!(shard = self.shard, "the gateway says {what}");
        } else {
            info!(shard = self.shard, "the gateway says {what}");
        }
        self.app.outages.worked(Trouble::Gateway, &self.name);
    }
}

#[async_trait]
impl RawEventHandler for Listener {
    async fn raw_event(&self, _: Context, event: Event) {
        let incoming = match event {
            Event::Ready(event) => return self.ready("ready", Some(&event.ready.resume_gateway_url)),
            Event::Resumed(_) => return self.ready("resumed", None),
            Event::InteractionCreate(event) => Incoming::Read(Box::new(event.interaction)),
            Event::Unknown(event) => match event.kind.as_str() {
                "READY" => return self.ready("ready", event.value["resume_gateway_url"].as_str()),
                "INTERACTION_CREATE" => Incoming::Unread(event.value),
                _ => return,
            },
            _ => return,
        };
        // The receiver is gone only when everything ends.
        let _ = self.heard.send(incoming).await;
    }
}
