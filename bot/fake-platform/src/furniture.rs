//! The guilds, channels and people that every platform begins with.

use std::collections::{BTreeMap, BTreeSet};

use super::permissions::{
    ADMINISTRATOR, ATTACH_FILES, EMBED_LINKS, MANAGE_GUILD, READ_MESSAGE_HISTORY, SEND_MESSAGES,
    USE_COMMANDS, VIEW_CHANNEL,
};
use super::world::{Channel, Guild, User, World};
use super::{
    BOT, CUSTOMER, CUSTOMERS_GUILD, GUILD, INVITE, LOG, MANAGER, OTHER_GUILD, OTHER_GUILDS_SHOP, OWNER,
    OWNERS_LOG, PINGED_ROLE, RIVAL, SECOND_SHOP, SELLER, SHOP, STRANGER,
};

const MANAGERS_ROLE: &str = "180000000000000001";
const ADMINS_ROLE: &str = "180000000000000002";
const BOTS_ROLE: &str = "180000000000000003";

pub(super) fn furnish(world: &mut World) {
    let people = [
        (BOT, "Boostdesk", true),
        (OWNER, "olive", false),
        (SELLER, "mika", false),
        (CUSTOMER, "noor", false),
        (MANAGER, "max", false),
        (RIVAL, "rita", false),
        (STRANGER, "sam", false),
    ];
    for (id, name, bot) in people {
        let user = User { id: id.to_owned(), name: name.to_owned(), bot, takes_dms: true };
        world.users.insert(id.to_owned(), user);
    }
    let everyone = VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY | USE_COMMANDS;
    let roles: [(&str, &[&str]); 6] = [
        (BOT, &[BOTS_ROLE]),
        (OWNER, &[ADMINS_ROLE]),
        (SELLER, &[MANAGERS_ROLE]),
        (CUSTOMER, &[]),
        (MANAGER, &[MANAGERS_ROLE]),
        (RIVAL, &[MANAGERS_ROLE]),
    ];
    for (id, name, members) in
        [(GUILD, "Mika's Boosts", &roles[..]), (OTHER_GUILD, "Rita's Corner", &roles[..])]
    {
        let members = members
            .iter()
            .map(|(user, roles)| {
                ((*user).to_owned(), roles.iter().map(|role| (*role).to_owned()).collect::<BTreeSet<_>>())
            })
            .collect::<BTreeMap<_, _>>();
        let guild = Guild {
            id: id.to_owned(),
            name: name.to_owned(),
            owner: "199999999999999999".to_owned(),
            roles: vec![
                (id.to_owned(), "@everyone", everyone),
                (MANAGERS_ROLE.to_owned(), "managers", MANAGE_GUILD),
                (ADMINS_ROLE.to_owned(), "admins", ADMINISTRATOR),
                (BOTS_ROLE.to_owned(), "Boostdesk", EMBED_LINKS | ATTACH_FILES),
                (PINGED_ROLE.to_owned(), "restockers", 0),
            ],
            members,
        };
        world.guilds.insert(id.to_owned(), guild);
    }
    let channels = [
        (OWNERS_LOG, "owners-log", GUILD),
        (LOG, "log", GUILD),
        (SHOP, "shop", GUILD),
        (SECOND_SHOP, "second-shop", GUILD),
        (OTHER_GUILDS_SHOP, "shop", OTHER_GUILD),
    ];
    for (id, name, guild) in channels {
        let channel = Channel {
            id: id.to_owned(),
            name: name.to_owned(),
            guild: Some(guild.to_owned()),
            recipient: None,
            kind: 0,
            overwrites: Vec::new(),
        };
        world.channels.insert(id.to_owned(), channel);
    }
    world.invites.insert(INVITE.to_owned(), CUSTOMERS_GUILD.to_owned());
}
