//! `/redeem`, and the stock board's Redeem button with its modal.

use boostdesk_core::foundation::email::LONGEST_EMAIL;
use boostdesk_core::shop::orders;
use boostdesk_core::shop::redeem::{self, Details, LONGEST_INVITE, RedeemError};
use serenity::all::{CreateActionRow, CreateInputText, CreateModal, InputTextStyle};
use tokio::time::timeout;

use super::definitions::{LONGEST_DETAIL, LONGEST_KEY};
use super::{Refusal, Result, order, rights};
use crate::bot::context::Bot;
use crate::bot::interactions::{Interaction, time_left};

const MODAL: &str = "redeem";

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let optional = |name| interaction.text(name).map(str::to_owned);
    let text = |name| optional(name).unwrap_or_default();
    let details = Details {
        invite: text("invite"),
        email: text("email"),
        displayname: optional("display_name"),
        bio: optional("bio"),
        avatar: optional("avatar"),
        banner: optional("banner"),
        customer_discord_id: None,
        address: None,
    };
    spend(bot, interaction, &text("key"), details).await
}

/// The button's form. If the storefront cannot be looked up in time the form opens all the same, and whoever submits it is told if
/// nothing is sold here.
pub(super) async fn modal(bot: &Bot, interaction: &Interaction) -> Result<CreateModal> {
    let left = time_left(interaction.model().id(), bot);
    if let Ok(storefront) = timeout(left, rights::storefront(bot, interaction)).await {
        storefront?;
    }
    let input = |custom_id: &str, label: &str, style, longest: usize, required| {
        let longest = u16::try_from(longest).expect("the platform takes texts up to 4000");
        let input = CreateInputText::new(style, label, custom_id).max_length(longest).required(required);
        CreateActionRow::InputText(input)
    };
    let (short, long) = (InputTextStyle::Short, InputTextStyle::Paragraph);
    Ok(CreateModal::new(MODAL, "Redeem a key").components(vec![
        input("key", "Redeem key", short, LONGEST_KEY, true),
        input("invite", "Permanent invite to your server", short, LONGEST_INVITE, true),
        input("email", "Email address", short, LONGEST_EMAIL, true),
        input("display_name", "Display name (optional)", short, LONGEST_DETAIL, false),
        input("bio", "Bio (optional)", long, LONGEST_DETAIL, false),
    ]))
}

pub(super) async fn submitted(bot: &Bot, interaction: &Interaction) -> Result {
    if interaction.custom_id() != MODAL {
        return Err(Refusal::new("This form is not in use any more."));
    }
    let details = Details {
        invite: interaction.entered("invite"),
        email: interaction.entered("email"),
        displayname: Some(interaction.entered("display_name")),
        bio: Some(interaction.entered("bio")),
        ..Details::default()
    };
    spend(bot, interaction, &interaction.entered("key"), details).await
}

async fn spend(bot: &Bot, interaction: &Interaction, key: &str, details: Details) -> Result {
    let user = rights::caller(interaction)?;
    rights::may_redeem(bot, user)?;
    let guild = rights::guild(interaction)?;
    let details = Details { customer_discord_id: Some(rights::discord_id(user)?), ..details };
    // Repeating a redeem gives the same answer, even if the shop has closed since.
    let id = match redeem::redeem(&bot.app, &guild, key, details).await {
        Ok(key) => key.order_id(),
        Err(RedeemError::UnknownKey) => {
            rights::storefront(bot, interaction).await?;
            return Err(RedeemError::UnknownKey.into());
        }
        Err(error) => return Err(error.into()),
    };
    let mut answer = order::status(bot, &guild, &id).await?;
    if let (Some(embed), Some(shop)) = (&mut answer.message.embed, orders::shop_sign_of(&bot.app, &id).await?)
    {
        embed.title = format!("{} · {}", redeem::REDEEMED.trim_end_matches('!'), shop.name);
    }
    Ok(answer)
}
