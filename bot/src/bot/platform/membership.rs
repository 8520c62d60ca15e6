//! Which guilds the bot is in, and the link that lets it into one.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boostdesk_core::events::{Events, Topic};
use boostdesk_core::ids::GuildId;
use serenity::all::Route;
use tokio::time::Instant;
use url::Url;

use super::permissions::needed;
use super::{Call, Platform, code, id};

const INVITATION: &str = "https://discord.com/oauth2/authorize";
/// How long an answer that the bot is in a guild is trusted. It seldom leaves.
const IN: Duration = Duration::from_mins(1);
/// How long an answer that it is not is trusted: somebody may be inviting it right now.
const OUT: Duration = Duration::from_secs(2);
/// How many guilds are remembered.
const MOST: usize = 10_000;

/// Caches the platform's answers for a short while, as some screens ask often.
#[derive(Default)]
pub(super) struct Memberships {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Until when the answer is trusted, and whether the bot is in the guild.
    guilds: HashMap<GuildId, (Instant, bool)>,
    /// How often something was forgotten. An answer to a question from before that may be outdated.
    changes: u64,
}

impl Memberships {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn of(&self, guild: &GuildId) -> Option<bool> {
        self.guilds.get(guild).filter(|(until, _)| Instant::now() < *until).map(|(_, is_in)| *is_in)
    }

    /// `None`: forgets all guilds.
    fn forget(&mut self, guild: Option<&GuildId>) {
        self.changes += 1;
        match guild {
            Some(guild) => drop(self.guilds.remove(guild)),
            None => self.guilds.clear(),
        }
    }

    /// `changes`: their number when the platform was asked. If there were more since, the answer may be outdated and is not kept.
    fn keep(&mut self, guild: &GuildId, is_in: bool, changes: u64) {
        if self.changes != changes {
            return;
        }
        let now = Instant::now();
        if self.guilds.len() >= MOST {
            self.guilds.retain(|_, (until, _)| now < *until);
        }
        if self.guilds.len() < MOST {
            self.guilds.insert(guild.clone(), (now + if is_in { IN } else { OUT }, is_in));
        }
    }
}

impl Platform {
    /// From now on forgets a guild when the bot joins or leaves it, whichever process hears of it.
    pub(crate) fn follow_memberships(&self, events: &Events) {
        let platform = self.clone();
        events.on_change(&[Topic::Storefronts], move |event| {
            platform.0.memberships.known().forget(event.guild_id.as_ref());
        });
    }

    /// Returns whether the bot is in the guild. `None` when the platform does not say.
    pub(super) async fn membership(&self, guild: &GuildId) -> Option<bool> {
        let (known, changes) = {
            let known = self.0.memberships.known();
            (known.of(guild), known.changes)
        };
        if known.is_some() {
            return known;
        }
        let asked = async {
            let guild_id = id(guild.as_str(), code::UNKNOWN_GUILD)?;
            self.call(Call::get(Route::Guild { guild_id }).impatient()).await
        };
        let is_in = match asked.await {
            Ok(_) => true,
            Err(error) if error.is_out_of_guild() => false,
            Err(_) => return None,
        };
        self.0.memberships.known().keep(guild, is_in, changes);
        Some(is_in)
    }

    /// Returns the link that invites the bot. `None` when the platform does not say who the bot is.
    pub(super) async fn way_in(&self, guild: Option<&GuildId>) -> Option<Url> {
        let application = self.application().await.ok()?;
        let permissions = needed().bits().to_string();
        let mut asked = vec![
            ("client_id", application.id.as_str()),
            ("scope", "bot applications.commands"),
            ("permissions", &permissions),
        ];
        asked.extend(guild.map(|guild| ("guild_id", guild.as_str())));
        Url::parse_with_params(INVITATION, asked).ok()
    }
}
