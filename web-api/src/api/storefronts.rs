//! Storefronts: one seller's shop in one guild.

use std::mem;

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::closing;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::foundation::color::Color;
use boostdesk_core::ids::{GuildId, LogoId};
use boostdesk_core::messenger::channel_problems;
use boostdesk_core::shop::storefronts::{self, CLOSED, Right, StorefrontError, StorefrontInput as Input};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::callers::rights::{Manage, May};
use crate::callers::seller::Seller;
use crate::callers::session::Session;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Storefront {
    /// The guild's id: 17 to 20 digits.
    #[schema(value_type = String)]
    guild_id: GuildId,
    name: String,
    /// Hexadecimal, with or without `#`.
    #[schema(value_type = String)]
    embed_color: Color,
    /// The path of its logo. Null without one: the initial of its name is shown instead.
    #[schema(required)]
    logo: Option<String>,
    /// The footer of the order status and live stock pages.
    #[schema(required)]
    embed_footer: Option<String>,
    /// The footer of the redeem page.
    #[schema(required)]
    redeem_footer: Option<String>,
    #[schema(required)]
    store_link: Option<String>,
    #[schema(required)]
    discord_link: Option<String>,
    /// A stock with this many available tokens or fewer counts as low. 0 turns this off.
    low_stock_threshold: i64,
    /// The id of the channel where the bot posts what happens; empty for none.
    log_channel_id: String,
    /// The id of the role that is mentioned there when a stock is low or empty; empty for none.
    low_stock_role_id: String,
    /// Channels in which the bot cannot post, and why.
    problems: Vec<ChannelProblem>,
    /// RFC 3339, UTC.
    created_at: String,
    /// When somebody who is not signed in first opened the redeem page. RFC 3339, UTC; null until then.
    #[schema(required)]
    visited_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChannelProblem {
    /// The channel's id, or `DM` for direct messages.
    channel: String,
    message: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StorefrontSaved {
    code: u16,
    #[serde(flatten)]
    storefront: Storefront,
}

/// The settings of a storefront. In a change, fields that are absent stay unchanged. An empty text, or null, removes a
/// footer, a link or an id, and resets the colour to the default.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StorefrontInput {
    /// The guild's id, required to open a storefront. In a change it may be absent, or must be the one in the URL.
    guild_id: Option<String>,
    /// The storefront's name. When it is absent for a new storefront, that gets its guild's id as its name.
    name: Option<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    embed_color: Option<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    embed_footer: Option<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    redeem_footer: Option<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    store_link: Option<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    discord_link: Option<String>,
    low_stock_threshold: Option<i64>,
    #[serde(default, deserialize_with = "null_is_empty")]
    log_channel_id: Option<String>,
    #[serde(default, deserialize_with = "null_is_empty")]
    low_stock_role_id: Option<String>,
}

/// Tells a text that is null from one that is absent.
fn null_is_empty<'de, D: Deserializer<'de>>(value: D) -> std::result::Result<Option<String>, D::Error> {
    Option::deserialize(value).map(|text| Some(text.unwrap_or_default()))
}

impl StorefrontInput {
    fn into_core(self) -> Result<Input> {
        Ok(Input {
            name: self.name,
            embed_color: self.embed_color,
            embed_footer: self.embed_footer,
            redeem_footer: self.redeem_footer,
            store_link: self.store_link,
            discord_link: self.discord_link,
            low_stock_threshold: self.low_stock_threshold,
            log_channel_id: storefronts::log_channel_id(self.log_channel_id)?,
            low_stock_role_id: storefronts::low_stock_role_id(self.low_stock_role_id)?,
        })
    }

    /// Returns the change to make. What is absent stays.
    fn into_change(self) -> Result<impl FnOnce(&mut Input) + Clone> {
        let (names_channel, names_role) = (self.log_channel_id.is_some(), self.low_stock_role_id.is_some());
        let input = self.into_core()?;
        Ok(move |settings: &mut Input| {
            let before = mem::replace(settings, input);
            settings.name = settings.name.take().or(before.name);
            settings.embed_color = settings.embed_color.take().or(before.embed_color);
            settings.embed_footer = settings.embed_footer.take().or(before.embed_footer);
            settings.redeem_footer = settings.redeem_footer.take().or(before.redeem_footer);
            settings.store_link = settings.store_link.take().or(before.store_link);
            settings.discord_link = settings.discord_link.take().or(before.discord_link);
            settings.low_stock_threshold = settings.low_stock_threshold.or(before.low_stock_threshold);
            if !names_channel {
                settings.log_channel_id = before.log_channel_id;
            }
            if !names_role {
                settings.low_stock_role_id = before.low_stock_role_id;
            }
        })
    }
}

impl Storefront {
    async fn read(web: &WebState, storefront: storefronts::Storefront) -> Result<Self> {
        let (user_id, guild_id) = (&storefront.user_id, &storefront.guild_id);
        let problems = channel_problems::of_storefront(&web.app, user_id, guild_id).await?;
        let problems = problems
            .into_iter()
            .map(|problem| ChannelProblem { channel: problem.channel, message: problem.message })
            .collect();
        Ok(Self {
            problems,
            created_at: storefront.created_at.rfc3339(),
            visited_at: storefront.visited_at.map(Timestamp::rfc3339),
            logo: storefront.logo.as_ref().map(|logo| logo_address(&storefront.guild_id, logo)),
            guild_id: storefront.guild_id,
            name: storefront.name,
            embed_color: storefront.embed_color,
            embed_footer: storefront.embed_footer,
            redeem_footer: storefront.redeem_footer,
            store_link: storefront.store_link,
            discord_link: storefront.discord_link,
            low_stock_threshold: storefront.low_stock_threshold,
            log_channel_id: storefront.log_channel_id.map(String::from).unwrap_or_default(),
            low_stock_role_id: storefront.low_stock_role_id.map(String::from).unwrap_or_default(),
        })
    }
}

impl StorefrontSaved {
    pub(crate) async fn read(web: &WebState, storefront: storefronts::Storefront) -> Result<Self> {
        Ok(Self { code: 200, storefront: Storefront::read(web, storefront).await? })
    }
}

impl From<StorefrontError> for ApiError {
    fn from(error: StorefrontError) -> Self {
        let message = error.to_string();
        match error {
            StorefrontError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            StorefrontError::Forbidden
            | StorefrontError::NotManager
            | StorefrontError::BotIsOut(_)
            | StorefrontError::NobodyCanSay => Self::new(StatusCode::FORBIDDEN, message),
            StorefrontError::Auth(error) => error.into(),
            StorefrontError::GuildTaken | StorefrontError::OrdersUnderWay => {
                Self::new(StatusCode::CONFLICT, message)
            }
            StorefrontError::Invalid(_) => Self::refused(message),
            StorefrontError::Failure(failure) => failure.into(),
        }
    }
}

/// Returns a logo's path, on any host that shows its storefront. Its content never changes.
pub(crate) fn logo_address(guild: &GuildId, logo: &LogoId) -> String {
    format!("/{guild}/icon.png?{logo}")
}

/// Parses the guild in a URL. Errors: an invalid id is answered like a guild without a storefront.
pub(crate) fn guild(text: &str) -> Result<GuildId> {
    GuildId::parse(text).ok_or_else(|| StorefrontError::NotFound.into())
}

/// What customers are told of a shop that is closed.
pub(crate) fn closed_shop() -> ApiError {
    ApiError::new(StatusCode::GONE, CLOSED)
}

/// The storefronts that the caller has access to
#[utoipa::path(
    get,
    path = "/api/storefronts",
    tag = "storefronts",
    responses((status = 200, body = Vec<Storefront>)),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    Session(session): Session,
) -> Result<Json<Vec<Storefront>>> {
    let storefronts = storefronts::list(&web.app, &session.user_id).await?;
    let mut answer = Vec::with_capacity(storefronts.len());
    for storefront in storefronts {
        answer.push(Storefront::read(&web, storefront).await?);
    }
    Ok(Json(answer))
}

