//! The calls that the bot makes.

use std::str::FromStr;
use std::time::{Duration, UNIX_EPOCH};

use boostdesk_core::clock::Timestamp;
use boostdesk_core::ids::{ApplicationId, ChannelId, DiscordId, DiscordMessageId, GuildId};
use boostdesk_core::ports::{ChatPlatform, InviteError};
use futures::FutureExt;
use futures::future::BoxFuture;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::{Attachment, Call, Message, Platform, PlatformError, code};

const ATTACHMENT_HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];
const ATTACHMENT_TIMEOUT: Duration = Duration::from_mins(1);
/// Messages that are looked through for one that may have been posted before a crash.
const LOOK_BACK: u32 = 50;

#[derive(Debug, Clone)]
pub(crate) struct Application {
    pub(crate) id: ApplicationId,
    pub(crate) name: String,
    /// Where the platform sends interactions instead of through the gateway.
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
    pub(crate) overwrites: Vec<Value>,
}

/// What an attachment's address leads to.
#[derive(Debug)]
pub(crate) enum Resolved {
    Text(String),
    TooLarge,
    NotText,
    Elsewhere,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Errors: the answer holds no such id.
fn id<T: FromStr>(value: &Value) -> Result<T, PlatformError> {
    let id = value.as_str().and_then(|id| id.parse().ok());
    id.ok_or_else(|| PlatformError::Unreachable("its answer holds no id".to_owned()))
}

fn number<T: TryFrom<u64>>(value: &Value, otherwise: T) -> T {
    value.as_u64().and_then(|number| number.try_into().ok()).unwrap_or(otherwise)
}

impl Platform {
    pub(crate) async fn application(&self) -> Result<Application, PlatformError> {
        let answer = match self.call(Call::get("applications/@me")).await {
            // A REST proxy may know only the older address.
            Err(PlatformError::Refused { status: 404, .. }) => {
                self.call(Call::get("oauth2/applications/@me")).await?
            }
            answer => answer?,
        };
        Ok(Application {
            id: id(&answer["id"])?,
            name: text(&answer["name"]),
            interactions_endpoint: answer["interactions_endpoint_url"].as_str().map(str::to_owned),
        })
    }

    /// What the platform's clock says, to the second.
    pub(crate) async fn time(&self) -> Result<Timestamp, PlatformError> {
        let response = self.send(&Call::get("gateway").unsigned()).await?;
        let date = response.headers().get("date").and_then(|date| date.to_str().ok());
        let date = date.and_then(|date| httpdate::parse_http_date(date).ok());
        let since = date.and_then(|date| date.duration_since(UNIX_EPOCH).ok());
        let millis = since.and_then(|since| i64::try_from(since.as_millis()).ok());
        millis.map(Timestamp).ok_or_else(|| PlatformError::Unreachable("it does not say its time".to_owned()))
    }

    /// The bot's own user id.
    pub(crate) async fn own_user(&self) -> Result<DiscordId, PlatformError> {
        id(&self.call(Call::get("users/@me")).await?["id"])
    }

