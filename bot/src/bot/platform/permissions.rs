//! What the bot may do in a channel, and others in a guild.

use boostdesk_core::ids::{DiscordId, GuildId};
use serenity::all::{GuildChannel, Member, PartialGuild, Permissions, Route};

use super::{Call, Channel, Platform, PlatformError, id};

/// What the bot needs in a channel, and the platform's name for it.
const NEEDED: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::READ_MESSAGE_HISTORY, READ_HISTORY),
];
/// To find after a crash what was posted before it. The one that posting goes on without.
pub(crate) const READ_HISTORY: &str = "Read Message History";

/// What the bot asks for when it is let into a guild: no more than it needs.
pub(super) fn needed() -> Permissions {
    NEEDED.into_iter().fold(Permissions::empty(), |sum, (permission, _)| sum | permission)
}

impl Platform {
    /// What the bot, which is `user`, lacks in a channel: by its roles and the channel's overwrites.
    pub(crate) async fn missing_permissions(
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

    /// What a member may do in a guild, whatever its channels say.
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
        let (guild_id, user_id) = (id(guild.as_str())?, id(user.as_str())?);
        let (guild, member) = tokio::try_join!(
            self.call(Call::get(Route::Guild { guild_id })),
            self.call(Call::get(Route::GuildMember { guild_id, user_id })),
        )?;
        let unreadable = |_| PlatformError::senseless();
        let guild = serde_json::from_value(guild).map_err(unreadable)?;
        Ok((guild, serde_json::from_value(member).map_err(unreadable)?))
    }
}
