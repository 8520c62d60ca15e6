//! What the bot may do in a channel.

use std::collections::HashMap;

use serde_json::Value;
use twilight_model::channel::ChannelType;
use twilight_model::guild::Permissions;
use twilight_model::id::Id;
use twilight_model::id::marker::RoleMarker;
use twilight_util::permission_calculator::PermissionCalculator;

use super::{Channel, Platform, PlatformError};
use boostdesk_core::ids::DiscordId;

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
    /// What the bot, which is `user`, lacks in a channel.
    pub(crate) async fn missing_permissions(
        &self,
        user: &DiscordId,
        channel: &Channel,
    ) -> Result<Vec<&'static str>, PlatformError> {
        let granted = self.granted(user, channel).await?;
        let missing = NEEDED.into_iter().filter(|(permission, _)| !granted.contains(*permission));
        Ok(missing.map(|(_, name)| name).collect())
    }

    /// By its roles and the channel's overwrites.
    async fn granted(&self, user: &DiscordId, channel: &Channel) -> Result<Permissions, PlatformError> {
        let unreadable = || PlatformError::Unreachable("it says nothing that makes sense".to_owned());
        let guild = channel.guild_id.as_ref().ok_or_else(unreadable)?;
        let (roles, mine) = tokio::try_join!(self.roles(guild), self.member_roles(guild, user))?;
        let of_role: HashMap<&str, Permissions> = roles.iter().filter_map(role).collect();
        let everyone = of_role.get(guild.as_str()).copied().unwrap_or(Permissions::empty());
        let mine: Vec<(Id<RoleMarker>, Permissions)> = mine
            .iter()
            .filter_map(|id| Some((id.parse().ok()?, of_role.get(id.as_str()).copied()?)))
            .collect();
        let (guild, user) = (
            guild.as_str().parse().map_err(|_| unreadable())?,
            user.as_str().parse().map_err(|_| unreadable())?,
        );
        let overwrites = serde_json::from_value(Value::Array(channel.overwrites.clone()));
        let overwrites: Vec<_> = overwrites.map_err(|_| unreadable())?;
        let calculator = PermissionCalculator::new(guild, user, everyone, &mine);
        Ok(calculator.in_channel(ChannelType::GuildText, &overwrites))
    }
}

fn role(role: &Value) -> Option<(&str, Permissions)> {
    let bits = role["permissions"].as_str()?.parse().ok()?;
    Some((role["id"].as_str()?, Permissions::from_bits_truncate(bits)))
}
