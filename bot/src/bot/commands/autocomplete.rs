//! Choices that the platform offers while an option is being typed. None that the caller may not see.

use boostdesk_core::ids::{OrderId, UserId};
use boostdesk_core::shop::keys::{self, KeyFilter, KeyStatus};
use boostdesk_core::shop::order_list::{self, Filter, OrderStatus};
use boostdesk_core::shop::orders::{self, Page};
use boostdesk_core::shop::stock::StockName;
use boostdesk_core::shop::storefronts::Right;
use secrecy::ExposeSecret;
use serenity::all::AutocompleteChoice;

use super::{Result, rights, unless_refused};
use crate::bot::context::Bot;
use crate::bot::interactions::Interaction;

const MOST: u8 = 25;
/// How many of a customer's newest orders are searched.
const LOOKED_THROUGH: i64 = 100;

pub(crate) async fn complete(bot: &Bot, interaction: &Interaction) -> Vec<AutocompleteChoice> {
    let Some((option, typed)) = interaction.focused() else { return Vec::new() };
    let found = match (interaction.command(), option) {
        (_, "stock") => Ok(stock_names(typed)),
        (("order", _), "id") => order_ids(bot, interaction, typed).await,
        (("deliver", _), "order") => open_orders(bot, interaction, typed).await,
        (("keys", _), "key") => unused_keys(bot, interaction, typed).await,
        _ => Ok(Vec::new()),
    };
    found.unwrap_or_default()
}

fn stock_names(typed: &str) -> Vec<AutocompleteChoice> {
    let typed = typed.to_lowercase();
    let is_meant = |stock: &&StockName| {
        [stock.title(), stock.as_str()].iter().any(|name| name.to_lowercase().contains(&typed))
    };
    let choice = |stock: &StockName| AutocompleteChoice::new(stock.title(), stock.as_str());
    StockName::ALL.iter().filter(is_meant).map(choice).collect()
}

/// Returns orders of this guild's storefront for its seller, or for a customer those that they have redeemed here.
async fn order_ids(bot: &Bot, interaction: &Interaction, typed: &str) -> Result<Vec<AutocompleteChoice>> {
    let acting = unless_refused(rights::acting(bot, interaction, Right::Read).await)?;
    if let Some((user, _)) = acting {
        return sellers_orders(bot, interaction, &user, None, typed).await;
    }
    let user = rights::caller(interaction)?;
    let guild = rights::guild(interaction)?;
    let ids = orders::of_customer(&bot.app, &rights::discord_id(user)?, &guild, LOOKED_THROUGH).await?;
    let typed = typed.to_uppercase();
    let meant = ids.iter().map(OrderId::as_str).filter(|id| id.contains(&typed));
    Ok(meant.take(MOST.into()).map(|id| AutocompleteChoice::new(id, id)).collect())
}

/// Returns the orders that wait for a verdict.
async fn open_orders(bot: &Bot, interaction: &Interaction, typed: &str) -> Result<Vec<AutocompleteChoice>> {
    let (user, _) = rights::acting(bot, interaction, Right::Pack).await?;
    sellers_orders(bot, interaction, &user, Some(OrderStatus::Waiting), typed).await
}

/// Searches all orders of this guild's storefront as the dashboard does, by email, too.
async fn sellers_orders(
    bot: &Bot,
    interaction: &Interaction,
    user: &UserId,
    status: Option<OrderStatus>,
    typed: &str,
) -> Result<Vec<AutocompleteChoice>> {
    let guild = Some(rights::guild(interaction)?);
    let filter = Filter { status, search: typed.to_owned(), guild };
    let found = order_list::page(
        &bot.app,
        user,
        &filter,
        Page::parse(None, Some(MOST.into())).expect("a page may have as many"),
    )
    .await?;
    Ok(found.orders.iter().map(|order| choice(order.id.as_str(), order.amount, order.stock)).collect())
}

/// Searches all unused keys as the dashboard does, by note and email, too.
async fn unused_keys(bot: &Bot, interaction: &Interaction, typed: &str) -> Result<Vec<AutocompleteChoice>> {
    let (user, _) = rights::acting(bot, interaction, Right::Manage).await?;
    let guild = rights::guild(interaction)?;
    let unused = KeyFilter { status: Some(KeyStatus::Unused), search: typed, ..KeyFilter::default() };
    let page = keys::list(&bot.app, &user, &guild, unused, None, Some(MOST.into())).await?;
    Ok(page.keys.iter().map(|key| choice(key.key.expose_secret(), key.amount, key.stock)).collect())
}

fn choice(code: &str, amount: i64, stock: StockName) -> AutocompleteChoice {
    AutocompleteChoice::new(format!("{code} · {amount} boosts · {}", stock.title()), code)
}
