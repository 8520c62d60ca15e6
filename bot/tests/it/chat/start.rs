//! The start: the owner's code, the commands, and what ends it.

use std::time::Duration;

use boostdesk_fake_platform::{
    ADMINISTRATOR, CUSTOMER, Fault, MANAGE_GUILD, MANAGER, OWNER, OWNERS_LOG, SELLER, SEND_MESSAGES, TIMEOUT,
};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::bot::{a_bot, a_bot_on, a_prepared_place};
use crate::http;

#[test]
fn new_owners_code_is_posted_as_a_spoiler_at_each_start() {
    let mut bot = a_bot();
    let posted = bot.wait_for_words(OWNERS_LOG, &[&format!("||{}||", bot.code)]);
    assert_eq!(posted.embeds.len(), 1, "in an embed");
    let first = bot.code.clone();
    bot.restart();
    assert_ne!(bot.code, first);
    bot.wait_for_words(OWNERS_LOG, &[&format!("||{}||", bot.code)]);
    assert_eq!(bot.platform.messages(OWNERS_LOG).len(), 2, "one for each start");
}

#[test]
fn bot_and_web_side_run_although_the_owners_log_channel_cannot_be_posted_in() {
    let bot = a_bot_on(|platform| platform.deny_bot(OWNERS_LOG, SEND_MESSAGES));
    let asked = bot.person(CUSTOMER).command("stock").send();
    asked.answer();
    bot.platform.wait_until("it was tried", |world| {
        world.requests.iter().any(|request| request.status == 403 && request.path.contains(OWNERS_LOG))
    });
    assert_eq!(http::get(bot.place.web, "/", "").status, 200);
}

#[test]
fn commands_are_registered_in_bulk_and_not_again_at_an_unchanged_restart() {
    let mut bot = a_bot();
    // It is recorded a moment after the platform has taken them.
    let database = Connection::open(bot.place.path("data/boostdesk.db")).expect("the database of the bot");
    let noted =
        || database.query_row("SELECT COUNT(*) FROM registered_commands", [], |row| row.get::<_, i64>(0));
    assert!(bot.platform.is_so_within(TIMEOUT, || noted().expect("an answer") == 1));
    drop(database);
    bot.restart();
    bot.person(CUSTOMER).command("stock").send().answer();
    assert_eq!(
        bot.platform.count("PUT /applications/{application_id}/commands"),
        1,
        "the second start writes none"
    );
}

#[test]
fn commands_altered_at_the_platform_are_restored_at_the_next_start() {
    let mut bot = a_bot();
    bot.person(CUSTOMER).command("stock").send().answer();
    let suggest = bot.person(CUSTOMER).command("suggest").option("title", "A").option("description", "B");
    suggest.send().answer();
    let ours = bot.platform.look(|world| world.commands().to_vec());
    bot.platform.alter_command("stock");
    bot.restart();
    let descriptions =
        |commands: &[Value]| commands.iter().map(|one| one["description"].clone()).collect::<Vec<_>>();
    bot.platform
        .wait_until("they are as before", |world| descriptions(world.commands()) == descriptions(&ours));
}

fn registered() -> Vec<Value> {
    let bot = a_bot();
    bot.platform.wait("commands are there", |world| {
        Some(world.commands().to_vec()).filter(|commands| !commands.is_empty())
    })
}

/// Returns each option as `name`, or as `name?` if it is optional, in the registered order.
fn options(command: &Value) -> Vec<String> {
    let options = command["options"].as_array().into_iter().flatten();
    let name = |option: &Value| option["name"].as_str().unwrap_or_default().to_owned();
    options
        .map(|option| {
            if option["required"] == true || option["type"] == 1 { name(option) } else { name(option) + "?" }
        })
        .collect()
}

