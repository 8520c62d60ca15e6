//! The calls that the bot makes.

use std::collections::BTreeMap;
use std::time::{Duration, UNIX_EPOCH};

use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::foundation::encoding::text_of;
use boostdesk_core::ids::{ApplicationId, ChannelId, DiscordId, DiscordMessageId, GuildId};
use boostdesk_core::ports::{ChatPlatform, GuildError, InviteError};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::{
    ActionRow, CreateCommand, CreateInteractionResponse, CreateInteractionResponseMessage, InteractionId,
    LightMethod, MessageId, Nonce, Route, UserId,
};
use url::Url;

use super::{Call, Message, Platform, PlatformError, answered, code, id};

const ATTACHMENT_HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];
const ATTACHMENT_TIMEOUT: Duration = Duration::from_mins(1);
/// How many messages are searched for one that may have been posted before a crash.
const LOOK_BACK: u32 = 50;
/// How far our clock may be from the platform's, which says whole seconds, and whose answer takes a moment.
pub(crate) const CLOCK_TOLERANCE: Duration = Duration::from_secs(10);

#[derive(Debug, Clone)]
pub(crate) struct Application {
    pub(crate) id: ApplicationId,
    pub(crate) name: String,
    /// The URL that the platform sends interactions to instead of the gateway, if one is set.
    pub(crate) interactions_endpoint: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct GatewayAddress {
    pub(crate) url: String,
    pub(crate) shards: u32,
    pub(crate) identifies_left: u32,
    pub(crate) identifies_a_day: u32,
    pub(crate) identifies_reset_after: Duration,
    pub(crate) max_concurrency: u16,
}

#[derive(Debug, Clone)]
pub(crate) struct Channel {
    pub(crate) guild_id: Option<GuildId>,
    /// The channel's JSON as the platform sent it.
    pub(super) whole: Value,
}

/// Types of channel: categories, directories, forums and media channels.
const WITHOUT_MESSAGES: [u64; 4] = [4, 14, 15, 16];

impl Channel {
    pub(super) fn takes_messages(&self) -> bool {
        let kind = self.whole["type"].as_u64();
        !kind.is_some_and(|kind| WITHOUT_MESSAGES.contains(&kind))
            && self.whole["thread_metadata"]["locked"] != true
    }
}

/// A message in a channel, as far as the bot looks at it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct PostedMessage {
    pub(crate) id: MessageId,
    pub(crate) author: Author,
    #[serde(default)]
    pub(crate) embeds: Vec<serenity::all::Embed>,
    #[serde(default)]
    pub(crate) components: Vec<ActionRow>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Author {
    pub(crate) id: UserId,
}

/// What was found behind an attachment's address.
#[derive(Debug)]
pub(crate) enum Resolved {
    Text(String),
    TooLarge,
    NotText,
    Elsewhere,
}

/// Commands by name, each with the platform's version of it, which changes whenever anybody changes the command.
pub(crate) type Registered = BTreeMap<String, String>;

fn registered(answer: &Value) -> Registered {
    let commands = answer.as_array().into_iter().flatten();
    commands.map(|command| (text(&command["name"]), text(&command["version"]))).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn number<T: TryFrom<u64>>(value: &Value, otherwise: T) -> T {
    value.as_u64().and_then(|number| number.try_into().ok()).unwrap_or(otherwise)
}

/// Sent without the bot's token, and not waiting out a 429: the platform only waits three seconds.
fn first_answer(interaction_id: InteractionId, token: &str) -> Call<'_> {
    let route = Route::InteractionResponse { interaction_id, token };
    Call::new(LightMethod::Post, route).unsigned().impatient()
}

fn message_route<'a>(channel: &ChannelId, message: &DiscordMessageId) -> Result<Route<'a>, PlatformError> {
    Ok(Route::ChannelMessage {
        channel_id: id(channel.as_str(), code::UNKNOWN_CHANNEL)?,
        message_id: id(message.as_str(), code::UNKNOWN_MESSAGE)?,
    })
}

impl Platform {
    /// Returns the bot's own application. It never changes, so the platform is asked only once.
    pub(crate) async fn application(&self) -> Result<&Application, PlatformError> {
        let ask = async || {
            let answer = self.call(Call::get(Route::Oauth2ApplicationCurrent)).await?;
            Ok(Application {
                id: answered(&answer["id"])?,
                name: text(&answer["name"]),
                interactions_endpoint: answer["interactions_endpoint_url"].as_str().map(str::to_owned),
            })
        };
        self.0.application.get_or_try_init(ask).await
    }

    /// Returns the platform's time, in whole seconds.
    pub(crate) async fn time(&self) -> Result<Timestamp, PlatformError> {
        let response = self.send(&Call::get(Route::Gateway).unsigned()).await?;
        let date = response.headers().get("date").and_then(|date| date.to_str().ok());
        let date = date.and_then(|date| httpdate::parse_http_date(date).ok());
        let since = date.and_then(|date| date.duration_since(UNIX_EPOCH).ok());
        let millis = since.and_then(|since| i64::try_from(since.as_millis()).ok());
        millis.map(Timestamp).ok_or_else(|| PlatformError::Unreachable("it does not say its time".to_owned()))
    }

