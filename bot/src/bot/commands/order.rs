//! `/order`: how an order is doing, kept true while the platform lets the answer be edited. Whoever helps in the shop sees
//! more of it than its customer.

use boostdesk_core::ids::{GuildId, OrderId};
use boostdesk_core::shop::orders::{self, OrderError, OrderState, SellersStatus};
use boostdesk_core::shop::storefronts::Right;

use super::{Refusal, Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::{Answer, Followed, Interaction};

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    // A closed shop's orders are followed to their end.
    let guild = rights::guild(interaction)?;
    let id = OrderId::parse(interaction.text("id").unwrap_or_default()).ok_or_else(no_order)?;
    match of_ones_shop(bot, interaction, &id).await? {
        Some(order) => Ok(for_seller(bot, &order)),
        None => status(bot, &guild, &id).await,
    }
}

/// `None` when the caller does not help in the shop that sold it: to them it is an order like any other.
async fn of_ones_shop(
    bot: &Bot,
    interaction: &Interaction,
    order_id: &OrderId,
) -> Result<Option<SellersStatus>> {
    let Ok((_, storefront)) = rights::acting(bot, interaction, Right::Read).await else { return Ok(None) };
    match orders::sellers_status(&bot.app, &storefront, order_id).await {
        Ok(order) => Ok(Some(order)),
        Err(OrderError::NotFound) => Ok(None),
        Err(error) => Err(Refusal::broken(error)),
    }
}

fn for_seller(bot: &Bot, order: &SellersStatus) -> Answer {
    let message = embeds::sellers_order(&bot.product, order);
    let order_id = order.public.order_id.clone();
    let followed = Followed { order_id, for_seller: true, shown: embeds::digest(&message) };
    let follow = (order.public.state != OrderState::Done).then_some(followed);
    Answer { message, follow }
}

pub(super) async fn status(bot: &Bot, guild: &GuildId, order_id: &OrderId) -> Result {
    let order = match orders::public_status(&bot.app, guild, order_id).await {
        Ok(order) => order,
        Err(OrderError::NotFound) => return Err(no_order()),
        Err(error) => return Err(Refusal::broken(error)),
    };
    let message = embeds::order_status(&bot.product, &order);
    let followed = Followed { order_id: order.order_id, for_seller: false, shown: embeds::digest(&message) };
    let follow = (order.state != OrderState::Done).then_some(followed);
    Ok(Answer { message, follow })
}

fn no_order() -> Refusal {
    Refusal::new("There is no such order in this server.")
}
