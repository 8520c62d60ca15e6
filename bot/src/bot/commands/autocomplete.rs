//! Choices that the platform offers while an option is being typed. None that the caller may not see.

use boostdesk_core::shop::keys;
use boostdesk_core::shop::keys::{KeyFilter, KeyStatus};
use boostdesk_core::shop::orders;
use boostdesk_core::shop::stock::StockName;
use boostdesk_core::shop::storefronts::Right;
use secrecy::ExposeSecret;
use serenity::all::AutocompleteChoice;

use super::{Result, rights, unless_refused};
use crate::bot::context::Bot;
use crate::bot::interactions::Interaction;

const MOST: usize = 25;
/// How many of the newest orders or keys are searched.
const LOOKED_THROUGH: i64 = 100;

pub(crate) async fn complete(bot: &Bot, interaction: &Interaction) -> Vec<AutocompleteChoice> {
    let Some((option, typed)) = interaction.focused() else { return Vec::new() };
    let found = match (interaction.command(), option) {
        (_, "stock") => Ok(stock_names()),
        (("order", _), "id") => order_ids(bot, interaction).await,
        (("deliver", _), "order") => open_orders(bot, interaction).await,
        (("keys", _), "key") => unused_keys(bot, interaction).await,
        _ => Ok(Vec::new()),
    };
    let typed = typed.to_lowercase();
    let matches = |choice: &Choice| {
        choice.name.to_lowercase().contains(&typed) || choice.value.to_lowercase().contains(&typed)
    };
    found
        .unwrap_or_default()
        .into_iter()
        .filter(matches)
        .take(MOST)
        .map(|choice| AutocompleteChoice::new(choice.name, choice.value))
        .collect()
}

struct Choice {
    name: String,
    value: String,
}

impl Choice {
    fn plain(value: String) -> Self {
        Self { name: value.clone(), value }
    }
}

fn stock_names() -> Vec<Choice> {
    let choice = |stock: &StockName| Choice { name: stock.title().to_owned(), value: stock.to_string() };
    StockName::ALL.iter().map(choice).collect()
}

/// Returns the orders of this guild's storefront for its seller, or for a customer those that they have redeemed here.
async fn order_ids(bot: &Bot, interaction: &Interaction) -> Result<Vec<Choice>> {
    let acting = unless_refused(rights::acting(bot, interaction, Right::Read).await)?;
    if let Some((_, storefront)) = acting {
        let ids = orders::of_storefront(&bot.app, &storefront, LOOKED_THROUGH).await;
        return Ok(ids?.into_iter().map(|id| Choice::plain(id.to_string())).collect());
    }
    let user = rights::caller(interaction)?;
    let guild = rights::guild(interaction)?;
    let ids = orders::of_customer(&bot.app, &rights::discord_id(user)?, &guild, LOOKED_THROUGH).await;
    Ok(ids?.into_iter().map(|id| Choice::plain(id.to_string())).collect())
}

/// Returns the orders that wait for a verdict.
async fn open_orders(bot: &Bot, interaction: &Interaction) -> Result<Vec<Choice>> {
    let (_, storefront) = rights::acting(bot, interaction, Right::Pack).await?;
    let ids = orders::waiting_for_seller(&bot.app, &storefront, LOOKED_THROUGH).await;
    Ok(ids?.into_iter().map(|id| Choice::plain(id.to_string())).collect())
}

async fn unused_keys(bot: &Bot, interaction: &Interaction) -> Result<Vec<Choice>> {
    let (user, _) = rights::acting(bot, interaction, Right::Manage).await?;
    let guild = rights::guild(interaction)?;
    let unused = KeyFilter { status: Some(KeyStatus::Unused), ..KeyFilter::default() };
    let page = keys::list(&bot.app, &user, &guild, unused, None, Some(LOOKED_THROUGH)).await;
    let choice = |key: keys::Key| {
        let value = key.key.expose_secret().to_owned();
        Choice { name: format!("{value} · {} boosts · {}", key.amount, key.stock.title()), value }
    };
    Ok(page?.keys.into_iter().map(choice).collect())
}
