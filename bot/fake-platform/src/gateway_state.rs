//! Sessions and connections of the gateway, and what was said in them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

pub(crate) const GUILDS: u64 = 1;
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
/// Intents that an operator has to switch on, and has not: members, presences, message content.
pub(super) const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;

pub(super) const DAILY_IDENTIFIES: u64 = 1000;
/// How many connections a bot may open in a minute.
const MOST_IN_A_MINUTE: usize = 10;
/// After a connection that was shorter than this, the bot may wait before it connects again.
const SHORT: Duration = Duration::from_secs(7);

#[derive(Debug)]
pub struct Gateway {
    pub connections: Vec<Connection>,
    pub sessions: Vec<Session>,
    pub identifies: Vec<Identify>,
    /// When each came, and whether it was accepted.
    pub resumes: Vec<(Instant, bool)>,
    /// How new connections are treated.
    pub(super) manner: Manner,
    /// Each IDENTIFY or RESUME to come is answered by an invalid session, resumable or not.
    pub(super) invalid_sessions: VecDeque<bool>,
    /// Every IDENTIFY is answered by this close code.
    pub(super) identify_closes: Option<u16>,
    pub(super) shards: u64,
    pub(super) heartbeat_interval: Duration,
    pub(super) max_concurrency: u64,
    pub(super) remaining: u64,
    /// When there are as many IDENTIFYs again as in a day.
    pub(super) resets_at: Instant,
    /// Sets that anew when the bot asks.
    pub(super) resets_after: Option<Duration>,
    pub(super) url: String,
}

/// How a new connection is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Normal,
    /// No upgrade: an error of the edge.
    Unavailable,
    /// The connection is open, and nothing is ever said.
    Silent,
    /// The connection is closed after HELLO, without a frame.
    Flapping,
}

#[derive(Debug)]
pub struct Connection {
    pub opened: Instant,
    pub is_open: bool,
    /// Since when it carries a session's events.
    pub(super) in_session_since: Option<Instant>,
    /// Since when nothing is heard or said in it.
    pub(super) dead_since: Option<Instant>,
    pub heartbeats: usize,
    /// The code with which the bot closed it.
    pub closed_by_bot: Option<u16>,
    pub(super) for_resuming: bool,
    pub(super) orders: UnboundedSender<Order>,
}

/// What the platform does with an open connection.
#[derive(Debug)]
pub(super) enum Order {
    Send(Value),
    Close(u16),
    /// The network goes away, without a frame.
    Drop,
    /// Nothing is read or written any more.
    Deafen,
}

#[derive(Debug)]
pub struct Session {
    pub(super) id: String,
    pub shard: (u64, u64),
    pub intents: u64,
    /// Every event; its number is its place, from 1.
    events: Vec<Value>,
    pub(super) connection: Option<usize>,
    /// Whether it can go on in another connection.
    pub(super) is_alive: bool,
}

#[derive(Debug)]
pub struct Identify {
    pub at: Instant,
    /// When its connection was opened.
    pub(super) opened: Instant,
    pub shard: (u64, u64),
}

impl Gateway {
    pub(super) fn new(origin: &str) -> Self {
        Self {
            connections: Vec::new(),
            sessions: Vec::new(),
            identifies: Vec::new(),
            resumes: Vec::new(),
            manner: Manner::Normal,
            invalid_sessions: VecDeque::new(),
            identify_closes: None,
            shards: 1,
            heartbeat_interval: Duration::from_millis(41_250),
            max_concurrency: 1,
            remaining: DAILY_IDENTIFIES,
            resets_at: Instant::now() + Duration::from_hours(4),
            resets_after: None,
            url: origin.replacen("http", "ws", 1),
        }
    }

    /// The session of a connection.
    pub(super) fn session_of(&self, connection: usize) -> Option<usize> {
        self.sessions.iter().position(|session| session.connection == Some(connection))
    }

    /// Whether every shard has a session in an open connection.
    pub fn is_ready(&self) -> bool {
        (0..self.shards).all(|shard| {
            self.sessions.iter().any(|session| session.shard.0 == shard && session.connection.is_some())
        })
    }

    /// Renews the day's IDENTIFYs if another day has begun.
    pub(super) fn renew_identifies(&mut self) {
        if self.resets_at <= Instant::now() {
            (self.remaining, self.resets_at) = (DAILY_IDENTIFIES, Instant::now() + Duration::from_hours(24));
        }
    }

    /// Whether every shard has a session that hears of events, now or when it is resumed.
    pub fn has_sessions(&self) -> bool {
        (0..self.shards)
            .all(|shard| self.sessions.iter().any(|session| session.shard.0 == shard && session.is_alive))
    }

