//! One connection of the gateway.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::Shared;
use super::gateway_state::{Connection, Identify, Manner, Order, PRIVILEGED};
use super::world::World;

/// The pause between two IDENTIFYs of a bucket that the platform requires, less a tolerance for a loaded machine.
const IDENTIFY_PAUSE: Duration = Duration::from_millis(4700);
/// How long the earlier one of them may have been under way, at most.
const LONGEST_WAY: Duration = Duration::from_secs(2);
const KNOWN_INTENTS: u64 = ((1 << 17) - 1) | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Adds a connection. Returns its number, the orders for it, and how to treat it.
pub(super) fn accept(shared: &Shared, for_resuming: bool) -> (usize, UnboundedReceiver<Order>, Manner) {
    let (orders, inbox) = unbounded_channel();
    let connection = Connection {
        opened: Instant::now(),
        is_open: true,
        in_session_since: None,
        dead_since: None,
        heartbeats: 0,
        closed_by_bot: None,
        for_resuming,
        orders,
    };
    shared.change(|world| {
        world.gateway.connections.push(connection);
        (world.gateway.connections.len() - 1, inbox, world.gateway.manner)
    })
}

pub(super) async fn run(
    shared: Arc<Shared>,
    mut socket: Socket,
    id: usize,
    mut orders: UnboundedReceiver<Order>,
    manner: Manner,
) {
    if manner != Manner::Silent {
        let interval = shared.change(|world| world.gateway.heartbeat_interval);
        let interval = u64::try_from(interval.as_millis()).expect("an interval is short");
        let hello =
            json!({ "op": 10, "s": null, "t": null, "d": { "heartbeat_interval": interval, "_trace": [] } });
        let _ = socket.send(Message::text(hello.to_string())).await;
    }
    let mut deaf = manner == Manner::Silent;
    let mut code = None;
    if manner == Manner::Flapping {
        drop(socket);
        return shared.change(|world| world.gateway.ended(id, None));
    }
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                Some(Order::Send(_)) if deaf => {}
                Some(Order::Send(payload)) => {
                    let _ = socket.send(Message::text(payload.to_string())).await;
                }
                Some(Order::Deafen) => deaf = true,
                Some(Order::Close(code)) => {
                    let frame = CloseFrame { code: CloseCode::from(code), reason: "".into() };
                    let _ = socket.close(Some(frame)).await;
                    // Wait until the bot has seen it.
                    while let Some(Ok(_)) = socket.next().await {}
                    break;
                }
                Some(Order::Drop) | None => break,
            },
            frame = socket.next() => match frame {
                Some(Ok(Message::Close(frame))) => {
                    code = Some(frame.map_or(1005, |frame| u16::from(frame.code)));
                    let _ = socket.flush().await;
                    break;
                }
                Some(Ok(message)) if !deaf => hear(&shared, id, &message),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
        }
    }
    shared.change(|world| world.gateway.ended(id, code));
}

fn hear(shared: &Shared, id: usize, message: &Message) {
    let Message::Text(text) = message else { return };
    let payload: Result<Value, _> = serde_json::from_str(text);
    shared.change(|world| match payload {
        Ok(payload) => act(world, id, &payload),
        Err(error) => world.violation(format!("the gateway was sent what is no JSON: {error}")),
    });
}

fn act(world: &mut World, id: usize, payload: &Value) {
    let data = &payload["d"];
    match payload["op"].as_u64() {
        Some(1) => {
            world.gateway.connections[id].heartbeats += 1;
            world.gateway.send(id, json!({ "op": 11, "d": null, "s": null, "t": null }));
        }
        Some(2) => identify(world, id, data),
        Some(6) => resume(world, id, data),
        Some(3 | 4 | 8) => {}
        _ => world.violation(format!("the gateway was sent {payload}")),
    }
}

fn close(world: &World, id: usize, code: u16) {
    let _ = world.gateway.connections[id].orders.send(Order::Close(code));
}

/// Whether a payload has the right token; `Bot ` may precede it.
fn is_token(world: &World, data: &Value) -> bool {
    data["token"].as_str().map(|token| token.trim_start_matches("Bot ")) == Some(&world.token)
}

fn identify(world: &mut World, id: usize, data: &Value) {
    let shard = (data["shard"][0].as_u64().unwrap_or(0), data["shard"][1].as_u64().unwrap_or(1));
    let bucket = shard.0 % world.gateway.max_concurrency;
    let mut earlier = world.gateway.identifies.iter();
    let too_soon = earlier.any(|identify| {
        let way = identify.at.duration_since(identify.opened).min(LONGEST_WAY);
        identify.shard.0 % world.gateway.max_concurrency == bucket
            && identify.at.elapsed() + way < IDENTIFY_PAUSE
    });
    let opened = world.gateway.connections[id].opened;
    world.gateway.identifies.push(Identify { at: Instant::now(), opened, shard });
    world.gateway.renew_identifies();
    if world.gateway.remaining == 0 {
        world.violation("IDENTIFY although none is left for today");
    }
    world.gateway.remaining = world.gateway.remaining.saturating_sub(1);
    for name in ["os", "browser", "device"] {
        if !data["properties"][name].is_string() {
            world.violation(format!("IDENTIFY lacks properties.{name}"));
        }
    }
    if world.gateway.session_of(id).is_some() {
        world.violation("IDENTIFY in a connection that has a session");
        return close(world, id, 4005);
    }
    if !is_token(world, data) {
        return close(world, id, 4004);
    }
    if let Some(code) = world.gateway.identify_closes {
        return close(world, id, code);
    }
    let Some(intents) = data["intents"].as_u64().filter(|intents| intents & !KNOWN_INTENTS == 0) else {
        return close(world, id, 4013);
    };
    if intents & PRIVILEGED != 0 {
        return close(world, id, 4014);
    }
    if shard.1 < world.gateway.shards {
        return close(world, id, 4011);
    }
    if too_soon {
        world.violation("two IDENTIFYs of a bucket within 5 s");
        return world.gateway.send(id, invalid_session(false));
    }
    if let Some(resumable) = world.gateway.invalid_sessions.pop_front() {
        return world.gateway.send(id, invalid_session(resumable));
    }
    let session = world.gateway.begin(id, shard, intents);
    world.greet(session);
}

fn resume(world: &mut World, id: usize, data: &Value) {
    if !world.gateway.connections[id].for_resuming {
        world.violation("RESUME was not sent to resume_gateway_url");
    }
    if !is_token(world, data) {
        return close(world, id, 4004);
    }
    let invalid = world.gateway.invalid_sessions.pop_front();
    let session = data["session_id"].as_str().unwrap_or_default();
    let seen = data["seq"].as_u64().and_then(|seen| usize::try_from(seen).ok()).unwrap_or(usize::MAX);
    let taken = invalid.is_none() && world.gateway.resume(id, session, seen);
    world.gateway.resumes.push((Instant::now(), taken));
    if !taken {
        world.gateway.send(id, invalid_session(invalid == Some(true)));
    }
}

fn invalid_session(resumable: bool) -> Value {
    json!({ "op": 9, "d": resumable, "s": null, "t": null })
}
