//! The platform's gateway: keeps connections up, and reconnects within the platform's limits.
//!
//! serenity does heartbeats, sequence numbers, resuming and parsing. A file here for each of its gaps: `gate`, when and
//! where it may reconnect; `shard`, when it may IDENTIFY and what ends it; `listener`, events that it cannot parse.

mod gate;
mod listener;
mod pace;
mod shard;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::watching::outages::Trouble;
use secrecy::SecretString;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::info;
use twilight_gateway_queue::InMemoryQueue;

use crate::bot::platform::{GatewayAddress, Platform, PlatformError};
pub(crate) use listener::Incoming;
use pace::BACKOFF;
use shard::Shard;

/// The pause after the platform has refused a bot that was running: somebody has to fix it first.
const AFTER_REFUSAL: Duration = Duration::from_mins(5);
/// The pause after any other end of the bot's connections.
const SOON: Duration = Duration::from_secs(5);

/// Why all of the bot's connections ended: wrong token or settings, or they must be made anew.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Ended {
    #[error("the chat platform does not accept the bot's token. Correct discord.token")]
    Token,
    #[error("the chat platform refuses the bot's intents (close code {0}). Check the application's settings")]
    Intents(u16),
    #[error("the chat platform refuses the connection (close code {0}). Update Boostdesk")]
    Version(u16),
    #[error("the chat platform wants more connections")]
    Sharding,
    #[error("a connection to the gateway has crashed")]
    Crashed,
}

impl Ended {
    /// Returns whether trying again is useless until the configuration is changed.
    fn is_final(&self) -> bool {
        matches!(self, Self::Token | Self::Intents(_))
    }

    fn of(close_code: u16) -> Option<Self> {
        match close_code {
            4004 => Some(Self::Token),
            4010 | 4012 => Some(Self::Version(close_code)),
            4011 => Some(Self::Sharding),
            4013 | 4014 => Some(Self::Intents(close_code)),
            _ => None,
        }
    }
}

/// Listens until `stop` and sends to `heard` what concerns the bot.
///
/// Errors: with `at_start`, the token or the intents are refused before any session was ready.
pub(crate) async fn run(
    platform: &Platform,
    token: &SecretString,
    app: &App,
    heard: mpsc::Sender<Incoming>,
    at_start: bool,
    stop: &CancellationToken,
) -> Result<(), Ended> {
    app.metrics.gateway.wants(1, app.clock.now());
    let ended = stay(platform, token, app, heard, at_start, stop).await;
    app.metrics.gateway.ends();
    // The next process to run the bot reports its own outages.
    app.outages.forget_all(Trouble::Gateway);
    ended
}

async fn stay(
    platform: &Platform,
    token: &SecretString,
    app: &App,
    heard: mpsc::Sender<Incoming>,
    at_start: bool,
    stop: &CancellationToken,
) -> Result<(), Ended> {
    let ever_ready = Arc::new(AtomicBool::new(false));
    loop {
        let address = tokio::select! {
            () = stop.cancelled() => return Ok(()),
            address = find_gateway(platform, app) => address,
        };
        let ended = match address {
            Ok(address) => run_shards(&address, platform, token, app, &heard, &ever_ready, stop).await,
            Err(ended) => Some(ended),
        };
        let Some(ended) = ended else { return Ok(()) };
        if at_start && ended.is_final() && !ever_ready.load(Ordering::Relaxed) {
            return Err(ended);
        }
        app.outages.failed(Trouble::Gateway, "", &ended);
        // The next round asks again how many connections the platform wants.
        let soon = matches!(ended, Ended::Sharding | Ended::Crashed);
        let pause = if soon { SOON } else { AFTER_REFUSAL };
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = sleep(pause) => {}
        }
    }
}

/// Retries until there is an answer; only a wrong token is final.
async fn find_gateway(platform: &Platform, app: &App) -> Result<GatewayAddress, Ended> {
    let mut backoff = BACKOFF;
    loop {
        match platform.gateway().await {
            Ok(address) => return Ok(address),
            Err(error) if error.is_wrong_token() => return Err(Ended::Token),
            Err(error) => {
                app.outages.failed(Trouble::Gateway, "", &error);
                let pause = match error {
                    PlatformError::Later { pause } => pause,
                    _ => backoff.failed(&app.rng),
                };
                sleep(pause).await;
            }
        }
    }
}

/// Runs all shards until `stop`, or until the platform refuses one of them.
async fn run_shards(
    address: &GatewayAddress,
    platform: &Platform,
    token: &SecretString,
    app: &App,
    heard: &mpsc::Sender<Incoming>,
    ever_ready: &Arc<AtomicBool>,
    stop: &CancellationToken,
) -> Option<Ended> {
    info!(shards = address.shards, "connecting to the gateway");
    app.metrics.gateway.wants(address.shards, app.clock.now());
    let are_several = address.shards > 1;
    if are_several {
        // From here on each shard reports its own outages.
        app.outages.worked(Trouble::Gateway, "");
    }
    let turns = InMemoryQueue::new(
        address.max_concurrency,
        address.identifies_left,
        address.identifies_reset_after,
        address.identifies_a_day,
    );
    let stop = stop.child_token();
    let mut shards = JoinSet::new();
    for number in 0..address.shards {
        let shard = Shard {
            number,
            total: address.shards,
            address: address.url.trim_end_matches('/').to_owned(),
            token: token.clone(),
            client: platform.client(),
            turns: turns.clone(),
            begins_in: (number >= address.identifies_left).then_some(address.identifies_reset_after),
            app: app.clone(),
            heard: heard.clone(),
            ever_ready: ever_ready.clone(),
            stop: stop.clone(),
        };
        shards.spawn(shard.run());
    }
    let mut ended = None;
    while let Some(shard) = shards.join_next().await {
        if let Some(reason) = shard.unwrap_or(Some(Ended::Crashed)) {
            ended.get_or_insert(reason);
            stop.cancel();
        }
    }
    if are_several {
        // With fewer shards next time, nothing would ever end their outages.
        app.outages.forget_all(Trouble::Gateway);
    }
    ended
}
