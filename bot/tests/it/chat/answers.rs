//! Answers on a failing network: the first one is retried in time, and the outcome is told in the end.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use boostdesk_core::testing::postgres_database;
use boostdesk_fake_platform::{CUSTOMER, Fault, GUILD, MANAGER, Message, OWNER, SELLER, SHOP};
use tokio::runtime::Runtime;

use super::bot::{Bot, a_bot, a_bot_with, expect_words, has_stock, has_words};
use super::stock_board::put_board;
use crate::commands::ONE_MONTH;

const CALLBACK: &str = "POST /interactions";
const EDIT: &str = "PATCH /webhooks";

#[test]
fn first_answer_to_an_interaction_is_retried_after_server_errors_and_losses() {
    let bot = a_bot();
    for fault in [Fault::LostBefore, Fault::BadGateway, Fault::Refused(500, 0), Fault::LostAnswer] {
        bot.platform.inject_times(1, CALLBACK, fault.clone());
        let asked = bot.person(CUSTOMER).command("help").send();
        expect_words(&asked.answer(), &["/redeem"]);
    }
}

#[test]
fn first_answer_to_an_interaction_is_retried_when_the_platform_says() {
    let bot = a_bot();
    for headers in [true, false] {
        bot.platform.inject_times(1, CALLBACK, Fault::RateLimited { seconds: 1.0, global: false, headers });
        let began = Instant::now();
        let asked = bot.person(CUSTOMER).command("help").send();
        expect_words(&asked.answer(), &["/redeem"]);
        assert!(began.elapsed() >= Duration::from_secs(1), "{:?}", began.elapsed());
    }
}

#[test]
fn command_that_no_longer_exists_is_answered_with_a_refusal() {
    let bot = a_bot();
    let answer = bot.person(CUSTOMER).left_over_command("boost").private_answer();
    expect_words(&answer, &["no such command any more"]);
}

/// A lock on PostgreSQL that all reads of storefronts wait for, until this is dropped.
struct Locked {
    psql: Child,
}

