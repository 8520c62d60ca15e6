//! People who use the bot, as their clients let them.

use std::time::Instant;

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::asked::Asked;
use super::objects::{LOCALE, owners_json};
use super::options::{Given, check, focus, resolve};
use super::world::{Id, Interaction, Message, World};
use super::{APPLICATION, BOT, GUILD, OTHER_GUILD, OTHER_GUILDS_SHOP, Platform, SHOP};

const SUB_COMMAND: u64 = 1;
const SUB_COMMAND_GROUP: u64 = 2;

#[derive(Clone)]
pub(crate) struct Person<'a> {
    platform: &'a Platform,
    pub(super) id: Id,
    pub(super) guild: Option<Id>,
    pub(super) channel: Id,
    overridden: bool,
}

/// A command that is being typed.
pub(crate) struct Typed<'a> {
    person: Person<'a>,
    command: String,
    options: Vec<(String, Given)>,
}

impl<'a> Person<'a> {
    pub(super) fn new(platform: &'a Platform, id: &str) -> Self {
        Self {
            platform,
            id: id.to_owned(),
            guild: Some(GUILD.to_owned()),
            channel: SHOP.to_owned(),
            overridden: false,
        }
    }

    pub(crate) fn in_other_guild(mut self) -> Self {
        (self.guild, self.channel) = (Some(OTHER_GUILD.to_owned()), OTHER_GUILDS_SHOP.to_owned());
        self
    }

    /// The guild has let this person use commands that are hidden from them by default.
    pub(crate) fn by_override(mut self) -> Self {
        self.overridden = true;
        self
    }

    /// `keys create` is the subcommand `create` of `keys`.
    pub(crate) fn command(&self, command: &str) -> Typed<'a> {
        Typed { person: self.clone(), command: command.to_owned(), options: Vec::new() }
    }

    /// Whether the client shows a command in the guild, by what the bot registered.
    pub(crate) fn is_shown(&self, command: &str) -> bool {
        self.platform.look(|world| self.may_use(world, registered(world, command)))
    }

    fn may_use(&self, world: &World, command: &Value) -> bool {
        let needed = &command["default_member_permissions"];
        let needed = needed.as_str().map(|needed| needed.parse::<u64>().expect("permissions are a number"));
        let guild = self.guild.as_ref().expect("commands are used in guilds");
        let has = world.guild_permissions(guild, &self.id).expect("they are a member");
        needed.is_none_or(|needed| needed != 0 && has & needed == needed || has & super::ADMINISTRATOR != 0)
    }

    /// Presses the button with this word in its label.
    #[track_caller]
    pub(crate) fn click(&self, message: &Message, label: &str) -> Asked<'a> {
        let word = label.to_lowercase();
        let buttons = message.buttons();
        let labelled = |button: &&Value| {
            button["label"].as_str().is_some_and(|label| label.to_lowercase().contains(&word))
        };
        let button = buttons.iter().find(labelled);
        let button = button.unwrap_or_else(|| panic!("no button `{label}` in {buttons:?}"));
        assert_ne!(button["disabled"], true, "the button can be pressed: {button}");
        let data = json!({ "custom_id": button["custom_id"], "component_type": 2, "id": button["id"] });
        self.ask(3, &data, Some(message))
    }

    /// Sends a form that `on` asked for.
    pub(super) fn submit(&self, data: &Value, on: Option<&Message>) -> Asked<'a> {
        self.ask(5, data, on)
    }

    #[track_caller]
    fn ask(&self, kind: u8, data: &Value, on: Option<&Message>) -> Asked<'a> {
        self.platform.wait_until("the bot has a session", |world| world.gateway.has_sessions());
        let id = self.platform.change(|world| {
            let id = world.next_id();
            let interaction = self.interaction(world, &id, kind, data, on);
            let event = interaction.event.clone();
            world.interactions.insert(id.clone(), interaction);
            world.dispatch(self.guild.as_deref(), 0, "INTERACTION_CREATE", &event);
            id
        });
        Asked::new(self.platform, self.clone(), id)
    }

    fn interaction(
        &self,
        world: &World,
        id: &str,
        kind: u8,
        data: &Value,
        on: Option<&Message>,
    ) -> Interaction {
        let token = format!("aW50ZXJhY3Rpb246{id}-secret");
        let channel = world.channel_json(&world.channels[&self.channel]);
        let mut event = json!({
            "id": id, "application_id": APPLICATION, "type": kind, "data": data, "token": token, "version": 1,
            "channel_id": self.channel, "locale": LOCALE, "entitlements": [], "context": 0, "attachment_size_limit": 10_485_760,
            "authorizing_integration_owners": owners_json(self.guild.as_deref()), "channel": channel,
            "app_permissions": world.channel_permissions(&self.channel, BOT).to_string(), "entitlement_sku_ids": [],
        });
        event["channel"]["permissions"] =
            json!(world.channel_permissions(&self.channel, &self.id).to_string());
        match self.guild.as_ref().map(|guild| &world.guilds[guild]) {
            Some(guild) => {
                event["guild_id"] = json!(guild.id);
                event["guild_locale"] = json!(LOCALE);
                event["guild"] = json!({ "id": guild.id, "locale": LOCALE, "features": [] });
                event["member"] = world.asking_member_json(guild, &self.id, &self.channel);
            }
            None => event["user"] = world.user_json(&self.id),
        }
        if let Some(message) = on {
            event["message"] = world.message_json(&world.messages[&message.id]);
        }
        Interaction {
            id: id.to_owned(),
            token,
            user: self.id.clone(),
            channel: self.channel.clone(),
            guild: self.guild.clone(),
            kind,
            on_message: on.map(|message| message.id.clone()),
            event,
            asked: Instant::now(),
            answered: None,
            original: None,
            follow_ups: Vec::new(),
            expired: false,
        }
    }
}

