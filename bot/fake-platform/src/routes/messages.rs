//! Messages in channels.

use bytes::Bytes;
use serde_json::{Value, json};

use super::super::BOT;
use super::super::call::{Call, Reply};
use super::super::gateway_state::GUILD_MESSAGES;
use super::super::limits::{faults_of_message, has_what_is_refused};
use super::super::message::{Body, Message};
use super::super::names::FORUM;
use super::super::permissions::{
    ATTACH_FILES, EMBED_LINKS, READ_MESSAGE_HISTORY, SEND_MESSAGES, VIEW_CHANNEL,
};
use super::super::world::{World, timestamp};

/// The flags that a sender may set: no embeds, ephemeral, silent, components v2.
const FLAGS: u64 = 1 << 2 | 1 << 6 | 1 << 12 | 1 << 15;
pub(super) const EPHEMERAL: u64 = 1 << 6;
const COMPONENTS_V2: u64 = 1 << 15;

pub(super) fn take(world: &mut World, call: &Call) -> Reply {
    let channel = call.named("channel_id").to_owned();
    let needed = match call.route {
        "POST /channels/{channel_id}/messages" => {
            let of_embeds =
                if call.body["embeds"].as_array().is_none_or(Vec::is_empty) { 0 } else { EMBED_LINKS };
            let of_files = if call.files.is_empty() { 0 } else { ATTACH_FILES };
            SEND_MESSAGES | of_embeds | of_files
        }
        route if route.starts_with("GET") => READ_MESSAGE_HISTORY,
        _ => 0,
    };
    if let Err(refused) = channel_open_to_bot(world, &channel, needed) {
        return refused;
    }
    match call.route {
        "POST /channels/{channel_id}/messages" => create(world, call, &channel),
        "GET /channels/{channel_id}/messages" => {
            let limit = call.query.get("limit").and_then(|limit| limit.parse().ok()).unwrap_or(50);
            let mut newest = world.public_messages(&channel);
            newest.reverse();
            newest.truncate(limit);
            Reply::ok(newest.iter().map(|message| world.message_json(message)).collect())
        }
        _ => one(world, call, &channel),
    }
}

/// Whether the bot may do this in a channel, else the answer that it gets.
pub(super) fn channel_open_to_bot(world: &World, channel: &str, needed: u64) -> Result<(), Reply> {
    let Some(known) = world.channels.get(channel) else {
        return Err(Reply::refused(404, 10003, "Unknown Channel"));
    };
    if let Some(recipient) = known.recipient.as_ref().filter(|_| needed & SEND_MESSAGES != 0) {
        if !world.guilds.values().any(|guild| guild.members.contains_key(recipient)) {
            return Err(Reply::refused(
                403,
                50278,
                "Cannot send messages to this user due to having no mutual guilds",
            ));
        }
        if !world.users[recipient].takes_dms {
            return Err(Reply::refused(403, 50007, "Cannot send messages to this user"));
        }
    }
    let has = world.channel_permissions(channel, BOT);
    if has & VIEW_CHANNEL == 0 {
        return Err(Reply::refused(403, 50001, "Missing Access"));
    }
    if known.kind == FORUM && needed & SEND_MESSAGES != 0 {
        return Err(Reply::refused(400, 50008, "Cannot send messages in a non-text channel"));
    }
    if has & needed != needed {
        return Err(Reply::refused(403, 50013, "Missing Permissions"));
    }
    Ok(())
}

