//! The one place that decides who has access to a storefront, and with which rights.
//!
//! Each operation asks here for the right that it needs. [`owned`] admits the seller only, and [`stocked`] does not need an
//! open shop.

mod queries;

use std::ops::Deref;

use super::{Storefront, StorefrontError, queries as storefronts};
use queries::Membership;

use crate::App;
use crate::db::{Conn, Result as DbResult, Tx};
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::{DiscordId, GuildId, OrderId, StorefrontId, UserId};
use crate::people::auth;

text_enum! {
    /// What a helper may do. `viewer`: look at stock, keys, orders and figures, without unspent keys and undelivered
    /// tokens. `packer`: also deliver and mark tokens, retry deliveries, replace tokens and write notes. `manager`: also everything else in the
    /// storefront, except deleting it, managing its helpers and secrets, and exporting stock.
    pub enum Role {
        /// Looks at stock, keys, orders and figures; unspent keys are masked, undelivered tokens are left out.
        Viewer = "viewer",
        /// Also delivers and marks tokens, retries deliveries, replaces tokens and writes notes.
        Packer = "packer",
        /// Also does everything else in the storefront, except deleting it, managing its helpers and secrets, and exporting stock.
        Manager = "manager",
    }
}

/// The right that an operation needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    Read,
    /// Says what became of tokens.
    Pack,
    Manage,
}

impl Role {
    pub fn grants(self, right: Right) -> bool {
        match self {
            Self::Viewer => right <= Right::Read,
            Self::Packer => right <= Right::Pack,
            Self::Manager => right <= Right::Manage,
        }
    }
}

/// Somebody who works in a storefront, in a role that its seller gave them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Helper {
    pub user_id: UserId,
    pub role: Role,
    /// When the role ends. `None`: when it is revoked.
    pub until: Option<Timestamp>,
}

/// A storefront as one user reaches it.
#[derive(Debug, Clone)]
pub struct Reached {
    pub storefront: Storefront,
    /// `None`: the user is the seller.
    pub helper: Option<Helper>,
}

/// The shop that a user works in.
#[derive(Debug, Clone)]
pub struct Shop {
    pub seller: UserId,
    /// The one storefront that a helper is limited to. `None`: all of the seller's storefronts.
    pub only: Option<Storefront>,
    pub helper: Option<Helper>,
}

/// The part of a shop that a query covers.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// Its seller.
    pub user_id: UserId,
    /// `None`: all of the seller's storefronts.
    pub storefront_id: Option<StorefrontId>,
}

impl Deref for Reached {
    type Target = Storefront;

    fn deref(&self) -> &Storefront {
        &self.storefront
    }
}

impl Reached {
    /// Whether keys that nobody has spent are shown in full.
    pub fn sees_keys(&self) -> bool {
        self.helper.as_ref().is_none_or(|helper| helper.role.grants(Right::Manage))
    }

    /// Makes the transaction's log entries carry the helper's name.
    pub(crate) fn sign(&self, tx: &mut Tx) {
        sign(tx, self.helper.as_ref());
    }
}

impl Shop {
    pub(crate) fn grants(&self, right: Right) -> bool {
        self.helper.as_ref().is_none_or(|helper| helper.role.grants(right))
    }

    /// The scope of the whole shop, as far as the user reaches it.
    pub(crate) fn scope(&self) -> Scope {
        let storefront_id = self.only.as_ref().map(|storefront| storefront.id.clone());
        Scope { user_id: self.seller.clone(), storefront_id }
    }

    /// As [`Reached::sign`].
    pub(crate) fn sign(&self, tx: &mut Tx) {
        sign(tx, self.helper.as_ref());
    }
}

impl Scope {
    /// Narrows the scope to the storefront of one guild, if one is given.
    ///
    /// Errors: `NotFound` when that is not within their reach; `Forbidden` when their role does not reach so far.
    pub(crate) async fn within(
        &self,
        app: &App,
        user_id: &UserId,
        guild: Option<&GuildId>,
        right: Right,
    ) -> Result<Self, StorefrontError> {
        let mut scope = self.clone();
        if let Some(guild) = guild {
            scope.storefront_id = Some(reach(app, user_id, guild, right).await?.storefront.id);
        }
        Ok(scope)
    }

    /// The storefront's id for SQL, where `''` means all storefronts.
    pub(crate) fn storefront(&self) -> &str {
        self.storefront_id.as_ref().map_or("", StorefrontId::as_str)
    }
}

fn sign(tx: &mut Tx, helper: Option<&Helper>) {
    if let Some(helper) = helper {
        tx.by(&helper.user_id);
    }
}

/// Returns the open storefront in this guild, when the user is its seller or a helper with this right.
///
/// Errors: `NotFound`, also when it is none of theirs; `Forbidden` when their role does not reach so far.
pub async fn reach(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
    right: Right,
) -> Result<Reached, StorefrontError> {
    let reached = find(app, user_id, guild).await?;
    allow(reached.helper.as_ref(), right)?;
    Ok(reached)
}

