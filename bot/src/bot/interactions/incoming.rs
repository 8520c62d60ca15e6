//! An interaction as the platform sends it, as far as the bot reads it: what it does not know cannot keep it from answering.

use std::collections::HashMap;

use boostdesk_core::ids::{ApplicationId, DiscordId, GuildId};
use serde::Deserialize;
use serde_json::Value;

const ADMINISTRATOR: u64 = 1 << 3;
const MANAGE_GUILD: u64 = 1 << 5;

#[derive(Debug, Deserialize)]
pub(crate) struct Interaction {
    pub(crate) id: String,
    pub(crate) application_id: ApplicationId,
    #[serde(rename = "type")]
    kind: u64,
    pub(crate) token: String,
    pub(crate) guild_id: Option<GuildId>,
    member: Option<Member>,
    user: Option<ChatUser>,
    #[serde(default)]
    pub(crate) data: Data,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Command,
    Component,
    Autocomplete,
    Modal,
    Other,
}

#[derive(Debug, Deserialize)]
struct Member {
    user: Option<ChatUser>,
    #[serde(default)]
    permissions: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ChatUser {
    pub(crate) id: DiscordId,
    #[serde(default)]
    username: String,
    global_name: Option<String>,
    #[serde(default)]
    pub(crate) bot: bool,
}

impl ChatUser {
    pub(crate) fn name(&self) -> &str {
        self.global_name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or(&self.username)
    }
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Data {
    #[serde(default)]
    pub(crate) name: String,
    #[serde(default)]
    options: Vec<CommandOption>,
    #[serde(default)]
    resolved: Resolved,
    #[serde(default)]
    pub(crate) custom_id: String,
    #[serde(default)]
    components: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct CommandOption {
    name: String,
    #[serde(default)]
    value: Value,
    #[serde(default)]
    options: Vec<CommandOption>,
    #[serde(default)]
    focused: bool,
}

#[derive(Debug, Default, Deserialize)]
struct Resolved {
    #[serde(default)]
    attachments: HashMap<String, AttachmentOption>,
    #[serde(default)]
    users: HashMap<String, ChatUser>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct AttachmentOption {
    pub(crate) filename: String,
    #[serde(default)]
    pub(crate) size: u64,
    pub(crate) url: String,
}

impl Interaction {
    pub(crate) fn kind(&self) -> Kind {
        match self.kind {
            2 => Kind::Command,
            3 => Kind::Component,
            4 => Kind::Autocomplete,
            5 => Kind::Modal,
            _ => Kind::Other,
        }
    }

    pub(crate) fn user(&self) -> Option<&ChatUser> {
        self.member.as_ref().and_then(|member| member.user.as_ref()).or(self.user.as_ref())
    }

    /// Whether the platform lets this person manage the guild.
    pub(crate) fn may_manage_guild(&self) -> bool {
        let permissions = self.member.as_ref().and_then(|member| member.permissions.parse::<u64>().ok());
        permissions.unwrap_or_default() & (ADMINISTRATOR | MANAGE_GUILD) != 0
    }

    /// `keys create` for a command with a subcommand.
    pub(crate) fn command(&self) -> (&str, Option<&str>) {
        let subcommand = self.subcommand().map(|option| option.name.as_str());
        (&self.data.name, subcommand)
    }

    fn subcommand(&self) -> Option<&CommandOption> {
        self.data.options.iter().find(|option| option.value.is_null() && !option.focused)
    }

    fn options(&self) -> &[CommandOption] {
        self.subcommand().map_or(&self.data.options, |subcommand| &subcommand.options)
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.options().iter().find(|option| option.name == name).map(|option| &option.value)
    }

    /// Trimmed. Ids of users, channels and attachments are texts too.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.value(name).and_then(Value::as_str).map(str::trim)
    }

    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.value(name).and_then(Value::as_i64)
    }

    pub(crate) fn attachment(&self, name: &str) -> Option<&AttachmentOption> {
        self.data.resolved.attachments.get(self.text(name)?)
    }

    pub(crate) fn chosen_user(&self, name: &str) -> Option<&ChatUser> {
        self.data.resolved.users.get(self.text(name)?)
    }

    /// The option that is being typed, and what is there of it.
    pub(crate) fn focused(&self) -> Option<(&str, String)> {
        let option = self.options().iter().find(|option| option.focused)?;
        let typed = match &option.value {
            Value::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        };
        Some((&option.name, typed))
    }

    /// What was entered into a modal's field.
    pub(crate) fn entered(&self, custom_id: &str) -> String {
        find_entered(&self.data.components, custom_id).unwrap_or_default()
    }
}

/// Fields stand in rows or in labels, as the platform likes.
fn find_entered(components: &[Value], custom_id: &str) -> Option<String> {
    components.iter().find_map(|component| {
        if component["custom_id"] == custom_id {
            return component["value"].as_str().map(|text| text.trim().to_owned());
        }
        if component["component"].is_object() {
            return find_entered(std::slice::from_ref(&component["component"]), custom_id);
        }
        find_entered(component["components"].as_array()?, custom_id)
    })
}
