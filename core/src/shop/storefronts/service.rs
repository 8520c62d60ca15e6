//! Opening, changing and closing storefronts.

use futures::FutureExt;
use tokio::time::timeout;

use super::claims::{self, Claim};
use super::input::Checked;
use super::reach::{Right, reach, shop_of};
use super::{Storefront, StorefrontError, StorefrontInput, queries};
use crate::App;
use crate::db::{Result as DbResult, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::{ChannelId, GuildId, StorefrontId, UserId};
use crate::outbox::announcements;
use crate::people::activity_log::{self, Action};
use crate::people::auth::{self, helpers};
use crate::shop::low_stock;

/// Returns the open storefronts that the user reaches, the oldest first: their own, or the one that they help in.
pub async fn list(app: &App, user_id: &UserId) -> Result<Vec<Storefront>, StorefrontError> {
    let shop = shop_of(app, user_id, Right::Read).await?;
    match shop.only {
        Some(storefront) => Ok(vec![storefront]),
        None => Ok(queries::of_user(&mut app.db.read().await?, user_id).await?),
    }
}

/// Returns every open storefront with its seller's name, for the operator.
pub async fn list_all(app: &App) -> DbResult<Vec<(Storefront, String)>> {
    queries::all(&mut app.db.read().await?).await
}

/// Returns the open storefront of a guild, whosever it is: for the public pages.
pub async fn by_guild(app: &App, guild: &GuildId) -> Result<Option<Storefront>, StorefrontError> {
    Ok(queries::open_in(&mut app.db.read().await?, guild).await?)
}

/// Returns the settings of the storefront that this user closed in this guild, if any.
pub async fn settings_before(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
) -> Result<Option<StorefrontInput>, StorefrontError> {
    let closed = queries::closed_in(&mut app.db.read().await?, guild).await?;
    Ok(closed.into_iter().find(|storefront| storefront.user_id == *user_id).map(StorefrontInput::from))
}

/// Records that somebody who does not run the shop has opened its redeem page, so that the seller sees the link in use.
pub async fn note_visit(app: &App, storefront: &Storefront) -> DbResult<()> {
    if storefront.visited_at.is_some() {
        return Ok(());
    }
    let (id, now) = (storefront.id.clone(), app.clock.now());
    let event = Event::of_storefront(Topic::Storefronts, &storefront.user_id, &storefront.guild_id);
    app.db
        .write(move |tx| {
            async move {
                if queries::note_visit(tx, &id, now).await? {
                    tx.publish(event);
                }
                Ok(())
            }
            .boxed()
        })
        .await
}

/// Opens a storefront, or reopens the one that this user closed there, with its stock.
///
/// Errors: `Invalid`; `Forbidden` for a helper; `NotManager`, `BotIsOut`, `NobodyCanSay`; `GuildTaken`.
pub async fn add(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    input: StorefrontInput,
) -> Result<Storefront, StorefrontError> {
    refuse_helper(app, user_id).await?;
    let claim = claims::judge(app, user_id, guild).await?;
    add_with(app, user_id, guild, input, claim).await
}

/// As [`add`], for a seller who is known to manage the guild, or by somebody who needs no proof.
///
/// Errors: `Invalid`; `Forbidden` for a helper; `GuildTaken`.
pub async fn add_proven(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    input: StorefrontInput,
) -> Result<Storefront, StorefrontError> {
    refuse_helper(app, user_id).await?;
    add_with(app, user_id, guild, input, Claim::Proven).await
}

async fn refuse_helper(app: &App, user_id: &UserId) -> Result<(), StorefrontError> {
    let is_helper = helpers::is_helper(&mut app.db.read().await?, user_id).await?;
    if is_helper { Err(StorefrontError::Forbidden) } else { Ok(()) }
}

async fn add_with(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    input: StorefrontInput,
    claim: Claim,
) -> Result<Storefront, StorefrontError> {
    // A storefront without a name is called by its guild's id.
    let name = input.name.unwrap_or_else(|| guild.as_str().to_owned());
    let input = StorefrontInput { name: Some(name), ..input }.check()?;
    refuse_foreign_channel(app, guild, input.log_channel_id.as_ref()).await?;
    let (id, now) = (StorefrontId::random(&app.rng), app.clock.now());
    let (user_id, guild) = (user_id.clone(), guild.clone());
    app.db.write(move |tx| open(tx, id, guild, user_id, input, claim, now).boxed()).await
}

/// Opens one for a seller who is known to manage the guild, in a transaction that has closed any other there.
///
/// Errors: `Invalid`; `GuildTaken`.
pub(crate) async fn open_proven(
    tx: &mut Tx,
    id: StorefrontId,
    guild: &GuildId,
    user_id: &UserId,
    input: StorefrontInput,
    now: Timestamp,
) -> Result<Storefront, StorefrontError> {
    open(tx, id, guild.clone(), user_id.clone(), input.check()?, Claim::Proven, now).await
}

async fn open(
    tx: &mut Tx,
    id: StorefrontId,
    guild: GuildId,
    user_id: UserId,
    input: Checked,
    claim: Claim,
    now: Timestamp,
) -> Result<Storefront, StorefrontError> {
    auth::hold_standing(tx, &user_id).await?;
    let id = queries::closed_of(tx, &guild, &user_id).await?.unwrap_or(id);
    queries::lock_stock_levels(tx, &id).await?;
    if !queries::open(tx, &id, &guild, &user_id, &input, now).await? {
        return Err(StorefrontError::GuildTaken);
    }
    if claim == Claim::Proven {
        queries::prove(tx, &id, now).await?;
    }
    queries::make_stock_levels(tx, &id).await?;
    // The threshold may have changed.
    low_stock::rose(tx, &id).await?;
    let storefront = queries::by_id(tx, &id).await?.ok_or(StorefrontError::NotFound)?;
    log(tx, &storefront, Action::StorefrontCreated, "is open", now).await?;
    Ok(storefront)
}

/// Changes a storefront's settings. `change` is applied twice: to check it, and to the settings read in the writing transaction.
///
/// Errors: `Invalid`; `NotFound`, `Forbidden`.
pub async fn update(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    change: impl FnOnce(&mut StorefrontInput) + Clone + Send + 'static,
) -> Result<Storefront, StorefrontError> {
    let reached = reach(app, user_id, guild, Right::Manage).await?;
    let input = changed(reached.storefront.clone(), change.clone())?;
    if input.log_channel_id != reached.storefront.log_channel_id {
        refuse_foreign_channel(app, guild, input.log_channel_id.as_ref()).await?;
    }
    let (id, now) = (reached.storefront.id.clone(), app.clock.now());
    app.db
        .write(move |tx| {
            async move {
                reached.sign(tx);
                // Lock order as in closing: the stock levels before the storefront.
                queries::lock_stock_levels(tx, &id).await?;
                queries::lock(tx, &id).await?;
                let before = queries::by_id(tx, &id).await?.ok_or(StorefrontError::NotFound)?;
                let input = changed(before.clone(), change)?;
                if !queries::update(tx, &id, &input).await? {
                    return Err(StorefrontError::NotFound);
                }
                low_stock::rose(tx, &id).await?;
                let storefront = queries::by_id(tx, &id).await?.ok_or(StorefrontError::NotFound)?;
                if storefront.log_channel_id != before.log_channel_id {
                    announcements::make_due(tx, &id, now).await?;
                }
                log(tx, &storefront, Action::StorefrontUpdated, "was changed", now).await?;
                Ok(storefront)
            }
            .boxed()
        })
        .await
}

fn changed(
    storefront: Storefront,
    change: impl FnOnce(&mut StorefrontInput),
) -> Result<Checked, StorefrontError> {
    let mut input = storefront.into();
    change(&mut input);
    input.check()
}

/// Closes a storefront. Its orders and stock stay.
///
/// Errors: `NotFound`; `OrdersUnderWay` while tokens are on their way to customers.
pub(crate) async fn close_at_rest(
    tx: &mut Tx,
    storefront: &Storefront,
    now: Timestamp,
) -> Result<(), StorefrontError> {
    queries::lock_stock_levels(tx, &storefront.id).await?;
    if queries::has_orders_under_way(tx, &storefront.id).await? {
        return Err(StorefrontError::OrdersUnderWay);
    }
    if close(tx, storefront, "was deleted", now).await? { Ok(()) } else { Err(StorefrontError::NotFound) }
}

/// Closes a storefront, whatever orders are under way. It takes the same lock as redeems: each comes first, or is refused.
/// `why` is what the seller's log says. `false` when it is closed already.
pub(crate) async fn close(tx: &mut Tx, storefront: &Storefront, why: &str, now: Timestamp) -> DbResult<bool> {
    queries::lock_stock_levels(tx, &storefront.id).await?;
    if !queries::close(tx, &storefront.id, now).await? {
        return Ok(false);
    }
    log(tx, storefront, Action::StorefrontDeleted, why, now).await?;
    Ok(true)
}

/// Keeps the storefront from being closed, and its seller from being removed, until the transaction ends.
///
/// Errors: `Auth(NoSession)` when the seller was removed; `NotFound` when it is closed.
pub(crate) async fn hold_open(tx: &mut Tx, storefront: &Storefront) -> Result<(), StorefrontError> {
    // Lock order as in removing a seller: the seller before the storefront.
    auth::hold_standing(tx, &storefront.user_id).await?;
    queries::lock(tx, &storefront.id).await?;
    if queries::is_open(tx, &storefront.id).await? { Ok(()) } else { Err(StorefrontError::NotFound) }
}

/// Returns whether a guild had a storefront, and has none that is open.
pub async fn is_closed(app: &App, guild: &GuildId) -> DbResult<bool> {
    queries::is_closed(&mut app.db.read().await?, guild).await
}

/// Returns whether a seller has closed a storefront.
pub async fn has_closed_one(app: &App, user_id: &UserId) -> DbResult<bool> {
    queries::has_closed_one(&mut app.db.read().await?, user_id).await
}

/// Returns whether the only storefronts that a guild had are closed, and one of them was this seller's.
pub async fn is_closed_one_of(app: &App, user_id: &UserId, guild: &GuildId) -> DbResult<bool> {
    let mut conn = app.db.read().await?;
    Ok(queries::is_closed(&mut conn, guild).await?
        && queries::closed_of(&mut conn, guild, user_id).await?.is_some())
}

/// Refuses a log channel in another guild. A channel that cannot be looked up is accepted: the bot checks again before it
/// posts.
async fn refuse_foreign_channel(
    app: &App,
    guild: &GuildId,
    channel: Option<&ChannelId>,
) -> Result<(), StorefrontError> {
    let (Some(platform), Some(channel)) = (&app.chat_platform, channel) else { return Ok(()) };
    match timeout(claims::TIMEOUT, platform.guild_of_channel(channel)).await {
        Ok(Some(of_channel)) if of_channel != *guild => {
            Err(StorefrontError::Invalid("The log channel must be one of this server.".into()))
        }
        _ => Ok(()),
    }
}

/// Publishes a change of a storefront, and writes it to the seller's log.
pub(crate) async fn log(
    tx: &mut Tx,
    storefront: &Storefront,
    action: Action,
    what: &str,
    now: Timestamp,
) -> DbResult<()> {
    let details = format!("{} ({}) {what}", storefront.name, storefront.guild_id);
    tx.publish(Event::of_storefront(Topic::Storefronts, &storefront.user_id, &storefront.guild_id));
    activity_log::record(tx, &storefront.user_id, action, &details, now).await
}