    pub(super) fn send(&self, connection: usize, payload: Value) {
        let _ = self.connections[connection].orders.send(Order::Send(payload));
    }

    pub(super) fn dispatch(&mut self, session: usize, name: &str, data: &Value) {
        let session = &mut self.sessions[session];
        let number = session.events.len() + 1;
        let event = json!({ "op": 0, "t": name, "s": number, "d": data });
        session.events.push(event.clone());
        if let Some(connection) = session.connection {
            self.send(connection, event);
        }
    }

    pub(super) fn begin(&mut self, connection: usize, shard: (u64, u64), intents: u64) -> usize {
        // A shard has one session here: an older one is over.
        for session in self.sessions.iter_mut().filter(|session| session.shard == shard) {
            session.is_alive = false;
            session.connection = None;
        }
        let id = format!("{:032x}", 0xb005_7de5_u64 + self.sessions.len() as u64);
        let session =
            Session { id, shard, intents, events: Vec::new(), connection: Some(connection), is_alive: true };
        self.sessions.push(session);
        self.connections[connection].in_session_since = Some(Instant::now());
        self.sessions.len() - 1
    }

    /// Goes on with a session in a new connection: says again what was missed, in order.
    pub(super) fn resume(&mut self, connection: usize, id: &str, seen: usize) -> bool {
        let found = self.sessions.iter().position(|session| session.id == id && session.is_alive);
        let Some(found) = found.filter(|found| seen <= self.sessions[*found].events.len()) else {
            return false;
        };
        let missed = self.sessions[found].events[seen..].to_vec();
        self.sessions[found].connection = Some(connection);
        self.connections[connection].in_session_since = Some(Instant::now());
        for event in missed {
            self.send(connection, event);
        }
        self.dispatch(found, "RESUMED", &json!({ "_trace": ["gateway"] }));
        true
    }

    /// Ends a connection. Its session may go on, unless the bot closed it as finished.
    pub(super) fn ended(&mut self, connection: usize, code: Option<u16>) {
        self.connections[connection].is_open = false;
        self.connections[connection].dead_since.get_or_insert_with(Instant::now);
        self.connections[connection].closed_by_bot = code;
        if let Some(session) = self.session_of(connection) {
            self.sessions[session].connection = None;
            if matches!(code, Some(1000 | 1001)) {
                self.sessions[session].is_alive = false;
            }
        }
    }

    fn on_open(&self, order: impl Fn() -> Order) {
        for connection in self.connections.iter().filter(|connection| connection.is_open) {
            let _ = connection.orders.send(order());
        }
    }

    pub(super) fn close_all(&mut self, code: u16) {
        self.end_all(|| Order::Close(code));
    }

    pub(super) fn drop_all(&mut self) {
        self.end_all(|| Order::Drop);
    }

    pub(super) fn deafen_all(&mut self) {
        self.end_all(|| Order::Deafen);
    }

    /// Ends all open connections. They count as dead at once, even if the bot needs a while to notice.
    fn end_all(&mut self, order: impl Fn() -> Order) {
        for connection in &mut self.connections {
            connection.dead_since.get_or_insert_with(Instant::now);
        }
        self.on_open(order);
    }

    /// Counts connections as dead after which the bot may wait before it connects again: those that have just begun,
    /// and all if there were ten within a minute.
    pub(super) fn excuse_hurried_ones(&mut self) {
        let minute = Duration::from_mins(1);
        let of_minute =
            self.connections.iter().filter(|connection| connection.opened.elapsed() < minute).count();
        for connection in &mut self.connections {
            if of_minute >= MOST_IN_A_MINUTE || connection.opened.elapsed() < SHORT {
                connection.dead_since.get_or_insert_with(Instant::now);
            }
        }
    }

    pub(super) fn send_all(&self, payload: &Value) {
        self.on_open(|| Order::Send(payload.clone()));
    }

    /// Makes it impossible to resume any session.
    pub(super) fn forget_sessions(&mut self) {
        for session in &mut self.sessions {
            session.is_alive = false;
            session.connection = None;
        }
    }

    /// Whether one connection carried a session's events all of this time.
    pub fn was_in_session(&self, from: Instant, to: Instant) -> bool {
        self.connections.iter().any(|connection| {
            connection.in_session_since.is_some_and(|since| since <= from)
                && connection.dead_since.is_none_or(|dead| dead >= to)
        })
    }

    /// IDENTIFYs that are left of the day.
    pub fn identifies_left(&self) -> u64 {
        self.remaining
    }

    pub fn open_connections(&self) -> usize {
        self.connections.iter().filter(|connection| connection.is_open).count()
    }
}