fn create(world: &mut World, call: &Call, channel: &str) -> Reply {
    let nonce = match &call.body["nonce"] {
        Value::Null => None,
        Value::String(nonce) => Some(nonce.clone()),
        other => Some(other.to_string()),
    };
    if call.body["enforce_nonce"] == true
        && let Some(known) = nonce.as_ref().and_then(|nonce| with_nonce(world, nonce))
    {
        return Reply::ok(world.message_json(&known));
    }
    let body = match body(world, &call.body, &call.files, channel, Body::default()) {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let message = Message { nonce, flags: flags(&call.body), ..new(world, channel, body) };
    let json = world.message_json(&message);
    world.messages.insert(message.id.clone(), message);
    tell(world, channel, "MESSAGE_CREATE", &json);
    Reply::ok(json)
}

/// Returns the bot's message with this nonce, in any channel.
fn with_nonce(world: &World, nonce: &str) -> Option<Message> {
    let same = |message: &&Message| message.author == BOT && message.nonce.as_deref() == Some(nonce);
    world.messages.values().find(same).cloned()
}

pub(super) fn new(world: &mut World, channel: &str, body: Body) -> Message {
    Message {
        id: world.next_id(),
        channel: channel.to_owned(),
        author: BOT.to_owned(),
        body,
        earlier: Vec::new(),
        flags: 0,
        only_for: None,
        nonce: None,
        interaction: None,
        thinking: false,
        deleted: false,
        created: timestamp(),
        edited: None,
    }
}

fn one(world: &mut World, call: &Call, channel: &str) -> Reply {
    let id = call.named("message_id").to_owned();
    let there =
        |message: &Message| !message.deleted && message.channel == channel && message.only_for.is_none();
    let Some(found) = world.messages.get(&id).filter(|message| there(message)).cloned() else {
        return Reply::refused(404, 10008, "Unknown Message");
    };
    if call.route.starts_with("GET") {
        return Reply::ok(world.message_json(&found));
    }
    if found.author != BOT {
        return Reply::refused(403, 50005, "Cannot edit a message authored by another user");
    }
    if call.route.starts_with("DELETE") {
        delete(world, &id);
        return Reply::nothing();
    }
    edit(world, &id, &call.body, &call.files)
}

/// Deletes a message, as somebody with the right to would.
pub(super) fn delete(world: &mut World, id: &str) {
    let message = world.messages.get_mut(id).expect("there is such a message");
    message.deleted = true;
    let (channel, public) = (message.channel.clone(), message.only_for.is_none());
    let guild = world.channels.get(&channel).and_then(|channel| channel.guild.clone());
    if public {
        let gone = json!({ "id": id, "channel_id": channel, "guild_id": guild });
        world.dispatch(guild.as_deref(), GUILD_MESSAGES, "MESSAGE_DELETE", &gone);
    }
}

/// Changes the parts that are given and keeps the others.
pub(super) fn edit(world: &mut World, id: &str, change: &Value, files: &[(String, Bytes)]) -> Reply {
    let (channel, before, flags) = {
        let message = &world.messages[id];
        (message.channel.clone(), message.body.clone(), message.flags)
    };
    let changed = match body(world, change, files, &channel, before) {
        Ok(changed) => changed,
        Err(refused) => return refused,
    };
    let message = world.messages.get_mut(id).expect("it was there a moment ago");
    let before = std::mem::replace(&mut message.body, changed);
    if !message.thinking {
        message.earlier.push(before);
    }
    message.thinking = false;
    message.edited = Some(timestamp());
    message.flags = flags;
    let message = message.clone();
    let json = world.message_json(&message);
    if message.only_for.is_none() {
        tell(world, &channel, "MESSAGE_UPDATE", &json);
    }
    Reply::ok(json)
}

fn tell(world: &mut World, channel: &str, event: &str, message: &Value) {
    if let Some(guild) = world.channels[channel].guild.clone() {
        let mut message = message.clone();
        message["guild_id"] = json!(guild);
        world.dispatch(Some(&guild), GUILD_MESSAGES, event, &message);
    }
}

pub(super) fn flags(message: &Value) -> u64 {
    message["flags"].as_u64().unwrap_or(0) & FLAGS
}

/// Returns a message's body after a change, checked against the limits.
pub(super) fn body(
    world: &mut World,
    change: &Value,
    files: &[(String, Bytes)],
    channel: &str,
    before: Body,
) -> Result<Body, Reply> {
    if has_what_is_refused(change) {
        return Err(Reply::refused(400, 50035, "Invalid Form Body"));
    }
    let faults = faults_of_message(change);
    for fault in &faults {
        world.violation(format!(
            "a message: {fault}: {}",
            change.to_string().chars().take(300).collect::<String>()
        ));
    }
    if faults.iter().any(|fault| !fault.starts_with("allowed_mentions")) {
        return Err(Reply::refused(400, 50035, "Invalid Form Body"));
    }
    if change["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 != 0
        && (change["content"].is_string()
            || change["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty()))
    {
        world.violation("content or embeds beside components of the second kind");
        return Err(Reply::refused(400, 50035, "Invalid Form Body"));
    }
    let list = |name: &str, before: Vec<Value>| match &change[name] {
        Value::Array(items) => items.clone(),
        _ if change.get(name).is_some() => Vec::new(),
        _ => before,
    };
    let mut body = Body {
        content: match change.get("content") {
            Some(content) => content.as_str().unwrap_or_default().to_owned(),
            None => before.content,
        },
        embeds: list("embeds", before.embeds),
        components: list("components", before.components),
        files: if change["attachments"].is_array() { Vec::new() } else { before.files },
        allowed_mentions: change["allowed_mentions"].clone(),
    };
    for (name, content) in files {
        body.files.push(world.attach(channel, name, content.clone()));
    }
    if body.content.trim().is_empty()
        && body.embeds.is_empty()
        && body.components.is_empty()
        && body.files.is_empty()
    {
        world.violation("an empty message");
        return Err(Reply::refused(400, 50006, "Cannot send an empty message"));
    }
    Ok(body)
}
