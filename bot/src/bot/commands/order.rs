//! `/order`: how an order is doing, kept true while the platform lets the answer be edited.

use boostdesk_core::shop::orders::{self, OrderError, OrderState};

use super::{Refusal, Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::{Answer, Followed, Interaction};

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    status(bot, interaction, interaction.text("id").unwrap_or_default()).await
}

pub(super) async fn status(bot: &Bot, interaction: &Interaction, order_id: &str) -> Result {
    let storefront = rights::storefront(bot, interaction).await?;
    let order = match orders::public_status(&bot.app, &storefront.guild_id, order_id).await {
        Ok(order) => order,
        Err(OrderError::NotFound) => return Err(Refusal::new("There is no such order in this server.")),
        Err(error) => return Err(Refusal::broken(error)),
    };
    let message = embeds::order_status(&bot.product, &order);
    let followed = Followed { order_id: order.order_id, shown: embeds::digest(&message) };
    let follow = (order.state != OrderState::Done).then_some(followed);
    Ok(Answer { message, follow })
}
