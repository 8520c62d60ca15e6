//! A chat platform on a port of this machine, as strict as the real one: REST and gateway, people who use commands, and
//! faults on demand. What the bot does against the platform's rules is recorded and fails the test at its end.
//!
//! It holds what a chat platform does and what tests ask of it. It knows nothing of the product, not even its words.

mod asked;
mod buckets;
mod call;
mod events;
mod faults;
mod furniture;
mod gateway;
mod gateway_state;
mod limits;
mod message;
mod names;
mod objects;
mod options;
mod parse;
mod people;
mod permissions;
mod rate_headers;
mod routes;
mod schema;
mod server;
#[cfg(test)]
mod tests;
mod troubles;
mod who;
mod world;

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

pub use self::asked::Asked;
pub use self::faults::Fault;
pub use self::gateway_state::Manner;
pub use self::message::Message;
pub use self::names::*;
pub use self::people::Person;
pub use self::permissions::{
    ADMINISTRATOR, EMBED_LINKS, MANAGE_GUILD, READ_MESSAGE_HISTORY, SEND_MESSAGES, VIEW_CHANNEL,
};
pub use self::world::{LONGEST_FIRST_ANSWER, World};

use self::world::Overwrite;

/// How long a test waits for anything.
pub const TIMEOUT: Duration = Duration::from_mins(2);

#[derive(Debug)]
pub struct Platform {
    shared: Arc<Shared>,
    address: SocketAddr,
    runtime: Option<Runtime>,
}

#[derive(Debug)]
struct Shared {
    world: Mutex<World>,
    changed: Condvar,
}

impl Shared {
    fn change<R>(&self, change: impl FnOnce(&mut World) -> R) -> R {
        let result = change(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
        result
    }
}

/// A platform with two guilds and people in them.
pub fn a_platform() -> Platform {
    let runtime =
        Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads can be started");
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let mut world = World::new(TOKEN, format!("http://{address}"));
    furniture::furnish(&mut world);
    let shared = Arc::new(Shared { world: Mutex::new(world), changed: Condvar::new() });
    runtime.spawn(server::serve(listener, shared.clone()));
    Platform { shared, address, runtime: Some(runtime) }
}

impl Platform {
    /// The value for `discord.api_base`.
    pub fn api_base(&self) -> String {
        format!("http://{}", self.address)
    }

    fn change<R>(&self, change: impl FnOnce(&mut World) -> R) -> R {
        self.shared.change(change)
    }

