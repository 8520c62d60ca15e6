//! The platform's JSON objects: complete, since clients drop what lacks a member.

use serde_json::{Value, json};

use super::message::Message;
use super::names::Id;
use super::world::{Channel, Guild, Interaction, World};
use super::{APPLICATION, BOT};

pub(super) const LOCALE: &str = "en-US";
const JOINED: &str = "2024-03-01T12:00:00.000000+00:00";

/// What all guilds here have in common.
const PLAIN_GUILD: &str = r#"{
    "icon": null, "icon_hash": null, "description": null, "home_header": null, "splash": null, "discovery_splash": null,
    "features": [], "banner": null, "application_id": null, "region": "deprecated", "afk_channel_id": null,
    "afk_timeout": 300, "system_channel_id": null, "system_channel_flags": 0, "widget_enabled": false,
    "widget_channel_id": null, "verification_level": 1, "default_message_notifications": 1, "mfa_level": 0,
    "explicit_content_filter": 0, "max_presences": null, "max_members": 500000, "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25, "vanity_url_code": null, "premium_tier": 0, "premium_subscription_count": 0,
    "preferred_locale": "en-US", "rules_channel_id": null, "safety_alerts_channel_id": null,
    "public_updates_channel_id": null, "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
    "emojis": [], "stickers": [], "incidents_data": null, "latest_onboarding_question_id": null, "hub_type": null,
    "inventory_settings": null, "embed_enabled": false, "embed_channel_id": null
}"#;

impl World {
    pub(super) fn user_json(&self, id: &str) -> Value {
        let user = self.users.get(id).unwrap_or_else(|| panic!("user {id} exists"));
        json!({
            "id": user.id, "username": user.name, "global_name": if user.bot { Value::Null } else { json!(user.name) },
            "discriminator": if user.bot { "4242" } else { "0" }, "avatar": null, "avatar_decoration_data": null,
            "banner": null, "accent_color": null, "bot": user.bot, "public_flags": 0, "flags": 0,
            "primary_guild": null, "clan": null, "collectibles": null, "display_name_styles": null,
        })
    }

    pub(super) fn self_json(&self) -> Value {
        let mut user = self.user_json(BOT);
        user["mfa_enabled"] = json!(true);
        user["verified"] = json!(true);
        user["email"] = Value::Null;
        user["locale"] = json!(LOCALE);
        user
    }

    /// A member without the user, as in messages.
    fn partial_member_json(guild: &Guild, user: &str) -> Value {
        json!({
            "avatar": null, "avatar_decoration_data": null, "banner": null, "collectibles": null,
            "communication_disabled_until": null, "flags": 0, "joined_at": JOINED, "nick": null, "pending": false,
            "premium_since": null, "roles": guild.members[user], "mute": false, "deaf": false,
            "unusual_dm_activity_until": null,
        })
    }

    pub(super) fn member_json(&self, guild: &Guild, user: &str) -> Value {
        let mut member = Self::partial_member_json(guild, user);
        member["user"] = self.user_json(user);
        member
    }

    /// A member with permissions in a channel, as in interactions.
    pub(super) fn asking_member_json(&self, guild: &Guild, user: &str, channel: &str) -> Value {
        let mut member = self.member_json(guild, user);
        member["permissions"] = json!(self.channel_permissions(channel, user).to_string());
        member
    }

    pub(super) fn roles_json(guild: &Guild) -> Value {
        let role = |(position, (id, name, permissions)): (usize, &(Id, &str, u64))| {
            json!({
                "id": id, "name": name, "permissions": permissions.to_string(), "position": position, "color": 0,
                "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null }, "hoist": false,
                "managed": false, "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0,
            })
        };
        guild.roles.iter().enumerate().map(role).collect()
    }

    pub(super) fn guild_json(guild: &Guild) -> Value {
        let mut full: Value = serde_json::from_str(PLAIN_GUILD).expect("it is JSON");
        full["id"] = json!(guild.id);
        full["name"] = json!(guild.name);
        full["owner_id"] = json!(guild.owner);
        full["roles"] = Self::roles_json(guild);
        full
    }

    /// A guild as a shard gets it after READY.
    pub(super) fn guild_create_json(&self, guild: &Guild) -> Value {
        let mut full = Self::guild_json(guild);
        let channels = self.channels.values().filter(|channel| channel.guild.as_ref() == Some(&guild.id));
        full["joined_at"] = json!(JOINED);
        full["large"] = json!(false);
        full["unavailable"] = json!(false);
        full["member_count"] = json!(guild.members.len());
        full["voice_states"] = json!([]);
        full["members"] = json!([self.member_json(guild, BOT)]);
        full["channels"] = channels.map(|channel| self.channel_json(channel)).collect();
        for empty in [
            "threads",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "soundboard_sounds",
            "activity_instances",
        ] {
            full[empty] = json!([]);
        }
        full
    }

