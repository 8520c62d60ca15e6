//! `boostdesk seller`: who may sign in.

use boostdesk_core::App;
use boostdesk_core::closing::{self, ClosingError};
use boostdesk_core::ids::DiscordId;
use boostdesk_core::people::auth::{self, AuthError};
use serde_json::json;

use crate::process::cli::SellerCommand;
use crate::process::failed::Failed;
use crate::process::output::{say, say_json};

pub(super) async fn run(app: &App, command: SellerCommand) -> Result<(), Failed> {
    match command {
        SellerCommand::Add { name, discord_id, admin, output } => {
            let discord_id = match discord_id.as_deref().map(DiscordId::parse) {
                Some(None) => return Err(Failed::usage(AuthError::BadDiscordId)),
                Some(known) => known,
                None => None,
            };
            let added = auth::add_seller(app, &name, discord_id.as_ref(), admin).await;
            let (seller, code) = added.map_err(|error| match error {
                AuthError::BadName => Failed::usage(error),
                error => refused(&error),
            })?;
            if output.json {
                let code = code.expose();
                say_json(&json!({ "id": seller.id, "username": seller.username, "accessCode": code }));
            } else {
                say(format!("Added {} ({})", seller.username, seller.id));
                say(format!("Access code: {}", code.expose()));
            }
        }
        SellerCommand::List(output) => {
            let sellers = auth::list_sellers(app).await.map_err(Failed::trouble)?;
            if output.json {
                let sellers = sellers.iter().map(|seller| {
                    json!({
                        "id": seller.id,
                        "username": seller.username,
                        "discordId": seller.discord_id,
                        "admin": seller.admin,
                    })
                });
                say_json(&sellers.collect::<Vec<_>>());
            } else {
                for seller in sellers {
                    let role = if seller.owner {
                        "owner"
                    } else if seller.admin {
                        "admin"
                    } else {
                        "seller"
                    };
                    let discord_id = seller.discord_id.as_ref().map_or("-", |id| id.as_str());
                    say(format!("{}\t{}\t{role}\t{discord_id}", seller.id, seller.username));
                }
            }
        }
        SellerCommand::Remove { seller, output } => {
            let done = closing::remove_seller(app, &seller).await;
            let (removed, closed) = done.map_err(|error| match error {
                ClosingError::Seller(error) => refused(&error),
                error => Failed::trouble(error),
            })?;
            if output.json {
                say_json(&json!({ "id": removed.id, "username": removed.username }));
            } else {
                say(format!("Removed {} ({})", removed.username, removed.id));
                for storefront in closed {
                    say(format!("Closed {} ({})", storefront.name, storefront.guild_id));
                }
            }
        }
        SellerCommand::ResetCode { seller, output } => {
            let code = auth::reset_code_of(app, &seller, "The operator reset the access code")
                .await
                .map_err(|error| refused(&error))?;
            if output.json {
                say_json(&json!({ "accessCode": code.expose() }));
            } else {
                say(format!("Access code: {}", code.expose()));
            }
        }
    }
    Ok(())
}

/// Adds what to do about the error.
pub(super) fn refused(error: &AuthError) -> Failed {
    let mend = match error {
        AuthError::NoSuchSeller(_) | AuthError::AmbiguousSeller(_) => {
            " `boostdesk seller list` shows who there is."
        }
        AuthError::NameTaken(_) => " Choose another name.",
        AuthError::DiscordIdTaken => " `boostdesk seller list` shows whose it is.",
        _ => "",
    };
    Failed::trouble(format!("{error}{mend}"))
}
