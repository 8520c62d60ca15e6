//! Who calls a command, in which guild, and what they may do.

use boostdesk_core::ids::{DiscordId, GuildId, UserId};
use boostdesk_core::people::auth::{self, Seller};
use boostdesk_core::shop::storefronts::CLOSED;
use boostdesk_core::shop::storefronts::{self, Right, Storefront, StorefrontError};
use serenity::all::User;

use super::{Refusal, Result};
use crate::bot::context::Bot;
use crate::bot::interactions::Interaction;

pub(super) const ANOTHERS: &str = "This server's storefront belongs to another seller.";

pub(super) fn caller(interaction: &Interaction) -> Result<&User> {
    interaction.user().ok_or_else(|| Refusal::new("The platform does not say who you are."))
}

/// Returns the id that core knows the user by.
pub(super) fn discord_id(user: &User) -> Result<DiscordId> {
    let id = DiscordId::parse(&user.id.to_string());
    id.ok_or_else(|| Refusal::new("The platform does not say who you are."))
}

pub(super) fn guild(interaction: &Interaction) -> Result<GuildId> {
    interaction.guild_id.clone().ok_or_else(|| Refusal::new("This works in a server only."))
}

/// Returns the storefront of the guild that the command was called in.
pub(super) async fn storefront(bot: &Bot, interaction: &Interaction) -> Result<Storefront> {
    let guild = guild(interaction)?;
    if let Some(found) = storefronts::by_guild(&bot.app, &guild).await? {
        return Ok(found);
    }
    let closed = storefronts::is_closed(&bot.app, &guild).await?;
    Err(Refusal::new(if closed { CLOSED } else { "This server has no storefront." }))
}

pub(super) fn is_owner(bot: &Bot, user: &User) -> bool {
    bot.owner_id.is_some() && bot.owner_id == discord_id(user).ok()
}

/// Returns the caller.
///
/// Errors: they may not manage the guild, or are neither a seller nor the owner.
pub(super) async fn seller(bot: &Bot, interaction: &Interaction) -> Result<Seller> {
    let user = caller(interaction)?;
    if !interaction.may_manage_guild() {
        return Err(Refusal::new("You need the Manage Server permission for this."));
    }
    let found = auth::seller_by_discord_id(&bot.app, &discord_id(user)?).await?;
    found.ok_or_else(|| Refusal::new("Only a seller can do this. Ask the bot's owner to add you."))
}

/// Returns the caller and the guild's storefront.
///
/// Errors: those of [`seller`]; the caller is neither the storefront's seller nor the owner.
pub(super) async fn own_storefront(bot: &Bot, interaction: &Interaction) -> Result<(Seller, Storefront)> {
    let seller = seller(bot, interaction).await?;
    let guild = guild(interaction)?;
    let Some(storefront) = storefronts::by_guild(&bot.app, &guild).await? else {
        let closed = storefronts::is_closed_one_of(&bot.app, &seller.id, &guild).await?;
        return Err(Refusal::new(if closed {
            "Your storefront here is closed, and its orders are on the dashboard. Open it again with `/setup`."
        } else {
            "This server has no storefront yet. Open one with `/setup`."
        }));
    };
    if storefront.user_id != seller.id && !seller.owner {
        return Err(Refusal::new(ANOTHERS));
    }
    Ok((seller, storefront))
}

/// Returns the caller's user id, if they are a helper in the guild's storefront.
///
/// Errors: their role does not grant the right.
pub(super) async fn helper(bot: &Bot, interaction: &Interaction, right: Right) -> Result<Option<UserId>> {
    let (user, guild) = (discord_id(caller(interaction)?)?, guild(interaction)?);
    match storefronts::helper_in_chat(&bot.app, &user, &guild).await? {
        Some(helper) if !helper.role.grants(right) => Err(StorefrontError::Forbidden.into()),
        found => Ok(found.map(|helper| helper.user_id)),
    }
}

/// Returns the user in whose name the caller acts, and the guild's storefront: as its seller, or as a helper whose role
/// grants the right. A helper needs no permission in the guild.
pub(super) async fn acting(
    bot: &Bot,
    interaction: &Interaction,
    right: Right,
) -> Result<(UserId, Storefront)> {
    if let Some(helper) = helper(bot, interaction, right).await? {
        return Ok((helper, storefront(bot, interaction).await?));
    }
    let (_, storefront) = own_storefront(bot, interaction).await?;
    Ok((storefront.user_id.clone(), storefront))
}

/// Returns the user that an order's history names for the caller's actions: the caller, even when the owner acts in
/// another's storefront.
pub(super) async fn writer(bot: &Bot, interaction: &Interaction, acting: &UserId) -> Result<UserId> {
    let user = discord_id(caller(interaction)?)?;
    let seller = auth::seller_by_discord_id(&bot.app, &user).await?;
    Ok(seller.map_or_else(|| acting.clone(), |seller| seller.id))
}

/// Errors: the caller is not the product's owner.
pub(super) fn owner(bot: &Bot, interaction: &Interaction) -> Result<()> {
    if is_owner(bot, caller(interaction)?) {
        return Ok(());
    }
    Err(Refusal::new("Only the bot's owner can do this."))
}

/// Errors: this person has written a lot in the last minutes.
pub(super) fn may_write(bot: &Bot, user: &User) -> Result<()> {
    bot.flood.may_write(user.id).then_some(()).ok_or_else(a_lot_at_once)
}

/// Errors: this person has tried many keys in the last minute.
pub(super) fn may_redeem(bot: &Bot, user: &User) -> Result<()> {
    bot.flood.may_redeem(user.id).then_some(()).ok_or_else(a_lot_at_once)
}

fn a_lot_at_once() -> Refusal {
    Refusal::new("That was a lot at once. Please wait a minute and try again.")
}
