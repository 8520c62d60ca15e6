//! `/order`: how an order is doing, kept true while the platform lets the answer be edited.

use boostdesk_core::ids::{GuildId, OrderId};
use boostdesk_core::shop::orders::{self, OrderError, OrderState};

use super::{Refusal, Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::{Answer, Followed, Interaction};

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    // A closed shop's orders are followed to their end.
    let guild = rights::guild(interaction)?;
    let id = OrderId::parse(interaction.text("id").unwrap_or_default()).ok_or_else(no_order)?;
    status(bot, &guild, &id).await
}

pub(super) async fn status(bot: &Bot, guild: &GuildId, order_id: &OrderId) -> Result {
    let order = match orders::public_status(&bot.app, guild, order_id).await {
        Ok(order) => order,
        Err(OrderError::NotFound) => return Err(no_order()),
        Err(error) => return Err(Refusal::broken(error)),
    };
    let message = embeds::order_status(&bot.product, &order);
    let followed = Followed { order_id: order.order_id, shown: embeds::digest(&message) };
    let follow = (order.state != OrderState::Done).then_some(followed);
    Ok(Answer { message, follow })
}

fn no_order() -> Refusal {
    Refusal::new("There is no such order in this server.")
}
