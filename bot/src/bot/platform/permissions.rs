//! Permissions: the bot's in a channel, and other members' in a guild.

use boostdesk_core::ids::{DiscordId, GuildId};
use serenity::all::{GuildChannel, Member, PartialGuild, Permissions, Route};

use super::{Call, Channel, Platform, PlatformError, code, id};

/// What the bot needs in a channel, and the platform's name for it.
const NEEDED: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::READ_MESSAGE_HISTORY, READ_HISTORY),
];
/// Needed to find after a crash what was posted before it. Posting works without it.
const READ_HISTORY: &str = "Read Message History";

/// The permissions that the bot asks for when it is invited: no more than it needs.
pub(super) fn needed() -> Permissions {
    NEEDED.into_iter().fold(Permissions::empty(), |sum, (permission, _)| sum | permission)
}

/// What keeps the bot from posting in a channel, or from reading its history.
#[derive(Debug)]
pub(crate) enum Hindrance {
    /// The channel is in another guild.
    Elsewhere,
    /// It is a category, a forum or the like.
    NoMessages,
    Lacks(Vec<&'static str>),
}

impl Hindrance {
    /// Returns the part of it that keeps the bot from posting, if any.
    pub(crate) fn that_keeps_from_posting(self) -> Option<Self> {
        let Self::Lacks(mut missing) = self else { return Some(self) };
        missing.retain(|permission| *permission != READ_HISTORY);
        (!missing.is_empty()).then_some(Self::Lacks(missing))
    }
}

impl Platform {
    /// Returns what hinders the bot, which is `user`, in a channel. `guild`: the one that the channel has to be in, if any.
    pub(crate) async fn hindrance(
        &self,
        user: &DiscordId,
        channel: &Channel,
        guild: Option<&GuildId>,
    ) -> Result<Option<Hindrance>, PlatformError> {
        if guild.is_some() && guild != channel.guild_id.as_ref() {
            return Ok(Some(Hindrance::Elsewhere));
        }
        if !channel.takes_messages() {
            return Ok(Some(Hindrance::NoMessages));
        }
        let missing = self.missing_permissions(user, channel).await?;
        Ok((!missing.is_empty()).then_some(Hindrance::Lacks(missing)))
    }

    /// Returns what the bot lacks by its roles and the channel's overwrites.
    async fn missing_permissions(
        &self,
        user: &DiscordId,
        channel: &Channel,
    ) -> Result<Vec<&'static str>, PlatformError> {
        let guild_id = channel.guild_id.as_ref().ok_or_else(PlatformError::senseless)?;
        let (guild, member) = self.member(user, guild_id).await?;
        let channel: GuildChannel =
            serde_json::from_value(channel.whole.clone()).map_err(|_| PlatformError::senseless())?;
        let granted = guild.user_permissions_in(&channel, &member);
        let missing = NEEDED.into_iter().filter(|(permission, _)| !granted.contains(*permission));
        Ok(missing.map(|(_, name)| name).collect())
    }

    /// Returns a member's permissions in a guild, before any channel's overwrites.
    pub(super) async fn permissions_of(
        &self,
        user: &DiscordId,
        guild: &GuildId,
    ) -> Result<Permissions, PlatformError> {
        let (guild, member) = self.member(user, guild).await?;
        if guild.owner_id == member.user.id {
            return Ok(Permissions::all());
        }
        let everyone = serenity::all::RoleId::new(guild.id.get());
        let held = guild.roles.iter().filter(|(id, _)| **id == everyone || member.roles.contains(id));
        let sum = held.fold(Permissions::empty(), |sum, (_, role)| sum | role.permissions);
        Ok(if sum.administrator() { Permissions::all() } else { sum })
    }

    async fn member(
        &self,
        user: &DiscordId,
        guild: &GuildId,
    ) -> Result<(PartialGuild, Member), PlatformError> {
        let (guild_id, user_id) =
            (id(guild.as_str(), code::UNKNOWN_GUILD)?, id(user.as_str(), code::UNKNOWN_MEMBER)?);
        let (guild, member) = tokio::try_join!(
            self.call(Call::get(Route::Guild { guild_id })),
            self.call(Call::get(Route::GuildMember { guild_id, user_id })),
        )?;
        let unreadable = |_| PlatformError::senseless();
        let guild = serde_json::from_value(guild).map_err(unreadable)?;
        Ok((guild, serde_json::from_value(member).map_err(unreadable)?))
    }
}