impl Locked {
    fn storefronts(url: &str) -> Self {
        let psql =
            Command::new("psql").arg("-qAt").arg(url).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut psql = psql.expect("psql runs");
        let said = b"BEGIN; LOCK TABLE storefronts IN ACCESS EXCLUSIVE MODE; SELECT 'locked';\n";
        psql.stdin.as_mut().expect("a pipe").write_all(said).expect("it listens");
        let mut line = String::new();
        BufReader::new(psql.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("it answers");
        assert_eq!(line.trim(), "locked");
        Self { psql }
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        drop(self.psql.stdin.take());
        self.psql.wait().expect("it ends");
    }
}

#[test]
fn refusal_that_a_slow_database_delays_is_shown_only_to_the_caller() {
    let url = Runtime::new().expect("threads can be started").block_on(postgres_database());
    let bot = a_bot_with(|place| place.with("DATABASE__URL", &url));
    bot.place.json(&["storefront", "close", GUILD]);
    let locked = Locked::storefronts(&url);
    let asked = bot.person(CUSTOMER).command("stock").send();
    assert_eq!(asked.first_answer().kind, 5, "everybody sees that the bot thinks");
    drop(locked);
    let said = asked.wait_for("the refusal", |message| has_words(message, &["this shop is closed"]));
    assert!(said.only_for.is_some(), "{}", said.text());
    assert!(bot.platform.messages(SHOP).is_empty(), "and nobody sees a thing any more");
}

#[test]
fn redeem_result_is_shown_although_the_edit_of_the_answer_fails_at_first() {
    let bot = a_bot();
    bot.import(8, "a");
    let slow_down = |headers| Fault::RateLimited { seconds: 1.1, global: false, headers };
    let missing = Fault::Refused(404, 10015);
    for fault in
        [Fault::LostBefore, Fault::BadGateway, Fault::LostAnswer, missing, slow_down(true), slow_down(false)]
    {
        bot.platform.inject_times(1, EDIT, fault);
        let key = bot.key(2);
        expect_words(&bot.redeem(&key).private_answer(), &["redeemed", &key]);
    }
    assert_eq!((bot.order_count(), bot.available(ONE_MONTH)), (6, 2));
}

#[test]
fn order_answer_whose_confirmation_was_lost_still_follows_its_order() {
    let bot = a_bot();
    bot.import(1, "a");
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.platform.inject_times(1, CALLBACK, Fault::AnswerHangs);
    let asked = bot.person(CUSTOMER).command("order").option("id", &key).send();
    expect_words(&asked.answer(), &["processing"]);
    bot.deliver_on_web(&key);
    asked.wait_for("it is completed", |message| has_words(message, &["completed"]));
}

#[test]
fn edits_of_followed_answers_that_hang_delay_no_other_answer() {
    // One after the other they would hang for 80 seconds.
    const HANGING: usize = 8;
    let bot = a_bot();
    bot.import(HANGING + 1, "a");
    let redeemed = std::iter::repeat_with(|| bot.key(2)).take(HANGING + 1);
    let mut redeemed: Vec<_> = redeemed.map(|key| (bot.redeem(&key), key)).collect();
    for (asked, _) in &redeemed {
        expect_words(&asked.private_answer(), &["processing"]);
    }
    let (last, key) = redeemed.pop().expect("the last one");
    bot.platform.inject_times(HANGING, EDIT, Fault::Hangs);
    for (_, key) in &redeemed {
        bot.deliver_on_web(key);
    }
    let begun = Instant::now();
    bot.platform.wait_until("all hang", |world| world.struck(EDIT) == HANGING);
    bot.deliver_on_web(&key);
    last.wait_for("it is completed", |message| has_words(message, &["completed"]));
    assert!(begun.elapsed() < Duration::from_mins(1), "it was not waited for them");
}

#[test]
fn first_answer_that_hangs_does_not_delay_another_persons_command() {
    let bot = a_bot();
    bot.platform.inject_times(2, CALLBACK, Fault::Hangs);
    bot.person(CUSTOMER).command("help").send();
    bot.platform.wait_until("the answer hangs", |world| world.struck(CALLBACK) >= 1);
    bot.platform.heal();
    expect_words(&bot.person(SELLER).command("help").send().answer(), &["/redeem"]);
}

#[test]
fn bot_answers_the_next_command_after_the_platform_forgot_an_interaction() {
    let bot = a_bot();
    bot.platform.inject_times(1, CALLBACK, Fault::Refused(404, 10062));
    bot.person(CUSTOMER).command("help").send();
    bot.platform.wait_until("it was tried", |world| world.struck(CALLBACK) == 1);
    expect_words(&bot.person(CUSTOMER).command("help").send().answer(), &["/redeem"]);
}

/// The platform has told late callers that the bot does not respond, so they will try again.
#[test]
fn delayed_interaction_is_carried_out_only_if_the_platform_accepts_its_first_answer() {
    let bot = a_bot();
    bot.import(4, "a");
    let board = put_board(&bot, SHOP);
    bot.platform.hold_up_interactions(Duration::from_secs(4));
    let (key, pressed) = (bot.key(2), bot.person(CUSTOMER));
    bot.platform.inject_times(2, CALLBACK, Fault::Refused(404, 10062));
    bot.redeem(&key);
    pressed.click(&board, "Refresh");
    bot.platform.wait_until("nobody waits", |world| world.struck(CALLBACK) == 2);
    expect_words(&bot.person(CUSTOMER).command("help").send().answer(), &["/redeem"]);
    assert_eq!(bot.order_count(), 0);

    let asked = bot.redeem(&key);
    assert_eq!(asked.first_answer().kind, 5, "the bot thinks");
    expect_words(&asked.private_answer(), &["redeemed", &key]);
    let pressed = pressed.click(&board, "Refresh");
    assert_eq!(pressed.first_answer().kind, 6, "nothing changes yet");
    pressed.wait_for("the board is made anew", |message| has_stock(message, 3));
}

#[test]
fn deliver_command_changes_the_order_only_after_its_first_answer_is_confirmed() {
    let bot = a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 0));
    bot.import(2, "a");
    let key = bot.key(4);
    bot.redeem_on_web(&key);
    let deliver = || bot.person(SELLER).command("deliver").option("order", &key).send();
    // First the interaction has expired; then another process has answered it.
    for refusal in [Fault::Refused(404, 10062), Fault::Refused(400, 40060)] {
        bot.platform.inject_times(1, CALLBACK, refusal);
        deliver();
    }
    bot.platform.wait_until("both are refused", |world| world.struck(CALLBACK) == 2);
    expect_words(&bot.person(CUSTOMER).command("help").send().answer(), &["/redeem"]);
    assert_ne!(bot.order(&key)["state"], "done");
    // It is unknown whether the caller sees that the bot is thinking.
    bot.platform.inject_times(1, CALLBACK, Fault::AnswerHangs);
    expect_words(&deliver().private_answer(), &["look whether this was done"]);
    assert_ne!(bot.order(&key)["state"], "done");
    // If the platform's confirmation is lost, the repeated call's refusal is not taken for another process's answer.
    bot.platform.inject_times(1, CALLBACK, Fault::LostAnswer);
    expect_words(&deliver().private_answer(), &["2 tokens delivered"]);
    assert_eq!(bot.order(&key)["state"], "done");
}

