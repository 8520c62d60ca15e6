//! Adding helpers, changing their roles, and removing them. Only the storefront's seller may do this.

use futures::FutureExt;

use super::{MOST_MEMBERS, Member, MemberError, queries};
use crate::App;
use crate::db::{Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::{DiscordId, GuildId, StorefrontId, UserId};
use crate::people::activity_log::{self, Action};
use crate::people::auth::{self, AccessCode, AuthError, helpers};
use crate::shop::storefronts::{self, Role, Storefront};

/// When a role ends.
#[derive(Debug, Clone, Copy)]
pub enum End {
    /// When it is revoked.
    Open,
    At(Timestamp),
}

impl End {
    fn time(self) -> Option<Timestamp> {
        match self {
            Self::Open => None,
            Self::At(time) => Some(time),
        }
    }
}

#[derive(Debug, Clone)]
pub struct NewMember {
    pub username: String,
    pub role: Role,
    /// `None`: until it is revoked.
    pub until: Option<Timestamp>,
    /// Their account on the chat platform.
    pub discord_id: Option<DiscordId>,
}

/// Returns the storefront's helpers, in the order in which they were added.
///
/// Errors: `Storefront(NotFound)`, `Storefront(Forbidden)`.
pub async fn list(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Vec<Member>, MemberError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
    Ok(queries::of_storefront(&mut app.db.read().await?, &storefront.id).await?)
}

/// Adds a helper. Returns their id and the code that they sign in with.
///
/// Errors: `BadName`, `NameTaken`, `Past`, `Full`; `Auth(DiscordIdTaken)`; `Storefront`.
pub async fn add(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    new: NewMember,
) -> Result<(UserId, AccessCode), MemberError> {
    let name = new.username.trim().to_owned();
    if !auth::is_username(&name) {
        return Err(MemberError::BadName);
    }
    refuse_past(app, new.until)?;
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let (helper, app_, now) = (UserId::random(&app.rng), app.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                storefronts::hold_open(tx, &storefront).await?;
                let helpers = queries::of_storefront(tx, &storefront.id).await?;
                let seller = auth::name_of(tx, &storefront.user_id).await?;
                let mut taken = helpers.iter().map(|member| &member.username).chain([&seller]);
                if taken.any(|taken| auth::is_same_name(taken, &name)) {
                    return Err(MemberError::NameTaken);
                }
                if helpers.len() >= MOST_MEMBERS {
                    return Err(MemberError::Full);
                }
                if let Some(discord_id) = &new.discord_id {
                    storefronts::take_from_former_helper(tx, discord_id, now).await?;
                }
                let code = helpers::add(&app_, tx, &helper, &name, new.discord_id.as_ref()).await?;
                queries::insert(tx, &helper, &storefront.id, new.role, new.until, now).await?;
                let details = format!("{name} is a {} of {}", new.role, storefront.name);
                log(tx, &storefront, Action::HelperAdded, &details, now).await?;
                Ok((helper, code))
            }
            .boxed()
        })
        .await
}

/// Changes a helper's role, or its end: what is not named stays.
///
/// Errors: `NotFound`, `Past`; `Storefront`.
pub async fn change(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    id: &UserId,
    role: Option<Role>,
    until: Option<End>,
) -> Result<(), MemberError> {
    let until = until.map(End::time);
    refuse_past(app, until.flatten())?;
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let (id, now) = (id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                storefronts::hold_open(tx, &storefront).await?;
                let member = one(tx, &storefront, &id).await?;
                let (role, until) = (role.unwrap_or(member.role), until.unwrap_or(member.until));
                if !queries::update(tx, &id, &storefront.id, role, until).await? {
                    return Err(MemberError::NotFound);
                }
                // The helper's open connections may have to end at another time now.
                tx.publish(Event::of_user(Topic::Sessions, &id));
                let details = format!("{} is a {role} of {}", member.username, storefront.name);
                Ok(log(tx, &storefront, Action::HelperChanged, &details, now).await?)
            }
            .boxed()
        })
        .await
}

/// Gives a helper a new code; the old one and all of their sessions stop working.
///
/// Errors: `NotFound`; `Storefront`.
pub async fn reset_code(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    id: &UserId,
) -> Result<AccessCode, MemberError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let (app_, id, now) = (app.clone(), id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                storefronts::hold_open(tx, &storefront).await?;
                let member = one(tx, &storefront, &id).await?;
                let code = helpers::reset_code(&app_, tx, &id).await?;
                let details = format!("{} has a new access code", member.username);
                log(tx, &storefront, Action::HelperChanged, &details, now).await?;
                Ok(code)
            }
            .boxed()
        })
        .await
}

/// Removes a helper: their code and their sessions end; what they did keeps their name.
///
/// Errors: `NotFound`; `Storefront`.
pub async fn remove(app: &App, user_id: &UserId, guild: &GuildId, id: &UserId) -> Result<(), MemberError> {
    let storefront = storefronts::owned(app, user_id, guild).await?;
    let (id, now) = (id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                storefronts::hold_open(tx, &storefront).await?;
                let member = one(tx, &storefront, &id).await?;
                let_out(tx, &id, now).await?;
                let details =
                    format!("{} is no {} of {} any more", member.username, member.role, storefront.name);
                Ok(log(tx, &storefront, Action::HelperRemoved, &details, now).await?)
            }
            .boxed()
        })
        .await
}

/// Removes all helpers of a storefront that is closed: whoever opens it again chooses anew.
pub(crate) async fn remove_all(
    tx: &mut Tx,
    storefront_id: &StorefrontId,
    now: Timestamp,
) -> Result<(), AuthError> {
    for member in queries::of_storefront(tx, storefront_id).await? {
        let_out(tx, &member.id, now).await?;
    }
    Ok(())
}

/// Removes all helpers of a seller who is being removed, those of closed storefronts, too.
pub(crate) async fn remove_all_of(tx: &mut Tx, user_id: &UserId, now: Timestamp) -> Result<(), AuthError> {
    for helper in queries::of_seller(tx, user_id).await? {
        let_out(tx, &helper, now).await?;
    }
    Ok(())
}

async fn let_out(tx: &mut Tx, helper: &UserId, now: Timestamp) -> Result<(), AuthError> {
    queries::delete(tx, helper).await?;
    helpers::remove(tx, helper, now).await
}

fn refuse_past(app: &App, until: Option<Timestamp>) -> Result<(), MemberError> {
    if until.is_some_and(|until| until <= app.clock.now()) { Err(MemberError::Past) } else { Ok(()) }
}

async fn one(tx: &mut Tx, storefront: &Storefront, id: &UserId) -> Result<Member, MemberError> {
    let all = queries::of_storefront(tx, &storefront.id).await?;
    all.into_iter().find(|member| member.id == *id).ok_or(MemberError::NotFound)
}

async fn log(
    tx: &mut Tx,
    storefront: &Storefront,
    action: Action,
    details: &str,
    now: Timestamp,
) -> DbResult<()> {
    tx.publish(Event::of_storefront(Topic::Members, &storefront.user_id, &storefront.guild_id));
    activity_log::record(tx, &storefront.user_id, action, details, now).await
}
