//! Who may do what where, from roles and a channel's overwrites.

use super::world::World;

pub const ADMINISTRATOR: u64 = 1 << 3;
pub const MANAGE_GUILD: u64 = 1 << 5;
pub const VIEW_CHANNEL: u64 = 1 << 10;
pub const SEND_MESSAGES: u64 = 1 << 11;
pub const EMBED_LINKS: u64 = 1 << 14;
pub(crate) const ATTACH_FILES: u64 = 1 << 15;
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub(crate) const USE_COMMANDS: u64 = 1 << 31;

const ALL: u64 = (1 << 53) - 1;

impl World {
    /// A member's permissions in a guild, before any channel's overwrites. None if they are no member.
    pub(super) fn guild_permissions(&self, guild: &str, user: &str) -> Option<u64> {
        let guild = self.guilds.get(guild)?;
        let roles = guild.members.get(user)?;
        if guild.owner == user {
            return Some(ALL);
        }
        let held = guild.roles.iter().filter(|(id, ..)| *id == guild.id || roles.contains(id));
        let sum = held.fold(0, |sum, (.., permissions)| sum | permissions);
        Some(if sum & ADMINISTRATOR == 0 { sum } else { ALL })
    }

    pub(super) fn channel_permissions(&self, channel: &str, user: &str) -> u64 {
        let Some(channel) = self.channels.get(channel) else { return 0 };
        let Some(guild) = &channel.guild else { return ALL };
        let Some(mut permissions) = self.guild_permissions(guild, user) else { return 0 };
        if permissions == ALL {
            return ALL;
        }
        let roles = &self.guilds[guild].members[user];
        let apply = |permissions: u64, (allow, deny): (u64, u64)| permissions & !deny | allow;
        let sum_of = |is_meant: &dyn Fn(&super::world::Overwrite) -> bool| {
            let meant = channel.overwrites.iter().filter(|overwrite| is_meant(overwrite));
            meant.fold((0, 0), |(allow, deny), overwrite| (allow | overwrite.allow, deny | overwrite.deny))
        };
        permissions = apply(permissions, sum_of(&|overwrite| overwrite.target == *guild));
        permissions = apply(
            permissions,
            sum_of(&|overwrite| !overwrite.of_member && roles.contains(&overwrite.target)),
        );
        apply(permissions, sum_of(&|overwrite| overwrite.of_member && overwrite.target == user))
    }
}
