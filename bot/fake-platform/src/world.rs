//! Everything that the platform knows: guilds, people, messages, commands, interactions, and what it was asked.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use serde_json::{Value, json};

use super::buckets::Buckets;
use super::faults::Faults;
use super::gateway_state::Gateway;
use super::message::{File, Message};
use super::names::Id;

/// From the start of the platform's ids to 1970, in milliseconds.
const EPOCH: u64 = 1_420_070_400_000;
/// How long an interaction waits for its first answer.
pub const LONGEST_FIRST_ANSWER: Duration = Duration::from_secs(3);
/// How long its token is good afterwards.
pub(super) const LONGEST_FOLLOW_UP: Duration = Duration::from_mins(15);

#[derive(Debug)]
pub struct World {
    pub(super) token: String,
    /// The fake's own origin, for the addresses in its answers.
    pub(super) origin: String,
    pub(super) guilds: BTreeMap<Id, Guild>,
    pub(super) channels: BTreeMap<Id, Channel>,
    pub(super) users: BTreeMap<Id, User>,
    pub(super) messages: BTreeMap<Id, Message>,
    pub(super) interactions: BTreeMap<Id, Interaction>,
    /// The guild that each invite leads to, by code.
    pub(super) invites: BTreeMap<String, Id>,
    /// Content by path.
    pub(super) attachments: BTreeMap<String, Bytes>,
    pub(super) commands: Vec<Value>,
    /// How often commands were overwritten.
    pub(super) command_writes: usize,
    pub gateway: Gateway,
    pub(super) faults: Faults,
    /// Members that READY and interactions lack, although the description has them.
    pub(super) left_out: Vec<&'static str>,
    /// How far its clock is ahead of the machine's.
    pub(super) clock_ahead: Duration,
    /// How long interactions are under way.
    pub(super) held_up: Duration,
    pub(super) buckets: Buckets,
    pub requests: Vec<Request>,
    /// What the bot did against the platform's rules.
    pub(super) violations: Vec<String>,
    last_id: u64,
}

#[derive(Debug)]
pub(super) struct Guild {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) owner: Id,
    /// Permissions by role; the first is everyone's and has the guild's id.
    pub(super) roles: Vec<(Id, &'static str, u64)>,
    /// Roles by member.
    pub(super) members: BTreeMap<Id, BTreeSet<Id>>,
}

#[derive(Debug)]
pub(super) struct Channel {
    pub(super) id: Id,
    pub(super) name: String,
    /// None: a direct one, with `recipient`.
    pub(super) guild: Option<Id>,
    pub(super) recipient: Option<Id>,
    /// What the platform calls its type: 0 is a text channel.
    pub(super) kind: u64,
    /// Allowed and denied permissions of roles and members.
    pub(super) overwrites: Vec<Overwrite>,
}

#[derive(Debug, Clone)]
pub(super) struct Overwrite {
    pub(super) target: Id,
    pub(super) of_member: bool,
    pub(super) allow: u64,
    pub(super) deny: u64,
}

#[derive(Debug, Clone)]
pub(super) struct User {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) bot: bool,
    pub(super) takes_dms: bool,
}

#[derive(Debug)]
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) guild: Option<Id>,
    pub(super) kind: u8,
    /// The message whose component was used.
    pub(super) on_message: Option<Id>,
    /// How often that message had been edited.
    pub(super) edits_before: usize,
    /// The event as the gateway sent it.
    pub(super) event: Value,
    pub(super) asked: Instant,
    pub(super) answered: Option<FirstAnswer>,
    /// The message that answers.
    pub(super) original: Option<Id>,
    pub(super) follow_ups: Vec<Id>,
    pub(super) expired: bool,
}

#[derive(Clone, Debug)]
pub struct FirstAnswer {
    /// 4 message, 5 thinking, 6 nothing yet, 7 changed message, 8 choices, 9 form.
    pub kind: u64,
    pub data: Value,
    pub after: Duration,
}

