//! What the platform's REST calls do.

mod interactions;
mod messages;

use std::mem;
use std::time::Instant;

use serde_json::{Value, json};

use super::call::{Call, Reply};
use super::gateway_state::DAILY_IDENTIFIES;
use super::world::World;
use super::{APPLICATION, BOT};

pub(super) fn take(world: &mut World, call: &Call) -> Reply {
    match call.route {
        "GET /gateway" => Reply::ok(json!({ "url": world.gateway.url })),
        "GET /gateway/bot" => gateway_bot(world),
        "GET /users/@me" => Reply::ok(world.self_json()),
        "GET /users/@me/guilds" => my_guilds(world),
        "POST /users/@me/channels" => open_dm(world, call),
        "GET /users/{user_id}" => match world.users.get(call.named("user_id")) {
            Some(user) => Reply::ok(world.user_json(&user.id)),
            None => Reply::refused(404, 10013, "Unknown User"),
        },
        "GET /applications/@me" | "GET /oauth2/applications/@me" => Reply::ok(world.application_json()),
        "GET /applications/{application_id}/commands" => Reply::ok(Value::Array(world.commands.clone())),
        "PUT /applications/{application_id}/commands" => write_commands(world, call),
        route if route.starts_with("GET /guilds/") => guild(world, call),
        "GET /channels/{channel_id}" => channel(world, call),
        "GET /invites/{code}" => match world.invites.get(call.named("code")) {
            Some(guild) => Reply::ok(World::invite_json(call.named("code"), guild)),
            None => Reply::refused(404, 10006, "Unknown Invite"),
        },
        route if route.contains(" /interactions/") || route.contains(" /webhooks/") => {
            interactions::take(world, call)
        }
        route if route.contains(" /channels/") => messages::take(world, call),
        route => {
            world.violation(format!("the fake has no {route} yet"));
            Reply::refused(404, 0, "404: Not Found")
        }
    }
}

fn gateway_bot(world: &mut World) -> Reply {
    if let Some(after) = world.gateway.resets_after.take() {
        world.gateway.resets_at = Instant::now() + after;
    }
    world.gateway.renew_identifies();
    let reset_after = world.gateway.resets_at.saturating_duration_since(Instant::now());
    Reply::ok(json!({
        "url": world.gateway.url, "shards": world.gateway.shards,
        "session_start_limit": {
            "total": DAILY_IDENTIFIES, "remaining": world.gateway.remaining, "reset_after": u64::try_from(reset_after.as_millis()).expect("a day is short"),
            "max_concurrency": world.gateway.max_concurrency,
        },
    }))
}

fn my_guilds(world: &World) -> Reply {
    let guild = |guild: &super::world::Guild| {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false, "features": [],
            "permissions": world.guild_permissions(&guild.id, BOT).unwrap_or_default().to_string(),
        })
    };
    Reply::ok(world.guilds.values().map(guild).collect())
}

fn open_dm(world: &mut World, call: &Call) -> Reply {
    let user = call.body["recipient_id"].as_str().unwrap_or_default().to_owned();
    if !world.users.contains_key(&user) {
        return Reply::refused(400, 50033, "Invalid Recipient(s)");
    }
    let id = world.dm_with(&user);
    Reply::ok(world.channel_json(&world.channels[&id]))
}

fn guild(world: &World, call: &Call) -> Reply {
    let Some(guild) = world.guilds.get(call.named("guild_id")) else {
        return Reply::refused(404, 10004, "Unknown Guild");
    };
    if !guild.members.contains_key(BOT) {
        return Reply::refused(403, 50001, "Missing Access");
    }
    match call.route {
        "GET /guilds/{guild_id}" => Reply::ok(World::guild_json(guild)),
        "GET /guilds/{guild_id}/roles" => Reply::ok(World::roles_json(guild)),
        "GET /guilds/{guild_id}/channels" => {
            let channels =
                world.channels.values().filter(|channel| channel.guild.as_ref() == Some(&guild.id));
            Reply::ok(channels.map(|channel| world.channel_json(channel)).collect())
        }
        _ => match guild.members.get_key_value(call.named("user_id")) {
            Some((user, _)) => Reply::ok(world.member_json(guild, user)),
            None => Reply::refused(404, 10007, "Unknown Member"),
        },
    }
}

fn channel(world: &World, call: &Call) -> Reply {
    match messages::channel_open_to_bot(world, call.named("channel_id"), 0) {
        Ok(()) => Reply::ok(world.channel_json(&world.channels[call.named("channel_id")])),
        Err(refused) => refused,
    }
}

/// Replaces all commands. One of the same name keeps its id.
fn write_commands(world: &mut World, call: &Call) -> Reply {
    if call.named("application_id") != APPLICATION {
        return Reply::refused(
            403,
            20012,
            "You are not authorized to perform this action on this application",
        );
    }
    let wanted = call.body.as_array().cloned().unwrap_or_default();
    let before = mem::take(&mut world.commands);
    let version = world.next_id();
    for mut command in wanted {
        let same = before.iter().find(|known| known["name"] == command["name"]);
        let id =
            same.map_or_else(|| world.next_id(), |known| known["id"].as_str().expect("an id").to_owned());
        command["id"] = json!(id);
        command["application_id"] = json!(APPLICATION);
        command["version"] = json!(version);
        command["type"] = json!(command["type"].as_u64().unwrap_or(1));
        command["nsfw"] = json!(false);
        let needed = &command["default_member_permissions"];
        command["default_member_permissions"] = match needed {
            Value::Number(needed) => json!(needed.to_string()),
            other => other.clone(),
        };
        if command["description"].is_null() {
            world.violation(format!("the command {} has no description", command["name"]));
        }
        if command["integration_types"].is_null() {
            command["integration_types"] = json!([0]);
        }
        world.commands.push(as_answered(command));
    }
    world.command_writes += 1;
    Reply::ok(Value::Array(world.commands.clone()))
}

/// Leaves out null members as the platform does, except for the two that it answers as null.
fn as_answered(value: Value) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .filter(|(name, member)| {
                !member.is_null() || name == "default_member_permissions" || name == "contexts"
            })
            .map(|(name, member)| (name, as_answered(member)))
            .collect(),
        Value::Array(items) => items.into_iter().map(as_answered).collect(),
        other => other,
    }
}

/// Deletes a message, as a moderator would.
pub(super) fn delete_message(world: &mut World, id: &str) {
    messages::delete(world, id);
}