#[test]
fn registered_commands_have_the_options_and_permissions_of_the_spec() {
    let commands = registered();
    let find = |name: &str| {
        let found = commands.iter().find(|command| command["name"] == name);
        found.unwrap_or_else(|| panic!("/{name} is there"))
    };
    let with = |name: &str, wanted: &[&str]| assert_eq!(options(find(name)), wanted, "/{name}");
    with("stock", &[]);
    with("order", &["id"]);
    with("redeem", &["key", "invite", "email", "display_name?", "bio?", "avatar?", "banner?"]);
    with("suggest", &["title", "description"]);
    with("bug", &["title", "description"]);
    with("help", &[]);
    with("setup", &["log_channel?", "name?", "embed_color?", "footer?", "store_link?", "community_link?"]);
    with("restock", &["stock", "file"]);
    with("keys", &["create", "revoke"]);
    with("stock-board", &["channel"]);
    with("deliver", &["order", "failed?"]);
    with("access-code", &["show", "reset"]);
    with("seller", &["add", "remove", "list"]);
    assert_eq!(commands.len(), 13);
    let subcommand = |name: &str, place: usize| options(&find(name)["options"][place]);
    assert_eq!(subcommand("keys", 0), ["stock", "amount", "count"]);
    assert_eq!(subcommand("keys", 1), ["key"]);
    assert_eq!(subcommand("seller", 0), ["user"]);
    for command in &commands {
        assert_eq!(command["contexts"], json!([0]), "in guilds only: {}", command["name"]);
    }
    let needed = |name: &str| find(name)["default_member_permissions"].clone();
    for name in ["setup", "restock", "keys", "stock-board", "deliver", "access-code"] {
        assert_eq!(needed(name), MANAGE_GUILD.to_string(), "/{name}");
    }
    assert_eq!(needed("seller"), ADMINISTRATOR.to_string());
    for name in ["stock", "order", "redeem", "suggest", "bug", "help"] {
        assert_eq!(needed(name), Value::Null, "/{name}");
    }
}

#[test]
fn each_person_is_shown_only_the_commands_that_their_permissions_allow() {
    let bot = a_bot();
    bot.platform.wait_until("commands are there", |world| !world.commands().is_empty());
    let sees = |person: &str, command: &str| bot.person(person).is_shown(command);
    for (person, redeem, keys, seller) in [
        (CUSTOMER, true, false, false),
        (MANAGER, true, true, false),
        (SELLER, true, true, false),
        (OWNER, true, true, true),
    ] {
        let all = (sees(person, "redeem"), sees(person, "keys"), sees(person, "seller"));
        assert_eq!(all, (redeem, keys, seller), "{person}");
    }
}

/// Expects one line that names the setting, and exit code 1.
#[track_caller]
fn check_fatal(prepare: impl FnOnce(&boostdesk_fake_platform::Platform), words: &str) {
    let (_platform, place) = a_prepared_place(prepare);
    let ended = place.run(&[]);
    ended.expect_code(1);
    let complaints: Vec<_> = ended.stderr.lines().filter(|line| line.starts_with("boostdesk: ")).collect();
    assert_eq!(complaints.len(), 1, "{}", ended.stderr);
    assert!(complaints[0].to_lowercase().contains(words), "{}", complaints[0]);
    assert!(!ended.stderr.contains(boostdesk_fake_platform::TOKEN));
}

#[test]
fn wrong_bot_token_ends_the_start_with_exit_code_1() {
    check_fatal(boostdesk_fake_platform::Platform::change_token, "discord.token");
}

#[test]
fn gateway_that_refuses_the_first_identify_ends_the_start_with_exit_code_1() {
    check_fatal(|platform| platform.close_identifies(4004), "discord.token");
    check_fatal(|platform| platform.close_identifies(4013), "intent");
    check_fatal(|platform| platform.close_identifies(4014), "intent");
}

#[test]
fn web_side_starts_while_the_platform_is_down_and_the_bot_connects_later() {
    let (platform, place) = a_prepared_place(|platform| platform.inject("", Fault::BadGateway));
    let (running, _) = place.serve();
    assert_eq!(http::get(place.web, "/", "").status, 200, "the web side is up");
    platform.wait_until("it was asked twice", |world| world.requests.len() >= 2);
    platform.heal();
    platform.wait_until_ready();
    drop(running);
}

#[test]
fn orders_dated_in_the_future_are_dated_anew_once_the_platforms_clock_agrees_with_ours() {
    let mut bot = a_bot();
    bot.import(1, "a");
    bot.redeem_on_web(&bot.key(2));
    bot.stop();
    let database = Connection::open(bot.place.path("data/boostdesk.db")).expect("the database of the bot");
    let dated = || {
        let order = "SELECT created_at FROM orders";
        database.query_row(order, [], |row| row.get::<_, i64>(0)).expect("there is one order")
    };
    let right = dated();
    let ahead = "UPDATE orders SET created_at = created_at + 864000000";
    database.execute(ahead, []).expect("nobody else writes");

    bot.platform.set_clock_ahead(Duration::from_hours(1));
    bot.start();
    let is_told = || bot.place.metrics().contains("\nboostdesk_outages{trouble=\"clock\"} 1\n");
    assert!(bot.platform.is_so_within(TIMEOUT, is_told));
    bot.stop();
    assert_eq!(dated(), right + 864_000_000, "it may be our clock that is wrong");

    bot.platform.set_clock_ahead(Duration::ZERO);
    bot.start();
    assert!(bot.platform.is_so_within(TIMEOUT, || dated() < right + 864_000_000));
    assert!(dated() >= right);
}
