//! Who uses the bot, and where.

use std::time::Instant;

use serde_json::{Value, json};

use crate::Platform;
use crate::message::Message;
use crate::names::{APPLICATION, BOT, Id};
use crate::objects::{LOCALE, owners_json};
use crate::world::{Interaction, World};

#[derive(Clone, Debug)]
pub(crate) struct Who<'a> {
    pub(crate) platform: &'a Platform,
    pub(crate) id: Id,
    pub(crate) guild: Option<Id>,
    pub(crate) channel: Id,
}

impl Who<'_> {
    /// Sends an interaction of a kind. Returns its id.
    #[track_caller]
    pub(crate) fn ask(&self, kind: u8, data: &Value, on: Option<&Message>) -> Id {
        self.platform.wait_until("the bot has a session", |world| world.gateway.has_sessions());
        self.platform.change(|world| {
            let id = world.next_interaction_id();
            let interaction = self.interaction(world, &id, kind, data, on);
            let event = interaction.event.clone();
            world.interactions.insert(id.clone(), interaction);
            world.dispatch(self.guild.as_deref(), 0, "INTERACTION_CREATE", &event);
            id
        })
    }

    fn interaction(
        &self,
        world: &World,
        id: &str,
        kind: u8,
        data: &Value,
        on: Option<&Message>,
    ) -> Interaction {
        let token = format!("aW50ZXJhY3Rpb246{id}-secret");
        let channel = world.channel_json(&world.channels[&self.channel]);
        let mut event = json!({
            "id": id, "application_id": APPLICATION, "type": kind, "data": data, "token": token, "version": 1,
            "channel_id": self.channel, "locale": LOCALE, "entitlements": [], "context": 0, "attachment_size_limit": 10_485_760,
            "authorizing_integration_owners": owners_json(self.guild.as_deref()), "channel": channel,
            "app_permissions": world.channel_permissions(&self.channel, BOT).to_string(), "entitlement_sku_ids": [],
        });
        event["channel"]["permissions"] =
            json!(world.channel_permissions(&self.channel, &self.id).to_string());
        match self.guild.as_ref().map(|guild| &world.guilds[guild]) {
            Some(guild) => {
                event["guild_id"] = json!(guild.id);
                event["guild_locale"] = json!(LOCALE);
                event["guild"] = json!({ "id": guild.id, "locale": LOCALE, "features": [] });
                event["member"] = world.asking_member_json(guild, &self.id, &self.channel);
            }
            None => event["user"] = world.user_json(&self.id),
        }
        if let Some(message) = on {
            event["message"] = world.message_json(&world.messages[&message.id]);
        }
        world.leave_out(&mut event);
        Interaction {
            id: id.to_owned(),
            token,
            user: self.id.clone(),
            channel: self.channel.clone(),
            guild: self.guild.clone(),
            kind,
            on_message: on.map(|message| message.id.clone()),
            edits_before: on.map_or(0, |message| world.messages[&message.id].earlier.len()),
            event,
            asked: Instant::now(),
            answered: None,
            original: None,
            follow_ups: Vec::new(),
            expired: false,
        }
    }
}
