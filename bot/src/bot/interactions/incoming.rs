//! An interaction as commands see it: serenity's model, with accessors that several commands need.

use boostdesk_core::ids::{ChannelId, DiscordMessageId, GuildId};
use serenity::all::{
    ActionRowComponent, Attachment, CommandData, CommandDataOption, CommandDataOptionValue,
    Interaction as Model, InteractionType, Permissions, User, UserId,
};

#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) guild_id: Option<GuildId>,
    model: Model,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Command,
    Component,
    Autocomplete,
    Modal,
    Other,
}

impl From<Model> for Interaction {
    fn from(model: Model) -> Self {
        Self { guild_id: model.guild_id().and_then(|id| GuildId::parse(&id.to_string())), model }
    }
}

impl Interaction {
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// A nonce for messages that must be posted only once.
    pub(crate) fn nonce(&self) -> String {
        self.model.id().to_string()
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.model.kind() {
            InteractionType::Command => Kind::Command,
            InteractionType::Component => Kind::Component,
            InteractionType::Autocomplete => Kind::Autocomplete,
            InteractionType::Modal => Kind::Modal,
            _ => Kind::Other,
        }
    }

    /// `None`: the platform does not say who it is.
    pub(crate) fn user(&self) -> Option<&User> {
        let user = match &self.model {
            Model::Command(command) | Model::Autocomplete(command) => &command.user,
            Model::Component(component) => &component.user,
            Model::Modal(modal) => &modal.user,
            _ => return None,
        };
        // serenity's model puts a default where the user is missing.
        (user.id != UserId::default()).then_some(user)
    }

    /// Returns whether the platform lets this person manage the guild.
    pub(crate) fn may_manage_guild(&self) -> bool {
        let permissions = match &self.model {
            Model::Command(command) | Model::Autocomplete(command) => {
                command.member.as_ref().and_then(|member| member.permissions)
            }
            Model::Component(component) => component.member.as_ref().and_then(|member| member.permissions),
            Model::Modal(modal) => modal.member.as_ref().and_then(|member| member.permissions),
            _ => None,
        };
        let enough = Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD;
        permissions.is_some_and(|permissions| permissions.intersects(enough))
    }

    /// The message whose button was pressed.
    pub(crate) fn message_id(&self) -> Option<DiscordMessageId> {
        match &self.model {
            Model::Component(component) => DiscordMessageId::parse(&component.message.id.to_string()),
            _ => None,
        }
    }

    /// The custom id of a component or a modal; empty otherwise.
    pub(crate) fn custom_id(&self) -> &str {
        match &self.model {
            Model::Component(component) => &component.data.custom_id,
            Model::Modal(modal) => &modal.data.custom_id,
            _ => "",
        }
    }

    /// Returns the names of the command and of its subcommand, if it has one.
    pub(crate) fn command(&self) -> (&str, Option<&str>) {
        let name = self.data().map_or("", |data| data.name.as_str());
        (name, self.subcommand().map(|(name, _)| name))
    }

    fn data(&self) -> Option<&CommandData> {
        match &self.model {
            Model::Command(command) | Model::Autocomplete(command) => Some(&command.data),
            _ => None,
        }
    }

    fn subcommand(&self) -> Option<(&str, &[CommandDataOption])> {
        self.data()?.options.iter().find_map(|option| match &option.value {
            CommandDataOptionValue::SubCommand(options) => Some((option.name.as_str(), options.as_slice())),
            _ => None,
        })
    }

    fn value(&self, name: &str) -> Option<&CommandDataOptionValue> {
        let options = match self.subcommand() {
            Some((_, options)) => options,
            None => &self.data()?.options,
        };
        options.iter().find(|option| option.name == name).map(|option| &option.value)
    }

    /// Returns a text option, trimmed.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.value(name).and_then(CommandDataOptionValue::as_str).map(str::trim)
    }

    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.value(name).and_then(CommandDataOptionValue::as_i64)
    }

    /// The id of a channel.
    pub(crate) fn channel(&self, name: &str) -> Option<ChannelId> {
        self.value(name)
            .and_then(CommandDataOptionValue::as_channel_id)
            .and_then(|id| ChannelId::parse(&id.to_string()))
    }

    pub(crate) fn attachment(&self, name: &str) -> Option<&Attachment> {
        let id = self.value(name).and_then(CommandDataOptionValue::as_attachment_id)?;
        self.data()?.resolved.attachments.get(&id)
    }

    pub(crate) fn chosen_user(&self, name: &str) -> Option<&User> {
        let id = self.value(name).and_then(CommandDataOptionValue::as_user_id)?;
        self.data()?.resolved.users.get(&id)
    }

    /// Returns the option that is being typed, and its text so far.
    pub(crate) fn focused(&self) -> Option<(&str, &str)> {
        let option = self.data()?.autocomplete()?;
        Some((option.name, option.value.trim()))
    }

    /// Returns what was entered into a modal's field.
    pub(crate) fn entered(&self, custom_id: &str) -> String {
        let Model::Modal(modal) = &self.model else { return String::new() };
        let mut inputs = modal.data.components.iter().flat_map(|row| &row.components);
        let entered = inputs.find_map(|input| match input {
            ActionRowComponent::InputText(input) if input.custom_id == custom_id => input.value.as_deref(),
            _ => None,
        });
        entered.unwrap_or_default().trim().to_owned()
    }
}

/// A user's display name, or else their user name.
pub(crate) fn name_of(user: &User) -> &str {
    user.global_name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or(&user.name)
}
