//! Reads interactions that serenity's model cannot parse: it requires fields that the bot has no use for, and gives up
//! on the whole event when one is missing or of another type (`Event::Unknown`).
//!
//! So the few fields that commands need are put into a complete interaction, and that is parsed.

use serde_json::{Map, Value, json};
use serenity::all::{ApplicationId, Interaction as Model, InteractionId};

use super::Interaction;

/// What is needed to answer an interaction that cannot be parsed.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) id: InteractionId,
    pub(crate) application_id: ApplicationId,
    pub(crate) token: String,
    /// Whether it waits for choices instead of a message.
    pub(crate) wants_choices: bool,
}

const SUBCOMMAND: u64 = 1;
const TEXT: u64 = 3;
const INTEGER: u64 = 4;
const AUTOCOMPLETE: u64 = 4;

/// Errors: it cannot be read; with what is needed to answer it, or `None` when that is missing too.
pub(crate) fn read(raw: &Value) -> Result<Interaction, Option<Unreadable>> {
    let read = serde_json::from_value::<Model>(essence(raw));
    read.map(Interaction::from).map_err(|_| {
        Some(Unreadable {
            id: raw["id"].as_str()?.parse().ok()?,
            application_id: raw["application_id"].as_str()?.parse().ok()?,
            token: raw["token"].as_str()?.to_owned(),
            wants_choices: raw["type"] == AUTOCOMPLETE,
        })
    })
}

/// The fields that commands need, and minimal values for all others that the model requires.
fn essence(raw: &Value) -> Value {
    let mut essence = json!({
        "id": raw["id"], "application_id": raw["application_id"], "type": raw["type"], "token": raw["token"],
        "version": 1, "channel_id": "1", "locale": "", "entitlements": [], "attachment_size_limit": 0,
        "data": data(&raw["data"]),
    });
    if raw["guild_id"].is_string() {
        essence["guild_id"] = raw["guild_id"].clone();
    }
    if raw["member"]["user"].is_object() {
        let permissions = raw["member"]["permissions"].as_str().unwrap_or("0");
        essence["member"] = json!({
            "user": user(&raw["member"]["user"]), "permissions": permissions, "roles": [], "deaf": false, "mute": false,
            "flags": 0,
        });
    }
    if raw["user"].is_object() {
        essence["user"] = user(&raw["user"]);
    }
    if raw["type"] == 3 {
        essence["message"] = json!({
            "id": raw["message"]["id"].as_str().unwrap_or("1"), "channel_id": "1", "type": 0, "content": "", "timestamp": "2026-01-01T00:00:00Z", "tts": false,
            "author": { "id": "1", "username": "" }, "mention_everyone": false, "mentions": [], "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": false,
        });
    }
    essence
}

fn user(raw: &Value) -> Value {
    json!({
        "id": raw["id"], "username": text(&raw["username"]), "global_name": raw["global_name"].as_str(),
        "bot": raw["bot"] == true,
    })
}

fn text(raw: &Value) -> &str {
    raw.as_str().unwrap_or_default()
}

fn data(raw: &Value) -> Value {
    let resolved = &raw["resolved"];
    json!({
        "id": "1", "type": 1, "name": text(&raw["name"]), "options": options(&raw["options"]),
        "resolved": {
            "users": each(&resolved["users"], user), "attachments": each(&resolved["attachments"], attachment),
        },
        "custom_id": text(&raw["custom_id"]), "component_type": 2, "components": rows(&raw["components"]),
    })
}

fn each(raw: &Value, of: fn(&Value) -> Value) -> Map<String, Value> {
    raw.as_object().into_iter().flatten().map(|(id, value)| (id.clone(), of(value))).collect()
}

fn attachment(raw: &Value) -> Value {
    json!({
        "id": raw["id"], "filename": text(&raw["filename"]), "size": raw["size"].as_u64().unwrap_or_default(),
        "url": raw["url"], "proxy_url": raw["url"],
    })
}

fn options(raw: &Value) -> Vec<Value> {
    raw.as_array().into_iter().flatten().map(option).collect()
}

fn option(raw: &Value) -> Value {
    let kind = raw["type"].as_u64().unwrap_or(match &raw["value"] {
        Value::Null => SUBCOMMAND,
        Value::Number(_) => INTEGER,
        _ => TEXT,
    });
    let mut option = json!({ "name": text(&raw["name"]), "type": kind });
    if kind == SUBCOMMAND {
        option["options"] = options(&raw["options"]).into();
    } else if raw["focused"] == true {
        option["focused"] = true.into();
        let typed = raw["value"].as_str().map_or_else(|| raw["value"].to_string(), str::to_owned);
        option["value"] = typed.into();
    } else {
        option["value"] = raw["value"].clone();
    }
    option
}

/// The platform sends a modal's fields in rows or in labels; serenity only knows rows.
fn rows(raw: &Value) -> Vec<Value> {
    let mut inputs = Vec::new();
    find_inputs(raw, &mut inputs);
    inputs.into_iter().map(|input| json!({ "type": 1, "components": [input] })).collect()
}

