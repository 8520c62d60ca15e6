//! `/order`: an order's status, kept current for as long as the platform lets the answer be edited. The shop's seller
//! and helpers see more than the customer, and get buttons if they may deliver.

use boostdesk_core::ids::{GuildId, OrderId, UserId};
use boostdesk_core::messenger::followed_orders::Eyes;
use boostdesk_core::shop::delivery;
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::orders::{self, OrderError, OrderState, SellersStatus};
use boostdesk_core::shop::storefronts::Right;

use super::{Refusal, Result, rights, unless_refused};
use crate::bot::context::Bot;
use crate::bot::embeds::{self, REPLACE, RETRY};
use crate::bot::interactions::{Answer, Followed, Interaction};

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    // A closed shop's orders are followed to their end.
    let guild = rights::guild(interaction)?;
    let id = OrderId::parse(interaction.text("id").unwrap_or_default()).ok_or_else(no_order)?;
    match of_ones_shop(bot, interaction, &id).await? {
        Some((reader, order)) => {
            let packer = unless_refused(rights::acting(bot, interaction, Right::Pack).await)?;
            Ok(for_seller(bot, reader, &order, packer.is_some()))
        }
        None => status(bot, &guild, &id).await,
    }
}

/// Returns the user in whose name the caller reads the order, and the order. `None` if the caller does not help in the
/// shop that sold it: they see what any customer sees.
async fn of_ones_shop(
    bot: &Bot,
    interaction: &Interaction,
    order_id: &OrderId,
) -> Result<Option<(UserId, SellersStatus)>> {
    let acting = unless_refused(rights::acting(bot, interaction, Right::Read).await)?;
    let Some((reader, storefront)) = acting else { return Ok(None) };
    match orders::sellers_status(&bot.app, &storefront, order_id).await {
        Ok(order) => Ok(Some((reader, order))),
        Err(OrderError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn for_seller(bot: &Bot, reader: UserId, order: &SellersStatus, packs: bool) -> Answer {
    let message = embeds::sellers_order(&bot.product, order, packs);
    let order_id = order.public.order_id.clone();
    let followed = Followed { order_id, eyes: Eyes::Shop { reader, packs }, shown: embeds::digest(&message) };
    let follow = (order.public.state != OrderState::Done).then_some(followed);
    Answer { message, follow }
}

/// The button "Send again": the waiting tokens go out once more. Returns the order as it is then.
pub(super) async fn retry(bot: &Bot, interaction: &Interaction) -> Result {
    let (user_id, id) = pressed(bot, interaction, RETRY).await?;
    let by = By::User(rights::writer(bot, interaction, &user_id).await?);
    delivery::retry(&bot.app, &user_id, &id, &by).await?;
    shown(bot, interaction, &id).await
}

/// The button "Replace failed": a fresh token for each failed one. Returns the order as it is then.
pub(super) async fn replace(bot: &Bot, interaction: &Interaction) -> Result {
    let (user_id, id) = pressed(bot, interaction, REPLACE).await?;
    let by = By::User(rights::writer(bot, interaction, &user_id).await?);
    delivery::replace(&bot.app, &user_id, &id, None, None, &by).await?;
    shown(bot, interaction, &id).await
}

/// Returns the user in whose name the caller acts, and the button's order. Checks the right: a button outlives it.
async fn pressed(bot: &Bot, interaction: &Interaction, button: &str) -> Result<(UserId, OrderId)> {
    let (user_id, storefront) = rights::acting(bot, interaction, Right::Pack).await?;
    let id = interaction.custom_id().strip_prefix(button).and_then(OrderId::parse).ok_or_else(no_order)?;
    match orders::sellers_status(&bot.app, &storefront, &id).await {
        Ok(_) => Ok((user_id, id)),
        Err(OrderError::NotFound) => Err(no_order()),
        Err(error) => Err(error.into()),
    }
}

async fn shown(bot: &Bot, interaction: &Interaction, id: &OrderId) -> Result {
    let (reader, order) = of_ones_shop(bot, interaction, id).await?.ok_or_else(no_order)?;
    Ok(for_seller(bot, reader, &order, true))
}

pub(super) async fn status(bot: &Bot, guild: &GuildId, order_id: &OrderId) -> Result {
    let order = match orders::public_status(&bot.app, guild, order_id).await {
        Ok(order) => order,
        Err(OrderError::NotFound) => return Err(no_order()),
        Err(error) => return Err(error.into()),
    };
    let message = embeds::order_status(&bot.product, &order);
    let followed =
        Followed { order_id: order.order_id, eyes: Eyes::Customer, shown: embeds::digest(&message) };
    let follow = (order.state != OrderState::Done).then_some(followed);
    Ok(Answer { message, follow })
}

pub(super) fn no_order() -> Refusal {
    Refusal::new("There is no such order in this server.")
}
