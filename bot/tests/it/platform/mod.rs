//! A chat platform on a port of this machine, as strict as the real one: REST and gateway, people who use commands, and
//! faults at will. What the bot does against the platform's rules is written down and fails the test at its end.

mod asked;
mod buckets;
mod faults;
mod furniture;
mod gateway;
mod gateway_state;
mod limits;
mod objects;
mod options;
mod people;
mod permissions;
mod routes;
mod schema;
mod server;
mod tests;
mod world;

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

pub(crate) use self::asked::Asked;
pub(crate) use self::faults::Fault;
pub(crate) use self::gateway_state::Manner;
pub(crate) use self::people::Person;
pub(crate) use self::permissions::{
    ADMINISTRATOR, EMBED_LINKS, MANAGE_GUILD, READ_MESSAGE_HISTORY, SEND_MESSAGES, VIEW_CHANNEL,
};
pub(crate) use self::world::{LONGEST_FIRST_ANSWER, Message, World};

use self::world::Overwrite;
use crate::process::PATIENCE;

pub(crate) const TOKEN: &str = "MTE0MjQyNDI0MjQyNDI0MjQyNA.GfAkEt.n0t-a-real-token-of-anybody_at-all-0123456";
pub(crate) const APPLICATION: &str = "114242424242424242";
pub(crate) const BOT: &str = "114242424242424242";

/// The guild that sells; its seller and a customer are members, and so is the product's owner.
pub(crate) const GUILD: &str = "112233445566778899";
/// Another seller's, on the other of two shards.
pub(crate) const OTHER_GUILD: &str = "223344556682889911";
/// Where an invite leads to; the bot is not there.
pub(crate) const CUSTOMERS_GUILD: &str = "334455667788990011";

pub(crate) const OWNER: &str = "190000000000000001";
pub(crate) const SELLER: &str = "190000000000000002";
pub(crate) const CUSTOMER: &str = "190000000000000003";
/// May manage the first guild's settings, and sells nothing.
pub(crate) const MANAGER: &str = "190000000000000004";
/// Is in no guild that the bot is in.
pub(crate) const STRANGER: &str = "190000000000000006";
/// Sells from the other guild, and is in both.
pub(crate) const RIVAL: &str = "190000000000000005";

pub(crate) const OWNERS_LOG: &str = "170000000000000001";
pub(crate) const LOG: &str = "170000000000000002";
pub(crate) const SHOP: &str = "170000000000000003";
pub(crate) const SECOND_SHOP: &str = "170000000000000004";
pub(crate) const OTHER_GUILDS_SHOP: &str = "170000000000000005";

pub(crate) const PINGED_ROLE: &str = "180000000000000009";
/// An invite to `CUSTOMERS_GUILD`.
pub(crate) const INVITE: &str = "lofi-lounge";

