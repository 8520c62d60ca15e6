//! Whether the bot can come online and speak where it is asked to.

use boostdesk_core::config::Config;
use boostdesk_core::db::{Failure, Result};
use boostdesk_core::ids::{ChannelId, DiscordId, GuildId};
use boostdesk_core::{App, messenger::channel_problems, messenger::stock_boards, shop::storefronts};

use super::{Finding, clock};
use crate::bot::platform::{Hindrance, Platform, PlatformError};

const TOKEN: &str = "bot token";

/// `app`: `None` if the database cannot be read.
pub(super) async fn look_at(config: &Config, app: Option<&App>) -> Vec<Finding> {
    let Some(platform) = Platform::new(&config.discord) else {
        return vec![Finding::good(TOKEN, "None: the web side runs alone."), clock(None)];
    };
    // Compared at once: what else is asked may take long.
    let clock = clock(platform.time().await.ok());
    let user = match platform.own_user().await {
        Ok(user) => user,
        Err(error) => return vec![token_trouble(&error), clock],
    };
    let mut findings = vec![
        Finding::good(TOKEN, "The chat platform accepts it."),
        application(&platform).await,
        Finding::good("intents", "Guilds alone, which no application has to be granted."),
    ];
    if config.discord.owner_id.is_none() {
        let mend = "Set discord.owner_id to your user id, so that `/seller` works for you.";
        findings.push(Finding::advice("owner", "discord.owner_id is empty.", mend));
    }
    if let Some(channel) = &config.discord.log_channel_id {
        let name = "owner's log channel".to_owned();
        findings.push(permissions(&platform, &user, name, channel, None).await);
    }
    if let Some(app) = app {
        match channels(app).await {
            Ok(channels) => {
                for (name, channel, guild) in channels {
                    findings.push(permissions(&platform, &user, name, &channel, Some(&guild)).await);
                }
            }
            Err(failure) => findings.push(unread("channels", &failure)),
        }
        match direct_messages(app).await {
            Ok(problems) => findings.extend(problems),
            Err(failure) => findings.push(unread("direct messages", &failure)),
        }
    }
    findings.push(clock);
    findings
}

fn token_trouble(error: &PlatformError) -> Finding {
    if error.is_wrong_token() {
        let mend = "Copy it again from the application's Bot page into discord.token.";
        return Finding::bad(TOKEN, "The chat platform does not accept it.", mend);
    }
    let mend = "Check the connection to the internet, and discord.api_base.";
    Finding::bad(TOKEN, format!("It cannot be checked: {error}."), mend)
}

async fn application(platform: &Platform) -> Finding {
    const NAME: &str = "application";
    match platform.application().await {
        Ok(found) if found.interactions_endpoint.is_some() => Finding::bad(
            NAME,
            format!("{} ({}) has an Interactions Endpoint URL: commands go there.", found.name, found.id),
            "Empty it on the application's General Information page.",
        ),
        Ok(found) => Finding::good(NAME, format!("{} ({}).", found.name, found.id)),
        Err(error) => Finding::bad(NAME, format!("{error}."), "Try again."),
    }
}

fn unread(name: &str, failure: &Failure) -> Finding {
    Finding::bad(name, format!("They could not be read: {failure}."), "Check again; see database.url.")
}

/// Every channel that storefronts have the bot post in, with a name for its line and the guild that it is to be in.
async fn channels(app: &App) -> Result<Vec<(String, ChannelId, GuildId)>> {
    let mut channels = Vec::new();
    for (storefront, _) in storefronts::list_all(app).await? {
        if let Some(channel) = storefront.log_channel_id {
            channels.push((format!("log channel of {}", storefront.name), channel, storefront.guild_id));
        }
    }
    let boards = stock_boards::list(app).await?;
    for board in boards.into_iter().filter(|board| !board.is_closed) {
        let name = format!("stock board of {}", board.storefront.name);
        channels.push((name, board.channel_id, board.storefront.guild_id));
    }
    Ok(channels)
}

/// Problems with direct messages to sellers that nobody has fixed yet.
async fn direct_messages(app: &App) -> Result<Vec<Finding>> {
    let mut problems = channel_problems::all(app).await?;
    problems.retain(|(_, problem)| problem.channel == channel_problems::DIRECT_MESSAGES);
    let said = problems.into_iter().map(|(seller, problem)| {
        let mend = "Let them allow direct messages from members of a server that the bot is in.";
        // Only advice: what the bot could not send them was shown to whoever invited them.
        Finding::advice(format!("direct messages to {seller}"), problem.message, mend)
    });
    Ok(said.collect())
}

async fn permissions(
    platform: &Platform,
    user: &DiscordId,
    name: String,
    channel: &ChannelId,
    guild: Option<&GuildId>,
) -> Finding {
    let found = match platform.channel(channel).await {
        Ok(found) => found,
        Err(error) => {
            let mend = error.channel_problem().unwrap_or("Try again.");
            return Finding::bad(name, format!("Channel {channel}: {error}."), mend);
        }
    };
    match platform.hindrance(user, &found, guild).await {
        Ok(None) => Finding::good(name, format!("The bot may post in channel {channel}.")),
        Ok(Some(Hindrance::Elsewhere)) => {
            let message = format!("Channel {channel} is in another server.");
            Finding::bad(name, message, "Choose one of its storefront's server.")
        }
        Ok(Some(Hindrance::NoMessages)) => {
            Finding::bad(name, format!("Channel {channel} takes no messages."), "Choose a text channel.")
        }
        Ok(Some(Hindrance::Lacks(missing))) => {
            let missing = missing.join(", ");
            let message = format!("The bot lacks {missing} in channel {channel}.");
            Finding::bad(name, message, format!("Give the bot's role {missing} there."))
        }
        Err(error) => Finding::bad(name, format!("Channel {channel}: {error}."), "Try again."),
    }
}
