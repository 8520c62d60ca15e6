//! What a test can make go wrong: requests that fail, and a gateway that breaks.
//!
//! Here are only the switches; what they do is where it happens.

use std::time::Duration;

use crate::Platform;
use crate::faults::Fault;
use crate::gateway_state::Manner;

impl Platform {
    /// Makes requests fail whose route starts like this, written with parameter names or, to mean only some, with ids.
    pub fn inject(&self, route: &str, fault: Fault) {
        self.change(|world| world.faults.add(route, fault, None));
    }

    /// As `inject`, for the next so many.
    pub fn inject_times(&self, times: usize, route: &str, fault: Fault) {
        self.change(|world| world.faults.add(route, fault, Some(times)));
    }

    /// How often an injected fault of these routes struck.
    pub fn struck(&self, route: &str) -> usize {
        self.look(|world| world.struck(route))
    }

    /// Nothing goes wrong any more.
    pub fn heal(&self) {
        self.change(|world| {
            world.faults.heal();
            world.gateway.manner = Manner::Normal;
            world.gateway.identify_closes = None;
            world.left_out.clear();
        });
    }

    /// From now on READY and interactions lack these members.
    pub fn leave_out(&self, members: &[&'static str]) {
        self.change(|world| world.left_out = members.to_vec());
    }

    /// Interactions arrive this long after they were made, as when a connection was broken meanwhile.
    pub fn hold_up_interactions(&self, by: Duration) {
        self.change(|world| world.held_up = by);
    }

    /// Sets its clock so far ahead of the machine's, as answers say it.
    pub fn set_clock_ahead(&self, by: Duration) {
        self.change(|world| world.clock_ahead = by);
    }

    /// A fresh process has sent no IDENTIFY yet: what an earlier one did does not count against it.
    pub fn forget_identifies(&self) {
        self.change(|world| world.gateway.identifies.clear());
    }

    /// Changes a command's description, as somebody else may do.
    pub fn alter_command(&self, name: &str) {
        self.change(|world| {
            let version = world.next_id();
            let command = world.commands.iter_mut().find(|command| command["name"] == name);
            let command = command.expect("it is registered");
            command["description"] = "Something else".into();
            command["version"] = version.into();
        });
    }

    pub fn change_token(&self) {
        self.change(|world| world.token.push_str("-changed"));
    }

    pub fn use_shards(&self, shards: u64) {
        self.change(|world| {
            world.gateway.shards = shards;
            world.gateway.max_concurrency = shards;
        });
    }

    pub fn heartbeat_every(&self, interval: Duration) {
        self.change(|world| world.gateway.heartbeat_interval = interval);
    }

    /// Leaves no IDENTIFY for this long, from when the bot first asks how many there are.
    pub fn exhaust_identifies(&self, until: Duration) {
        self.change(|world| {
            world.gateway.remaining = 0;
            world.gateway.resets_after = Some(until);
        });
    }

    /// How the gateway treats new connections.
    pub fn greet_with(&self, manner: Manner) {
        self.change(|world| world.gateway.manner = manner);
    }

    /// Every IDENTIFY gets this close code.
    pub fn close_identifies(&self, code: u16) {
        self.change(|world| world.gateway.identify_closes = Some(code));
    }

    /// The next IDENTIFY or RESUME is answered by an invalid session.
    pub fn refuse_next_session(&self, resumable: bool) {
        self.change(|world| world.gateway.invalid_sessions.push_back(resumable));
    }

    pub fn close_connections(&self, code: u16) {
        self.change(|world| world.gateway.close_all(code));
    }

    /// The network goes away under every connection.
    pub fn drop_connections(&self) {
        self.change(|world| world.gateway.drop_all());
    }

    /// Keeps every connection open but dead.
    pub fn deafen_connections(&self) {
        self.change(|world| world.gateway.deafen_all());
    }

    pub fn forget_sessions(&self) {
        self.change(|world| world.gateway.forget_sessions());
    }

    /// Asks the bot to connect anew.
    pub fn request_reconnect(&self) {
        let payload = serde_json::json!({ "op": 7, "d": null, "s": null, "t": null });
        self.change(|world| {
            world.gateway.excuse_hurried_ones();
            world.gateway.send_all(&payload);
        });
    }

    /// Says in every connection that its session is over.
    pub fn invalidate_sessions(&self, resumable: bool) {
        let payload = serde_json::json!({ "op": 9, "d": resumable, "s": null, "t": null });
        self.change(|world| {
            world.gateway.excuse_hurried_ones();
            if !resumable {
                for session in &mut world.gateway.sessions {
                    session.is_alive = false;
                }
            }
            world.gateway.send_all(&payload);
        });
    }
}