/// Open a storefront in a guild
///
/// A guild has at most one storefront. One that the same seller deleted is opened again, with its stock and keys.
#[utoipa::path(
    post,
    path = "/api/storefronts",
    tag = "storefronts",
    request_body = StorefrontInput,
    responses(
        (status = 200, body = StorefrontSaved),
        (status = 403, description = "No Manage Server permission there, or it cannot be checked", body = ErrorBody),
        (status = 409, description = "The guild has a storefront already", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn create(
    State(web): State<WebState>,
    Seller(session): Seller,
    Json(input): Json<StorefrontInput>,
) -> Result<Json<StorefrontSaved>> {
    let guild = input.guild_id.as_deref().map(str::trim).and_then(GuildId::parse);
    let guild = guild.ok_or(ApiError::refused("Please enter the server's ID: 17 to 20 digits."))?;
    let storefront = storefronts::add(&web.app, &session.user_id, &guild, input.into_core()?).await?;
    Ok(Json(StorefrontSaved::read(&web, storefront).await?))
}

/// One storefront
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}",
    tag = "storefronts",
    params(("guildId" = String, Path)),
    responses((status = 200, body = Storefront)),
    security(("session" = []))
)]
pub(crate) async fn show(
    State(web): State<WebState>,
    Session(session): Session,
    Path(guild_id): Path<String>,
) -> Result<Json<Storefront>> {
    let reached = storefronts::reach(&web.app, &session.user_id, &guild(&guild_id)?, Right::Read).await?;
    Ok(Json(Storefront::read(&web, reached.storefront).await?))
}

/// Change a storefront
#[utoipa::path(
    put,
    path = "/api/storefronts/{guildId}",
    tag = "storefronts",
    params(("guildId" = String, Path)),
    request_body = StorefrontInput,
    responses((status = 200, body = StorefrontSaved)),
    security(("session" = []))
)]
pub(crate) async fn update(
    State(web): State<WebState>,
    May { session, task: Manage { guild, .. } }: May<Manage>,
    Json(input): Json<StorefrontInput>,
) -> Result<Json<StorefrontSaved>> {
    if input.guild_id.as_ref().is_some_and(|other| other != guild.as_str()) {
        return Err(ApiError::refused("A storefront cannot move to another server."));
    }
    let storefront = storefronts::update(&web.app, &session.user_id, &guild, input.into_change()?).await?;
    Ok(Json(StorefrontSaved::read(&web, storefront).await?))
}

/// Delete a storefront
///
/// Its orders, keys and stock stay. Its helpers are removed, and do not come back when it is opened again. It cannot be
/// deleted while its orders are being delivered.
#[utoipa::path(
    delete,
    path = "/api/storefronts/{guildId}",
    tag = "storefronts",
    params(("guildId" = String, Path)),
    responses(
        (status = 200, body = Ack),
        (status = 409, description = "Orders are being delivered", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn delete(
    State(web): State<WebState>,
    Session(session): Session,
    Path(guild_id): Path<String>,
) -> Result<Json<Ack>> {
    closing::delete_storefront(&web.app, &session.user_id, &guild(&guild_id)?).await?;
    Ok(Json(Ack::new("Storefront deleted.")))
}
