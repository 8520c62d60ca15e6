//! Whether the bot can come online and speak where it is asked to.

use std::collections::HashMap;

use boostdesk_core::clock::Clock;
use boostdesk_core::config::Config;
use boostdesk_core::{App, channel_problems, stock_boards, storefronts};
use serde_json::Value;
use twilight_model::channel::ChannelType;
use twilight_model::guild::Permissions;
use twilight_model::id::Id;
use twilight_model::id::marker::RoleMarker;
use twilight_util::permission_calculator::PermissionCalculator;

use super::{Finding, clock};
use crate::platform::{Channel, Platform, PlatformError};
use crate::start;

const TOKEN: &str = "bot token";

/// What the bot needs in a channel, and the platform's name for it.
const NEEDED: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
];

pub(super) async fn look_at(config: &Config) -> Vec<Finding> {
    let Some(platform) = Platform::new(&config.discord) else {
        return vec![Finding::good(TOKEN, "None: the web side runs alone."), clock(None)];
    };
    let time = platform.time().await.ok();
    let user = match platform.own_user().await {
        Ok(user) => user,
        Err(error) => return vec![token_trouble(&error), clock(time)],
    };
    let mut findings = vec![
        Finding::good(TOKEN, "The chat platform accepts it."),
        application(&platform).await,
        Finding::good("intents", "None are asked for: commands and buttons need none."),
    ];
    if config.discord.owner_id.is_none() {
        let mend = "Set discord.owner_id to your user id, so that `/seller` works for you.";
        findings.push(Finding::advice("owner", "discord.owner_id is empty.", mend));
    }
    for (name, channel) in channels(config).await {
        findings.push(permissions(&platform, &user, name, &channel).await);
    }
    findings.extend(noted_problems(config).await);
    findings.push(clock(time));
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

/// Every channel that the bot is to post in, with a name for its line.
async fn channels(config: &Config) -> Vec<(String, String)> {
    let mut channels = Vec::new();
    if let Some(id) = config.discord.log_channel_id {
        channels.push(("owner's log channel".to_owned(), id.to_string()));
    }
    if let Some(app) = open(config).await {
        for (storefront, _) in storefronts::list_all(&app).await.unwrap_or_default() {
            if let Some(channel) = storefront.log_channel_id {
                channels.push((format!("log channel of {}", storefront.name), channel));
            }
        }
        for board in stock_boards::list(&app).await.unwrap_or_default() {
            channels.push((format!("stock board of {}", board.storefront.name), board.channel_id));
        }
        app.db.close().await;
    }
    channels
}

/// What the bot has met and nobody has mended: closed direct messages among them.
async fn noted_problems(config: &Config) -> Vec<Finding> {
    let Some(app) = open(config).await else { return Vec::new() };
    let problems = channel_problems::all(&app).await.unwrap_or_default();
    app.db.close().await;
    problems
        .into_iter()
        .filter(|(_, problem)| problem.channel == channel_problems::DIRECT_MESSAGES)
        .map(|(seller, problem)| {
            let mend = "Let them allow direct messages from members of a server that the bot is in.";
            Finding::bad(format!("direct messages to {seller}"), problem.message, mend)
        })
        .collect()
}

/// Only a database that is there.
async fn open(config: &Config) -> Option<App> {
    if !config.secrets.key_file.exists() {
        return None;
    }
    start::open_app(config, Clock::system(), start::no_delivery(), None).await.ok()
}

async fn permissions(platform: &Platform, user: &str, name: String, channel: &str) -> Finding {
    let found = match platform.channel(channel).await {
        Ok(found) => found,
        Err(error) => {
            let mend = error.channel_problem().unwrap_or("Try again.");
            return Finding::bad(name, format!("Channel {channel}: {error}."), mend);
        }
    };
    match granted(platform, user, &found).await {
        Ok(granted) => {
            let missing: Vec<&str> = NEEDED
                .into_iter()
                .filter(|(permission, _)| !granted.contains(*permission))
                .map(|(_, name)| name)
                .collect();
            if missing.is_empty() {
                return Finding::good(name, format!("The bot may post in channel {channel}."));
            }
            let missing = missing.join(", ");
            let message = format!("The bot lacks {missing} in channel {channel}.");
            Finding::bad(name, message, format!("Give the bot's role {missing} there."))
        }
        Err(error) => Finding::bad(name, format!("Channel {channel}: {error}."), "Try again."),
    }
}

/// What the bot may do in a channel, by its roles and the channel's overwrites.
async fn granted(platform: &Platform, user: &str, channel: &Channel) -> Result<Permissions, PlatformError> {
    let unreadable = || PlatformError::Unreachable("it says nothing that makes sense".to_owned());
    let guild = channel.guild_id.as_deref().ok_or_else(unreadable)?;
    let roles = platform.roles(guild).await?;
    let of_role: HashMap<&str, Permissions> = roles.iter().filter_map(role).collect();
    let mine = platform.member_roles(guild, user).await?;
    let everyone = of_role.get(guild).copied().unwrap_or(Permissions::empty());
    let mine: Vec<(Id<RoleMarker>, Permissions)> =
        mine.iter().filter_map(|id| Some((id.parse().ok()?, of_role.get(id.as_str()).copied()?))).collect();
    let (guild, user) = (guild.parse().map_err(|_| unreadable())?, user.parse().map_err(|_| unreadable())?);
    let overwrites = serde_json::from_value(Value::Array(channel.overwrites.clone()));
    let overwrites: Vec<_> = overwrites.map_err(|_| unreadable())?;
    Ok(PermissionCalculator::new(guild, user, everyone, &mine)
        .in_channel(ChannelType::GuildText, &overwrites))
}

fn role(role: &Value) -> Option<(&str, Permissions)> {
    let bits = role["permissions"].as_str()?.parse().ok()?;
    Some((role["id"].as_str()?, Permissions::from_bits_truncate(bits)))
}
