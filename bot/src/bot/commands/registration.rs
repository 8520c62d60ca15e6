//! Registers the commands with the platform, if they differ from those registered last.

use std::time::Duration;

use boostdesk_core::messenger::registered_commands;
use boostdesk_core::watching::outages::Trouble;
use sha2::{Digest, Sha256};
use tokio::time::sleep;
use tracing::info;

use super::definitions;
use crate::bot::backoff::Backoff;
use crate::bot::context::Bot;
use crate::bot::platform::Registered;

const BACKOFF: Backoff = Backoff::between(Duration::from_secs(1), Duration::from_mins(1));

/// Retries until it succeeds; commands registered earlier work meanwhile.
pub(crate) async fn register(bot: &Bot) {
    let mut backoff = BACKOFF;
    while let Err(error) = try_to_register(bot).await {
        bot.app.outages.failed(Trouble::Commands, "", &error);
        sleep(backoff.failed(&bot.app.rng)).await;
    }
    bot.app.outages.worked(Trouble::Commands, "");
}

async fn try_to_register(bot: &Bot) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let application = bot.platform.application().await?.id.clone();
    let commands = definitions::all();
    let text = serde_json::to_string(&commands)?;
    if let Some(known) = registered_commands::digest(&bot.app, &application).await?
        && known == digest(&text, &bot.platform.commands(&application).await?)?
    {
        return Ok(());
    }
    let registered = bot.platform.put_commands(&application, &commands).await?;
    registered_commands::remember(&bot.app, &application, &digest(&text, &registered)?).await?;
    info!("the commands are registered");
    Ok(())
}

/// Digest of our commands and of the platform's copy: somebody else may have removed or altered those.
fn digest(ours: &str, there: &Registered) -> Result<String, serde_json::Error> {
    Ok(data_encoding::HEXLOWER.encode(&Sha256::digest(serde_json::to_string(&(ours, there))?)))
}
