//! The values that a person gives for a command's options: checked by what the bot registered, and resolved as the platform does.

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::names::Id;
use super::who::Who;
use super::world::World;

const STRING: u64 = 3;
const INTEGER: u64 = 4;
const USER: u64 = 6;
const CHANNEL: u64 = 7;
const ATTACHMENT: u64 = 11;

#[derive(Debug)]
pub(super) enum Given {
    Text(String),
    Integer(i64),
    User(Id),
    Channel(Id),
    File { name: String, content: Bytes, size: Option<usize>, url: Option<String> },
}

/// Checks a value as the client does before it sends.
pub(super) fn check(wanted: &Value, given: &Given) -> Result<(), String> {
    let kind = wanted["type"].as_u64().unwrap_or(0);
    let fits = match given {
        Given::Text(_) => kind == STRING,
        Given::Integer(_) => kind == INTEGER,
        Given::User(_) => kind == USER,
        Given::Channel(_) => kind == CHANNEL,
        Given::File { .. } => kind == ATTACHMENT,
    };
    assert!(fits, "the option {wanted} is of another type");
    let name = &wanted["name"];
    match given {
        Given::Text(text) => {
            let length = text.chars().count() as u64;
            if wanted["min_length"].as_u64().is_some_and(|least| length < least)
                || wanted["max_length"].as_u64().is_some_and(|most| length > most)
            {
                return Err(format!("{name} may not have {length} characters"));
            }
            let choices = wanted["choices"].as_array().filter(|choices| !choices.is_empty());
            if choices.is_some_and(|choices| !choices.iter().any(|choice| choice["value"] == **text)) {
                return Err(format!("{name} may not be `{text}`"));
            }
        }
        Given::Integer(number)
            if wanted["min_value"].as_i64().is_some_and(|least| *number < least)
                || wanted["max_value"].as_i64().is_some_and(|most| *number > most) =>
        {
            return Err(format!("{name} may not be {number}"));
        }
        _ => {}
    }
    Ok(())
}

/// Returns the value of an option, and adds what it points at to `resolved`.
pub(super) fn resolve(
    world: &mut World,
    who: &Who<'_>,
    given: &Given,
    resolved: &mut Map<String, Value>,
) -> Value {
    let guild = who.guild.clone().expect("commands are used in guilds");
    let mut add = |kind: &str, id: &str, value: Value| {
        resolved.entry(kind).or_insert_with(|| json!({}))[id] = value;
    };
    match given {
        Given::Text(text) => json!(text),
        Given::Integer(number) => json!(number),
        Given::User(id) => {
            let guild = &world.guilds[&guild];
            if guild.members.contains_key(id) {
                let mut member = world.asking_member_json(guild, id, &who.channel);
                member.as_object_mut().expect("an object").remove("user");
                add("members", id, member);
            }
            add("users", id, world.user_json(id));
            json!(id)
        }
        Given::Channel(id) => {
            let mut channel = world.channel_json(&world.channels[id]);
            channel["permissions"] = json!(world.channel_permissions(id, &who.id).to_string());
            add("channels", id, channel);
            json!(id)
        }
        Given::File { name, content, size, url } => {
            let file = world.attach(&who.channel, name, content.clone());
            let mut json = world.file_json(&file);
            json["ephemeral"] = json!(true);
            if let Some(size) = size {
                json["size"] = json!(size);
            }
            if let Some(url) = url {
                (json["url"], json["proxy_url"]) = (json!(url), json!(url));
            }
            let id = json["id"].as_str().expect("an id").to_owned();
            add("attachments", &id, json);
            json!(id)
        }
    }
}

/// Marks the option that is being typed.
pub(super) fn focus(options: &mut Value, name: &str) -> bool {
    let mut found = false;
    for option in options.as_array_mut().into_iter().flatten() {
        if option["name"] == name {
            option["focused"] = json!(true);
            found = true;
        }
        found |= option.get_mut("options").is_some_and(|inner| focus(inner, name));
    }
    found
}
