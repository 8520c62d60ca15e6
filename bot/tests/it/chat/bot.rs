//! A running bot with a shop, and what tests do around it.

use std::fmt::Display;
use std::io::BufReader;
use std::net::{SocketAddr, TcpStream};
use std::thread::{JoinHandle, spawn};

use boostdesk_fake_platform::{
    CUSTOMER, Fault, GUILD, INVITE, LOG, Message, OTHER_GUILD, OWNER, OWNERS_LOG, Person, Platform, RIVAL,
    SELLER, TOKEN, a_platform,
};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::commands::ONE_MONTH;
use crate::http;
use crate::process::{Place, Running, a_place};

pub(super) const THREE_MONTHS: &str = "ThreeMonthTokens.txt";
pub(super) const EMAIL: &str = "noor@example.com";
const LOOK: &str = "GET /channels/{channel_id}/messages";
/// How often the bot tries a call that gets a 429.
const TRIES: usize = 4;

pub(super) struct Bot {
    /// Dropped first, so that all of the bot's violations are recorded.
    running: Option<Running>,
    pub(super) place: Place,
    /// The owner's access code.
    pub(super) code: String,
    sellers_session: String,
    pub(super) platform: Platform,
}

/// Starts the bot of a shop on SQLite: Mika sells from the first guild, Rita from the other, the log is in `LOG`.
pub(super) fn a_bot() -> Bot {
    a_bot_with(|place| place)
}

pub(super) fn a_bot_with(settings: impl FnOnce(Place) -> Place) -> Bot {
    let platform = a_platform();
    let place = settings(a_place_for(&platform));
    a_bot_at(platform, place)
}

/// As `a_bot`, but prepares the platform first.
pub(super) fn a_bot_on(prepare: impl FnOnce(&Platform)) -> Bot {
    let (platform, place) = a_prepared_place(prepare);
    a_bot_at(platform, place)
}

/// Returns a prepared platform, and a place whose configuration names it, with an empty database.
pub(super) fn a_prepared_place(prepare: impl FnOnce(&Platform)) -> (Platform, Place) {
    let platform = a_platform();
    prepare(&platform);
    let place = a_place_for(&platform);
    (platform, place)
}

/// Runs a test on SQLite and then on PostgreSQL.
pub(super) fn on_both(test: impl Fn(Bot)) {
    test(a_bot());
    let runtime = Runtime::new().expect("threads can be started");
    let url = runtime.block_on(boostdesk_core::testing::postgres_database());
    test(a_bot_with(|place| place.with("DATABASE__URL", url)));
}

/// Returns a place whose configuration names the platform, with an empty database.
fn a_place_for(platform: &Platform) -> Place {
    let mut place = a_place()
        .with("DISCORD__TOKEN", TOKEN)
        .with("DISCORD__OWNER_ID", OWNER)
        .with("DISCORD__LOG_CHANNEL_ID", OWNERS_LOG)
        .with("DISCORD__API_BASE", platform.api_base());
    for limit in ["LOGIN_PER_MINUTE", "REDEEM_PER_MINUTE", "PUBLIC_PER_MINUTE"] {
        place = place.with(&format!("LIMITS__{limit}"), 0);
    }
    place
}

fn a_bot_at(platform: Platform, place: Place) -> Bot {
    let mika = place.json(&["seller", "add", "mika", "--discord-id", SELLER]);
    place.json(&["storefront", "add", GUILD, "--seller", "mika", "--name", "Mika's Boosts"]);
    place.json(&["seller", "add", "rita", "--discord-id", RIVAL]);
    place.json(&["storefront", "add", OTHER_GUILD, "--seller", "rita", "--name", "Rita's Corner"]);
    let mut bot = Bot { running: None, place, code: String::new(), sellers_session: String::new(), platform };
    bot.start();
    bot.platform.wait_until_ready();
    bot.sellers_session = bot.sign_in(&mika["accessCode"]);
    bot
}

impl Bot {
    /// Starts a new process in the same place.
    pub(super) fn start(&mut self) {
        self.platform.forget_sessions();
        self.platform.forget_identifies();
        let (running, code) = self.place.serve();
        (self.running, self.code) = (Some(running), code);
    }

    pub(super) fn resident_kib(&self) -> u64 {
        self.running.as_ref().expect("it runs").resident_kib()
    }

    pub(super) fn kill(&mut self) {
        let running = self.running.take().expect("it runs");
        running.signal("KILL");
        running.wait();
    }

