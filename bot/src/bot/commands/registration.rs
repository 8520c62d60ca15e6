//! Tells the platform the commands, when they are not what it was told last.

use std::collections::BTreeSet;
use std::time::Duration;

use boostdesk_core::ids::ApplicationId;
use boostdesk_core::messenger::registered_commands;
use boostdesk_core::outages::Trouble;
use sha2::{Digest, Sha256};
use tokio::time::sleep;
use tracing::info;

use super::{COMMANDS, definitions};
use crate::bot::backoff::Backoff;
use crate::bot::context::Bot;
use crate::bot::platform::PlatformError;

const BACKOFF: Backoff = Backoff::between(Duration::from_secs(1), Duration::from_mins(1));

/// Tries until it is done: commands of an earlier start work meanwhile.
pub(crate) async fn register(bot: &Bot) {
    let mut backoff = BACKOFF;
    while let Err(error) = try_to_register(bot).await {
        bot.app.outages.failed(Trouble::Commands, "", &error);
        sleep(backoff.failed(&bot.app.rng)).await;
    }
    bot.app.outages.worked(Trouble::Commands, "");
}

async fn try_to_register(bot: &Bot) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let application = bot.application().await?.id.clone();
    let commands = definitions::all();
    let text = serde_json::to_string(&commands)?;
    let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(text));
    if registered_commands::digest(&bot.app, &application).await?.as_deref() == Some(&digest)
        && are_there(bot, &application).await?
    {
        return Ok(());
    }
    bot.platform.put_commands(&application, &commands).await?;
    registered_commands::remember(&bot.app, &application, &digest).await?;
    info!("the commands are registered");
    Ok(())
}

/// Returns whether the platform still has the commands: somebody else may have taken them away.
async fn are_there(bot: &Bot, application: &ApplicationId) -> Result<bool, PlatformError> {
    let there: BTreeSet<String> = bot.platform.command_names(application).await?.into_iter().collect();
    Ok(there == COMMANDS.iter().map(|command| command.name.to_owned()).collect())
}
