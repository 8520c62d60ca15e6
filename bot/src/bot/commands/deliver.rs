//! `/deliver`: the seller's verdict on an order that is delivered by hand.

use boostdesk_core::foundation::words::counted;
use boostdesk_core::ids::OrderId;
use boostdesk_core::shop::delivery::{self, Verdict};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::orders::{self, OrderError, OrderState};
use boostdesk_core::shop::storefronts::Right;
use secrecy::ExposeSecret;

use super::order::no_order;
use super::{Refusal, Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;

/// A repeat of a verdict that was recorded would be about the tokens that stand in the place of failed ones.
const UNCERTAIN: &str = "Something went wrong on our side, and your verdict may or may not be recorded. Look at `/order` before you repeat it.";

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let (user_id, storefront) = rights::acting(bot, interaction, Right::Pack).await?;
    let id = &OrderId::parse(interaction.text("order").unwrap_or_default()).ok_or_else(no_order)?;
    let failed = interaction.number("failed").unwrap_or_default();
    let order = match orders::get(&bot.app, &user_id, id).await {
        Ok(order) if order.storefront_guild_id == storefront.guild_id => order,
        Ok(_) | Err(OrderError::NotFound) => return Err(no_order()),
        Err(error) => return Err(error.into()),
    };
    if order.state == OrderState::Done {
        return Err(Refusal::new("This order is done already."));
    }
    if order.pending.is_empty() {
        return Err(Refusal::new("This order is being delivered automatically."));
    }
    let waiting = order.pending.len();
    let failed = usize::try_from(failed).ok().filter(|failed| *failed <= waiting);
    let failed = failed.ok_or_else(|| {
        Refusal::new(format!(
            "The order waits for {}: at most so many can have failed.",
            counted(waiting, "token")
        ))
    })?;
    let verdicts = order
        .pending
        .iter()
        .enumerate()
        .map(|(place, token)| {
            let delivered = place < waiting - failed;
            let reason = (!delivered).then(|| "marked as failed in chat".to_owned());
            Verdict { token: token.expose_secret().to_owned(), delivered, reason }
        })
        .collect();
    let by = By::User(rights::writer(bot, interaction, &user_id).await?);
    let recorded = delivery::record_verdicts(&bot.app, &user_id, id, verdicts, &by).await;
    recorded.map_err(|error| match error.into() {
        Refusal::Broken => Refusal::new(UNCERTAIN),
        refused @ Refusal::Refused(_) => refused,
    })?;
    let mut said = format!("{} delivered, {failed} failed.", counted(waiting - failed, "token"));
    // It is recorded, whether or not the order can be read now.
    let order = orders::get(&bot.app, &user_id, id).await.map_err(Refusal::from);
    if let Ok(order) = order
        && order.state != OrderState::Done
    {
        let fresh = counted(order.pending.len(), "fresh token");
        said = format!("{said} In the place of failed ones: {fresh} for your verdict.");
    }
    Ok(embeds::said(said).into())
}