    /// The bot's own user id.
    pub(crate) async fn own_user(&self) -> Result<DiscordId, PlatformError> {
        answered(&self.call(Call::get(Route::UserMe)).await?["id"])
    }

    pub(crate) async fn gateway(&self) -> Result<GatewayAddress, PlatformError> {
        let answer = self.call(Call::get(Route::GatewayBot)).await?;
        let url = text(&answer["url"]);
        if url.is_empty() {
            return Err(PlatformError::Unreachable("it does not say where its gateway is".to_owned()));
        }
        let limit = &answer["session_start_limit"];
        Ok(GatewayAddress {
            url,
            shards: number(&answer["shards"], 1).max(1),
            identifies_left: number(&limit["remaining"], 1000),
            identifies_a_day: number(&limit["total"], 1000),
            identifies_reset_after: Duration::from_millis(number(&limit["reset_after"], 0)),
            max_concurrency: number(&limit["max_concurrency"], 1).max(1),
        })
    }

    /// The registered commands.
    pub(crate) async fn commands(&self, application: &ApplicationId) -> Result<Registered, PlatformError> {
        let application_id = id(application.as_str(), code::UNKNOWN_APPLICATION)?;
        let answer = self.call(Call::get(Route::Commands { application_id })).await?;
        Ok(registered(&answer))
    }

    pub(crate) async fn put_commands(
        &self,
        application: &ApplicationId,
        commands: &[CreateCommand],
    ) -> Result<Registered, PlatformError> {
        let application_id = id(application.as_str(), code::UNKNOWN_APPLICATION)?;
        let call = Call::new(LightMethod::Put, Route::Commands { application_id });
        Ok(registered(&self.call(call.body(&commands)).await?))
    }

    /// For some minutes the platform posts only one message per nonce.
    pub(crate) async fn post(
        &self,
        channel: &ChannelId,
        message: &Message,
        nonce: &str,
    ) -> Result<DiscordMessageId, PlatformError> {
        let channel_id = id(channel.as_str(), code::UNKNOWN_CHANNEL)?;
        let call = |message: &Message| {
            let message = message.create().nonce(Nonce::String(nonce.to_owned())).enforce_nonce(true);
            Call::new(LightMethod::Post, Route::ChannelMessages { channel_id }).body(&message)
        };
        answered(&self.say(message, call).await?["id"])
    }

    pub(crate) async fn edit(
        &self,
        channel: &ChannelId,
        message_id: &DiscordMessageId,
        message: &Message,
    ) -> Result<(), PlatformError> {
        let route = message_route(channel, message_id)?;
        let call = |message: &Message| Call::new(LightMethod::Patch, route).body(&message.edit());
        self.say(message, call).await.map(drop)
    }

    pub(crate) async fn delete(
        &self,
        channel: &ChannelId,
        message_id: &DiscordMessageId,
    ) -> Result<(), PlatformError> {
        let route = message_route(channel, message_id)?;
        self.call(Call::new(LightMethod::Delete, route)).await.map(drop)
    }

    /// The channel's newest messages, as far as they can be read.
    pub(crate) async fn messages(&self, channel: &ChannelId) -> Result<Vec<PostedMessage>, PlatformError> {
        let mut call =
            Call::get(Route::ChannelMessages { channel_id: id(channel.as_str(), code::UNKNOWN_CHANNEL)? });
        call.request = call.request.params(Some(vec![("limit", LOOK_BACK.to_string())]));
        let answer = self.call(call).await?;
        let messages = answer.as_array().cloned().unwrap_or_default();
        Ok(messages.into_iter().filter_map(|message| serde_json::from_value(message).ok()).collect())
    }

    /// The channel of direct messages with a user.
    pub(crate) async fn direct_channel(&self, user: UserId) -> Result<ChannelId, PlatformError> {
        let call = Call::new(LightMethod::Post, Route::UserMeDmChannels);
        answered(&self.call(call.body(&json!({ "recipient_id": user }))).await?["id"])
    }

    pub(crate) async fn channel(&self, channel: &ChannelId) -> Result<Channel, PlatformError> {
        let whole = self
            .call(Call::get(Route::Channel { channel_id: id(channel.as_str(), code::UNKNOWN_CHANNEL)? }))
            .await?;
        Ok(Channel { guild_id: answered(&whole["guild_id"]).ok(), whole })
    }

    /// Gives a first answer that is no message.
    pub(crate) async fn answer(
        &self,
        interaction_id: InteractionId,
        token: &str,
        answer: &CreateInteractionResponse,
    ) -> Result<(), PlatformError> {
        self.call(first_answer(interaction_id, token).body(answer)).await.map(drop)
    }

