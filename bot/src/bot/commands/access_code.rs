//! `/access-code`: the caller's own code, with a link that signs them in once.

use boostdesk_core::ids::UserId;
use boostdesk_core::people::auth;
use secrecy::ExposeSecret;

use super::{Refusal, Result, rights};
use crate::bot::context::Bot;
use crate::bot::interactions::Interaction;
use crate::bot::platform::{Button, Embed, Message};

pub(super) async fn show(bot: &Bot, interaction: &Interaction) -> Result {
    let (seller, _) = rights::own_storefront(bot, interaction).await?;
    Ok(code_of(bot, &seller.id, "Your access code").await?.into())
}

pub(super) async fn reset(bot: &Bot, interaction: &Interaction) -> Result {
    let (seller, _) = rights::own_storefront(bot, interaction).await?;
    let details = "Reset the access code in chat";
    auth::reset_code_of(&bot.app, seller.id.as_str(), details).await.map_err(Refusal::broken)?;
    Ok(code_of(bot, &seller.id, "Your new access code").await?.into())
}

/// For the eyes of this user only.
pub(super) async fn code_of(bot: &Bot, user_id: &UserId, title: &str) -> Result<Message> {
    let me = auth::me(&bot.app, user_id).await.map_err(Refusal::broken)?;
    let ticket = auth::issue_ticket(&bot.app, user_id).await.map_err(Refusal::broken)?;
    let link = bot.product.page("/dashboard") + "?token=" + ticket.expose_secret();
    let embed = Embed {
        title: title.to_owned(),
        description: format!(
            "||{}||\nThe button signs you in once, within a minute. Keep both to yourself.",
            me.access_code.expose()
        ),
        color: 0x00ff_82be,
        ..Embed::default()
    };
    let sign_in = Button::Link { label: "Sign in", url: link };
    Ok(Message { buttons: vec![sign_in], ..Message::of(embed) }.private())
}
