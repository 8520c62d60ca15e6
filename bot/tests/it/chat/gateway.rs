//! Failures of the gateway's connection: the bot reconnects, resumes if it can, and the web side stays up.

use std::process::Command;
use std::time::{Duration, Instant};

use boostdesk_core::testing::postgres_database;
use boostdesk_fake_platform::{CUSTOMER, INVITE, Manner, Platform, RIVAL, SELLER, SHOP};
use tokio::runtime::Runtime;

use super::bot::{Bot, EMAIL, a_bot, a_bot_on, a_bot_with, a_prepared_place, expect_words};
use crate::http;

/// Sends a command while the connection is lost or about to be; the answer comes in time, in the same session.
#[track_caller]
fn check_resumed(bot: &Bot, disturb: impl FnOnce(&Platform)) {
    let before = bot.platform.look(|world| world.gateway.connections.len());
    disturb(&bot.platform);
    bot.platform.wait_until("the session is resumed", |world| {
        world.gateway.connections.len() > before && world.gateway.resumes.iter().any(|(_, taken)| *taken)
    });
    bot.person(CUSTOMER).command("stock").send().answer();
    assert_eq!(bot.platform.look(|world| world.gateway.identifies.len()), 1, "no IDENTIFY was spent");
    assert_eq!(http::get(bot.place.web, "/", "").status, 200);
}

#[test]
fn dropped_connection_is_resumed_and_no_interaction_is_missed() {
    let bot = a_bot();
    let before = bot.platform.look(|world| world.gateway.connections.len());
    bot.platform.drop_connections();
    bot.platform.wait_until("the connection is gone", |world| {
        world.gateway.open_connections() == 0 || world.gateway.connections.len() > before
    });
    let asked = bot.person(CUSTOMER).command("stock").send();
    asked.answer();
    bot.platform.wait_until_ready();
    assert_eq!(bot.platform.look(|world| world.gateway.identifies.len()), 1);
    assert!(bot.platform.look(|world| world.gateway.resumes.iter().all(|(_, taken)| *taken)));
}

#[test]
fn session_is_resumed_after_a_reconnect_request() {
    check_resumed(&a_bot(), Platform::request_reconnect);
}

#[test]
fn session_is_resumed_after_a_resumable_close_code() {
    check_resumed(&a_bot(), |platform| platform.close_connections(4000));
}

#[test]
fn session_is_resumed_after_a_resumable_invalid_session() {
    check_resumed(&a_bot(), |platform| platform.invalidate_sessions(true));
}

#[test]
fn new_session_begins_after_a_non_resumable_invalid_session() {
    let bot = a_bot();
    bot.platform.invalidate_sessions(false);
    bot.platform.wait_until("a new session begins", |world| {
        world.gateway.identifies.len() == 2 && world.gateway.has_sessions() && world.gateway.is_ready()
    });
    bot.person(CUSTOMER).command("stock").send().answer();
}

#[test]
fn new_session_begins_after_a_refused_resume() {
    let bot = a_bot();
    bot.platform.refuse_next_session(false);
    bot.platform.drop_connections();
    wait_for_a_new_session(&bot);
    assert_eq!(bot.platform.look(|world| world.gateway.resumes.len()), 1, "it was tried first");
}

#[test]
fn new_session_begins_when_heartbeats_are_not_acknowledged() {
    let bot = a_bot_on(|platform| platform.heartbeat_every(Duration::from_secs(2)));
    bot.platform.wait_until("hearts beat", |world| {
        world.gateway.connections.last().is_some_and(|last| last.heartbeats >= 2)
    });
    let before = bot.platform.look(|world| world.gateway.identifies.len());
    bot.platform.deafen_connections();
    // serenity gives the session up (decision 0020): one IDENTIFY follows, in its turn.
    wait_for_session(&bot, before + 1);
}

#[track_caller]
fn wait_for_a_new_session(bot: &Bot) {
    wait_for_session(bot, 2);
}

#[track_caller]
fn wait_for_session(bot: &Bot, number: usize) {
    bot.platform.wait_until("a new session begins", |world| {
        world.gateway.identifies.len() >= number && world.gateway.is_ready()
    });
    bot.person(CUSTOMER).command("stock").send().answer();
}

#[test]
fn new_session_begins_after_a_gateway_connection_that_stays_silent() {
    let bot = a_bot();
    bot.platform.greet_with(Manner::Silent);
    bot.platform.drop_connections();
    bot.platform.wait_until("it was tried", |world| world.gateway.connections.len() >= 2);
    bot.platform.heal();
    wait_for_a_new_session(&bot);
}

#[test]
fn reconnects_to_a_flapping_gateway_back_off_and_spend_no_identify() {
    let bot = a_bot();
    bot.platform.greet_with(Manner::Flapping);
    let dropped = Instant::now();
    bot.platform.drop_connections();
    let tries = bot.platform.wait("it was tried a few times", |world| {
        let opened: Vec<_> = world.gateway.connections.iter().map(|connection| connection.opened).collect();
        (opened.len() >= 6).then(|| opened[1..].iter().map(|opened| *opened - dropped).collect::<Vec<_>>())
    });
    assert!(tries[4] > Duration::from_secs(3), "it was tried after {tries:?}");
    assert_eq!(http::get(bot.place.web, "/", "").status, 200, "the web side stays");
    bot.platform.heal();
    bot.platform.wait_until_ready();
    bot.person(CUSTOMER).command("stock").send().answer();
    assert_eq!(bot.platform.look(|world| world.gateway.identifies.len()), 1, "no IDENTIFY was spent");
}

