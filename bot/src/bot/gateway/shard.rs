//! One shard: serenity's runner identifies, sends heartbeats and resumes; this says when it may, and when it is over.
//!
//! serenity restarts runners by itself, ignoring the day's limit of IDENTIFYs. So its own restarts get no address, and
//! a runner that wants a new session ends here.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::watching::outages::Trouble;
use secrecy::{ExposeSecret, SecretString};
use serenity::all::{
    GatewayIntents, Http, HttpBuilder, RawEventHandler, Shard as Client, ShardId, ShardInfo, ShardManager,
    ShardManagerOptions, ShardMessenger, ShardRunner, ShardRunnerInfo, ShardRunnerMessage,
    ShardRunnerOptions,
};
use serenity::gateway::ConnectionStage;
use serenity_websocket::CLOSE_CODE;
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tracing::debug;
use twilight_gateway_queue::{InMemoryQueue, Queue};

use super::Ended;
use super::gate::{Gate, LOOK};
use super::listener::{Incoming, Listener, Session};
use super::pace::Pace;

/// Commands and buttons need no intent; this one reports when the bot joins or leaves a guild (decision 0050).
const INTENTS: GatewayIntents = GatewayIntents::GUILDS;
/// A connection without READY or RESUMED after this long is given up.
const SILENCE: Duration = Duration::from_secs(15);
/// How long an open connection waits for its turn to IDENTIFY; the platform closes it if it waits too long.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long to wait for the gateway's answer to our close frame.
const FAREWELL: Duration = Duration::from_secs(3);
/// The address for serenity's own restarts: none, so that they fail.
const NOWHERE: String = String::new();

pub(super) struct Shard {
    pub(super) number: u32,
    pub(super) total: u32,
    pub(super) address: String,
    pub(super) token: SecretString,
    pub(super) client: reqwest::Client,
    pub(super) turns: InMemoryQueue,
    /// How long the platform lets it begin no session, because the day's limit is used up.
    pub(super) begins_in: Option<Duration>,
    pub(super) app: App,
    pub(super) heard: mpsc::Sender<Incoming>,
    pub(super) ever_ready: Arc<AtomicBool>,
    pub(super) stop: CancellationToken,
}

/// A connection, and the lock that its reconnects read their address from.
struct Connected {
    client: Client,
    address: Arc<Mutex<String>>,
}

impl Shard {
    /// Runs until `stop`, or until the platform refuses the shard.
    pub(super) async fn run(self) -> Option<Ended> {
        let mut pace = Pace::new();
        if let Some(later) = self.begins_in {
            self.failed(&format!("it begins no more sessions today, and again in {} s", later.as_secs()));
        }
        loop {
            let connect = Box::pin(self.connect_in_turn(&mut pace));
            let connected = self.stop.run_until_cancelled(connect).await?;
            if let Some(refused) = Box::pin(self.live(connected, &mut pace)).await {
                return Some(refused);
            }
            let pause = pace.failed(&self.app.rng);
            self.stop.run_until_cancelled(sleep_until(pace.next().max(Instant::now() + pause))).await?;
        }
    }

    /// Returns a connection that may IDENTIFY now. Connects first, so that no turn is spent on one that cannot be opened.
    async fn connect_in_turn(&self, pace: &mut Pace) -> Connected {
        let mut has_turn = false;
        loop {
            let connected = self.connect(pace).await;
            if has_turn {
                return connected;
            }
            let mut turn = self.turns.enqueue(self.number);
            if timeout(TIMEOUT, &mut turn).await.is_ok() {
                return connected;
            }
            drop(connected);
            // The queue outlives its shards, so the turn always comes.
            let _ = turn.await;
            has_turn = true;
        }
    }

    async fn connect(&self, pace: &mut Pace) -> Connected {
        loop {
            let address = Arc::new(Mutex::new(self.address.clone()));
            let token = self.token.expose_secret();
            let connect = Client::new(address.clone(), token, self.info(), INTENTS, None);
            let failed = match timeout(SILENCE, connect).await {
                Ok(Ok(client)) => return Connected { client, address },
                Ok(Err(error)) => error.to_string(),
                Err(_) => "it does not answer".to_owned(),
            };
            let pause = pace.failed(&self.app.rng);
            self.failed(&failed);
            sleep(pause).await;
        }
    }

