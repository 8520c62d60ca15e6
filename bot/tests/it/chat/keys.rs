//! `/keys create` and `/keys revoke`.

use std::time::{Duration, Instant};

use boostdesk_fake_platform::{CUSTOMER, Fault, GUILD, MANAGER, Message, RIVAL, SELLER, TIMEOUT};

use super::bot::{Bot, THREE_MONTHS, a_bot, a_prepared_place, expect_refusal, expect_words};
use crate::commands::ONE_MONTH;

#[test]
fn keys_create_shows_the_new_keys_only_to_the_seller() {
    let bot = a_bot();
    bot.import(8, "a");
    let command = bot.person(SELLER).command("keys create").option("stock", ONE_MONTH);
    let answer = command.option_int("amount", 4).option_int("count", 3).send().private_answer();
    let keys: Vec<String> = unused(&bot);
    assert_eq!(keys.len(), 3);
    for key in &keys {
        expect_words(&answer, &[key]);
    }
    bot.redeem_on_web(&keys[0]);
    assert_eq!(bot.order(&keys[0])["amount"], 4);
}

fn unused(bot: &Bot) -> Vec<String> {
    let keys = bot.get(&format!("/api/storefronts/{GUILD}/keys?status=unused"));
    keys["keys"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|key| key["key"].as_str().expect("a key").to_owned())
        .collect()
}

#[test]
fn keys_create_answers_with_a_file_for_more_than_twenty_keys() {
    let bot = a_bot();
    let create = |count: i64| {
        let command = bot.person(SELLER).command("keys create").option("stock", THREE_MONTHS);
        command.option_int("amount", 2).option_int("count", count).send().private_answer()
    };
    let twenty = create(20);
    expect_words(&twenty, &["20 keys"]);
    assert!(twenty.files.is_empty(), "they are in the message: {}", twenty.text());
    let lines = |answer: &Message| String::from_utf8_lossy(&answer.files[0].content).lines().count();
    assert_eq!(lines(&create(21)), 21);
    assert_eq!(lines(&create(1000)), 1000);
}

/// While one process takes another one's place, both may hear an interaction.
#[test]
fn keys_create_that_two_processes_carry_out_makes_its_keys_once() {
    let (platform, place) = a_prepared_place(|_| {});
    place.json(&["seller", "add", "mika", "--discord-id", SELLER]);
    place.json(&["storefront", "add", GUILD, "--seller", "mika"]);
    let (former, _) = place.serve();
    platform.wait_until_ready();
    let command = platform.person(SELLER).command("keys create").option("stock", ONE_MONTH);
    let asked = command.option_int("amount", 4).option_int("count", 1).send();
    let told = asked.private_answer();
    former.signal("TERM");
    former.wait().expect_code(0);

    platform.forget_sessions();
    platform.forget_identifies();
    let (running, _) = place.serve();
    platform.wait_until_ready();
    // Without that answer, the process takes the former one's deferral for its own.
    platform.inject_times(1, "POST /interactions", Fault::LostAnswer);
    asked.say_again();
    let again = asked.wait_for("the other process answers, too", |message| !message.earlier.is_empty());
    assert_eq!(again.text(), told.text());
    let keys = place.json(&["key", "list", GUILD]);
    assert_eq!(keys["keys"].as_array().map(Vec::len), Some(1), "{keys}");
    drop(running);
}

#[test]
fn keys_create_with_invalid_options_creates_no_key() {
    let bot = a_bot();
    let try_it = |stock: &str, amount: i64, count: i64| {
        let command = bot.person(SELLER).command("keys create").option("stock", stock);
        expect_refusal(
            command.option_int("amount", amount).option_int("count", count).send_if_client_lets(),
            &[],
        );
    };
    try_it("Tokens.txt", 4, 1);
    try_it(ONE_MONTH, 3, 1);
    try_it(ONE_MONTH, 0, 1);
    try_it(ONE_MONTH, 102, 1);
    try_it(ONE_MONTH, 4, 0);
    try_it(ONE_MONTH, 4, 1001);
    assert_eq!(bot.keys_with_status("unused"), 0);
}

#[test]
fn only_the_storefronts_seller_can_create_and_revoke_keys() {
    let bot = a_bot();
    let key = bot.key(2);
    let expect_refused = |person: &str, words: &str| {
        let person = bot.person(person).by_override();
        let create = person.command("keys create").option("stock", ONE_MONTH);
        let refused = create.option_int("amount", 2).option_int("count", 1).send().private_answer();
        expect_words(&refused, &[words]);
        expect_words(&person.command("keys revoke").option("key", &key).send().private_answer(), &[words]);
    };
    for (person, words) in [(CUSTOMER, "manage server"), (MANAGER, "seller"), (RIVAL, "another seller")] {
        expect_refused(person, words);
    }
    bot.place.json(&["seller", "add", "max", "--discord-id", MANAGER, "--admin"]);
    expect_refused(MANAGER, "another seller");
    assert_eq!(bot.keys_with_status("unused"), 1);
}

#[test]
fn keys_revoke_accepts_an_unused_key_and_refuses_any_other() {
    let bot = a_bot();
    bot.import(1, "a");
    let keys = bot.keys(2, 2);
    let revoke =
        |key: &str| bot.person(SELLER).command("keys revoke").option("key", key).send().private_answer();
    expect_words(&revoke(&keys[0]), &["revoked"]);
    assert_eq!(bot.keys_with_status("revoked"), 1);
    expect_words(&revoke(&keys[0]), &["already been revoked"]);
    expect_words(&revoke("NO-SUCH-KEY"), &["no such key"]);
    bot.redeem_on_web(&keys[1]);
    expect_words(&revoke(&keys[1]), &["already been redeemed"]);
}

#[test]
fn keys_revoke_does_not_find_a_key_of_another_guild() {
    let bot = a_bot();
    let key = bot.key(2);
    let command = bot.person(RIVAL).in_other_guild().command("keys revoke").option("key", &key);
    expect_words(&command.send().private_answer(), &["no such key"]);
    assert_eq!(bot.keys_with_status("unused"), 1);
}

#[test]
fn autocomplete_offers_stocks_and_offers_unused_keys_to_the_seller_only() {
    let bot = a_bot();
    let keys = bot.keys(2, 30);
    let offered = bot.person(SELLER).command("keys create").autocomplete("stock", "three");
    assert_eq!(offered.into_iter().map(|(_, value)| value).collect::<Vec<_>>(), [THREE_MONTHS]);
    let offered =
        |person: &str, text: &str| bot.person(person).command("keys revoke").autocomplete("key", text);
    assert_eq!(offered(SELLER, "").len(), 25, "as many as may be offered");
    assert_eq!(offered(SELLER, &keys[7])[0].1, keys[7]);
    for person in [CUSTOMER, MANAGER, RIVAL] {
        assert_eq!(offered(person, ""), [], "{person}");
    }
    let many = bot.keys(2, 300);
    for key in [&many[0], &many[299], &keys[7]] {
        assert_eq!(offered(SELLER, &key[..8].to_lowercase())[0].1, *key, "however many are newer");
    }
    // Also with a clock that makes every interaction look old. A busy machine may need several tries.
    bot.platform.hold_up_interactions(Duration::from_secs(4));
    let since = Instant::now();
    while offered(SELLER, &keys[7]).first().is_none_or(|(_, value)| *value != keys[7]) {
        assert!(since.elapsed() < TIMEOUT, "it is not offered");
    }
}
