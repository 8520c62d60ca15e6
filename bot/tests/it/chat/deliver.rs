//! `/deliver`: delivery by hand.

use boostdesk_fake_platform::{CUSTOMER, GUILD, MANAGER, OWNER, RIVAL, SELLER};
use serde_json::json;

use super::after_sale::busy_database;
use super::bot::{Bot, a_bot_with, expect_refusal, expect_words, has_words};
use crate::service::a_service;

fn a_bot_without_replacements() -> Bot {
    a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 0))
}

#[test]
fn deliver_command_completes_an_order_with_all_tokens_delivered() {
    let bot = a_bot_without_replacements();
    bot.import(4, "a");
    let key = bot.key(8);
    let asked = bot.redeem(&key);
    asked.private_answer();
    let answer = bot.person(SELLER).command("deliver").option("order", &key).send().private_answer();
    expect_words(&answer, &["4", "delivered"]);
    let order = bot.order(&key);
    assert_eq!(
        (&order["state"], order["tokens-used"]["success"].as_array().map(Vec::len)),
        (&"done".into(), Some(4))
    );
    asked.wait_for("the customer sees it", |message| message.text().to_lowercase().contains("completed"));
}

#[test]
fn deliver_command_with_a_failed_count_records_that_many_failed_tokens() {
    let bot = a_bot_without_replacements();
    bot.import(4, "a");
    let key = bot.key(8);
    bot.redeem_on_web(&key);
    let command = bot.person(SELLER).command("deliver").option("order", &key).option_int("failed", 1);
    expect_words(&command.send().private_answer(), &["3", "1 failed"]);
    let used = bot.order(&key)["tokens-used"].clone();
    assert_eq!(used["success"].as_array().map(Vec::len), Some(3));
    assert_eq!(used["failed"].as_array().map(Vec::len), Some(1));
}

#[test]
fn deliver_command_refuses_unknown_and_finished_orders_and_impossible_failed_counts() {
    let bot = a_bot_without_replacements();
    bot.import(2, "a");
    let key = bot.key(4);
    bot.redeem_on_web(&key);
    let deliver = |order: &str, failed: i64| {
        let command = bot.person(SELLER).command("deliver").option("order", order);
        command.option_int("failed", failed).send_if_client_lets()
    };
    expect_refusal(deliver("NO-SUCH-ORDER", 0), &["no such order"]);
    expect_refusal(deliver(&key, 3), &["2"]);
    expect_refusal(deliver(&key, -1), &[]);
    assert_ne!(bot.order(&key)["state"], "done");
    deliver(&key, 0).expect("the client lets").private_answer();
    expect_refusal(deliver(&key, 0), &["done"]);
}

/// With replacements a repeat of a recorded verdict would be about other tokens.
#[test]
fn seller_whose_verdict_may_not_be_recorded_is_told_to_look_before_a_repeat() {
    let bot = a_bot_with(|place| place.with("DELIVERY__MAX_REPLACEMENTS", 1));
    bot.import(2, "a");
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    let deliver = || bot.person(SELLER).command("deliver").option("order", &key).option_int("failed", 1);
    let busy = busy_database(&bot);
    expect_words(&deliver().send().private_answer(), &["may or may not be recorded", "look at `/order`"]);
    drop(busy);
    expect_words(&deliver().send().private_answer(), &["1 failed", "1 fresh token"]);
    assert_eq!(bot.order(&key)["pending"], json!(["token.a.1"]));
}

#[test]
fn only_the_storefronts_seller_and_the_owner_can_deliver_an_order() {
    let bot = a_bot_without_replacements();
    bot.import(2, "a");
    let key = bot.key(4);
    bot.redeem_on_web(&key);
    for person in [CUSTOMER, MANAGER, RIVAL] {
        let command = bot.person(person).by_override().command("deliver").option("order", &key);
        command.send().private_answer();
    }
    let elsewhere = bot.person(RIVAL).in_other_guild().command("deliver").option("order", &key);
    expect_words(&elsewhere.send().private_answer(), &["no such order"]);
    assert_ne!(bot.order(&key)["state"], "done");
    let owners = bot.person(OWNER).command("deliver").option("order", &key).send();
    expect_words(&owners.private_answer(), &["2 tokens delivered"]);
    let shown = bot.person(SELLER).command("order").option("id", &key).send().private_answer();
    expect_words(&shown, &["completed", "tokens: 2 delivered · owner"]);
}

#[test]
fn seller_of_two_guilds_can_deliver_an_order_only_in_the_guild_that_sold_it() {
    let bot = a_bot_without_replacements();
    bot.hand_over_other_guild();
    bot.import(2, "a");
    let key = bot.key(4);
    bot.redeem_on_web(&key);
    let elsewhere = bot.person(SELLER).in_other_guild().command("deliver").option("order", &key);
    expect_words(&elsewhere.send().private_answer(), &["There is no such order in this server."]);
    let order = bot.order(&key);
    assert_eq!(order["pending"].as_array().map(Vec::len), Some(2), "it stays as it was: {order}");
}

