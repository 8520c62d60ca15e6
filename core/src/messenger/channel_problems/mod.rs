//! Problems that keep the bot from posting where it was asked to, for the seller to see and to fix.

mod queries;

use std::time::Duration;

use futures::FutureExt;
use tracing::{info, warn};

use crate::App;
use crate::db::Result;
use crate::events::{Event, Topic};
use crate::ids::{ChannelId, GuildId, UserId};

/// The `channel` of a problem with a user's direct messages.
pub const DIRECT_MESSAGES: &str = "DM";
/// Problems with direct messages do not matter for longer: whatever could not be told is old by then.
const DIRECT_MESSAGES_MATTER: Duration = Duration::from_hours(7 * 24);

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ChannelProblem {
    /// A channel's id, or `DM`.
    pub channel: String,
    pub message: String,
}

/// A log channel that the bot could not speak in.
#[derive(Debug, sqlx::FromRow)]
pub struct LogChannel {
    pub user_id: UserId,
    /// The guild, for the log channel of a storefront.
    pub guild_id: Option<GuildId>,
    #[sqlx(rename = "channel")]
    pub id: ChannelId,
}

/// Returns the problems of the storefront in this guild, and those of its seller whatever the storefront.
pub async fn of_storefront(app: &App, user_id: &UserId, guild_id: &GuildId) -> Result<Vec<ChannelProblem>> {
    queries::of_storefront(&mut app.db.read().await?, user_id, guild_id).await
}

/// Returns every problem with its seller's name, for the operator.
pub async fn all(app: &App) -> Result<Vec<(String, ChannelProblem)>> {
    queries::all(&mut app.db.read().await?).await
}

/// Returns the log channels with problems that no announcement waits for; a waiting one finds out by itself. `owners`: the
/// owner's own log channel.
pub async fn of_idle_log_channels(app: &App, owners: Option<&ChannelId>) -> Result<Vec<LogChannel>> {
    let owners = owners.map(ChannelId::to_string).unwrap_or_default();
    queries::of_idle_log_channels(&mut app.db.read().await?, &owners).await
}

/// Writes a problem down, once, however often it is met. `channel`: a channel's id or [`DIRECT_MESSAGES`].
pub async fn note(
    app: &App,
    user_id: &UserId,
    guild_id: Option<&GuildId>,
    channel: &str,
    message: &str,
) -> Result<()> {
    if queries::is_noted(&mut app.db.read().await?, user_id, channel, message).await? {
        return Ok(());
    }
    let (user_id, guild_id) = (user_id.to_owned(), guild_id.cloned());
    let (of_channel, what, now) = (channel.to_owned(), message.to_owned(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                queries::put(tx, &user_id, guild_id.as_ref(), &of_channel, &what, now).await?;
                tx.publish(Event::of_user(Topic::Storefronts, &user_id));
                Result::Ok(())
            }
            .boxed()
        })
        .await?;
    warn!(channel, "the bot cannot speak in {channel}: {message}");
    Ok(())
}

/// Removes a problem: the bot has spoken there again, or need not any more.
pub async fn mended(app: &App, user_id: &UserId, channel: &str) -> Result<()> {
    if !queries::has(&mut app.db.read().await?, user_id, channel).await? {
        return Ok(());
    }
    info!(channel, "the bot can speak in {channel} again");
    let (user_id, channel) = (user_id.to_owned(), channel.to_owned());
    app.db
        .write(move |tx| {
            async move {
                queries::delete(tx, &user_id, &channel).await?;
                tx.publish(Event::of_user(Topic::Storefronts, &user_id));
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Deletes problems with direct messages after a week: nobody tells us whether they have been opened since. Returns how many.
pub async fn forget_old(app: &App) -> Result<u64> {
    let until = app.clock.now().minus(DIRECT_MESSAGES_MATTER);
    app.db
        .write(move |tx| {
            async move { queries::delete_direct_until(tx, DIRECT_MESSAGES, until).await }.boxed()
        })
        .await
}

/// Deletes problems with former log channels of the owner. `current`: the present one.
pub async fn forget_owners_former(app: &App, current: Option<&ChannelId>) -> Result<()> {
    let current = current.map(ChannelId::to_string).unwrap_or_default();
    app.db
        .write(move |tx| {
            async move { queries::delete_owners_but(tx, [DIRECT_MESSAGES, &current]).await.map(drop) }.boxed()
        })
        .await
}
