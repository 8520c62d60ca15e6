//! `/stock-board`, and the board's Refresh button.

use boostdesk_core::ids::ChannelId;
use boostdesk_core::messenger::stock_boards::{self, Placed};
use boostdesk_core::shop::storefronts::{Right, Storefront};

use tracing::warn;

use super::{Refusal, Result, rights, stock};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;
use crate::bot::platform::{Hindrance, Message, PlatformError};

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let (_, storefront) = rights::acting(bot, interaction, Right::Manage).await?;
    let channel = interaction.channel("channel").ok_or_else(|| Refusal::new("Please choose a channel."))?;
    refuse_where_it_cannot_post(bot, &storefront, &channel).await?;
    let placed = stock_boards::place(&bot.app, &storefront, &channel).await?;
    let said = match placed {
        Placed::New => format!("The board appears in <#{channel}> and keeps itself up to date."),
        Placed::Kept => format!("The board is in <#{channel}> already, and keeps itself up to date."),
        Placed::Moved => format!("The board moves to <#{channel}> and keeps itself up to date there."),
    };
    Ok(embeds::said(said).into())
}

/// What the board shows when somebody presses Refresh.
pub(super) async fn refreshed(bot: &Bot, interaction: &Interaction) -> Result<Message> {
    let (storefront, levels) = stock::now(bot, interaction).await?;
    Ok(embeds::stock_board(&bot.product, &storefront, &levels))
}

/// Records what the board shows after a refresh, if that is known. The stock may have changed meanwhile.
pub(super) async fn was_refreshed(bot: &Bot, interaction: &Interaction, shown: Option<&str>) {
    let (Some(guild), Some(message)) = (&interaction.guild_id, interaction.message_id()) else { return };
    if let Err(failure) = stock_boards::was_refreshed(&bot.app, guild, &message, shown).await {
        warn!(%guild, %failure, "a refreshed board may show old stock until the next change");
    }
}

async fn refuse_where_it_cannot_post(bot: &Bot, storefront: &Storefront, channel: &ChannelId) -> Result<()> {
    let refusal = |error: PlatformError| {
        let problem = error.channel_problem();
        Refusal::new(problem.unwrap_or("The platform does not answer right now. Please try again."))
    };
    let found = bot.platform.channel(channel).await.map_err(refusal)?;
    let hindrance = bot.hindrance(&found, Some(&storefront.guild_id)).await.map_err(refusal)?;
    hindrance.map_or(Ok(()), |hindrance| {
        Err(Refusal::new(match hindrance {
            Hindrance::Elsewhere => "Please choose a channel of this server.".to_owned(),
            Hindrance::NoMessages => "Please choose a text channel.".to_owned(),
            Hindrance::Lacks(missing) => {
                format!("I cannot post in <#{channel}>: give me {} there.", missing.join(", "))
            }
        }))
    })
}
