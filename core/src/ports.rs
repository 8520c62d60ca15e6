//! The interfaces through which core calls the outside. Their adapters are elsewhere: HTTP in `web-api`, chat in `bot`, and the
//! simulated delivery of a demo in `shop::delivery`.

pub mod service_address;

use std::net::IpAddr;

use crate::ids::{ChannelId, DiscordId, GuildId, JobId, OrderId};
use futures::future::BoxFuture;
use url::Url;

/// Tells people from programs at the sign-in form.
pub trait BotCheck: std::fmt::Debug + Send + Sync {
    /// `token` is what the page's bot-check script gave for the action `login`.
    fn verify<'a>(&'a self, token: &'a str, address: IpAddr) -> BoxFuture<'a, Result<(), BotCheckError>>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BotCheckError {
    #[error("Bot check failed. Please try again.")]
    Refused,
    #[error("The bot check cannot be reached right now. Please try again in a moment.")]
    Unreachable,
}

/// The chat platform, as far as core asks of it.
pub trait ChatPlatform: std::fmt::Debug + Send + Sync {
    /// The id of the guild that an invite code leads to.
    fn guild_of_invite<'a>(&'a self, code: &'a str) -> BoxFuture<'a, Result<GuildId, InviteError>>;

    /// The id of the guild that a channel is in. `None` when the bot cannot find out.
    fn guild_of_channel<'a>(&'a self, channel: &'a ChannelId) -> BoxFuture<'a, Option<GuildId>>;

    /// Whether a user has Manage Server in a guild.
    fn manages<'a>(
        &'a self,
        user: &'a DiscordId,
        guild: &'a GuildId,
    ) -> BoxFuture<'a, Result<bool, GuildError>>;

    /// Whether the bot is in a guild, as of a minute ago at most. `None` when it cannot find out.
    fn is_in<'a>(&'a self, guild: &'a GuildId) -> BoxFuture<'a, Option<bool>>;

    /// The URL at which a person invites the bot into a guild, which they choose there when none is named here. `None` when the
    /// platform does not say who the bot is.
    fn invitation<'a>(&'a self, guild: Option<&'a GuildId>) -> BoxFuture<'a, Option<Url>>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InviteError {
    #[error("the platform knows no such invite")]
    Unknown,
    #[error("the platform cannot be asked")]
    Unreachable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GuildError {
    #[error("the bot is not in that guild")]
    NotThere,
    #[error("the platform cannot be asked")]
    Unreachable,
}

/// What DNS knows of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The chain of names that it is an alias of.
    Alias(Vec<String>),
    Addresses(Vec<IpAddr>),
    /// The top of a zone, where DNS allows no CNAME, and its addresses.
    Apex(Vec<IpAddr>),
    Nothing,
}

/// Asks DNS.
pub trait NameServer: std::fmt::Debug + Send + Sync {
    /// Looks the name up, without a cache, and follows aliases.
    fn look_up<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Found, NameServerError>>;

    /// The name's TXT records, each with its parts joined.
    fn texts<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Vec<String>, NameServerError>>;
}

/// Why DNS could not be asked, in a sentence for whoever owns the name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NameServerError(pub String);

/// What a fulfilment adapter is asked to do with one token of an order.
#[derive(Debug, Clone)]
pub struct Fulfil {
    pub job_id: JobId,
    pub order_id: OrderId,
    pub invite: String,
    pub token: secrecy::SecretString,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fulfilled {
    Delivered,
    Failed { reason: String },
}

/// Delivers tokens. Called at most once for a token, after its attempt is on disk.
pub trait Fulfilment: std::fmt::Debug + Send + Sync {
    fn deliver<'a>(&'a self, task: &'a Fulfil) -> BoxFuture<'a, Fulfilled>;

    /// What became of an attempt that was cut off. `None` when nobody can know.
    fn ask<'a>(&'a self, task: &'a Fulfil) -> BoxFuture<'a, Option<Fulfilled>>;
}

/// Calls services outside: sellers' own and the operator's.
pub trait Webhooks: std::fmt::Debug + Send + Sync {
    /// Whether a seller's service may be at this URL, as far as that can be told without looking its name up.
    fn judge(&self, url: &Url) -> Result<(), ForbiddenUrl>;

    /// Posts a body, and returns what was answered, whatever its status. Follows no redirect.
    fn post(&self, call: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>>;
}

#[derive(Debug, Clone)]
pub struct WebhookCall {
    /// Whether the body of a 200 is read, too.
    pub wants_body: bool,
    pub url: Url,
    pub owner: ServiceOwner,
    /// Headers besides the body's media type, which is `application/json`.
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

/// Whose service is called, and so where it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceOwner {
    /// Named in the configuration: anywhere.
    Operator,
    /// On the internet, or where the configuration allows it.
    Seller,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookAnswer {
    pub status: u16,
    pub body: Vec<u8>,
}

/// Why a URL is not allowed, worded for the seller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ForbiddenUrl {
    #[error("The address must begin with https:// and hold no user name or password.")]
    Scheme,
    #[error("The address must be one that anybody on the internet can reach.")]
    Address,
    #[error("By http:// only networks that the operator allows can be reached. Use https://.")]
    Plain,
}

/// Why there is no answer, worded for the seller: it reveals nothing else about the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    #[error(transparent)]
    Forbidden(#[from] ForbiddenUrl),
    #[error("The service did not answer in time.")]
    TooSlow,
    #[error("The service's answer is too large.")]
    TooLarge,
    #[error("The service cannot be reached.")]
    Unreachable,
}
