//! `/order` for those who help in the shop: history, notes, and the buttons for after the sale.

use boostdesk_fake_platform::{CUSTOMER, GUILD, MANAGER, Message, RIVAL, SELLER};
use rusqlite::Connection;
use serde_json::json;

use super::bot::{Bot, a_bot_with, expect_words, has_words};
use crate::service::a_service;

fn labels(message: &Message) -> Vec<String> {
    let named = |button: &serde_json::Value| button["label"].as_str().map(str::to_owned);
    message.buttons().iter().filter_map(named).collect()
}

fn order_of(bot: &Bot, person: &str, key: &str) -> Message {
    bot.person(person).command("order").option("id", key).send().private_answer()
}

/// Makes an order with one of its two tokens failed, and a note about it.
fn a_partial_order(bot: &Bot) -> String {
    bot.import(2, "a");
    let key = bot.key(4);
    bot.redeem_on_web(&key);
    let command = bot.person(SELLER).command("deliver").option("order", &key).option_int("failed", 1);
    command.send().private_answer();
    let note = json!({ "text": "Called them.\nThey wait." });
    bot.post(&format!("/api/dashboard/orders/{key}/notes"), &note);
    key
}

#[test]
fn replace_failed_button_replaces_the_failed_tokens_of_an_order() {
    let bot = a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 0));
    let key = a_partial_order(&bot);
    let shown = order_of(&bot, SELLER, &key);
    expect_words(
        &shown,
        &["partial", "redeemed · customer", "tokens: 1 delivered", "called them. they wait. · mika"],
    );
    assert_eq!(labels(&shown), ["View order status", "Replace failed"]);

    let none_left = bot.person(SELLER).click(&shown, "Replace failed").private_answer();
    expect_words(&none_left, &["There is not enough stock to replace them all."]);
    bot.import(1, "b");
    let replaced = bot.person(SELLER).click(&shown, "Replace failed");
    assert_eq!(replaced.answer().id, shown.id, "in the same message");
    expect_words(&replaced.answer(), &["processing", "waits for you", "tokens: 1 replaced · mika"]);
    assert_eq!(labels(&replaced.answer()), ["View order status"]);
    assert_eq!(bot.order(&key)["pending"], json!(["token.b.0"]));
    let again = bot.person(SELLER).click(&shown, "Replace failed").private_answer();
    expect_words(&again, &["done"]);

    let viewer = json!({ "username": "max", "role": "viewer", "discordId": MANAGER });
    bot.post(&format!("/api/storefronts/{GUILD}/members"), &viewer);
    let looked = bot.person(MANAGER).command("order").option("id", &key).send();
    expect_words(&looked.private_answer(), &["processing", "tokens: 1 replaced · mika"]);
    bot.deliver_on_web(&key);
    for asked in [replaced, looked] {
        let done = asked.wait_for("it follows the order", |message| has_words(message, &["completed"]));
        expect_words(&done, &["tokens: 1 replaced · mika"]);
        assert_eq!(labels(&done), ["View order status"]);
    }
}

/// Locks the database for writing, for as long as this is held.
pub(super) fn busy_database(bot: &Bot) -> Connection {
    let busy = Connection::open(bot.place.path("data/boostdesk.db")).expect("the database of the bot");
    busy.execute_batch("BEGIN IMMEDIATE").expect("nobody else has it");
    busy
}