#[track_caller]
fn registered<'w>(world: &'w World, command: &str) -> &'w Value {
    let name = command.split(' ').next().unwrap_or_default();
    let found = world.commands.iter().find(|command| command["name"] == name);
    found.unwrap_or_else(|| panic!("the bot registered no command `{name}`"))
}

impl<'a> Typed<'a> {
    fn given(mut self, name: &str, given: Given) -> Self {
        self.options.push((name.to_owned(), given));
        self
    }

    pub(crate) fn option(self, name: &str, text: impl Into<String>) -> Self {
        self.given(name, Given::Text(text.into()))
    }

    pub(crate) fn option_int(self, name: &str, number: i64) -> Self {
        self.given(name, Given::Integer(number))
    }

    pub(crate) fn option_user(self, name: &str, id: &str) -> Self {
        self.given(name, Given::User(id.to_owned()))
    }

    pub(crate) fn option_channel(self, name: &str, id: &str) -> Self {
        self.given(name, Given::Channel(id.to_owned()))
    }

    pub(crate) fn option_file(self, name: &str, file: &str, content: impl Into<Bytes>) -> Self {
        let file = Given::File { name: file.to_owned(), content: content.into(), size: None, url: None };
        self.given(name, file)
    }

    /// A file of which the platform says that it has this size.
    pub(crate) fn option_file_of_size(self, name: &str, file: &str, size: usize) -> Self {
        let file = Given::File { name: file.to_owned(), content: Bytes::new(), size: Some(size), url: None };
        self.given(name, file)
    }

    /// A file that is said to be elsewhere.
    pub(crate) fn option_file_at(self, name: &str, file: &str, url: &str) -> Self {
        let url = Some(url.to_owned());
        self.given(
            name,
            Given::File { name: file.to_owned(), content: Bytes::from_static(b"x"), size: None, url },
        )
    }

    /// Presses return. The client must let the person do that.
    #[track_caller]
    pub(crate) fn send(self) -> Asked<'a> {
        self.person.platform.wait_until("commands are registered", |world| world.command_writes > 0);
        match self.client_says() {
            Ok(data) => self.person.ask(2, &data, None),
            Err(refusal) => panic!("/{}: {refusal}", self.command),
        }
    }

    /// As `send`, unless the client itself refuses by what the bot registered.
    #[track_caller]
    pub(crate) fn send_if_client_lets(self) -> Option<Asked<'a>> {
        self.person.platform.wait_until("commands are registered", |world| world.command_writes > 0);
        self.client_says().ok().map(|data| self.person.ask(2, &data, None))
    }

    /// What is offered for an option while this is typed into it: names and values.
    #[track_caller]
    pub(crate) fn autocomplete(self, option: &str, text: &str) -> Vec<(String, String)> {
        let typed = self.option(option, text);
        let mut data = typed.data(false).unwrap_or_else(|refusal| panic!("/{}: {refusal}", typed.command));
        assert!(focus(&mut data["options"], option), "/{} completes `{option}`", typed.command);
        let answer = typed.person.ask(4, &data, None).first_answer();
        assert_eq!(answer.kind, 8, "choices are offered");
        let choices = answer.data["choices"].as_array().expect("a list").iter();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        choices.map(|choice| (text(&choice["name"]), text(&choice["value"]))).collect()
    }

    fn client_says(&self) -> Result<Value, String> {
        let is_shown = self.person.platform.look(|world| {
            let command = registered(world, &self.command);
            self.person.overridden || self.person.may_use(world, command)
        });
        if !is_shown {
            return Err("is not shown to this person".to_owned());
        }
        self.data(true)
    }

    /// The command as an interaction says it, with everything that its options point at.
    #[track_caller]
    fn data(&self, is_whole: bool) -> Result<Value, String> {
        self.person.platform.change(|world| {
            let command = registered(world, &self.command).clone();
            let mut levels = vec![(command["name"].clone(), command["type"].clone())];
            let mut specification = command["options"].as_array().cloned().unwrap_or_default();
            for name in self.command.split(' ').skip(1) {
                let found = specification.iter().find(|option| {
                    option["name"] == name
                        && matches!(option["type"].as_u64(), Some(SUB_COMMAND | SUB_COMMAND_GROUP))
                });
                let found = found.cloned().unwrap_or_else(|| panic!("`{}` has no `{name}`", self.command));
                specification = found["options"].as_array().cloned().unwrap_or_default();
                levels.push((found["name"].clone(), found["type"].clone()));
            }
            let mut resolved = Map::new();
            let mut options = Vec::new();
            for (name, given) in &self.options {
                let wanted = specification.iter().find(|option| option["name"] == **name);
                let wanted = wanted.unwrap_or_else(|| panic!("/{} takes no `{name}`", self.command));
                if is_whole {
                    check(wanted, given)?;
                }
                let value = resolve(world, &self.person, given, &mut resolved);
                options.push(json!({ "name": name, "type": wanted["type"], "value": value }));
            }
            let missing = specification.iter().find(|option| {
                option["required"] == true && !self.options.iter().any(|(name, _)| option["name"] == **name)
            });
            if let Some(missing) = missing.filter(|_| is_whole) {
                return Err(format!("`{}` is required", missing["name"]));
            }
            let mut inner = Value::Array(options);
            while levels.len() > 1 {
                let (name, kind) = levels.pop().expect("there are two");
                inner = json!([{ "name": name, "type": kind, "options": inner }]);
            }
            let mut data = json!({
                "id": command["id"], "name": command["name"], "type": command["type"], "options": inner,
            });
            if !resolved.is_empty() {
                data["resolved"] = Value::Object(resolved);
            }
            Ok(data)
        })
    }
}