    /// Kills the bot, and starts it many minutes later on a platform that rate-limits its first look at a channel.
    pub(super) fn start_again_where_a_look_is_put_off(&mut self) {
        self.kill();
        self.platform.forget_nonces();
        self.platform.heal();
        let slow_down = Fault::RateLimited { seconds: 0.2, global: false, headers: true };
        self.platform.inject_times(TRIES, LOOK, slow_down);
        self.start();
        self.platform.wait_until_ready();
    }

    #[track_caller]
    pub(super) fn check_that_looks_were_put_off(&self) {
        assert_eq!(self.platform.struck(LOOK), TRIES);
    }

    /// Asks the bot to end, and checks that its log contains no secret. Returns the log.
    pub(super) fn stop(&mut self) -> String {
        let running = self.running.take().expect("it runs");
        running.signal("TERM");
        let ended = running.wait();
        ended.expect_code(0);
        for secret in [TOKEN, &self.code, "-secret"] {
            assert!(!ended.stderr.contains(secret), "`{secret}` in the log:\n{}", ended.stderr);
        }
        ended.stderr
    }

    pub(super) fn restart(&mut self) -> String {
        let log = self.stop();
        self.start();
        self.platform.wait_until_ready();
        log
    }

    pub(super) fn person(&self, id: &str) -> Person<'_> {
        self.platform.person(id)
    }

    #[track_caller]
    pub(super) fn sign_in(&self, code: &Value) -> String {
        let login = json!({ "captcha_key": "", "access_code": code });
        let answer = http::post(self.place.web, "/api/auth/login", "", &login);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["token"].as_str().expect("a token").to_owned()
    }

    /// Gets from the dashboard's API, as the seller.
    #[track_caller]
    pub(super) fn get(&self, path: &str) -> Value {
        let answer = http::get(self.place.web, path, &self.sellers_session);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// As [`Bot::get`], in a thread of its own.
    pub(super) fn get_meanwhile(&self, path: &'static str) -> JoinHandle<Value> {
        let (web, session) = (self.place.web, self.sellers_session.clone());
        spawn(move || http::get(web, path, &session).json())
    }

    /// Opens an event stream as the seller.
    pub(super) fn open_stream(&self, path: &str) -> BufReader<TcpStream> {
        http::open_stream(self.place.web, path, &self.sellers_session)
    }

    #[track_caller]
    pub(super) fn post(&self, path: &str, body: &Value) -> Value {
        let answer = http::post(self.place.web, path, &self.sellers_session, body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// Deletes by the dashboard's API, as the seller.
    #[track_caller]
    pub(super) fn delete(&self, path: &str) {
        let answer = http::delete(self.place.web, path, &self.sellers_session);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    }

    /// Gives Rita's guild to Mika, who then sells from both.
    pub(super) fn hand_over_other_guild(&self) {
        self.place.json(&["storefront", "close", OTHER_GUILD]);
        self.place.json(&["storefront", "add", OTHER_GUILD, "--seller", "mika", "--name", "Mika's Corner"]);
    }

    pub(super) fn storefront(&self) -> Value {
        self.get(&format!("/api/storefronts/{GUILD}"))
    }

    /// Changes the storefront on the web.
    #[track_caller]
    pub(super) fn change_storefront(&self, change: &Value) {
        let mut wanted = self.storefront();
        for (name, value) in change.as_object().expect("an object") {
            wanted[name] = value.clone();
        }
        let path = format!("/api/storefronts/{GUILD}");
        let answer = http::put(self.place.web, &path, &self.sellers_session, &wanted);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    /// Makes `LOG` the storefront's log channel.
    pub(super) fn log_to_channel(&self) {
        self.change_storefront(&json!({ "logChannelId": LOG }));
    }

    /// Puts to the dashboard's API as the seller; it may be refused.
    pub(super) fn try_put(&self, path: &str, body: &Value) -> u16 {
        http::put(self.place.web, path, &self.sellers_session, body).status
    }

    /// Adds new tokens to the one-month stock, on the web.
    #[track_caller]
    pub(super) fn import(&self, count: usize, name: impl Display) {
        self.import_into(ONE_MONTH, count, name);
    }

    #[track_caller]
    pub(super) fn import_into(&self, stock: &str, count: usize, name: impl Display) {
        let tokens: Vec<String> = (0..count).map(|number| format!("token.{name}.{number}")).collect();
        let path = format!("/api/storefronts/{GUILD}/stock/{stock}");
        let answer = http::post_text(self.place.web, &path, &self.sellers_session, &tokens.join("\n"));
        assert_eq!(answer.json()["added"], count, "{}", answer.body);
    }

    /// Makes keys of the one-month stock, on the web.
    #[track_caller]
    pub(super) fn keys(&self, amount: i64, count: usize) -> Vec<String> {
        let wanted = json!({ "stock": ONE_MONTH, "amount": amount, "count": count });
        let made = self.post(&format!("/api/storefronts/{GUILD}/keys"), &wanted);
        made["keys"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .map(ToOwned::to_owned)
            .collect()
    }

    pub(super) fn key(&self, amount: i64) -> String {
        self.keys(amount, 1).remove(0)
    }

    pub(super) fn keys_with_status(&self, status: &str) -> usize {
        let keys = self.get(&format!("/api/storefronts/{GUILD}/keys?status={status}"));
        keys["keys"].as_array().expect("a list").len()
    }

    pub(super) fn available(&self, stock: &str) -> i64 {
        let levels = self.get(&format!("/api/storefronts/{GUILD}/stock"));
        let level = levels.as_array().into_iter().flatten().find(|level| level["stock"] == stock).cloned();
        level.and_then(|level| level["available"].as_i64()).unwrap_or(0)
    }

    pub(super) fn order(&self, id: &str) -> Value {
        self.get(&format!("/api/dashboard/orders/{id}/order.json"))
    }

    pub(super) fn order_count(&self) -> usize {
        self.get("/api/dashboard/fetch-dashboard-orders")["folders"].as_array().expect("a list").len()
    }

    /// A customer redeems on the web page.
    #[track_caller]
    pub(super) fn redeem_on_web(&self, key: &str) {
        let answer = self.try_redeem_on_web(key, INVITE);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    pub(super) fn try_redeem_on_web(&self, key: &str, invite: &str) -> http::Answer {
        redeem_on_web(self.place.web, key, invite)
    }

    /// As [`Bot::try_redeem_on_web`], in a thread of its own.
    pub(super) fn try_redeem_meanwhile(&self, key: String, invite: String) -> JoinHandle<http::Answer> {
        let web = self.place.web;
        spawn(move || redeem_on_web(web, &key, &invite))
    }

    /// The customer redeems in chat.
    #[track_caller]
    pub(super) fn redeem(&self, key: &str) -> boostdesk_fake_platform::Asked<'_> {
        let command = self.person(CUSTOMER).command("redeem");
        command.option("key", key).option("invite", INVITE).option("email", EMAIL).send()
    }

    /// The seller marks all of an order's tokens as delivered, on the web.
    pub(super) fn deliver_on_web(&self, order: &str) {
        let pending = self.order(order)["pending"].clone();
        let pending = pending.as_array().cloned().unwrap_or_default();
        assert!(!pending.is_empty(), "tokens wait: {}", self.order(order));
        let results: Vec<Value> = pending.iter().map(|token| json!({ "token": token, "ok": true })).collect();
        self.post(&format!("/api/dashboard/orders/{order}/deliver"), &json!({ "results": results }));
    }

    /// Waits for a message in a channel that has all of these words in it.
    #[track_caller]
    pub(super) fn wait_for_words(&self, channel: &str, words: &[&str]) -> Message {
        let what = format!("a message with {words:?}");
        self.platform.wait_for_message(&what, channel, |message| has_words(message, words))
    }

    /// Counts the messages in a channel with all of these words.
    pub(super) fn count_with_words(&self, channel: &str, words: &[&str]) -> usize {
        self.platform.messages(channel).iter().filter(|message| has_words(message, words)).count()
    }
}

fn redeem_on_web(web: SocketAddr, key: &str, invite: &str) -> http::Answer {
    let body = json!({
        "redeemKey": key, "discordInvite": invite, "email": EMAIL, "displayname": "", "bio": "", "avatar": "",
        "banner": "",
    });
    http::post(web, &format!("/api/redeem/{GUILD}"), "", &body)
}

/// Whether a message contains all of these words, in any case of letters.
pub(super) fn has_words(message: &Message, words: &[&str]) -> bool {
    let text = message.text().to_lowercase();
    words.iter().all(|word| text.contains(&word.to_lowercase()))
}

/// Whether a message shows this level of a stock. Bare digits also occur in its links.
pub(super) fn has_stock(message: &Message, tokens: usize) -> bool {
    has_words(message, &[&format!("**{tokens}** token"), &format!("**{}** boost", tokens * 2)])
}

#[track_caller]
pub(super) fn expect_words(message: &Message, words: &[&str]) {
    assert!(has_words(message, words), "{words:?} in:\n{}", message.text());
}

/// Expects a refusal: by the client, from what the bot registered, or by the bot in a private message.
#[track_caller]
pub(super) fn expect_refusal(asked: Option<boostdesk_fake_platform::Asked<'_>>, words: &[&str]) {
    if let Some(asked) = asked {
        expect_words(&asked.private_answer(), words);
    }
}
