//! People who use the bot, as their clients let them.

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::asked::Asked;
use super::message::Message;
use super::options::{Given, check, focus, resolve};
use super::who::Who;
use super::world::World;
use super::{ADMINISTRATOR, GUILD, OTHER_GUILD, OTHER_GUILDS_SHOP, Platform, SHOP};

const SUB_COMMAND: u64 = 1;
const SUB_COMMAND_GROUP: u64 = 2;

#[derive(Clone, Debug)]
#[must_use]
pub struct Person<'a> {
    who: Who<'a>,
    overridden: bool,
}

/// A command that is being typed.
#[derive(Debug)]
#[must_use]
pub struct Typed<'a> {
    person: Person<'a>,
    command: String,
    options: Vec<(String, Given)>,
}

impl<'a> Person<'a> {
    pub(super) fn new(platform: &'a Platform, id: &str) -> Self {
        let (guild, channel) = (Some(GUILD.to_owned()), SHOP.to_owned());
        Self { who: Who { platform, id: id.to_owned(), guild, channel }, overridden: false }
    }

    pub fn in_other_guild(mut self) -> Self {
        (self.who.guild, self.who.channel) = (Some(OTHER_GUILD.to_owned()), OTHER_GUILDS_SHOP.to_owned());
        self
    }

    /// The guild has let this person use commands that are hidden from them by default.
    pub fn by_override(mut self) -> Self {
        self.overridden = true;
        self
    }

    /// `keys create` is the subcommand `create` of `keys`.
    pub fn command(&self, command: &str) -> Typed<'a> {
        Typed { person: self.clone(), command: command.to_owned(), options: Vec::new() }
    }

    /// Uses a command that another program has left in the guild, or that this client still shows.
    #[track_caller]
    pub fn left_over_command(&self, name: &str) -> Asked<'a> {
        self.wait_for_commands();
        let data =
            json!({ "id": "190000000000000077", "name": name, "type": 1, "options": [], "resolved": {} });
        Asked::new(self.who.clone(), 2, &data, None)
    }

    #[track_caller]
    fn wait_for_commands(&self) {
        self.who.platform.wait_until("commands are registered", |world| world.command_writes > 0);
    }

    /// Whether the client shows a command in the guild, by what the bot registered.
    pub fn is_shown(&self, command: &str) -> bool {
        self.who.platform.look(|world| self.may_use(world, registered(world, command)))
    }

    fn may_use(&self, world: &World, command: &Value) -> bool {
        let needed = &command["default_member_permissions"];
        let needed = needed.as_str().map(|needed| needed.parse::<u64>().expect("permissions are a number"));
        let guild = self.who.guild.as_ref().expect("commands are used in guilds");
        let has = world.guild_permissions(guild, &self.who.id).expect("they are a member");
        needed.is_none_or(|needed| needed != 0 && has & needed == needed || has & ADMINISTRATOR != 0)
    }

    /// Presses the button with this word in its label.
    #[track_caller]
    pub fn click(&self, message: &Message, label: &str) -> Asked<'a> {
        let word = label.to_lowercase();
        let buttons = message.buttons();
        let labelled = |button: &&Value| {
            button["label"].as_str().is_some_and(|label| label.to_lowercase().contains(&word))
        };
        let button = buttons.iter().find(labelled);
        let button = button.unwrap_or_else(|| panic!("no button `{label}` in {buttons:?}"));
        assert_ne!(button["disabled"], true, "the button can be pressed: {button}");
        let data = json!({ "custom_id": button["custom_id"], "component_type": 2, "id": button["id"] });
        Asked::new(self.who.clone(), 3, &data, Some(message))
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

    pub fn option(self, name: &str, text: impl Into<String>) -> Self {
        self.given(name, Given::Text(text.into()))
    }

    pub fn option_int(self, name: &str, number: i64) -> Self {
        self.given(name, Given::Integer(number))
    }

    pub fn option_user(self, name: &str, id: &str) -> Self {
        self.given(name, Given::User(id.to_owned()))
    }

    pub fn option_channel(self, name: &str, id: &str) -> Self {
        self.given(name, Given::Channel(id.to_owned()))
    }

    pub fn option_file(self, name: &str, file: &str, content: impl Into<Bytes>) -> Self {
        let file = Given::File { name: file.to_owned(), content: content.into(), size: None, url: None };
        self.given(name, file)
    }

    /// A file that has this size according to the platform.
    pub fn option_file_of_size(self, name: &str, file: &str, size: usize) -> Self {
        let file = Given::File { name: file.to_owned(), content: Bytes::new(), size: Some(size), url: None };
        self.given(name, file)
    }

    /// A file that is elsewhere according to the platform.
    pub fn option_file_at(self, name: &str, file: &str, url: &str) -> Self {
        let url = Some(url.to_owned());
        self.given(
            name,
            Given::File { name: file.to_owned(), content: Bytes::from_static(b"x"), size: None, url },
        )
    }

    /// Presses return. The client must let the person do that.
    #[track_caller]
    pub fn send(self) -> Asked<'a> {
        self.person.wait_for_commands();
        match self.client_says() {
            Ok(data) => Asked::new(self.person.who.clone(), 2, &data, None),
            Err(refusal) => panic!("/{}: {refusal}", self.command),
        }
    }

    /// As `send`, unless the client itself refuses by what the bot registered.
    #[track_caller]
    pub fn send_if_client_lets(self) -> Option<Asked<'a>> {
        self.person.who.platform.wait_until("commands are registered", |world| world.command_writes > 0);
        self.client_says().ok().map(|data| Asked::new(self.person.who.clone(), 2, &data, None))
    }

    /// What is offered for an option while this is typed into it: names and values.
    #[track_caller]
    pub fn autocomplete(self, option: &str, text: &str) -> Vec<(String, String)> {
        self.person.wait_for_commands();
        let typed = self.option(option, text);
        let mut data = typed.data(false).unwrap_or_else(|refusal| panic!("/{}: {refusal}", typed.command));
        assert!(focus(&mut data["options"], option), "/{} completes `{option}`", typed.command);
        let answer = Asked::new(typed.person.who.clone(), 4, &data, None).first_answer();
        assert_eq!(answer.kind, 8, "choices are offered");
        let choices = answer.data["choices"].as_array().expect("a list").iter();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        choices.map(|choice| (text(&choice["name"]), text(&choice["value"]))).collect()
    }

    fn client_says(&self) -> Result<Value, String> {
        let is_shown = self.person.who.platform.look(|world| {
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
        self.person.who.platform.change(|world| {
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
                let value = resolve(world, &self.person.who, given, &mut resolved);
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
