//! `/keys create` and `/keys revoke`.

use boostdesk_core::foundation::words::counted;
use boostdesk_core::kept_answers::Once;
use boostdesk_core::outbox::seller_events::KeySource;
use boostdesk_core::shop::keys::{self, CreateKeys};
use boostdesk_core::shop::storefronts::Right;
use tracing::info;

use super::restock::stock_name;
use super::{Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;
use crate::bot::platform::{Attachment, Message};

/// More keys than these come as a file.
const IN_TEXT: usize = 20;

pub(super) async fn create(bot: &Bot, interaction: &Interaction) -> Result {
    let (user_id, _) = rights::acting(bot, interaction, Right::Manage).await?;
    let wanted = CreateKeys {
        stock: stock_name(interaction)?,
        amount: interaction.number("amount").unwrap_or_default(),
        count: interaction.number("count").unwrap_or_default(),
        note: None,
    };
    let (stock, amount) = (wanted.stock, wanted.amount);
    let guild = rights::guild(interaction)?;
    // Two processes may hear of it, while one takes the other one's place.
    let once = Once::new(&bot.app, &user_id, "chat/keys create", &interaction.nonce(), "");
    let keys = keys::create_once(&bot.app, &user_id, &guild, wanted, KeySource::Bot, Some(once)).await?;
    info!(count = keys.len(), "keys made in chat");
    let text: Vec<&str> = keys.iter().map(keys::RedeemKey::expose).collect();
    let text = text.join("\n");
    let what = format!("{} for **{amount}** boosts of {}", counted(keys.len(), "key"), stock.title());
    if keys.len() <= IN_TEXT {
        return Ok(embeds::said(format!("{what}:\n```\n{text}\n```")).into());
    }
    let file = Attachment { name: "keys.txt".to_owned(), text: format!("{text}\n") };
    Ok(Message { file: Some(file), ..embeds::said(format!("{what} are in the file.")) }.into())
}

pub(super) async fn revoke(bot: &Bot, interaction: &Interaction) -> Result {
    let (user_id, _) = rights::acting(bot, interaction, Right::Manage).await?;
    let guild = rights::guild(interaction)?;
    let key = interaction.text("key").unwrap_or_default();
    keys::revoke(&bot.app, &user_id, &guild, key).await?;
    Ok(embeds::said("The key is revoked: nobody can redeem it any more.").into())
}
