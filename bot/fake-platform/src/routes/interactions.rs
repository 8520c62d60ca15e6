//! Answers to interactions: the first one, its edits, and what follows.

use serde_json::{Value, json};

use super::super::APPLICATION;
use super::super::call::{Call, Reply};
use super::super::limits::{faults_of_choices, faults_of_modal};
use super::super::message::{Body, Message};
use super::super::names::Id;
use super::super::world::{FirstAnswer, LONGEST_FIRST_ANSWER, LONGEST_FOLLOW_UP, World};
use super::messages::{self, EPHEMERAL, flags};

const MESSAGE: u64 = 4;
const THINKING: u64 = 5;
const NOTHING_YET: u64 = 6;
const CHANGED_MESSAGE: u64 = 7;
const CHOICES: u64 = 8;
const FORM: u64 = 9;

const AUTOCOMPLETE: u8 = 4;

pub(super) fn take(world: &mut World, call: &Call) -> Reply {
    if call.route.starts_with("POST /interactions/") {
        return answer(world, call);
    }
    let token = call.named("webhook_token");
    let found = world.interactions.values().find(|interaction| interaction.token == token);
    let Some(interaction) = found.filter(|_| call.named("webhook_id") == APPLICATION) else {
        return Reply::refused(404, 10015, "Unknown Webhook");
    };
    if interaction.expired || interaction.asked.elapsed() > LONGEST_FOLLOW_UP {
        return Reply::refused(401, 50027, "Invalid Webhook Token");
    }
    if interaction.answered.is_none() {
        return Reply::refused(404, 10015, "Unknown Webhook");
    }
    let id = interaction.id.clone();
    if call.route == "POST /webhooks/{webhook_id}/{webhook_token}" {
        return follow_up(world, call, &id);
    }
    let named = call.named.get("message_id");
    let message = match named {
        None => interaction.original.clone(),
        Some(message) => {
            let own = interaction.follow_ups.iter().chain(&interaction.original);
            own.clone().find(|own| *own == message).cloned()
        }
    };
    let there = |id: &Id| world.messages.get(id).is_some_and(|message| !message.deleted);
    let Some(message) = message.filter(there) else {
        return Reply::refused(404, 10008, "Unknown Message");
    };
    match call.route.split(' ').next() {
        Some("GET") => Reply::ok(world.message_json(&world.messages[&message])),
        Some("DELETE") => {
            messages::delete(world, &message);
            Reply::nothing()
        }
        _ => messages::edit(world, &message, &call.body, &call.files),
    }
}

fn answer(world: &mut World, call: &Call) -> Reply {
    let (id, token) = (call.named("interaction_id").to_owned(), call.named("interaction_token"));
    let Some(interaction) = world.interactions.get(&id).filter(|interaction| interaction.token == token)
    else {
        return Reply::refused(404, 10062, "Unknown interaction");
    };
    let after = interaction.asked.elapsed();
    if interaction.answered.is_some() {
        let sure = !world.faults.lost_answers();
        if sure {
            world.violation(format!("{} was answered twice", described(world, &id)));
        }
        return Reply::refused(400, 40060, "Interaction has already been acknowledged.");
    }
    if after > LONGEST_FIRST_ANSWER {
        world.violation(format!("{} was answered after {after:?}", described(world, &id)));
        return Reply::refused(404, 10062, "Unknown interaction");
    }
    let kind = call.body["type"].as_u64().unwrap_or(0);
    let data = call.body["data"].clone();
    if let Err(refused) = take_answer(world, call, &id, kind, &data) {
        return refused;
    }
    let interaction = world.interactions.get_mut(&id).expect("it was there a moment ago");
    interaction.answered = Some(FirstAnswer { kind, data, after });
    if call.query.get("with_response").map(String::as_str) != Some("true") {
        return Reply::nothing();
    }
    let original = world.interactions[&id].original.clone().filter(|_| kind != NOTHING_YET);
    let mut told = json!({ "interaction": { "id": id, "type": world.interactions[&id].kind } });
    if let Some(original) = original {
        let message = world.message_json(&world.messages[&original]);
        told["interaction"]["response_message_id"] = json!(original);
        told["resource"] = json!({ "type": kind, "message": message });
    }
    Reply::ok(told)
}

fn described(world: &World, id: &str) -> String {
    let data = &world.interactions[id].event["data"];
    let name = data["name"].as_str().or(data["custom_id"].as_str()).unwrap_or_default();
    format!("the interaction `{name}`")
}

/// What the first answer makes or changes.
fn take_answer(world: &mut World, call: &Call, id: &str, kind: u64, data: &Value) -> Result<(), Reply> {
    let invalid = || Reply::refused(400, 50035, "Invalid Form Body");
    let (asked_by, channel, asked_as, on_message) = {
        let interaction = &world.interactions[id];
        (
            interaction.user.clone(),
            interaction.channel.clone(),
            interaction.kind,
            interaction.on_message.clone(),
        )
    };
    if (kind == CHOICES) != (asked_as == AUTOCOMPLETE) {
        world.violation(format!("{} was answered with type {kind}", described(world, id)));
        return Err(invalid());
    }
    match kind {
        MESSAGE | THINKING => {
            let body = match kind {
                MESSAGE => messages::body(world, data, &call.files, &channel, Body::default())?,
                _ => Body::default(),
            };
            let flags = flags(data);
            let message = Message {
                flags,
                only_for: (flags & EPHEMERAL != 0).then_some(asked_by),
                interaction: Some(id.to_owned()),
                thinking: kind == THINKING,
                ..messages::new(world, &channel, body)
            };
            world.interactions.get_mut(id).expect("it is there").original = Some(message.id.clone());
            world.messages.insert(message.id.clone(), message);
        }
        NOTHING_YET | CHANGED_MESSAGE => {
            let Some(on_message) = on_message else {
                world.violation(format!("{} is on no message, and was answered as if", described(world, id)));
                return Err(invalid());
            };
            world.interactions.get_mut(id).expect("it is there").original = Some(on_message.clone());
            if kind == CHANGED_MESSAGE {
                let reply = messages::edit(world, &on_message, data, &call.files);
                if reply.status != 200 {
                    return Err(reply);
                }
            }
        }
        CHOICES | FORM => {
            let faults = if kind == FORM { faults_of_modal(data) } else { faults_of_choices(data) };
            for fault in &faults {
                world.violation(format!("{}: {fault}", described(world, id)));
            }
            if !faults.is_empty() || kind == FORM && asked_as == 5 {
                return Err(invalid());
            }
        }
        _ => return Err(invalid()),
    }
    Ok(())
}

fn follow_up(world: &mut World, call: &Call, id: &str) -> Reply {
    let interaction = &world.interactions[id];
    let (asked_by, channel, original) =
        (interaction.user.clone(), interaction.channel.clone(), interaction.original.clone());
    // The first one after "thinking" is the answer.
    let is_thought_about = |id: &Id| world.messages[id].thinking && !world.messages[id].deleted;
    if let Some(original) = original.filter(is_thought_about) {
        return messages::edit(world, &original, &call.body, &call.files);
    }
    let body = match messages::body(world, &call.body, &call.files, &channel, Body::default()) {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let flags = flags(&call.body);
    let message = Message {
        flags,
        only_for: (flags & EPHEMERAL != 0).then_some(asked_by),
        interaction: Some(id.to_owned()),
        ..messages::new(world, &channel, body)
    };
    let json = world.message_json(&message);
    world.interactions.get_mut(id).expect("it is there").follow_ups.push(message.id.clone());
    world.messages.insert(message.id.clone(), message);
    Reply::ok(json)
}