    /// Runs a session from IDENTIFY to its end. Returns why there may be no other, if so.
    async fn live(&self, connected: Connected, pace: &mut Pace) -> Option<Ended> {
        let Connected { client, address } = connected;
        let session = Arc::new(Session::default());
        let close_code = Arc::new(AtomicU16::default());
        let listener: Arc<dyn RawEventHandler> = Arc::new(Listener {
            shard: self.number,
            session: session.clone(),
            app: self.app.clone(),
            name: self.name(),
            ever_ready: self.ever_ready.clone(),
            heard: self.heard.clone(),
        });
        let http = HttpBuilder::new(self.token.expose_secret()).client(self.client.clone());
        let http = Arc::new(http.build());
        let manager = self.manager(&http);
        let mut runner = ShardRunner::new(ShardRunnerOptions {
            data: Arc::default(),
            event_handlers: Vec::new(),
            raw_event_handlers: vec![listener],
            manager: manager.clone(),
            shard: client,
            http,
        });
        let messenger = ShardMessenger::new(&runner);
        // serenity notes the latency of heartbeats in this entry.
        manager.runners.lock().await.insert(self.info().id, runner_info(messenger.clone()));
        {
            let gate = Gate::shut(address).await;
            let mut run = pin!(CLOSE_CODE.scope(close_code.clone(), runner.run()));
            tokio::select! {
                () = self.stop.cancelled() => {
                    messenger.send_to_shard(ShardRunnerMessage::Shutdown(self.info().id, 1000));
                    // Without an answer the connection is just dropped.
                    let _ = timeout(FAREWELL, run).await;
                }
                _ = &mut run => {}
                () = self.watch(gate, &manager, &session, &close_code, pace) => {}
            }
        }
        self.dismiss(&manager, messenger).await;
        let close_code = close_code.load(Ordering::Relaxed);
        self.lost(close_code);
        Ended::of(close_code)
    }

    /// Lets the session reconnect when it may. Returns once nothing more can be expected of it.
    async fn watch(
        &self,
        mut gate: Gate,
        manager: &ShardManager,
        session: &Session,
        close_code: &AtomicU16,
        pace: &mut Pace,
    ) {
        let mut connected = Instant::now();
        pace.begins(&self.app.rng);
        loop {
            sleep(LOOK).await;
            self.note_latency(manager).await;
            if Ended::of(close_code.load(Ordering::Relaxed)).is_some() {
                return;
            }
            if session.is_ready() {
                pace.is_ready();
            }
            if Instant::now() < pace.next() {
                continue;
            }
            let passed;
            (gate, passed) = gate.let_through(session.resume_address().as_deref()).await;
            if passed {
                let close_code = close_code.swap(0, Ordering::Relaxed);
                session.connects();
                self.lost(close_code);
                connected = Instant::now();
                pace.begins(&self.app.rng);
            } else if !session.is_ready() && connected.elapsed() >= SILENCE {
                self.failed("it says nothing");
                return;
            }
        }
    }

    /// A manager for one runner. Its restarts get no address, as serenity would IDENTIFY without a turn.
    fn manager(&self, http: &Arc<Http>) -> Arc<ShardManager> {
        let (manager, _) = ShardManager::new(ShardManagerOptions {
            data: Arc::default(),
            event_handlers: Vec::new(),
            raw_event_handlers: Vec::new(),
            shard_index: self.number,
            shard_init: 1,
            shard_total: self.total,
            ws_url: Arc::new(Mutex::new(NOWHERE)),
            http: http.clone(),
            intents: INTENTS,
            presence: None,
        });
        // Sent in advance: it would wait five seconds for a runner's end, even if that runner is the one that asks.
        manager.shutdown_finished(self.info().id);
        manager
    }

    /// Ends the manager's task, which keeps the manager alive.
    async fn dismiss(&self, manager: &ShardManager, messenger: ShardMessenger) {
        let id = self.info().id;
        // `shutdown_all` does nothing when no runner is registered.
        manager.runners.lock().await.insert(id, runner_info(messenger));
        manager.shutdown_finished(id);
        manager.shutdown_all().await;
    }

    async fn note_latency(&self, manager: &ShardManager) {
        let runners = manager.runners.lock().await;
        if let Some(latency) = runners.get(&self.info().id).and_then(|runner| runner.latency) {
            self.app.metrics.gateway.beat(self.number, latency);
        }
    }

    /// Records that the connection has ended.
    fn lost(&self, close_code: u16) {
        self.app.metrics.gateway.shard_lost(self.number, self.app.clock.now());
        if self.stop.is_cancelled() {
            return;
        }
        debug!(shard = self.number, close_code, "a connection to the gateway has ended");
        match close_code {
            0 => self.failed("the connection broke off"),
            code => self.failed(&format!("it closed the connection (code {code})")),
        }
    }

    fn failed(&self, why: &str) {
        self.app.outages.failed(Trouble::Gateway, &self.name(), &why);
    }

    /// The shard's name in outages. Empty for the only shard.
    fn name(&self) -> String {
        if self.total > 1 { format!("shard {}", self.number) } else { String::new() }
    }

    fn info(&self) -> ShardInfo {
        ShardInfo { id: ShardId(self.number), total: self.total }
    }
}

fn runner_info(runner_tx: ShardMessenger) -> ShardRunnerInfo {
    ShardRunnerInfo { latency: None, runner_tx, stage: ConnectionStage::Disconnected }
}