/// For a moment the new leader and the former one both receive interactions.
#[test]
fn interaction_that_another_process_answered_is_not_carried_out() {
    let bot = a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 0));
    let anothers = |ask: &dyn Fn()| {
        bot.platform.inject_times(1, CALLBACK, Fault::Refused(400, 40060));
        let struck = bot.platform.struck(CALLBACK);
        ask();
        bot.platform.wait_until("it is refused", |world| world.struck(CALLBACK) > struck);
        expect_words(&bot.person(CUSTOMER).command("help").send().answer(), &["/redeem"]);
    };
    let (seller, owner) = (bot.person(SELLER), bot.person(OWNER));
    let restock =
        || seller.command("restock").option("stock", ONE_MONTH).option_file("file", "a.txt", "a\nb");
    anothers(&|| drop(restock().send()));
    expect_words(&restock().send().private_answer(), &["2 tokens", "0 duplicates"]);

    let add = || owner.command("seller add").option_user("user", MANAGER);
    anothers(&|| drop(add().send()));
    expect_words(&add().send().private_answer(), &["is a seller now"]);
    let remove = || owner.command("seller remove").option_user("user", MANAGER);
    anothers(&|| drop(remove().send()));
    expect_words(&remove().send().private_answer(), &["can no longer sign in"]);

    let shown = a_partial_order(&bot, &bot.key(4));
    bot.import(1, "fresh");
    anothers(&|| drop(seller.click(&shown, "Replace failed")));
    let replaced = seller.click(&shown, "Replace failed");
    assert_eq!(replaced.first_answer().kind, 6, "nothing changes yet");
    expect_words(&replaced.answer(), &["tokens: 1 replaced · mika"]);
}

#[test]
fn button_press_with_an_unconfirmed_first_answer_is_not_carried_out_and_says_so() {
    let bot = a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 0));
    bot.import(3, "a");
    let key = bot.key(4);
    let shown = a_partial_order(&bot, &key);
    bot.platform.inject_times(1, CALLBACK, Fault::AnswerHangs);
    let pressed = bot.person(SELLER).click(&shown, "Replace failed").private_answer();
    expect_words(&pressed, &["look whether this was done"]);
    assert_eq!(bot.order(&key)["state"], "done");
}

/// Makes a partial order. Returns its message, with the button that replaces what failed.
fn a_partial_order(bot: &Bot, key: &str) -> Message {
    bot.redeem_on_web(key);
    let deliver = bot.person(SELLER).command("deliver").option("order", key).option_int("failed", 1);
    deliver.send().private_answer();
    bot.person(SELLER).command("order").option("id", key).send().private_answer()
}