#[test]
fn bot_reconnects_once_an_unavailable_gateway_is_back() {
    let bot = a_bot();
    bot.platform.greet_with(Manner::Unavailable);
    bot.platform.drop_connections();
    bot.platform.wait_until("it was tried twice", |world| world.gateway.connections.len() >= 3);
    assert_eq!(http::get(bot.place.web, "/", "").status, 200);
    bot.platform.heal();
    bot.platform.wait_until_ready();
    bot.person(CUSTOMER).command("stock").send().answer();
}

#[test]
fn web_side_stays_up_after_the_bot_token_is_revoked() {
    let bot = a_bot();
    bot.platform.change_token();
    bot.platform.drop_connections();
    bot.platform.wait_until("it was told", |world| {
        world.gateway.connections.len() >= 2 && world.gateway.open_connections() == 0
    });
    let answer = http::get(bot.place.web, "/", "");
    assert_eq!(answer.status, 200);
    assert!(bot.platform.look(|world| world.gateway.identifies.len()) <= 2);
}

#[test]
fn bot_starts_as_many_shards_as_the_platform_recommends() {
    let bot = a_bot_on(|platform| platform.use_shards(2));
    let mut shards = bot
        .platform
        .look(|world| world.gateway.identifies.iter().map(|identify| identify.shard).collect::<Vec<_>>());
    shards.sort_unstable();
    assert_eq!(shards, [(0, 2), (1, 2)]);
    bot.person(CUSTOMER).command("stock").send().answer();
    bot.person(RIVAL).in_other_guild().command("stock").send().answer();
}

#[test]
fn interactions_are_handled_when_gateway_events_lack_fields() {
    let lacking =
        ["user", "guilds", "application", "locale", "entitlements", "version", "channel_id", "message"];
    let bot = a_bot_on(|platform| platform.leave_out(&lacking));
    bot.person(CUSTOMER).command("stock").send().answer();
    bot.person(SELLER).command("stock-board").option_channel("channel", SHOP).send().private_answer();
    let board = bot.wait_for_words(SHOP, &["refresh"]);
    let form = bot.person(CUSTOMER).click(&board, "Redeem").form();
    let form = form.enter("key", "none").enter("invite", INVITE).enter("email", EMAIL).submit();
    expect_words(&form.private_answer(), &["key"]);
    bot.person(CUSTOMER).click(&board, "Refresh").answer();
    let keys = bot.person(SELLER).command("keys create").autocomplete("stock", "one");
    assert_eq!(keys.len(), 1);
}

#[test]
fn unreadable_interaction_is_answered_with_try_again() {
    let bot = a_bot();
    bot.platform.leave_out(&["type"]);
    expect_words(&bot.person(CUSTOMER).command("stock").send().private_answer(), &["try again"]);
}

#[test]
fn bot_does_not_reconnect_after_a_fatal_close_code() {
    let [first, last] = [4010, 4012].map(|code| {
        let bot = a_bot();
        bot.platform.close_identifies(code);
        bot.platform.invalidate_sessions(false);
        bot.platform.wait_until("it was told", |world| world.gateway.identifies.len() == 2);
        bot
    });
    // Long enough for the first pauses of a bot that tries again, and for the five seconds before it starts over.
    last.platform.expect_quiet(Duration::from_secs(8), |world| world.gateway.identifies.len() > 2);
    for bot in [first, last] {
        assert_eq!(bot.platform.look(|world| world.gateway.identifies.len()), 2);
        assert_eq!(http::get(bot.place.web, "/", "").status, 200, "the web side stays");
    }
}

#[test]
fn process_that_becomes_leader_again_keeps_running_with_a_revoked_bot_token() {
    let url = Runtime::new().expect("threads can be started").block_on(postgres_database());
    let mut bot = a_bot_with(|place| place.with("DATABASE__URL", &url));
    bot.platform.change_token();
    let let_go = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
                  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let ended = Command::new("psql").args(["-qAt", "-c", let_go, &url]).output().expect("psql runs");
    assert!(ended.status.success(), "{ended:?}");
    bot.platform.wait_until("it leads again", |world| {
        world.requests.iter().any(|asked| asked.status == 401 && asked.route == "GET /gateway/bot")
    });
    assert_eq!(http::get(bot.place.web, "/", "").status, 200);
    // Only a bot that was not refused for good ends cleanly.
    bot.stop();
}

#[test]
fn interaction_that_is_delivered_twice_is_answered_once() {
    let bot = a_bot();
    let asked = bot.person(CUSTOMER).command("stock").send();
    asked.answer();
    asked.say_again();
    let later = bot.person(CUSTOMER).command("stock").send();
    later.answer();
    assert_eq!(asked.answers().len(), 1);
}

#[test]
fn bot_connects_later_when_the_daily_identify_limit_is_used_up_and_says_so() {
    let (platform, place) = a_prepared_place(|platform| platform.exhaust_identifies(Duration::from_secs(3)));
    let (running, _) = place.serve();
    assert_eq!(http::get(place.web, "/", "").status, 200);
    platform.wait_until_ready();
    running.signal("TERM");
    let said = running.wait().stderr;
    assert!(said.contains("it begins no more sessions today, and again in "), "{said}");
}

#[test]
fn gateway_connection_is_closed_with_a_close_code_on_shutdown() {
    let mut bot = a_bot();
    bot.stop();
    bot.platform.wait_until("the connection was closed with a code", |world| {
        world.gateway.connections[0].closed_by_bot.is_some()
    });
}

#[test]
fn bot_requests_the_guilds_intent_alone() {
    let bot = a_bot();
    let intents = bot.platform.look(|world| world.gateway.sessions[0].intents);
    assert_eq!(intents, 1, "{intents:b}");
}
