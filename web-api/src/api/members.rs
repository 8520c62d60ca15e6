//! Helpers of a storefront: who they are, what they may, and until when.

use axum::extract::State;
use axum::http::StatusCode;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::{DiscordId, GuildId, UserId};
use boostdesk_core::people::auth::{AuthError, helpers};
use boostdesk_core::shop::members::{self, End, MemberError, NewMember};
use boostdesk_core::shop::storefronts::{self, Helper, Role, Storefront};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::api::storefronts::guild;
use crate::callers::rights::{May, Own};
use crate::callers::session::Session;
use crate::http::ack::Ack;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{Json, Path};
use crate::state::WebState;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Member {
    #[schema(value_type = String)]
    id: UserId,
    username: String,
    role: Role,
    /// When the role ends. RFC 3339, UTC; null when it has no end.
    #[schema(required)]
    until: Option<String>,
    /// RFC 3339, UTC.
    created_at: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberInput {
    username: String,
    /// `viewer`, `packer` or `manager`.
    #[schema(value_type = Role)]
    role: String,
    /// When the role ends, in RFC 3339. When absent, it has no end.
    until: Option<String>,
    /// The helper's user id on the chat platform.
    discord_id: Option<String>,
}

/// Fields that are absent stay unchanged. `until` null means that the role has no end.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MemberChange {
    /// `viewer`, `packer` or `manager`.
    #[schema(value_type = Option<Role>)]
    role: Option<String>,
    #[serde(default, deserialize_with = "named")]
    #[schema(value_type = Option<String>)]
    until: Option<Until>,
}

/// A field that is present: a time, or null.
#[derive(Debug)]
struct Until(Option<String>);

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberAdded {
    code: u16,
    #[schema(value_type = String)]
    id: UserId,
    /// The access code. It is returned only in this answer.
    access_code: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberCode {
    code: u16,
    /// The access code. It is returned only in this answer.
    access_code: String,
}

/// The storefront that the signed-in user helps in, and the role there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Helping {
    /// Null when the user is a seller and not a helper.
    #[schema(required)]
    role: Option<HelperRole>,
    /// The guild of the storefront. Null when the user is not a helper, or their role has ended.
    #[schema(required, value_type = Option<String>)]
    guild_id: Option<GuildId>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum HelperRole {
    Viewer,
    Packer,
    Manager,
    /// The role has ended: the user has no access to a storefront until `until` is moved.
    Ended,
}

impl Helping {
    pub(crate) async fn of(
        web: &WebState,
        user_id: &UserId,
        helping: Option<&(Storefront, Helper)>,
    ) -> Result<Self> {
        let Some((storefront, helper)) = helping else {
            let has_ended = helpers::is_helper(&mut web.app.db.read().await?, user_id).await?;
            return Ok(Self { role: has_ended.then_some(HelperRole::Ended), guild_id: None });
        };
        let role = match helper.role {
            Role::Viewer => HelperRole::Viewer,
            Role::Packer => HelperRole::Packer,
            Role::Manager => HelperRole::Manager,
        };
        Ok(Self { role: Some(role), guild_id: Some(storefront.guild_id.clone()) })
    }
}

/// Tells a field that is null from one that is absent.
fn named<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Until>, D::Error> {
    Option::deserialize(value).map(|until| Some(Until(until)))
}

impl From<MemberError> for ApiError {
    fn from(error: MemberError) -> Self {
        let message = error.to_string();
        match error {
            MemberError::NotFound => Self::new(StatusCode::NOT_FOUND, message),
            MemberError::NameTaken | MemberError::Full => Self::new(StatusCode::CONFLICT, message),
            MemberError::BadName | MemberError::Past => Self::refused(message),
            MemberError::Auth(error) => error.into(),
            MemberError::Storefront(error) => error.into(),
            MemberError::Failure(failure) => failure.into(),
        }
    }
}

fn role(text: &str) -> Result<Role> {
    text.parse().map_err(|_| ApiError::refused("`role` is viewer, packer or manager."))
}

fn time(text: &str) -> Result<Timestamp> {
    Timestamp::parse_rfc3339(text).ok_or(ApiError::refused("`until` is a time such as 2026-12-24T18:00:00Z."))
}

fn member(id: &str) -> Result<UserId> {
    UserId::parse(id).ok_or_else(|| MemberError::NotFound.into())
}

/// A storefront's helpers
#[utoipa::path(
    get,
    path = "/api/storefronts/{guildId}/members",
    tag = "members",
    params(("guildId" = String, Path)),
    responses((status = 200, body = Vec<Member>)),
    security(("session" = []))
)]
pub(crate) async fn list(
    State(web): State<WebState>,
    Session(session): Session,
    Path(guild_id): Path<String>,
) -> Result<Json<Vec<Member>>> {
    let members = members::list(&web.app, &session.user_id, &guild(&guild_id)?).await?;
    let body = |member: members::Member| Member {
        id: member.id,
        username: member.username,
        role: member.role,
        until: member.until.map(Timestamp::rfc3339),
        created_at: member.created_at.rfc3339(),
    };
    Ok(Json(members.into_iter().map(body).collect()))
}