/// Returns the user's own storefront in this guild.
///
/// Errors: `NotFound`, also when it is another seller's; `Forbidden` for its helpers.
pub async fn owned(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Storefront, StorefrontError> {
    let reached = find(app, user_id, guild).await?;
    match reached.helper {
        None => Ok(reached.storefront),
        Some(_) => Err(StorefrontError::Forbidden),
    }
}

/// Returns the shops of this guild whose exports the user may read, and whose stock they may take out while they have no open shop
/// there: their own, open or closed; then, for the product's owner, all that were closed there, the last closed first.
///
/// Errors: as [`owned`].
pub async fn stocked(
    app: &App,
    user_id: &UserId,
    guild: &GuildId,
) -> Result<Vec<Storefront>, StorefrontError> {
    let mut shops = match owned(app, user_id, guild).await {
        Ok(storefront) => vec![storefront],
        Err(StorefrontError::NotFound) => Vec::new(),
        Err(error) => return Err(error),
    };
    let mut conn = app.db.read().await?;
    let (own, anothers): (Vec<_>, Vec<_>) = storefronts::closed_in(&mut conn, guild)
        .await?
        .into_iter()
        .partition(|storefront| storefront.user_id == *user_id);
    shops.extend(own);
    if !anothers.is_empty() && auth::is_owner(&mut conn, user_id).await? {
        shops.extend(anothers);
    }
    if shops.is_empty() { Err(StorefrontError::NotFound) } else { Ok(shops) }
}

/// Returns the shop that the user works in: their own, or as a helper with this right one storefront of somebody else's.
///
/// Errors: `Forbidden` for a helper whose role does not reach so far.
pub async fn shop_of(app: &App, user_id: &UserId, right: Right) -> Result<Shop, StorefrontError> {
    let mut conn = app.db.read().await?;
    let shop = match helping(app, &mut conn, user_id).await? {
        Some((storefront, helper)) => {
            Shop { seller: storefront.user_id.clone(), only: Some(storefront), helper: Some(helper) }
        }
        // A helper whose role has ended gets an empty shop, which may only be read.
        None if right > Right::Read && auth::helpers::is_helper(&mut conn, user_id).await? => {
            return Err(StorefrontError::Forbidden);
        }
        None => Shop { seller: user_id.clone(), only: None, helper: None },
    };
    allow(shop.helper.as_ref(), right)?;
    Ok(shop)
}

/// Returns the shop that an order is of, when the user is its seller or a helper with this right.
///
/// Errors: `NotFound`, also when it is none of theirs; `Forbidden` when their role does not reach so far.
pub async fn shop_of_order(
    app: &App,
    user_id: &UserId,
    order_id: &OrderId,
    right: Right,
) -> Result<Shop, StorefrontError> {
    let mut conn = app.db.read().await?;
    let (seller, of) = queries::whose_order(&mut conn, order_id).await?.ok_or(StorefrontError::NotFound)?;
    if seller == *user_id {
        return Ok(Shop { seller, only: None, helper: None });
    }
    let found = helping(app, &mut conn, user_id).await?;
    let (storefront, helper) =
        found.filter(|(storefront, _)| storefront.id == of).ok_or(StorefrontError::NotFound)?;
    allow(Some(&helper), right)?;
    Ok(Shop { seller, only: Some(storefront), helper: Some(helper) })
}

/// Returns the open storefront that the user helps in now, and their role there.
pub async fn helps_in(app: &App, user_id: &UserId) -> DbResult<Option<(Storefront, Helper)>> {
    let mut conn = app.db.read().await?;
    helping(app, &mut conn, user_id).await
}

/// Returns the helper of the guild's storefront who has this account on the chat platform, if any.
pub async fn helper_in_chat(app: &App, discord_id: &DiscordId, guild: &GuildId) -> DbResult<Option<Helper>> {
    let mut conn = app.db.read().await?;
    let Some(user_id) = queries::helper_by_discord_id(&mut conn, discord_id).await? else { return Ok(None) };
    let found = helping(app, &mut conn, &user_id).await?;
    Ok(found.filter(|(storefront, _)| storefront.guild_id == *guild).map(|(_, helper)| helper))
}

/// Takes a chat account from a helper who helps nobody any more, so that somebody else can have it.
pub(crate) async fn take_from_former_helper(
    tx: &mut Tx,
    discord_id: &DiscordId,
    now: Timestamp,
) -> DbResult<()> {
    let Some(helper) = queries::helper_by_discord_id(tx, discord_id).await? else { return Ok(()) };
    if queries::role(tx, &helper, now).await?.is_none() {
        auth::helpers::take_discord_id(tx, discord_id).await?;
    }
    Ok(())
}

async fn find(app: &App, user_id: &UserId, guild: &GuildId) -> Result<Reached, StorefrontError> {
    let mut conn = app.db.read().await?;
    let storefront = storefronts::open_in(&mut conn, guild).await?.ok_or(StorefrontError::NotFound)?;
    if storefront.user_id == *user_id {
        return Ok(Reached { storefront, helper: None });
    }
    let found = helping(app, &mut conn, user_id).await?;
    let (storefront, helper) =
        found.filter(|(here, _)| here.id == storefront.id).ok_or(StorefrontError::NotFound)?;
    Ok(Reached { storefront, helper: Some(helper) })
}

fn allow(helper: Option<&Helper>, right: Right) -> Result<(), StorefrontError> {
    match helper {
        Some(helper) if !helper.role.grants(right) => Err(StorefrontError::Forbidden),
        _ => Ok(()),
    }
}

async fn helping(app: &App, conn: &mut Conn, user_id: &UserId) -> DbResult<Option<(Storefront, Helper)>> {
    let Some(Membership { storefront_id, role, until }) =
        queries::role(conn, user_id, app.clock.now()).await?
    else {
        return Ok(None);
    };
    let storefront = storefronts::by_id(conn, &storefront_id).await?;
    Ok(storefront.map(|storefront| (storefront, Helper { user_id: user_id.clone(), role, until })))
}
