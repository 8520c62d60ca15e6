//! `/suggest`: adds a suggestion to the list that every seller sees.

use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth;
use boostdesk_core::people::feedback::Author;
use boostdesk_core::people::feedback::suggestions;
use serenity::all::User;

use super::{Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::{Interaction, name_of};

pub(super) async fn run(bot: &Bot, interaction: &Interaction) -> Result {
    let user = rights::caller(interaction)?;
    rights::may_write(bot, user)?;
    let (title, description) = (interaction.text("title"), interaction.text("description"));
    let (title, description) = (title.unwrap_or_default(), description.unwrap_or_default());
    let author = author(bot, user).await?;
    suggestions::create(&bot.app, author, title, description, &Client::default()).await?;
    Ok(embeds::said("Thank you! Your suggestion is on the list.").into())
}

/// Sellers and helpers are named by their account, customers by their name.
pub(super) async fn author(bot: &Bot, user: &User) -> Result<Author> {
    let account = auth::account_of(&bot.app, &rights::discord_id(user)?).await?;
    Ok(match account {
        Some(user_id) => Author::user(&user_id),
        None => Author::Customer { name: name_of(user).to_owned() },
    })
}
