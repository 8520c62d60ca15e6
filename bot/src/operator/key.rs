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
use crate::process::output::{JsonList, say, say_json};

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
            let guild = guild_id(&guild)?;
            let seller = storefront_in(app, &guild).await?.user_id;
            let filter = KeyFilter { status, ..KeyFilter::default() };
            let mut walk = bulk::walk(app, &seller, &guild, filter).await.map_err(Failed::trouble)?;
            let mut list = output.json.then(|| JsonList::begin("keys"));
            loop {
                let keys = walk.next().await.map_err(Failed::trouble)?;
                if keys.is_empty() {
                    break;
                }
                for key in &keys {
                    match &mut list {
                        Some(list) => list.add(&described(key)),
                        None => say(listed(key)),
                    }
                }
            }
            if let Some(list) = list {
                list.end();
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

fn key_status(text: &str) -> Result<KeyStatus, Failed> {
    let unknown = || Failed::usage(format!("`{text}` is no key status: unused, redeemed or revoked."));
    text.parse().map_err(|_| unknown())
}

fn listed(key: &Key) -> String {
    format!("{}\t{}\t{}\t{}", key.key.expose_secret(), key.status.as_str(), key.amount, key.stock)
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