    /// Reads the present state.
    pub fn look<R>(&self, look: impl FnOnce(&World) -> R) -> R {
        look(&self.shared.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until `look` finds something.
    #[track_caller]
    pub fn wait<R>(&self, what: &str, look: impl Fn(&World) -> Option<R>) -> R {
        let found = self.wait_for(TIMEOUT, &look);
        found.unwrap_or_else(|| {
            let seen = self.look(|world| {
                let latest = world.requests.iter().rev().take(12).rev();
                let latest = latest
                    .map(|request| format!("  {} {} {}\n", request.status, request.route, request.path));
                format!(
                    "latest requests:\n{}against the rules: {:?}",
                    latest.collect::<String>(),
                    world.violations
                )
            });
            panic!("{TIMEOUT:?} went by before {what}; {seen}")
        })
    }

    fn wait_for<R>(&self, time_limit: Duration, look: &impl Fn(&World) -> Option<R>) -> Option<R> {
        let deadline = Instant::now() + time_limit;
        let mut world = self.shared.world.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(found) = look(&world) {
                return Some(found);
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            (world, _) =
                self.shared.changed.wait_timeout(world, left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    #[track_caller]
    pub fn wait_until(&self, what: &str, is_so: impl Fn(&World) -> bool) {
        self.wait(what, |world| is_so(world).then_some(()));
    }

    /// Whether it becomes so within this time.
    pub fn is_so_within(&self, time: Duration, is_so: impl Fn() -> bool) -> bool {
        let deadline = Instant::now() + time;
        while !is_so() {
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }

    /// Asserts that nothing of the kind happens for this long.
    #[track_caller]
    pub fn expect_quiet(&self, time: Duration, happens: impl Fn(&World) -> bool) {
        let happened = self.wait_for(time, &|world| happens(world).then_some(()));
        assert!(happened.is_none(), "it was to stay quiet for {time:?}");
    }

    /// Waits until the bot is online in every shard.
    #[track_caller]
    pub fn wait_until_ready(&self) {
        self.wait_until("the bot is online", |world| world.gateway.is_ready());
    }

    /// Waits for a public message of the bot's in a channel that satisfies `is_it`.
    #[track_caller]
    pub fn wait_for_message(&self, what: &str, channel: &str, is_it: impl Fn(&Message) -> bool) -> Message {
        self.wait(what, |world| world.public_messages(channel).into_iter().find(|message| is_it(message)))
    }

    /// Public messages of the bot's in a channel, the oldest first.
    pub fn messages(&self, channel: &str) -> Vec<Message> {
        self.look(|world| world.public_messages(channel))
    }

    /// The channel of the conversation with a user.
    pub fn dm_channel(&self, user: &str) -> String {
        self.change(|world| world.dm_with(user))
    }

    /// How many requests of a route were answered with success.
    pub fn count(&self, route: &str) -> usize {
        self.look(|world| {
            world.requests.iter().filter(|request| request.route == route && request.status < 300).count()
        })
    }

    pub fn delete_message(&self, id: &str) {
        self.change(|world| routes::delete_message(world, id));
    }

    pub fn delete_channel(&self, id: &str) {
        self.change(|world| {
            if let Some(gone) = world.channels.remove(id) {
                let json = serde_json::json!({ "id": id, "type": 0, "guild_id": gone.guild, "name": gone.name, "position": 0,
                    "flags": 0, "permission_overwrites": [], "parent_id": null, "nsfw": false });
                world.dispatch(gone.guild.as_deref(), gateway_state::GUILDS, "CHANNEL_DELETE", &json);
            }
        });
    }

    /// The channel has threads from now on, and no messages of its own.
    pub fn make_forum(&self, channel: &str) {
        self.change(|world| {
            world.channels.get_mut(channel).expect("there is such a channel").kind = names::FORUM;
        });
    }

    /// Takes permissions from the bot in a channel.
    pub fn deny_bot(&self, channel: &str, permissions: u64) {
        self.change(|world| {
            let overwrite =
                Overwrite { target: BOT.to_owned(), of_member: true, allow: 0, deny: permissions };
            world.channels.get_mut(channel).expect("there is such a channel").overwrites.push(overwrite);
        });
    }

    pub fn allow_bot_again(&self, channel: &str) {
        self.change(|world| {
            world.channels.get_mut(channel).expect("there is such a channel").overwrites.clear();
        });
    }

    /// The user takes no direct messages.
    pub fn close_dms(&self, user: &str) {
        self.change(|world| world.users.get_mut(user).expect("there is such a user").takes_dms = false);
    }

    /// Makes a user the owner of a guild.
    pub fn give_guild_to(&self, guild: &str, user: &str) {
        self.change(|world| {
            user.clone_into(&mut world.guilds.get_mut(guild).expect("there is such a guild").owner);
        });
    }

    pub fn remove_bot_from(&self, guild: &str) {
        self.change(|world| {
            world.guilds.get_mut(guild).expect("there is such a guild").members.remove(BOT);
            world.dispatch(
                Some(guild),
                gateway_state::GUILDS,
                "GUILD_DELETE",
                &serde_json::json!({ "id": guild }),
            );
        });
    }

    /// Adds the bot to a guild, as somebody does who follows its invitation.
    pub fn let_bot_into(&self, guild: &str) {
        self.change(|world| {
            let members = &mut world.guilds.get_mut(guild).expect("there is such a guild").members;
            members.insert(BOT.to_owned(), std::collections::BTreeSet::new());
            let mut joined = world.guild_create_json(&world.guilds[guild]);
            joined["joined_at"] = serde_json::json!(jiff::Timestamp::now().to_string());
            world.dispatch(Some(guild), gateway_state::GUILDS, "GUILD_CREATE", &joined);
        });
    }

    /// Makes a guild unavailable for a moment, as in an outage of the platform: the bot is still a member.
    pub fn lose_guild_for_a_while(&self, guild: &str) {
        self.change(|world| {
            let gone = serde_json::json!({ "id": guild, "unavailable": true });
            world.dispatch(Some(guild), gateway_state::GUILDS, "GUILD_DELETE", &gone);
            let back = world.guild_create_json(&world.guilds[guild]);
            world.dispatch(Some(guild), gateway_state::GUILDS, "GUILD_CREATE", &back);
        });
    }

    /// Ends the few minutes in which a nonce counts.
    pub fn forget_nonces(&self) {
        self.change(|world| world.messages.values_mut().for_each(|message| message.nonce = None));
    }

    /// How often the bot ran into a real limit, not an injected one.
    pub fn own_rate_limits(&self) -> usize {
        self.look(|world| world.buckets.refused)
    }

    /// Takes the recorded violations, for tests that break the rules on purpose.
    pub fn take_violations(&self) -> Vec<String> {
        self.change(|world| std::mem::take(&mut world.violations))
    }

    pub fn person(&self, id: &str) -> Person<'_> {
        Person::new(self, id)
    }
}

impl Drop for Platform {
    fn drop(&mut self) {
        let violations = self.take_violations();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        if !std::thread::panicking() {
            assert!(violations.is_empty(), "against the platform's rules:\n{}", violations.join("\n"));
        }
    }
}