/// Add a helper to a storefront, with an access code of their own
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/members",
    tag = "members",
    params(("guildId" = String, Path)),
    request_body = MemberInput,
    responses(
        (status = 200, body = MemberAdded),
        (status = 409, description = "There are 20 helpers, or the name or `discordId` is taken", body = ErrorBody),
    ),
    security(("session" = []))
)]
pub(crate) async fn add(
    State(web): State<WebState>,
    May { session, task: Own { guild } }: May<Own>,
    Json(input): Json<MemberInput>,
) -> Result<Json<MemberAdded>> {
    let discord_id = input.discord_id.as_deref().map(str::trim).filter(|id| !id.is_empty());
    let discord_id = discord_id.map(|id| DiscordId::parse(id).ok_or(AuthError::BadDiscordId));
    let new = NewMember {
        username: input.username,
        role: role(&input.role)?,
        until: input.until.as_deref().map(time).transpose()?,
        discord_id: discord_id.transpose()?,
    };
    let (id, code) = members::add(&web.app, &session.user_id, &guild, new).await?;
    Ok(Json(MemberAdded { code: 200, id, access_code: code.expose().to_owned() }))
}

/// Change a helper's role or when it ends
#[utoipa::path(
    put,
    path = "/api/storefronts/{guildId}/members/{id}",
    tag = "members",
    params(("guildId" = String, Path), ("id" = String, Path)),
    request_body = MemberChange,
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn change(
    State(web): State<WebState>,
    May { session, task: Own { guild } }: May<Own>,
    Path((_, id)): Path<(String, String)>,
    Json(MemberChange { role: wanted, until }): Json<MemberChange>,
) -> Result<Json<Ack>> {
    let wanted = wanted.as_deref().map(role).transpose()?;
    let until = match until {
        None => None,
        Some(Until(None)) => Some(End::Open),
        Some(Until(Some(text))) => Some(End::At(time(&text)?)),
    };
    members::change(&web.app, &session.user_id, &guild, &member(&id)?, wanted, until).await?;
    Ok(Json(Ack::new("Saved.")))
}

/// Give a helper a new access code
///
/// The old one and all of their sessions stop working.
#[utoipa::path(
    post,
    path = "/api/storefronts/{guildId}/members/{id}/reset-code",
    tag = "members",
    params(("guildId" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = MemberCode)),
    security(("session" = []))
)]
pub(crate) async fn reset_code(
    State(web): State<WebState>,
    May { session, task: Own { guild } }: May<Own>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Json<MemberCode>> {
    let id = member(&id)?;
    let code = members::reset_code(&web.app, &session.user_id, &guild, &id).await?;
    Ok(Json(MemberCode { code: 200, access_code: code.expose().to_owned() }))
}

/// Remove a helper from a storefront
///
/// Their access code and sessions stop working at once.
#[utoipa::path(
    delete,
    path = "/api/storefronts/{guildId}/members/{id}",
    tag = "members",
    params(("guildId" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = Ack)),
    security(("session" = []))
)]
pub(crate) async fn remove(
    State(web): State<WebState>,
    May { session, task: Own { guild } }: May<Own>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Json<Ack>> {
    let id = member(&id)?;
    members::remove(&web.app, &session.user_id, &guild, &id).await?;
    Ok(Json(Ack::new("Helper removed.")))
}

/// Whether the signed-in user is a helper, where, and in which role
#[utoipa::path(
    get,
    path = "/api/user/helping",
    tag = "user",
    responses((status = 200, body = Helping)),
    security(("session" = []))
)]
pub(crate) async fn helping(State(web): State<WebState>, Session(session): Session) -> Result<Json<Helping>> {
    let helping = storefronts::helps_in(&web.app, &session.user_id).await?;
    Ok(Json(Helping::of(&web, &session.user_id, helping.as_ref()).await?))
}
