//! `/stock`: what the guild's storefront has.

use boostdesk_core::shop::stock::{self, StockLevel};
use boostdesk_core::shop::storefronts::Storefront;

use super::{Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let (storefront, levels) = now(bot, interaction).await?;
    Ok(embeds::stock(&bot.product, &storefront, &levels).into())
}

/// The guild's storefront, and the stock that it has now.
pub(super) async fn now(bot: &Bot, interaction: &Interaction) -> Result<(Storefront, Vec<StockLevel>)> {
    let storefront = rights::storefront(bot, interaction).await?;
    let guild = rights::guild(interaction)?;
    let levels = stock::levels(&bot.app, &storefront.user_id, &guild).await?;
    Ok((storefront, levels))
}
