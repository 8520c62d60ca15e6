//! What the dashboard says about the guilds that the bot is in, and the links that invite it.

use std::io::BufReader;
use std::net::TcpStream;

use boostdesk_fake_platform::{APPLICATION, Fault, GUILD, OTHER_GUILD, SELLER, TIMEOUT};
use serde_json::{Value, json};

use super::bot::{Bot, a_bot, a_bot_on, on_both};
use crate::http;

const MEMBERSHIP: &str = "/api/dashboard/bot";
const GUILD_CALL: &str = "GET /guilds/{guild_id}";
/// View Channel, Send Messages, Embed Links and Read Message History.
const NEEDED: u32 = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 16;

fn invitation() -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={APPLICATION}&scope=bot+applications.commands\
         &permissions={NEEDED}"
    )
}

fn membership(bot: &Bot) -> Value {
    bot.get(MEMBERSHIP)
}

fn is_member(bot: &Bot) -> Value {
    membership(bot)["storefronts"][0]["isMember"].clone()
}

#[test]
fn dashboard_shows_the_bots_membership_and_caches_the_platforms_answer() {
    let bot = a_bot();
    let there = json!({
        "hasToken": true,
        "inviteUrl": invitation(),
        "storefronts": [{
            "guildId": GUILD, "isMember": true, "inviteUrl": format!("{}&guild_id={GUILD}", invitation()),
        }],
    });
    for _ in 0..5 {
        assert_eq!(membership(&bot), there);
    }
    assert_eq!(bot.platform.count(GUILD_CALL), 1);
}

#[test]
fn dashboard_shows_the_bot_as_a_member_after_it_is_added_to_the_guild() {
    let bot = a_bot_on(|platform| platform.remove_bot_from(GUILD));
    assert_eq!(is_member(&bot), false);
    bot.platform.let_bot_into(GUILD);
    assert!(bot.platform.is_so_within(TIMEOUT, || is_member(&bot) == true), "it is in");
}

#[test]
fn membership_is_unknown_instead_of_false_while_the_platform_fails() {
    let bot = a_bot_on(|platform| platform.remove_bot_from(GUILD));
    for fault in [Fault::BadGateway, Fault::Refused(401, 0), Fault::Hangs] {
        bot.platform.inject(GUILD_CALL, fault);
        assert_eq!(is_member(&bot), Value::Null);
        bot.platform.heal();
    }
    bot.platform.inject("GET /oauth2/applications/@me", Fault::BadGateway);
    assert_eq!(is_member(&bot), false, "what was unknown is not kept");
}

/// Reads the stream until an event of `topic`. Returns how many events about storefronts came before it.
fn wait_for_event_of(topic: &str, events: &mut BufReader<TcpStream>) -> usize {
    let mut of_storefronts = 0;
    loop {
        let line = http::next_line(events);
        if line.contains(&format!("\"{topic}\"")) {
            return of_storefronts;
        }
        of_storefronts += usize::from(line.contains("\"storefronts\""));
    }
}

#[test]
fn membership_answer_from_before_the_bot_was_removed_is_not_cached() {
    let bot = a_bot();
    let mut events = bot.open_stream("/api/dashboard/events");
    wait_for_event_of("ready", &mut events);
    bot.platform.inject_times(1, GUILD_CALL, Fault::AnswerWaits);
    let early = bot.get_meanwhile(MEMBERSHIP);
    bot.platform.wait_until("the platform has looked", |world| {
        world.requests.iter().any(|request| request.route == GUILD_CALL)
    });
    bot.platform.remove_bot_from(GUILD);
    wait_for_event_of("storefronts", &mut events);
    bot.platform.heal();
    let early = early.join().expect("an answer");
    assert_ne!(early["storefronts"][0]["isMember"], false, "it was asked before: {early}");
    assert_eq!(is_member(&bot), false, "it is asked for anew");
}

#[test]
fn event_stream_reports_when_the_bot_leaves_or_joins_the_sellers_guild() {
    on_both(|bot| {
        let mut events = bot.open_stream("/api/dashboard/events");
        wait_for_event_of("ready", &mut events);
        assert_eq!(is_member(&bot), true);
        bot.platform.remove_bot_from(GUILD);
        wait_for_event_of("storefronts", &mut events);
        assert_eq!(is_member(&bot), false, "it is asked for anew");
        bot.platform.let_bot_into(GUILD);
        wait_for_event_of("storefronts", &mut events);
        assert_eq!(is_member(&bot), true);

        // None of this changes the membership in the seller's guild.
        bot.platform.remove_bot_from(OTHER_GUILD);
        bot.platform.lose_guild_for_a_while(GUILD);
        bot.person(SELLER).command("stock").send().answer();
        bot.post("/api/suggestions/create", &json!({ "title": "Later", "description": "Please" }));
        assert_eq!(wait_for_event_of("suggestions", &mut events), 0);
    });
}
