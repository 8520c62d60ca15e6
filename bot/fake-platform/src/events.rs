//! Sends events in the gateway's sessions.

use serde_json::{Value, json};

use crate::gateway_state::GUILDS;
use crate::names::{APPLICATION, BOT};
use crate::world::World;

impl World {
    /// Sends an event to its guild's shard, or to the first if it has none. Returns whether any session gets it.
    pub(super) fn dispatch(&mut self, guild: Option<&str>, intent: u64, name: &str, data: &Value) -> bool {
        let shards = |of: u64| guild.map_or(0, |guild| (guild.parse::<u64>().expect("an id") >> 22) % of);
        let heard: Vec<usize> = (0..self.gateway.sessions.len())
            .filter(|place| {
                let session = &self.gateway.sessions[*place];
                let (shard, of) = session.shard;
                session.is_alive && shards(of) == shard && (intent == 0 || session.intents & intent != 0)
            })
            .collect();
        for session in &heard {
            self.gateway.dispatch(*session, name, data);
        }
        !heard.is_empty()
    }

    /// READY, and then every guild of the shard that the bot is in.
    pub(super) fn greet(&mut self, session: usize) {
        let (shard, of) = self.gateway.sessions[session].shard;
        let guilds: Vec<String> = self
            .guilds
            .values()
            .filter(|guild| guild.members.contains_key(BOT))
            .map(|guild| guild.id.clone())
            .filter(|id| (id.parse::<u64>().expect("an id") >> 22) % of == shard)
            .collect();
        let unavailable: Vec<Value> =
            guilds.iter().map(|id| json!({ "id": id, "unavailable": true })).collect();
        let mut ready = json!({
            "v": 10, "user": self.self_json(), "guilds": unavailable, "session_id": self.gateway.sessions[session].id,
            "session_type": "normal", "resume_gateway_url": format!("{}/resume", self.gateway.url), "shard": [shard, of],
            "application": { "id": APPLICATION, "flags": 0 }, "private_channels": [], "relationships": [],
            "presences": [], "guild_join_requests": [], "geo_ordered_rtc_regions": [], "user_settings": {},
            "_trace": ["gateway"],
        });
        self.leave_out(&mut ready);
        self.gateway.dispatch(session, "READY", &ready);
        if self.gateway.sessions[session].intents & GUILDS != 0 {
            for id in guilds {
                let guild = self.guild_create_json(&self.guilds[&id]);
                self.gateway.dispatch(session, "GUILD_CREATE", &guild);
            }
        }
    }

    /// Removes from an event the members that it should lack, and adds an unknown one.
    pub(super) fn leave_out(&self, event: &mut Value) {
        for member in &self.left_out {
            event.as_object_mut().expect("an event is an object").remove(*member);
        }
        if !self.left_out.is_empty() {
            event["never_heard_of"] = json!({ "at": "all" });
        }
    }
}
