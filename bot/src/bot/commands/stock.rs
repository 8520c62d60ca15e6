//! `/stock`: what the guild's storefront has.

use super::{Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;
use crate::bot::platform::Message;

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    Ok(message(bot, interaction, false).await?.into())
}

/// The stock as it is now: as an answer, or as a board shows it.
pub(super) async fn message(bot: &Bot, interaction: &Interaction, board: bool) -> Result<Message> {
    let storefront = rights::storefront(bot, interaction).await?;
    let guild = rights::guild(interaction)?;
    let levels = boostdesk_core::shop::stock::levels(&bot.app, &storefront.user_id, &guild).await;
    Ok(embeds::stock(&bot.product, &storefront, &levels?, board))
}
