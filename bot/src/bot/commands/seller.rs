//! `/seller`: who may sell. For the product's owner.

use boostdesk_core::closing;
use boostdesk_core::people::auth::{self, AuthError, LONGEST_USERNAME, Seller};
use serenity::all::User;

use super::access_code::invitation;
use super::{Refusal, Result, direct, rights};
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::{Interaction, name_of};
use crate::bot::platform::{Attachment, DESCRIPTION, Message};

/// More sellers than this come as a file, as they might not fit into a message.
const IN_TEXT: usize = 50;

pub(super) async fn add(bot: &Bot, interaction: &Interaction) -> Result {
    rights::owner(bot, interaction)?;
    let user = chosen(interaction)?;
    if user.bot {
        return Err(Refusal::new("A bot cannot be a seller."));
    }
    let known = auth::seller_by_discord_id(&bot.app, &rights::discord_id(user)?).await?;
    let is_new = known.is_none();
    let seller = match known {
        Some(seller) => seller,
        None => add_under_a_free_name(bot, user).await?,
    };
    let title = format!("You can sell with {}", bot.product.name);
    let invited = invitation(bot, &seller.id, &title).await?;
    let what = if is_new { "is a seller now" } else { "was a seller already and keeps the code" };
    match direct::tell(bot, user.id, &seller, &invited, &interaction.nonce()).await? {
        None => {
            let said = format!("<@{}> {what}. The way in is in their direct messages.", user.id);
            Ok(embeds::said(said).into())
        }
        Some(trouble) => {
            let mut answer = invitation(bot, &seller.id, &format!("{} {what}", seller.username)).await?;
            if let Some(embed) = &mut answer.embed {
                embed.description =
                    format!("{trouble} Pass this on to <@{}>:\n{}", user.id, embed.description);
            }
            Ok(answer.into())
        }
    }
}

pub(super) async fn remove(bot: &Bot, interaction: &Interaction) -> Result {
    rights::owner(bot, interaction)?;
    let user = chosen(interaction)?;
    let seller = auth::seller_by_discord_id(&bot.app, &rights::discord_id(user)?).await?;
    let seller = seller.ok_or_else(|| Refusal::new(format!("<@{}> is no seller.", user.id)))?;
    closing::remove_seller(&bot.app, seller.id.as_str()).await?;
    let said = format!(
        "<@{}> can no longer sign in, and their storefronts are closed. Orders and stock stay.",
        user.id
    );
    Ok(embeds::said(said).into())
}

pub(super) async fn list(bot: &Bot, interaction: &Interaction) -> Result {
    rights::owner(bot, interaction)?;
    let sellers = auth::list_sellers(&bot.app).await?;
    let text = listed(&sellers, embeds::plain);
    if sellers.len() <= IN_TEXT && text.chars().count() <= DESCRIPTION {
        return Ok(embeds::said(text).into());
    }
    let text = listed(&sellers, str::to_owned);
    let file = Attachment { name: "sellers.txt".to_owned(), text: format!("{text}\n") };
    let said = embeds::said(format!("{} sellers are in the file.", sellers.len()));
    Ok(Message { file: Some(file), ..said }.into())
}

fn listed(sellers: &[Seller], written: fn(&str) -> String) -> String {
    let lines: Vec<String> = sellers.iter().map(|seller| line(seller, written)).collect();
    lines.join("\n")
}

fn line(seller: &Seller, written: fn(&str) -> String) -> String {
    let mention = seller.discord_id.as_ref().map(|id| format!(" · <@{id}>")).unwrap_or_default();
    let role = match (seller.owner, seller.admin) {
        (true, _) => " · owner",
        (false, true) => " · admin",
        (false, false) => "",
    };
    format!("**{}**{mention}{role}", written(&seller.username))
}

fn chosen(interaction: &Interaction) -> Result<&User> {
    interaction.chosen_user("user").ok_or_else(|| Refusal::new("Please choose a user."))
}

/// If the name is taken, the last digits of the user's id are appended to it.
async fn add_under_a_free_name(bot: &Bot, user: &User) -> Result<Seller> {
    let discord_id = rights::discord_id(user)?;
    let id = discord_id.as_str();
    let name: String = name_of(user).trim().chars().take(LONGEST_USERNAME).collect();
    match auth::add_seller(&bot.app, &name, Some(&discord_id), false).await {
        Err(AuthError::NameTaken(_)) => {
            let end = format!(" {}", &id[id.len().saturating_sub(4)..]);
            let short: String = name.chars().take(LONGEST_USERNAME - end.len()).collect();
            auth::add_seller(&bot.app, &format!("{short}{end}"), Some(&discord_id), false).await
        }
        done => done,
    }
    .map(|(seller, _)| seller)
    .map_err(Refusal::from)
}