    pub(super) fn channel_json(&self, channel: &Channel) -> Value {
        let Some(guild) = &channel.guild else {
            let recipient = channel.recipient.as_deref().expect("a direct channel has a recipient");
            return json!({
                "id": channel.id, "type": channel.kind, "flags": 0, "last_message_id": null, "recipients": [self.user_json(recipient)],
            });
        };
        let overwrites: Vec<Value> = channel
            .overwrites
            .iter()
            .map(|overwrite| {
                json!({
                    "id": overwrite.target, "type": u8::from(overwrite.of_member),
                    "allow": overwrite.allow.to_string(), "deny": overwrite.deny.to_string(),
                })
            })
            .collect();
        json!({
            "id": channel.id, "type": channel.kind, "flags": 0, "guild_id": guild, "name": channel.name, "position": 0, "parent_id": null,
            "topic": null, "nsfw": false, "last_message_id": null, "rate_limit_per_user": 0, "permission_overwrites": overwrites,
            "icon_emoji": null, "theme_color": null,
        })
    }

    pub(super) fn message_json(&self, message: &Message) -> Value {
        let embeds: Vec<Value> = message
            .embeds
            .iter()
            .map(|embed| {
                let mut embed = embed.clone();
                embed["type"] = json!("rich");
                without_nulls(embed)
            })
            .collect();
        let files: Vec<Value> = message.files.iter().map(|file| self.file_json(file)).collect();
        let mut next = 0;
        let components: Vec<Value> =
            message.components.iter().map(|component| numbered(component.clone(), &mut next)).collect();
        let mut full = json!({
            "id": message.id, "type": if message.interaction.is_some() { 20 } else { 0 }, "channel_id": message.channel,
            "author": self.user_json(&message.author), "content": message.content, "timestamp": message.created,
            "edited_timestamp": message.edited, "tts": false, "mention_everyone": false, "mentions": [], "mention_roles": [],
            "attachments": files, "embeds": embeds, "components": components, "pinned": false, "flags": message.flags,
        });
        if let Some(nonce) = &message.nonce {
            full["nonce"] = json!(nonce);
        }
        if let Some(interaction) = message.interaction.as_ref().map(|id| &self.interactions[id]) {
            full["application_id"] = json!(APPLICATION);
            full["webhook_id"] = json!(APPLICATION);
            full["interaction_metadata"] = self.interaction_metadata_json(interaction);
        }
        full
    }

    fn interaction_metadata_json(&self, interaction: &Interaction) -> Value {
        let user = self.user_json(&interaction.user);
        let owners = owners_json(interaction.guild.as_deref());
        let mut metadata = json!({
            "id": interaction.id, "type": interaction.kind, "user": user, "authorizing_integration_owners": owners,
        });
        match interaction.kind {
            3 => metadata["interacted_message_id"] = json!(interaction.on_message),
            5 => {
                metadata["triggering_interaction_metadata"] = json!({ "id": interaction.id, "type": 2, "user": self.user_json(&interaction.user), "authorizing_integration_owners": owners });
            }
            _ => {}
        }
        metadata
    }

    pub(super) fn invite_json(code: &str, guild: &str) -> Value {
        json!({
            "type": 0, "code": code, "expires_at": null, "flags": 0, "guild_id": guild,
            "guild": {
                "id": guild, "name": "Lofi Lounge", "splash": null, "banner": null, "description": null, "icon": null,
                "features": [], "verification_level": 1, "vanity_url_code": null, "nsfw_level": 0, "nsfw": false,
                "premium_subscription_count": 0, "premium_tier": 0,
            },
            "channel": { "id": format!("{}1", &guild[..17]), "name": "general", "type": 0 },
            "approximate_member_count": 12, "approximate_presence_count": 3,
        })
    }

    pub(super) fn application_json(&self) -> Value {
        let owner = self.users.values().find(|user| !user.bot).map(|user| self.user_json(&user.id));
        let mut full = json!({
            "id": APPLICATION, "name": "Boostdesk", "icon": null, "description": "", "summary": "", "type": null,
            "bot": self.user_json(BOT), "bot_public": true, "bot_require_code_grant": false, "verify_key": "a".repeat(64),
            "flags": 0, "tags": [], "owner": owner, "team": null, "redirect_uris": [], "interactions_endpoint_url": null,
            "role_connections_verification_url": null, "approximate_guild_count": self.guilds.len(), "hook": true,
            "approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "event_webhooks_url": null,
            "event_webhooks_status": 1, "explicit_content_filter": 0, "integration_public": true,
            "integration_require_code_grant": false, "integration_types_config": {},
        });
        full["flags_new"] = json!("0");
        full["eligible_oauth2_scopes"] = json!(["bot", "applications.commands"]);
        full
    }
}

pub(super) fn owners_json(guild: Option<&str>) -> Value {
    guild.map_or(json!({}), |guild| json!({ "0": guild }))
}

/// The platform gives every component a number.
fn numbered(mut component: Value, next: &mut u64) -> Value {
    *next += 1;
    if component["id"].as_u64().is_none_or(|id| id == 0) {
        component["id"] = json!(*next);
    }
    if let Some(inner) = component.get_mut("components").and_then(Value::as_array_mut) {
        for part in inner {
            *part = numbered(part.take(), next);
        }
    }
    without_nulls(component)
}

/// Leaves out null members, which count as not sent.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .filter(|(_, member)| !member.is_null())
            .map(|(name, member)| (name, without_nulls(member)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}