    pub(crate) async fn gateway(&self) -> Result<GatewayAddress, PlatformError> {
        let answer = self.call(Call::get("gateway/bot")).await?;
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

    pub(crate) async fn commands(&self, application: &ApplicationId) -> Result<Vec<Value>, PlatformError> {
        let answer = self.call(Call::get(format!("applications/{application}/commands"))).await?;
        Ok(answer.as_array().cloned().unwrap_or_default())
    }

    pub(crate) async fn put_commands(
        &self,
        application: &ApplicationId,
        commands: &Value,
    ) -> Result<(), PlatformError> {
        let path = format!("applications/{application}/commands");
        self.call(Call::new(Method::PUT, path).body(commands.clone())).await.map(drop)
    }

    /// The platform makes one message of a nonce, for some minutes.
    pub(crate) async fn post(
        &self,
        channel: &ChannelId,
        message: &Message,
        nonce: &str,
    ) -> Result<DiscordMessageId, PlatformError> {
        let mut body = message.body();
        body["nonce"] = nonce.into();
        body["enforce_nonce"] = true.into();
        let call = Call::new(Method::POST, format!("channels/{channel}/messages")).body(body);
        id(&self.call(call).await?["id"])
    }

    pub(crate) async fn edit(
        &self,
        channel: &ChannelId,
        id: &DiscordMessageId,
        message: &Message,
    ) -> Result<(), PlatformError> {
        let path = format!("channels/{channel}/messages/{id}");
        self.call(Call::new(Method::PATCH, path).body(message.body())).await.map(drop)
    }

    pub(crate) async fn delete(
        &self,
        channel: &ChannelId,
        id: &DiscordMessageId,
    ) -> Result<(), PlatformError> {
        self.call(Call::new(Method::DELETE, format!("channels/{channel}/messages/{id}"))).await.map(drop)
    }

    /// The channel's newest messages.
    pub(crate) async fn messages(&self, channel: &ChannelId) -> Result<Vec<Value>, PlatformError> {
        let mut call = Call::get(format!("channels/{channel}/messages"));
        call.query = Some(format!("limit={LOOK_BACK}"));
        Ok(self.call(call).await?.as_array().cloned().unwrap_or_default())
    }

    /// The channel of direct messages with a user.
    pub(crate) async fn direct_channel(&self, user: &DiscordId) -> Result<ChannelId, PlatformError> {
        let call = Call::new(Method::POST, "users/@me/channels").body(json!({ "recipient_id": user }));
        id(&self.call(call).await?["id"])
    }

    pub(crate) async fn channel(&self, id: &ChannelId) -> Result<Channel, PlatformError> {
        let answer = self.call(Call::get(format!("channels/{id}"))).await?;
        Ok(Channel {
            guild_id: answer["guild_id"].as_str().and_then(GuildId::parse),
            overwrites: answer["permission_overwrites"].as_array().cloned().unwrap_or_default(),
        })
    }

    pub(crate) async fn roles(&self, guild: &GuildId) -> Result<Vec<Value>, PlatformError> {
        let answer = self.call(Call::get(format!("guilds/{guild}"))).await?;
        Ok(answer["roles"].as_array().cloned().unwrap_or_default())
    }

    pub(crate) async fn member_roles(
        &self,
        guild: &GuildId,
        user: &DiscordId,
    ) -> Result<Vec<String>, PlatformError> {
        let answer = self.call(Call::get(format!("guilds/{guild}/members/{user}"))).await?;
        Ok(answer["roles"].as_array().into_iter().flatten().map(text).collect())
    }

    /// The first answer to an interaction.
    pub(crate) async fn answer(
        &self,
        id: &str,
        token: &str,
        answer: &Value,
        file: Option<&Attachment>,
    ) -> Result<(), PlatformError> {
        let mut call = Call::new(Method::POST, format!("interactions/{id}/{token}/callback"))
            .body(answer.clone())
            .unsigned();
        call.file = file.cloned();
        call.patient = false;
        self.call(call).await.map(drop)
    }

    /// Replaces the first answer to an interaction.
    pub(crate) async fn edit_answer(
        &self,
        application: &ApplicationId,
        token: &str,
        message: &Message,
    ) -> Result<(), PlatformError> {
        let path = format!("webhooks/{application}/{token}/messages/@original");
        let mut body = message.body();
        // What is private was settled when the answer was put off.
        body.as_object_mut().expect("a message is an object").remove("flags");
        let mut call = Call::new(Method::PATCH, path).body(body).unsigned();
        call.file = message.file.clone();
        self.call(call).await.map(drop)
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
        Ok(String::from_utf8(bytes).map_or(Resolved::NotText, Resolved::Text))
    }

    fn is_own_host(&self, address: &Url) -> bool {
        let host = address.host_str().unwrap_or_default();
        if !self.0.is_the_platform && self.0.base.host_str() == Some(host) {
            return matches!(address.scheme(), "http" | "https");
        }
        address.scheme() == "https" && ATTACHMENT_HOSTS.contains(&host)
    }
}

impl ChatPlatform for Platform {
    fn guild_of_channel<'a>(&'a self, channel: &'a ChannelId) -> BoxFuture<'a, Option<GuildId>> {
        async move { self.channel(channel).await.ok().and_then(|channel| channel.guild_id) }.boxed()
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
            let mut call = Call::get(format!("invites/{code}"));
            call.patient = false;
            match self.call(call).await {
                Ok(answer) => {
                    let invite: Invite =
                        serde_json::from_value(answer).map_err(|_| InviteError::Unreachable)?;
                    // An invite to a group of friends leads to no guild.
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