/// A REST request and how it was answered.
#[derive(Clone, Debug)]
pub struct Request {
    /// Such as `POST /channels/{channel_id}/messages`.
    pub route: String,
    pub path: String,
    pub status: u16,
}

impl World {
    pub(super) fn new(token: &str, origin: String) -> Self {
        Self {
            token: token.to_owned(),
            gateway: Gateway::new(&origin),
            origin,
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            users: BTreeMap::new(),
            messages: BTreeMap::new(),
            interactions: BTreeMap::new(),
            invites: BTreeMap::new(),
            attachments: BTreeMap::new(),
            commands: Vec::new(),
            command_writes: 0,
            faults: Faults::default(),
            left_out: Vec::new(),
            clock_ahead: Duration::ZERO,
            held_up: Duration::ZERO,
            buckets: Buckets::default(),
            requests: Vec::new(),
            violations: Vec::new(),
            last_id: 0,
        }
    }

    /// Returns an id of the present time, larger than every one before.
    pub(super) fn next_id(&mut self) -> Id {
        self.last_id = (self.last_id + 1).max((now_ms() - EPOCH) << 22);
        self.last_id.to_string()
    }

    /// Returns an unused id whose time is earlier by `held_up`.
    pub(super) fn next_interaction_id(&mut self) -> Id {
        let id: u64 = self.next_id().parse().expect("an id is a number");
        let held_up = u64::try_from(self.held_up.as_millis()).expect("it is not for ever");
        let ids = (id - (held_up << 22)..).map(|id| id.to_string());
        ids.into_iter().find(|id| !self.interactions.contains_key(id)).expect("there are many")
    }

    pub(super) fn violation(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.violations.contains(&what) {
            self.violations.push(what);
        }
    }

    /// The channel of a conversation with a user, made when there is none.
    pub(super) fn dm_with(&mut self, user: &str) -> Id {
        let known = self.channels.values().find(|channel| channel.recipient.as_deref() == Some(user));
        if let Some(known) = known {
            return known.id.clone();
        }
        let id = self.next_id();
        let channel = Channel {
            id: id.clone(),
            name: String::new(),
            guild: None,
            recipient: Some(user.to_owned()),
            kind: 1,
            overwrites: Vec::new(),
        };
        self.channels.insert(id.clone(), channel);
        id
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// The commands as they were registered.
    pub fn commands(&self) -> &[Value] {
        &self.commands
    }

    /// How often an injected fault of these routes struck.
    pub fn struck(&self, route: &str) -> usize {
        self.faults.struck(route)
    }

    pub fn message(&self, id: &str) -> &Message {
        &self.messages[id]
    }

    /// The newest message that only one person sees.
    pub fn last_private_message(&self) -> Option<&Message> {
        self.messages.values().rev().find(|message| message.only_for.is_some())
    }

    /// The bot's messages that everybody in a channel sees, the oldest first.
    pub fn public_messages(&self, channel: &str) -> Vec<Message> {
        let seen = |message: &&Message| {
            message.channel == channel && !message.deleted && message.only_for.is_none() && !message.thinking
        };
        self.messages.values().filter(seen).cloned().collect()
    }

    pub(super) fn attach(&mut self, channel: &str, name: &str, content: Bytes) -> File {
        let id = self.next_id();
        let path = format!("/attachments/{channel}/{id}/{name}");
        self.attachments.insert(path.clone(), content.clone());
        File { id, name: name.to_owned(), path, content }
    }

    pub(super) fn file_json(&self, file: &File) -> Value {
        let url = format!("{}{}?ex=6740&is=673f&hm=fa4e", self.origin, file.path);
        json!({
            "id": file.id, "filename": file.name, "size": file.content.len(), "url": url, "proxy_url": url,
            "content_type": "text/plain; charset=utf-8", "content_scan_version": 0,
        })
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970");
    u64::try_from(since.as_millis()).expect("it is before the year 500 million")
}

/// Now, as the platform writes times.
pub(super) fn timestamp() -> String {
    let now = jiff::Timestamp::now();
    now.strftime("%Y-%m-%dT%H:%M:%S.%6f+00:00").to_string()
}