#[test]
fn interactions_get_a_first_answer_while_the_database_is_locked() {
    let bot = a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 0));
    let key = a_partial_order(&bot);
    bot.import(1, "b");
    let shown = order_of(&bot, SELLER, &key);

    let busy = busy_database(&bot);
    let replaced = bot.person(SELLER).click(&shown, "Replace failed");
    replaced.first_answer();
    drop(busy);
    expect_words(&replaced.answer(), &["processing", "tokens: 1 replaced · mika"]);
    assert_eq!(replaced.answer().id, shown.id, "in the same message");
    assert_eq!(bot.order(&key)["pending"], json!(["token.b.0"]));

    let busy = busy_database(&bot);
    let refused = bot.person(SELLER).click(&shown, "Replace failed");
    refused.first_answer();
    drop(busy);
    let refused = refused.wait_for("it is told beside the order", |message| message.id != shown.id);
    expect_words(&refused, &["done"]);
    assert!(refused.only_for.is_some());

    let busy = busy_database(&bot);
    let looked = bot.person(SELLER).command("order").option("id", &key).send();
    assert_eq!(looked.first_answer().kind, 5, "the bot thinks");
    drop(busy);
    expect_words(&looked.private_answer(), &["processing", "tokens: 1 replaced · mika"]);
    bot.deliver_on_web(&key);
    looked.wait_for("it follows the order", |message| has_words(message, &["completed"]));
}

#[test]
fn send_again_button_resends_an_order_that_the_fulfilment_service_gave_up() {
    let bot = a_bot_with(|place| {
        place
            .with("DELIVERY__PROVIDER", "webhook")
            .with("DELIVERY__WEBHOOK_URL", a_service("410 Gone").url())
            .with("DELIVERY__WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    });
    bot.import(2, "a");
    let key = bot.key(4);
    bot.redeem_on_web(&key);
    let asked = bot.person(SELLER).command("order").option("id", &key).send();
    let given_up = |message: &Message| has_words(message, &["waits for you"]);
    let shown = asked.wait_for("it was given up", given_up);
    assert_eq!(labels(&shown), ["View order status", "Send again"]);
    let sent = bot.person(SELLER).click(&shown, "Send again");
    sent.wait_for("it was sent again", |message| has_words(message, &["sent again · mika"]));
    sent.wait_for("it was given up again", given_up);
    let history = bot.order(&key)["history"].to_string();
    assert_eq!(history.matches("Sent again").count(), 1, "{history}");
}

#[test]
fn order_buttons_are_shown_and_work_only_for_roles_that_may_deliver() {
    let bot = a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 0));
    let key = a_partial_order(&bot);
    bot.import(1, "b");
    let customers = order_of(&bot, CUSTOMER, &key);
    assert_eq!(labels(&customers), ["View order status"]);
    assert!(!has_words(&customers, &["history"]) && !has_words(&customers, &["called them"]));

    let members = format!("/api/storefronts/{GUILD}/members");
    let added = bot.post(&members, &json!({ "username": "max", "role": "viewer", "discordId": MANAGER }));
    let viewers = order_of(&bot, MANAGER, &key);
    expect_words(&viewers, &["history", "called them"]);
    assert_eq!(labels(&viewers), ["View order status"]);

    let sellers = order_of(&bot, SELLER, &key);
    for person in [CUSTOMER, RIVAL, MANAGER] {
        // As a manipulated client would.
        bot.person(person).click(&sellers, "Replace failed").private_answer();
    }
    assert_eq!(bot.order(&key)["state"], "done");
    let one = format!("{members}/{}", added["id"].as_str().expect("an id"));
    assert_eq!(bot.try_put(&one, &json!({ "role": "packer" })), 200);
    let packers = order_of(&bot, MANAGER, &key);
    let pressed = bot.person(MANAGER).click(&packers, "Replace failed");
    expect_words(&pressed.answer(), &["tokens: 1 replaced · max"]);

    bot.delete(&one);
    bot.deliver_on_web(&key);
    pressed.wait_for("whoever helps no more sees what customers see", |message| {
        has_words(message, &["completed"]) && !has_words(message, &["history"])
    });
}

#[test]
fn order_button_does_nothing_in_another_guild_of_the_same_seller() {
    let bot = a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 0));
    bot.hand_over_other_guild();
    let key = a_partial_order(&bot);
    bot.import(1, "b");
    let shown = order_of(&bot, SELLER, &key);
    // As a manipulated client would.
    let pressed = bot.person(SELLER).in_other_guild().click(&shown, "Replace failed");
    expect_words(&pressed.private_answer(), &["There is no such order in this server."]);
    assert_eq!(bot.order(&key)["state"], "done", "nothing is replaced");
}
