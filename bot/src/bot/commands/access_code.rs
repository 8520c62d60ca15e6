//! `/access-code`: the caller's own code, with a link that signs them in once.

use boostdesk_core::ids::UserId;
use boostdesk_core::people::auth;
use secrecy::ExposeSecret;

use super::{Result, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Interaction;
use crate::bot::platform::{Button, Embed, Message};

pub(super) async fn show(bot: &Bot, interaction: &Interaction) -> Result {
    let (seller, _) = rights::own_storefront(bot, interaction).await?;
    Ok(code_of(bot, &seller.id, "Your access code").await?.into())
}

pub(super) async fn reset(bot: &Bot, interaction: &Interaction) -> Result {
    let (seller, _) = rights::own_storefront(bot, interaction).await?;
    let details = "Reset the access code in chat";
    auth::reset_code_of(&bot.app, seller.id.as_str(), details).await?;
    Ok(code_of(bot, &seller.id, "Your new access code").await?.into())
}

/// Shown only to this user, who reads it at once: its link signs in once, within a minute.
async fn code_of(bot: &Bot, user_id: &UserId, title: &str) -> Result<Message> {
    let ticket = auth::issue_ticket(&bot.app, user_id).await?;
    let url = bot.product.page("/dashboard") + "?token=" + ticket.expose_secret();
    let said = "The button signs you in once, within a minute. Keep both to yourself.";
    message(bot, user_id, title, said, Button::Link { label: "Sign in", url }).await
}

/// Has no sign-in link: the user may read it much later, or get it from somebody else.
pub(super) async fn invitation(bot: &Bot, user_id: &UserId, title: &str) -> Result<Message> {
    let said = "Sign in to the dashboard with it. Keep it to yourself.";
    let dashboard = Button::Link { label: "Dashboard", url: bot.product.page("/dashboard") };
    message(bot, user_id, title, said, dashboard).await
}

async fn message(bot: &Bot, user_id: &UserId, title: &str, said: &str, button: Button) -> Result<Message> {
    let me = auth::me(&bot.app, user_id).await?;
    let embed = Embed {
        title: title.to_owned(),
        description: format!("||{}||\n{said}", me.access_code.expose()),
        color: embeds::PINK,
        ..Embed::default()
    };
    Ok(Message { buttons: vec![button], ..Message::of(embed) }.private())
}