pub(crate) struct Platform {
    shared: Arc<Shared>,
    address: SocketAddr,
    runtime: Option<Runtime>,
}

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
pub(crate) fn a_platform() -> Platform {
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
    /// What `discord.api_base` is to be.
    pub(crate) fn api_base(&self) -> String {
        format!("http://{}", self.address)
    }

    fn change<R>(&self, change: impl FnOnce(&mut World) -> R) -> R {
        self.shared.change(change)
    }

    /// What is so now.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&World) -> R) -> R {
        look(&self.shared.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until `look` finds something.
    #[track_caller]
    pub(crate) fn wait<R>(&self, what: &str, look: impl Fn(&World) -> Option<R>) -> R {
        let found = self.wait_for(PATIENCE, &look);
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
            panic!("{PATIENCE:?} went by before {what}; {seen}")
        })
    }

    fn wait_for<R>(&self, patience: Duration, look: &impl Fn(&World) -> Option<R>) -> Option<R> {
        let deadline = Instant::now() + patience;
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
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&World) -> bool) {
        self.wait(what, |world| is_so(world).then_some(()));
    }

    /// Waits until the bot is online in every shard.
    #[track_caller]
    pub(crate) fn wait_until_ready(&self) {
        self.wait_until("the bot is online", |world| world.gateway.is_ready());
    }

    /// Waits for a public message of the bot's in a channel that satisfies `is_it`.
    #[track_caller]
    pub(crate) fn wait_for_message(
        &self,
        what: &str,
        channel: &str,
        is_it: impl Fn(&Message) -> bool,
    ) -> Message {
        self.wait(what, |world| world.public_messages(channel).into_iter().find(|message| is_it(message)))
    }

    /// Public messages of the bot's in a channel, the oldest first.
    pub(crate) fn messages(&self, channel: &str) -> Vec<Message> {
        self.look(|world| world.public_messages(channel))
    }

    /// The channel of the conversation with a user.
    pub(crate) fn dm_channel(&self, user: &str) -> String {
        self.change(|world| world.dm_with(user))
    }

    /// How often a request came that was answered with success.
    pub(crate) fn count(&self, route: &str) -> usize {
        self.look(|world| {
            world.requests.iter().filter(|request| request.route == route && request.status < 300).count()
        })
    }

    /// From now on, requests whose route starts so go wrong.
    pub(crate) fn inject(&self, route: &str, fault: Fault) {
        self.change(|world| world.faults.add(route, fault, None));
    }

    /// As `inject`, for the next so many.
    pub(crate) fn inject_times(&self, times: usize, route: &str, fault: Fault) {
        self.change(|world| world.faults.add(route, fault, Some(times)));
    }

    /// How often an injected fault of these routes struck.
    pub(crate) fn struck(&self, route: &str) -> usize {
        self.look(|world| world.struck(route))
    }

    /// Nothing goes wrong any more.
    pub(crate) fn heal(&self) {
        self.change(|world| {
            world.faults.heal();
            world.gateway.manner = Manner::Normal;
            world.gateway.identify_closes = None;
        });
    }

    pub(crate) fn delete_message(&self, id: &str) {
        self.change(|world| routes::delete_message(world, id));
    }

    pub(crate) fn delete_channel(&self, id: &str) {
        self.change(|world| {
            if let Some(gone) = world.channels.remove(id) {
                let json = serde_json::json!({ "id": id, "type": 0, "guild_id": gone.guild, "name": gone.name, "position": 0,
                    "flags": 0, "permission_overwrites": [], "parent_id": null, "nsfw": false });
                world.dispatch(gone.guild.as_deref(), gateway_state::GUILDS, "CHANNEL_DELETE", &json);
            }
        });
    }

    /// Takes permissions from the bot in a channel.
    pub(crate) fn deny_bot(&self, channel: &str, permissions: u64) {
        self.change(|world| {
            let overwrite =
                Overwrite { target: BOT.to_owned(), of_member: true, allow: 0, deny: permissions };
            world.channels.get_mut(channel).expect("there is such a channel").overwrites.push(overwrite);
        });
    }

    pub(crate) fn allow_bot_again(&self, channel: &str) {
        self.change(|world| {
            world.channels.get_mut(channel).expect("there is such a channel").overwrites.clear();
        });
    }

    /// The user takes no direct messages.
    pub(crate) fn close_dms(&self, user: &str) {
        self.change(|world| world.users.get_mut(user).expect("there is such a user").takes_dms = false);
    }

    pub(crate) fn remove_bot_from(&self, guild: &str) {
        self.change(|world| {
            world.guilds.get_mut(guild).expect("there is such a guild").members.remove(BOT);
        });
    }

    /// A fresh process has sent no IDENTIFY yet: what an earlier one did does not count against it.
    pub(crate) fn forget_identifies(&self) {
        self.change(|world| world.gateway.identifies.clear());
    }

    pub(crate) fn change_token(&self) {
        self.change(|world| world.token.push_str("-changed"));
    }

    pub(crate) fn use_shards(&self, shards: u64) {
        self.change(|world| {
            world.gateway.shards = shards;
            world.gateway.max_concurrency = shards;
        });
    }

    pub(crate) fn heartbeat_every(&self, interval: Duration) {
        self.change(|world| world.gateway.heartbeat_interval = interval);
    }

    /// No IDENTIFY is left until then.
    pub(crate) fn exhaust_identifies(&self, until: Duration) {
        self.change(|world| {
            world.gateway.remaining = 0;
            world.gateway.resets_at = Instant::now() + until;
        });
    }

    /// How the gateway treats new connections.
    pub(crate) fn greet_with(&self, manner: Manner) {
        self.change(|world| world.gateway.manner = manner);
    }

    /// Every IDENTIFY gets this close code.
    pub(crate) fn close_identifies(&self, code: u16) {
        self.change(|world| world.gateway.identify_closes = Some(code));
    }

    /// The next IDENTIFY or RESUME is answered by an invalid session.
    pub(crate) fn refuse_next_session(&self, resumable: bool) {
        self.change(|world| world.gateway.invalid_sessions.push_back(resumable));
    }

    pub(crate) fn close_connections(&self, code: u16) {
        self.change(|world| world.gateway.close_all(code));
    }

    /// The network goes away under every connection.
    pub(crate) fn drop_connections(&self) {
        self.change(|world| world.gateway.drop_all());
    }

    /// Every connection stays open and dead.
    pub(crate) fn deafen_connections(&self) {
        self.change(|world| world.gateway.deafen_all());
    }

    pub(crate) fn forget_sessions(&self) {
        self.change(|world| world.gateway.forget_sessions());
    }

    /// Asks the bot to connect anew.
    pub(crate) fn request_reconnect(&self) {
        let payload = serde_json::json!({ "op": 7, "d": null, "s": null, "t": null });
        self.change(|world| world.gateway.send_all(&payload));
    }

    /// Says in every connection that its session is over.
    pub(crate) fn invalidate_sessions(&self, resumable: bool) {
        let payload = serde_json::json!({ "op": 9, "d": resumable, "s": null, "t": null });
        self.change(|world| {
            if !resumable {
                for session in &mut world.gateway.sessions {
                    session.is_alive = false;
                }
            }
            world.gateway.send_all(&payload);
        });
    }

    /// The few minutes are over in which a nonce counts.
    pub(crate) fn forget_nonces(&self) {
        self.change(|world| world.messages.values_mut().for_each(|message| message.nonce = None));
    }

    /// How often the bot ran into a limit by itself.
    pub(crate) fn own_rate_limits(&self) -> usize {
        self.look(|world| world.buckets.refused)
    }

    /// The rules are broken on purpose: what was written down is taken back.
    pub(crate) fn take_violations(&self) -> Vec<String> {
        self.change(|world| std::mem::take(&mut world.violations))
    }

    pub(crate) fn person(&self, id: &str) -> Person<'_> {
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
