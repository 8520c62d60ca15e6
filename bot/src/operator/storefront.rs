//! `boostdesk storefront`: sellers' shops.

use boostdesk_core::App;
use boostdesk_core::closing;
use boostdesk_core::people::auth;
use boostdesk_core::shop::storefronts::{self, Storefront, StorefrontError, StorefrontInput};
use serde_json::{Value, json};

use super::{guild_id, no_storefront, seller};
use crate::process::cli::StorefrontCommand;
use crate::process::failed::Failed;
use crate::process::output::{say, say_json};

pub(super) async fn run(app: &App, command: StorefrontCommand) -> Result<(), Failed> {
    match command {
        StorefrontCommand::Add { guild, seller, name, output } => {
            let guild = guild_id(&guild)?;
            let seller = auth::find_seller(app, &seller).await.map_err(|error| seller::refused(&error))?;
            let before = storefronts::settings_before(app, &seller.id, &guild).await;
            let before = before.map_err(Failed::trouble)?.unwrap_or_default();
            let input = StorefrontInput { name: name.or(before.name.clone()), ..before };
            let added = storefronts::add_proven(app, &seller.id, &guild, input).await;
            let added = added.map_err(|error| match error {
                StorefrontError::Invalid(_) => Failed::usage(error),
                StorefrontError::GuildTaken => {
                    Failed::trouble(format!("{error} `boostdesk storefront list` shows whose it is."))
                }
                error => Failed::trouble(error),
            })?;
            if output.json {
                say_json(&described(&added, &seller.username));
            } else {
                say(format!("{} ({}) is open, for {}", added.name, added.guild_id, seller.username));
            }
        }
        StorefrontCommand::Close { guild, output } => {
            let closed = closing::close_storefront(app, &guild_id(&guild)?).await.map_err(no_storefront)?;
            if output.json {
                say_json(&json!({ "guildId": closed.guild_id, "name": closed.name }));
            } else {
                say(format!("Closed {} ({})", closed.name, closed.guild_id));
            }
        }
        StorefrontCommand::List(output) => {
            let all = storefronts::list_all(app).await.map_err(Failed::trouble)?;
            if output.json {
                say_json(
                    &all.iter().map(|(storefront, seller)| described(storefront, seller)).collect::<Vec<_>>(),
                );
            } else {
                for (storefront, seller) in all {
                    let name = storefront.name.replace(char::is_control, " ");
                    say(format!("{}\t{name}\t{seller}", storefront.guild_id));
                }
            }
        }
    }
    Ok(())
}

fn described(storefront: &Storefront, seller: &str) -> Value {
    json!({
        "guildId": storefront.guild_id,
        "name": storefront.name,
        "seller": seller,
        "embedColor": storefront.embed_color,
        "embedFooter": storefront.embed_footer,
        "redeemFooter": storefront.redeem_footer,
        "storeLink": storefront.store_link,
        "discordLink": storefront.discord_link,
        "createdAt": storefront.created_at.rfc3339(),
    })
}
