//! `boostdesk key`: redeem keys.

use boostdesk_core::App;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::outbox::seller_events::KeySource;
use boostdesk_core::shop::keys::{self, CreateKeys, Key, KeyError, KeyFilter, KeyStatus, bulk};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use super::stock::stock_name;
use super::{guild_id, storefront_in};
use crate::process::cli::KeyCommand;
use crate::process::failed::Failed;
use crate::process::output::{say, say_json};

pub(super) async fn run(app: &App, command: KeyCommand) -> Result<(), Failed> {
    match command {
        KeyCommand::Create { guild, stock, amount, count, output } => {
            let guild = guild_id(&guild)?;
            let wanted = CreateKeys { stock: stock_name(&stock)?, amount, count, note: None };
            let seller = storefront_in(app, &guild).await?.user_id;
            let keys = keys::create(app, &seller, &guild, wanted, KeySource::Seller).await;
            let keys = keys.map_err(|error| match error {
                KeyError::BadAmount | KeyError::BadCount => Failed::usage(error),
                error => Failed::trouble(error),
            })?;
            let keys: Vec<&str> = keys.iter().map(keys::RedeemKey::expose).collect();
            if output.json {
                say_json(&json!({ "keys": keys }));
            } else {
                keys.iter().for_each(say);
            }
        }
        KeyCommand::List { guild, status, output } => {
            let status = status.as_deref().map(key_status).transpose()?;
            let keys = all_keys(app, &guild, status).await?;
            if output.json {
                say_json(&json!({ "keys": keys.iter().map(described).collect::<Vec<_>>() }));
            } else {
                for key in keys {
                    let (code, status) = (key.key.expose_secret(), key.status.as_str());
                    say(format!("{code}\t{status}\t{}\t{}", key.amount, key.stock));
                }
            }
        }
        KeyCommand::Revoke { key, output } => {
            keys::revoke_anywhere(app, &key).await.map_err(|error| match error {
                KeyError::NotFound => {
                    Failed::trouble(format!("{error} `boostdesk key list GUILD` shows a server's keys."))
                }
                error => Failed::trouble(error),
            })?;
            if output.json {
                say_json(&json!({ "key": key, "status": KeyStatus::Revoked.as_str() }));
            } else {
                say(format!("Revoked {key}"));
            }
        }
    }
    Ok(())
}

/// Reads all keys, newest first.
async fn all_keys(app: &App, guild: &str, status: Option<KeyStatus>) -> Result<Vec<Key>, Failed> {
    let guild = guild_id(guild)?;
    let seller = storefront_in(app, &guild).await?.user_id;
    let filter = KeyFilter { status, ..KeyFilter::default() };
    let mut walk = bulk::walk(app, &seller, &guild, filter).await.map_err(Failed::trouble)?;
    let mut keys = Vec::new();
    loop {
        let more = walk.next().await.map_err(Failed::trouble)?;
        if more.is_empty() {
            return Ok(keys);
        }
        keys.extend(more);
    }
}

fn key_status(text: &str) -> Result<KeyStatus, Failed> {
    let unknown = || Failed::usage(format!("`{text}` is no key status: unused, redeemed or revoked."));
    text.parse().map_err(|_| unknown())
}

fn described(key: &Key) -> Value {
    json!({
        "key": key.key.expose_secret(),
        "stock": key.stock.as_str(),
        "amount": key.amount,
        "status": key.status.as_str(),
        "note": key.note,
        "email": key.email,
        "createdAt": key.created_at.rfc3339(),
        "redeemedAt": key.redeemed_at.map(Timestamp::rfc3339),
    })
}