    /// Gives a message as the first answer; `kind` makes it a new message or an update of one.
    pub(crate) async fn answer_with(
        &self,
        interaction_id: InteractionId,
        token: &str,
        kind: fn(CreateInteractionResponseMessage) -> CreateInteractionResponse,
        message: &Message,
    ) -> Result<(), PlatformError> {
        let call = |message: &Message| {
            let answer = kind(message.answer());
            first_answer(interaction_id, token).body_with_file(&answer, message.file.as_ref())
        };
        self.say(message, call).await.map(drop)
    }

    /// Replaces the first answer to an interaction.
    pub(crate) async fn edit_answer(
        &self,
        application_id: serenity::all::ApplicationId,
        token: &str,
        message: &Message,
    ) -> Result<(), PlatformError> {
        let call = |message: &Message| {
            let route = Route::WebhookOriginalInteractionResponse { application_id, token };
            let call = Call::new(LightMethod::Patch, route);
            call.body_with_file(&message.edit_answer(), message.file.as_ref()).unsigned()
        };
        self.say(message, call).await.map(drop)
    }

    /// Deletes the first answer to an interaction.
    pub(crate) async fn delete_answer(
        &self,
        application_id: serenity::all::ApplicationId,
        token: &str,
    ) -> Result<(), PlatformError> {
        let route = Route::WebhookOriginalInteractionResponse { application_id, token };
        self.call(Call::new(LightMethod::Delete, route).unsigned()).await.map(drop)
    }

    /// Says something more after the first answer to an interaction.
    pub(crate) async fn follow_up(
        &self,
        application_id: serenity::all::ApplicationId,
        token: &str,
        message: &Message,
    ) -> Result<(), PlatformError> {
        let call = |message: &Message| {
            let route = Route::WebhookFollowupMessages { application_id, token };
            Call::new(LightMethod::Post, route).body(&message.follow_up()).unsigned()
        };
        self.say(message, call).await.map(drop)
    }

    /// The text behind an attachment's address, on the platform's own hosts only.
    pub(crate) async fn attachment(&self, address: &str, largest: usize) -> Result<Resolved, PlatformError> {
        let Ok(address) = Url::parse(address) else { return Ok(Resolved::Elsewhere) };
        if !self.is_own_host(&address) {
            return Ok(Resolved::Elsewhere);
        }
        let request = self.0.client.get(address).timeout(ATTACHMENT_TIMEOUT);
        let mut response = request.send().await.map_err(PlatformError::unreachable)?;
        if !response.status().is_success() {
            return Err(PlatformError::of(response.status(), &Value::Null));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(PlatformError::unreachable)? {
            if bytes.len() + chunk.len() > largest {
                return Ok(Resolved::TooLarge);
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(text_of(bytes).map_or(Resolved::NotText, Resolved::Text))
    }

    fn is_own_host(&self, address: &Url) -> bool {
        let host = address.host_str().unwrap_or_default();
        if !self.0.is_the_platform && self.0.origin.host_str() == Some(host) {
            return matches!(address.scheme(), "http" | "https");
        }
        address.scheme() == "https" && ATTACHMENT_HOSTS.contains(&host)
    }
}

impl ChatPlatform for Platform {
    fn guild_of_channel<'a>(&'a self, channel: &'a ChannelId) -> BoxFuture<'a, Option<GuildId>> {
        async move { self.channel(channel).await.ok().and_then(|channel| channel.guild_id) }.boxed()
    }

    fn manages<'a>(
        &'a self,
        user: &'a DiscordId,
        guild: &'a GuildId,
    ) -> BoxFuture<'a, Result<bool, GuildError>> {
        async move {
            match self.permissions_of(user, guild).await {
                Ok(permissions) => Ok(permissions.manage_guild()),
                Err(error) if error.is(code::UNKNOWN_MEMBER) => Ok(false),
                Err(error) if error.is_out_of_guild() => Err(GuildError::NotThere),
                Err(_) => Err(GuildError::Unreachable),
            }
        }
        .boxed()
    }

    fn is_in<'a>(&'a self, guild: &'a GuildId) -> BoxFuture<'a, Option<bool>> {
        self.membership(guild).boxed()
    }

    fn invitation<'a>(&'a self, guild: Option<&'a GuildId>) -> BoxFuture<'a, Option<Url>> {
        self.way_in(guild).boxed()
    }

    fn guild_of_invite<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<GuildId, InviteError>> {
        #[derive(Deserialize)]
        struct Invite {
            guild: Option<Guild>,
        }
        #[derive(Deserialize)]
        struct Guild {
            id: GuildId,
        }
        async move {
            match self.call(Call::get(Route::Invite { code }).impatient()).await {
                Ok(answer) => {
                    let invite: Invite =
                        serde_json::from_value(answer).map_err(|_| InviteError::Unreachable)?;
                    // An invite to a group DM has no guild.
                    invite.guild.map(|guild| guild.id).ok_or(InviteError::Unknown)
                }
                Err(PlatformError::Refused { status: 404, .. }) => Err(InviteError::Unknown),
                Err(error) if error.is(code::UNKNOWN_INVITE) => Err(InviteError::Unknown),
                Err(_) => Err(InviteError::Unreachable),
            }
        }
        .boxed()
    }
}