#[test]
fn deliver_autocomplete_offers_open_orders_to_the_seller_only() {
    let bot = a_bot_without_replacements();
    bot.import(4, "a");
    let keys = bot.keys(2, 2);
    for key in &keys {
        bot.redeem_on_web(key);
    }
    bot.deliver_on_web(&keys[0]);
    let offered = |person: &str| bot.person(person).command("deliver").autocomplete("order", "");
    let offered_to_seller: Vec<_> = offered(SELLER).into_iter().map(|(_, value)| value).collect();
    assert_eq!(offered_to_seller, [keys[1].clone()], "what is done needs no delivery");
    assert_eq!(offered(RIVAL), []);
    assert_eq!(offered(CUSTOMER), []);
}

#[test]
fn storefront_member_can_use_only_the_commands_of_their_role() {
    let bot = a_bot_without_replacements();
    bot.import(4, "a");
    let keys = bot.keys(2, 2);
    for key in &keys {
        bot.redeem_on_web(key);
    }
    let members = format!("/api/storefronts/{GUILD}/members");
    let viewer = json!({ "username": "max", "role": "viewer", "discordId": MANAGER });
    let added = bot.post(&members, &viewer);
    let deliver =
        |key: &str| bot.person(MANAGER).command("deliver").option("order", key).send().private_answer();
    expect_words(&deliver(&keys[0]), &["your role does not reach this"]);
    let shown = bot.person(MANAGER).command("order").option("id", &keys[0]).send().private_answer();
    expect_words(&shown, &["it waits for the seller"]);
    let one = format!("{members}/{}", added["id"].as_str().expect("an id"));
    assert_eq!(bot.try_put(&one, &json!({ "role": "packer" })), 200);
    expect_words(&deliver(&keys[0]), &["1 token delivered"]);
    let offered = bot.person(MANAGER).command("deliver").autocomplete("order", "");
    assert_eq!(offered.into_iter().map(|(_, value)| value).collect::<Vec<_>>(), [keys[1].clone()]);
    let make = bot.person(MANAGER).command("keys create").option("stock", "OneMonthTokens.txt");
    let make = make.option_int("amount", 2).option_int("count", 1).send().private_answer();
    expect_words(&make, &["your role does not reach this"]);
    let set_up = || bot.person(MANAGER).command("setup").option("footer", "By max").send().private_answer();
    expect_words(&set_up(), &["your role does not reach this"]);
    let suggest = bot.person(MANAGER).command("suggest").option("title", "Gift cards");
    suggest.option("description", "So that I can give boosts").send().private_answer();
    assert_eq!(bot.get("/api/suggestions/fetch-all")["suggestions"][0]["author"], "max");
    let recent = bot.get("/api/dashboard/fetch-dashboard-data")["recentActivity"][0]["details"].clone();
    assert!(recent.as_str().is_some_and(|text| text.ends_with("· by max")), "{recent}");
    assert_eq!(bot.try_put(&one, &json!({ "role": "manager" })), 200);
    expect_words(&set_up(), &["is saved", "By max"]);
    assert_eq!(bot.storefront()["embedFooter"], "By max");
}

#[test]
fn seller_can_deliver_an_order_that_the_fulfilment_service_gave_up() {
    let bot = a_bot_with(|place| {
        place
            .with("DELIVERY__PROVIDER", "webhook")
            .with("DELIVERY__WEBHOOK_URL", a_service("410 Gone").url())
            .with("DELIVERY__WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
            .with("DELIVERY__MAX_REPLACEMENTS", 1)
    });
    bot.import(3, "a");
    let key = bot.key(4);
    let asked = bot.redeem(&key);
    asked.private_answer();
    let offered = || bot.person(SELLER).command("deliver").autocomplete("order", "");
    let order = || bot.person(SELLER).command("order").option("id", &key).send();
    let sellers = order();
    sellers.private_answer();
    sellers.wait_for("it was given up", |message| has_words(message, &["waits for you"]));
    assert_eq!(bot.order(&key)["state"], "waiting");
    assert_eq!(offered().into_iter().map(|(_, value)| value).collect::<Vec<_>>(), std::slice::from_ref(&key));
    let customers = bot.person(CUSTOMER).command("order").option("id", &key).send().private_answer();
    expect_words(&customers, &["processing"]);

    let deliver = |failed: i64| {
        let command =
            bot.person(SELLER).command("deliver").option("order", &key).option_int("failed", failed);
        command.send().private_answer()
    };
    expect_words(&deliver(3), &["waits for 2 tokens"]);
    expect_words(&deliver(1), &["1 token delivered, 1 failed", "1 fresh token"]);
    assert_eq!(bot.order(&key)["state"], "waiting", "the fresh one is the seller's, too");
    expect_words(&deliver(0), &["1 token delivered, 0 failed"]);
    let order = bot.order(&key);
    let used = &order["tokens-used"];
    assert_eq!(
        (&order["state"], used["success"].as_array().map(Vec::len), used["failed"].as_array().map(Vec::len)),
        (&"done".into(), Some(2), Some(1))
    );
    asked.wait_for("the customer sees it", |message| has_words(message, &["completed"]));
    expect_words(&deliver(0), &["done already"]);
    assert!(offered().is_empty());
}
