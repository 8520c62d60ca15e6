//! Handles a shard's events: interactions, and guilds that the bot joined or left, go to the bot; the session's state
//! goes to the shard.
//!
//! It takes raw events: what serenity's model cannot parse comes as `Event::Unknown`, and to no other handler
//! (`client/dispatch.rs` of 0.12.5). Each event is handled in a task of its own, so their order is not known here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use boostdesk_core::App;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::GuildId;
use boostdesk_core::watching::outages::Trouble;
use serde_json::Value;
use serenity::all::{Context, Event, Interaction, RawEventHandler};
use serenity::async_trait;
use tokio::sync::mpsc;
use tracing::{debug, info};

/// An interaction, parsed or raw, or a guild that the bot joined or left.
#[derive(Debug)]
pub(crate) enum Incoming {
    Read(Box<Interaction>),
    Unread(Value),
    Moved(GuildId),
}

/// The platform names every guild after READY, and a guild again after an outage of its own. Guilds that the bot joined
/// longer ago than this are no news.
const LATELY_MS: i64 = 5 * 60 * 1000;

/// The state of a shard's session.
#[derive(Debug, Default)]
pub(super) struct Session {
    /// Whether the current connection has received READY or RESUMED.
    is_ready: AtomicBool,
    resume_address: Mutex<Option<String>>,
}

impl Session {
    pub(super) fn is_ready(&self) -> bool {
        self.is_ready.load(Ordering::Relaxed)
    }

    /// A new connection begins; READY or RESUMED is still to come.
    pub(super) fn connects(&self) {
        self.is_ready.store(false, Ordering::Relaxed);
    }

    pub(super) fn resume_address(&self) -> Option<String> {
        self.resume_address.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn moved(guild: u64) -> Option<Incoming> {
    GuildId::parse(&guild.to_string()).map(Incoming::Moved)
}

/// Returns the guild as left, unless it is only unavailable in an outage.
fn went(guild: u64, is_outage: bool) -> Option<Incoming> {
    if is_outage { None } else { moved(guild) }
}

fn id_in(value: &Value) -> Option<u64> {
    value["id"].as_str()?.parse().ok()
}

pub(super) struct Listener {
    pub(super) app: App,
    /// The shard's name in outages.
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
        self.app.metrics.gateway.shard_ready(self.shard, self.app.clock.now());
        if self.ever_ready.swap(true, Ordering::Relaxed) {
            debug!(shard = self.shard, "the gateway says {what}");
        } else {
            info!(shard = self.shard, "the gateway says {what}");
        }
        self.app.outages.worked(Trouble::Gateway, &self.name);
    }

    /// Returns the guild if the bot joined it recently.
    fn came(&self, guild: u64, joined_at: Timestamp) -> Option<Incoming> {
        if self.app.clock.now().0 - joined_at.0 < LATELY_MS { moved(guild) } else { None }
    }

    /// Reads an event that serenity's model cannot parse.
    fn unknown(&self, kind: &str, value: Value) -> Option<Incoming> {
        match kind {
            "INTERACTION_CREATE" => Some(Incoming::Unread(value)),
            "GUILD_CREATE" => {
                self.came(id_in(&value)?, Timestamp::parse_rfc3339(value["joined_at"].as_str()?)?)
            }
            "GUILD_DELETE" => went(id_in(&value)?, value["unavailable"] == true),
            _ => None,
        }
    }
}

#[async_trait]
impl RawEventHandler for Listener {
    async fn raw_event(&self, _: Context, event: Event) {
        let incoming = match event {
            Event::Ready(event) => return self.ready("ready", Some(&event.ready.resume_gateway_url)),
            Event::Resumed(_) => return self.ready("resumed", None),
            Event::InteractionCreate(event) => Some(Incoming::Read(Box::new(event.interaction))),
            Event::GuildCreate(event) => {
                self.came(event.guild.id.get(), Timestamp(event.guild.joined_at.unix_timestamp() * 1000))
            }
            Event::GuildDelete(event) => went(event.guild.id.get(), event.guild.unavailable),
            Event::Unknown(event) if event.kind == "READY" => {
                return self.ready("ready", event.value["resume_gateway_url"].as_str());
            }
            Event::Unknown(event) => self.unknown(&event.kind, event.value),
            _ => None,
        };
        if let Some(incoming) = incoming {
            // The receiver is dropped only when the bot ends.
            let _ = self.heard.send(incoming).await;
        }
    }
}
