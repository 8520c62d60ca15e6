//! What the bot may do in a channel.

use boostdesk_core::ids::DiscordId;
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

impl Platform {
    /// What the bot, which is `user`, lacks in a channel: by its roles and the channel's overwrites.
    pub(crate) async fn missing_permissions(
        &self,
        user: &DiscordId,
        channel: &Channel,
    ) -> Result<Vec<&'static str>, PlatformError> {
        let unreadable = |_| PlatformError::senseless();
        let guild_id = channel.guild_id.as_ref().ok_or_else(PlatformError::senseless)?;
        let (guild_id, user_id) = (id(guild_id.as_str())?, id(user.as_str())?);
        let (guild, member) = tokio::try_join!(
            self.call(Call::get(Route::Guild { guild_id })),
            self.call(Call::get(Route::GuildMember { guild_id, user_id })),
        )?;
        let guild: PartialGuild = serde_json::from_value(guild).map_err(unreadable)?;
        let member: Member = serde_json::from_value(member).map_err(unreadable)?;
        let channel: GuildChannel = serde_json::from_value(channel.whole.clone()).map_err(unreadable)?;
        let granted = guild.user_permissions_in(&channel, &member);
        let missing = NEEDED.into_iter().filter(|(permission, _)| !granted.contains(*permission));
        Ok(missing.map(|(_, name)| name).collect())
    }
}