fn find_inputs(raw: &Value, inputs: &mut Vec<Value>) {
    for component in raw.as_array().into_iter().flatten() {
        if component["custom_id"].is_string() {
            let value = text(&component["value"]);
            inputs.push(json!({ "type": 4, "custom_id": component["custom_id"], "value": value }));
        }
        if component["component"].is_object() {
            find_inputs(&json!([component["component"]]), inputs);
        }
        find_inputs(&component["components"], inputs);
    }
}

#[cfg(test)]
mod tests {
    use boostdesk_core::ids::{ChannelId, GuildId};

    use super::*;

    fn an_interaction(kind: u64, data: &Value) -> Value {
        json!({
            "id": "200000000000000001", "application_id": "114242424242424242", "type": kind, "token": "t",
            "guild_id": "112233445566778899", "data": data,
            "member": { "user": { "id": "190000000000000003" }, "permissions": "32" },
        })
    }

    #[test]
    fn command_interaction_is_read_without_its_optional_fields() {
        let raw = an_interaction(
            2,
            &json!({
                "name": "keys",
                "options": [{ "name": "create", "options": [
                    { "name": "stock", "value": " OneMonthTokens.txt " }, { "name": "amount", "value": 14 },
                ] }],
            }),
        );
        let read = read(&raw).expect("it is read");
        assert_eq!(read.command(), ("keys", Some("create")));
        assert_eq!((read.text("stock"), read.number("amount")), (Some("OneMonthTokens.txt"), Some(14)));
        assert!(read.may_manage_guild());
        assert_eq!(read.user().map(|user| user.id.get()), Some(190_000_000_000_000_003));
        assert_eq!(read.guild_id.as_ref().map(GuildId::as_str), Some("112233445566778899"));
    }

    #[test]
    fn attachment_user_and_channel_options_are_resolved() {
        let raw = an_interaction(
            2,
            &json!({
                "name": "restock",
                "options": [
                    { "name": "file", "type": 11, "value": "7" }, { "name": "user", "type": 6, "value": "8" },
                    { "name": "channel", "type": 7, "value": "170000000000000003" },
                ],
                "resolved": {
                    "attachments": { "7": { "id": "7", "filename": "a.txt", "url": "https://cdn.example/a.txt" } },
                    "users": { "8": { "id": "8", "username": "mika", "bot": true, "collectibles": 1 } },
                    "channels": { "170000000000000003": { "odd": true } },
                },
            }),
        );
        let read = read(&raw).expect("it is read");
        assert_eq!(read.attachment("file").map(|file| file.filename.as_str()), Some("a.txt"));
        assert!(read.chosen_user("user").is_some_and(|user| user.bot));
        assert_eq!(read.channel("channel").as_ref().map(ChannelId::as_str), Some("170000000000000003"));
    }

    #[test]
    fn autocomplete_interaction_yields_the_focused_option() {
        let options = json!([{ "name": "count", "type": 4, "value": 12, "focused": true }]);
        let read = read(&an_interaction(4, &json!({ "name": "keys", "options": options })));
        assert_eq!(read.expect("it is read").focused(), Some(("count", "12")));
    }

    #[test]
    fn button_interaction_is_read_without_its_message() {
        let read = read(&an_interaction(3, &json!({ "custom_id": "board:redeem:1" })));
        assert_eq!(read.expect("it is read").custom_id(), "board:redeem:1");
    }

    #[test]
    fn modal_fields_are_found_in_rows_and_in_labels() {
        let raw = an_interaction(
            5,
            &json!({ "custom_id": "redeem", "components": [
            { "type": 1, "components": [{ "type": 4, "custom_id": "key", "value": " K " }] },
            { "type": 18, "id": 0, "component": { "type": 4, "id": 0, "custom_id": "email", "value": "a@b" } },
        ] }),
        );
        let read = read(&raw).expect("it is read");
        assert_eq!((read.entered("key").as_str(), read.entered("email").as_str()), ("K", "a@b"));
    }

    #[test]
    fn unreadable_interaction_yields_its_token_so_it_can_be_answered() {
        let unreadable = read(&an_interaction(77, &json!({}))).expect_err("there is no such kind");
        assert_eq!(unreadable.map(|left| left.token).as_deref(), Some("t"));
        assert!(read(&json!({ "type": 2 })).expect_err("without an id").is_none());
    }

    #[test]
    fn unreadable_interaction_wants_choices_only_if_it_is_an_autocompletion() {
        for (kind, wants_choices) in [(2, false), (4, true)] {
            let mut raw = an_interaction(kind, &json!({ "name": "keys" }));
            raw["member"]["user"]["id"] = json!("not a number");
            let unreadable = read(&raw).expect_err("nobody has such an id");
            assert_eq!(unreadable.map(|left| left.wants_choices), Some(wants_choices), "kind {kind}");
        }
    }
}
