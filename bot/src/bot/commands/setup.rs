//! `/setup`: opens the guild's storefront, or changes what was given.

use boostdesk_core::ids::ChannelId;
use boostdesk_core::messenger::channel_problems;
use boostdesk_core::shop::storefronts::{self, Storefront, StorefrontError, StorefrontInput};

use super::{Refusal, Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;
use crate::bot::platform::{Embed, Field, Message};

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let seller = rights::seller(bot, interaction).await?;
    let guild = rights::guild(interaction)?;
    let found = storefronts::by_guild(&bot.app, &guild).await.map_err(Refusal::broken)?;
    if found.as_ref().is_some_and(|storefront| storefront.user_id != seller.id && !seller.owner) {
        return Err(Refusal::new("This server's storefront belongs to another seller."));
    }
    let is_new = found.is_none();
    let saved = match found {
        None => {
            let input =
                changed(interaction, StorefrontInput { name: Some(seller.username), ..Default::default() });
            storefronts::add(&bot.app, &seller.id, &guild, input).await
        }
        Some(storefront) => {
            let user_id = storefront.user_id.clone();
            let input = changed(interaction, storefront.into());
            storefronts::update(&bot.app, &user_id, &guild, input).await
        }
    };
    let storefront = match saved {
        Ok(storefront) => storefront,
        Err(StorefrontError::Failure(failure)) => return Err(Refusal::broken(failure)),
        Err(refused) => return Err(Refusal::new(refused.to_string())),
    };
    let problem = match interaction.channel("log_channel") {
        Some(channel) => try_log_channel(bot, interaction, &storefront, &channel).await?,
        None => None,
    };
    Ok(summary(&storefront, is_new, problem).into())
}

fn changed(interaction: &Interaction, mut input: StorefrontInput) -> StorefrontInput {
    let text = |name| interaction.text(name).map(str::to_owned);
    input.name = text("name").or(input.name);
    input.embed_color = text("embed_color").or(input.embed_color);
    input.embed_footer = text("footer").or(input.embed_footer);
    input.store_link = text("store_link").or(input.store_link);
    input.discord_link = text("community_link").or(input.discord_link);
    input.log_channel_id = interaction.channel("log_channel").or(input.log_channel_id);
    input
}

/// Says hello there: what does not work is known at once.
async fn try_log_channel(
    bot: &Bot,
    interaction: &Interaction,
    storefront: &Storefront,
    channel: &ChannelId,
) -> Result<Option<&'static str>> {
    let hello = embeds::said(format!(
        "Orders, low stock and code resets of **{}** are posted here from now on.",
        storefront.name
    ));
    let hello = Message { ephemeral: false, ..hello };
    let user = &storefront.user_id;
    match bot.platform.post(channel, &hello, &interaction.nonce()).await {
        Ok(_) => {
            channel_problems::mended(&bot.app, user, channel.as_str()).await.map_err(Refusal::broken)?;
            Ok(None)
        }
        Err(error) => {
            let Some(problem) = error.channel_problem() else { return Ok(None) };
            let guild = Some(&storefront.guild_id);
            channel_problems::note(&bot.app, user, guild, channel.as_str(), problem)
                .await
                .map_err(Refusal::broken)?;
            Ok(Some(problem))
        }
    }
}

fn summary(storefront: &Storefront, is_new: bool, problem: Option<&'static str>) -> Message {
    let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    let log_channel = storefront.log_channel_id.as_ref();
    let mut fields = vec![
        Field::new("Log channel", log_channel.map_or_else(|| "–".to_owned(), |id| format!("<#{id}>"))),
        Field::new("Color", storefront.embed_color.as_str()),
        Field::wide("Footer", or_none(&storefront.embed_footer)),
        Field::wide("Store", or_none(&storefront.store_link)),
        Field::wide("Community", or_none(&storefront.discord_link)),
    ];
    if let Some(problem) = problem {
        fields.insert(0, Field::wide("Log channel problem", problem));
    }
    let what = if is_new { "is open" } else { "is saved" };
    let mut message = embeds::said("Add stock with `/restock`, then make keys with `/keys create`.");
    if let Some(embed) = &mut message.embed {
        *embed = Embed {
            title: format!("{} {what}", storefront.name),
            fields,
            description: if is_new { std::mem::take(&mut embed.description) } else { String::new() },
            ..std::mem::take(embed)
        };
    }
    message
}
