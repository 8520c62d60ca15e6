//! `/setup`: opens the guild's storefront, or changes the settings given. For sellers who manage the guild, and for
//! helpers who may manage the shop. A storefront whose seller is known not to manage the guild is taken over.

use std::num::NonZeroU64;

use boostdesk_core::App;
use boostdesk_core::closing;
use boostdesk_core::ids::{ChannelId, GuildId};
use boostdesk_core::messenger::channel_problems;
use boostdesk_core::people::auth::Seller;
use boostdesk_core::shop::storefronts::{self, Right, Storefront, StorefrontError, StorefrontInput};

use super::{Refusal, Result, direct, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;
use crate::bot::platform::{Embed, Field, Message};

/// What became of the guild's storefront.
struct Saved {
    storefront: Storefront,
    is_new: bool,
    /// The seller it was taken over from.
    former: Option<Seller>,
}

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let guild = rights::guild(interaction)?;
    let saved = if let Some(helper) = rights::helper(bot, interaction, Right::Manage).await? {
        let storefront = storefronts::update(&bot.app, &helper, &guild, given(interaction)).await?;
        Saved { storefront, is_new: false, former: None }
    } else {
        save(bot, interaction, &guild).await?
    };
    let problem = match interaction.channel("log_channel") {
        Some(channel) => try_log_channel(bot, interaction, &saved.storefront, &channel).await?,
        None => None,
    };
    if let Some(former) = &saved.former {
        tell(bot, interaction, former, &saved.storefront).await;
    }
    Ok(summary(&saved, problem).into())
}

/// Opens, changes or takes over the storefront, for a seller or the owner.
async fn save(bot: &Bot, interaction: &Interaction, guild: &GuildId) -> Result<Saved> {
    let (app, seller) = (&bot.app, rights::seller(bot, interaction).await?);
    let mut found = storefronts::by_guild(app, guild).await?;
    if found.is_none() {
        let settings = settings(app, interaction, &seller, guild).await?;
        match storefronts::add_proven(app, &seller.id, guild, settings).await {
            // They may have opened it themselves meanwhile.
            Err(StorefrontError::GuildTaken) => {
                found = storefronts::by_guild(app, guild).await?.filter(|found| found.user_id == seller.id);
            }
            opened => return Ok(Saved { storefront: opened?, is_new: true, former: None }),
        }
    }
    let saved = match found {
        None => Err(StorefrontError::GuildTaken),
        Some(found) if found.user_id != seller.id && !seller.owner => {
            let settings = settings(app, interaction, &seller, guild).await?;
            let taken = closing::take_over(app, &seller, guild, settings).await;
            taken.map(|(storefront, from)| Saved { storefront, is_new: true, former: Some(from) })
        }
        Some(found) => {
            if found.user_id == seller.id {
                storefronts::prove(app, &found).await?;
            }
            let changed = storefronts::update(app, &found.user_id, guild, given(interaction)).await;
            changed.map(|storefront| Saved { storefront, is_new: false, former: None })
        }
    };
    match saved {
        Err(StorefrontError::GuildTaken) => Err(Refusal::new(rights::ANOTHERS)),
        saved => Ok(saved?),
    }
}

/// Settings to open a storefront with: those of the seller's closed one here, if any, changed by the options.
async fn settings(
    app: &App,
    interaction: &Interaction,
    seller: &Seller,
    guild: &GuildId,
) -> Result<StorefrontInput> {
    let before = storefronts::settings_before(app, &seller.id, guild).await?;
    let mut settings = before.unwrap_or_else(|| StorefrontInput {
        name: Some(seller.username.clone()),
        ..StorefrontInput::default()
    });
    given(interaction)(&mut settings);
    Ok(settings)
}

/// Applies the options that were given; other settings stay.
fn given(interaction: &Interaction) -> impl FnOnce(&mut StorefrontInput) + Clone + use<> {
    let text = |name| interaction.text(name).map(str::to_owned);
    let (name, embed_color, embed_footer) = (text("name"), text("embed_color"), text("footer"));
    let (store_link, discord_link) = (text("store_link"), text("community_link"));
    let log_channel_id = interaction.channel("log_channel");
    move |settings| {
        settings.name = name.or(settings.name.take());
        settings.embed_color = embed_color.or(settings.embed_color.take());
        settings.embed_footer = embed_footer.or(settings.embed_footer.take());
        settings.store_link = store_link.or(settings.store_link.take());
        settings.discord_link = discord_link.or(settings.discord_link.take());
        settings.log_channel_id = log_channel_id.or(settings.log_channel_id.take());
    }
}

const NOT_HEARD: &str =
    "The platform did not answer when the bot said hello there. Look whether the next order is posted.";

/// Posts a hello in the log channel, so that a problem is known at once.
async fn try_log_channel(
    bot: &Bot,
    interaction: &Interaction,
    storefront: &Storefront,
    channel: &ChannelId,
) -> Result<Option<&'static str>> {
    let hello = embeds::said(format!(
        "Orders, low stock and code resets of **{}** are posted here from now on.",
        embeds::plain(&storefront.name)
    ));
    let hello = Message { ephemeral: false, ..hello };
    let user = &storefront.user_id;
    match bot.platform.post(channel, &hello, &interaction.nonce()).await {
        Ok(_) => {
            channel_problems::mended(&bot.app, user, channel.as_str()).await?;
            Ok(None)
        }
        Err(error) => {
            let Some(problem) = error.channel_problem() else { return Ok(Some(NOT_HEARD)) };
            let guild = Some(&storefront.guild_id);
            channel_problems::note(&bot.app, user, guild, channel.as_str(), problem).await?;
            Ok(Some(problem))
        }
    }
}

/// Tells the former seller that their storefront is closed, if they can be reached. Their log has it in any case.
async fn tell(bot: &Bot, interaction: &Interaction, former: &Seller, storefront: &Storefront) {
    let Some(user) = former.discord_id.as_ref().and_then(|user| user.as_str().parse::<NonZeroU64>().ok())
    else {
        return;
    };
    let text = format!(
        "Your storefront for the server `{}` was closed: somebody who manages that server has opened theirs with `/setup`. \
         Your orders and stock stay yours, on the dashboard.",
        storefront.guild_id,
    );
    // The hello in the channel uses the interaction's own nonce, and nonces are unique per bot, not per channel.
    let nonce = format!("{}-f", interaction.nonce());
    // A failure is logged already.
    direct::tell(bot, user.into(), former, &embeds::said(text), &nonce).await.ok();
}

fn summary(saved: &Saved, problem: Option<&'static str>) -> Message {
    let Saved { storefront, is_new, former } = saved;
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
    if let Some(former) = former {
        let text = format!(
            "{}, who does not manage it, had this server before. That storefront is closed.",
            embeds::plain(&former.username)
        );
        fields.insert(0, Field::wide("Taken over", text));
    }
    let what = if *is_new { "is open" } else { "is saved" };
    let mut message = embeds::said("Add stock with `/restock`, then make keys with `/keys create`.");
    if let Some(embed) = &mut message.embed {
        *embed = Embed {
            title: format!("{} {what}", storefront.name),
            fields,
            description: if *is_new { std::mem::take(&mut embed.description) } else { String::new() },
            ..std::mem::take(embed)
        };
    }
    message
}
