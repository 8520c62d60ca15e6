//! `/stock` and `/order`: what anyone may look at.

use boostdesk_fake_platform::{CUSTOMER, INVITE, MANAGER, OTHER_GUILD, Person, RIVAL, SELLER};
use serde_json::json;

use super::bot::{EMAIL, a_bot, a_prepared_place, expect_refusal, expect_words, has_words};
use crate::commands::ONE_MONTH;

#[test]
fn stock_command_shows_the_available_tokens_and_boosts_of_each_stock() {
    let bot = a_bot();
    bot.import(7, "a");
    let answer = bot.person(CUSTOMER).command("stock").send().answer();
    expect_words(&answer, &["one month", "7", "14", "three month"]);
    bot.import_into(super::bot::THREE_MONTHS, 2, "b");
    expect_words(&bot.person(CUSTOMER).command("stock").send().answer(), &["7", "2", "4"]);
}

#[test]
fn order_command_shows_an_order_by_its_id_and_only_in_its_own_guild() {
    let bot = a_bot();
    bot.import(4, "a");
    let key = bot.key(4);
    bot.redeem_on_web(&key);
    let asked = bot.person(CUSTOMER).command("order").option("id", &key).send();
    let answer = asked.private_answer();
    expect_words(&answer, &[&key, "processing"]);
    assert!(answer.link("status").contains(&key), "leads to its page");
    bot.deliver_on_web(&key);
    let answer = bot.person(CUSTOMER).command("order").option("id", &key).send().private_answer();
    expect_words(&answer, &["completed"]);

    let unknown = bot.person(CUSTOMER).command("order").option("id", "NO-SUCH-ORDER");
    expect_refusal(unknown.send_if_client_lets(), &["no such order"]);
    let elsewhere = bot.person(RIVAL).in_other_guild().command("order").option("id", &key);
    expect_refusal(elsewhere.send_if_client_lets(), &["no such order"]);
}

#[test]
fn order_command_finds_no_order_for_an_unredeemed_key() {
    let bot = a_bot();
    let key = bot.key(4);
    let asked = bot.person(CUSTOMER).command("order").option("id", &key).send();
    expect_words(&asked.private_answer(), &["no such order"]);
}

#[test]
fn order_autocomplete_offers_customers_their_own_orders_and_the_seller_all() {
    let bot = a_bot();
    bot.import(4, "a");
    let keys = bot.keys(2, 2);
    bot.redeem(&keys[0]).private_answer();
    bot.redeem_on_web(&keys[1]);
    let offered = |person: &str, text: &str| {
        let mut offered: Vec<String> = bot
            .person(person)
            .command("order")
            .autocomplete("id", text)
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        offered.sort();
        offered
    };
    assert_eq!(offered(CUSTOMER, ""), [keys[0].clone()]);
    assert_eq!(offered(MANAGER, ""), [""; 0], "no stranger sees an order");
    let mut all = keys.clone();
    all.sort();
    assert_eq!(offered(SELLER, ""), all);
    assert_eq!(offered(SELLER, &keys[1]), [keys[1].clone()]);
    assert_eq!(offered(SELLER, EMAIL), all, "by the customer's email");
    assert_eq!(offered(CUSTOMER, &keys[0][3..9].to_lowercase()), [keys[0].clone()]);
    assert_eq!(offered(CUSTOMER, &keys[1]), [""; 0]);
}

#[test]
fn order_autocomplete_offers_customers_their_orders_of_the_present_guild_alone() {
    let bot = a_bot();
    bot.hand_over_other_guild();
    bot.import(1, "a");
    let key = bot.key(2);
    bot.redeem(&key).private_answer();

    let restock = bot.person(SELLER).in_other_guild().command("restock").option("stock", ONE_MONTH);
    restock.option_file("file", "tokens.txt", "one").send().private_answer();
    let wanted = json!({ "stock": ONE_MONTH, "amount": 2, "count": 1 });
    let made = bot.post(&format!("/api/storefronts/{OTHER_GUILD}/keys"), &wanted);
    let others_key = made["keys"][0].as_str().expect("a key");
    let (here, elsewhere) = (bot.person(CUSTOMER), bot.person(CUSTOMER).in_other_guild());
    let redeem = elsewhere.command("redeem").option("key", others_key).option("invite", INVITE);
    expect_words(&redeem.option("email", EMAIL).send().private_answer(), &["redeemed", others_key]);

    let offered = |person: &Person<'_>| -> Vec<String> {
        person.command("order").autocomplete("id", "").into_iter().map(|(_, value)| value).collect()
    };
    assert_eq!(offered(&here), [key]);
    assert_eq!(offered(&elsewhere), [others_key]);
}

#[test]
fn stock_order_and_redeem_are_refused_in_a_guild_without_a_storefront() {
    let (platform, place) = a_prepared_place(|_| {});
    let (running, _) = place.serve();
    platform.wait_until_ready();
    let customer = platform.person(CUSTOMER);
    expect_words(&customer.command("stock").send().private_answer(), &["no storefront"]);
    expect_words(&customer.command("order").option("id", "X").send().private_answer(), &["no"]);
    let redeem =
        customer.command("redeem").option("key", "X").option("invite", INVITE).option("email", EMAIL);
    expect_words(&redeem.send().private_answer(), &["no storefront"]);
    drop(running);
}

#[test]
fn order_command_shows_the_email_and_delivery_details_only_to_the_seller() {
    let bot = a_bot();
    bot.import(4, "a");
    let key = bot.key(4);
    bot.redeem_on_web(&key);
    let order = |person: &str| bot.person(person).command("order").option("id", &key).send();
    let asked = order(SELLER);
    let answer = asked.private_answer();
    expect_words(&answer, &[&key, "one month", "0 of 4", "waits for you", "0 successful, 0 failed", EMAIL]);
    let customers = order(CUSTOMER);
    let hidden = |answer: &boostdesk_fake_platform::Message| {
        assert!(
            !answer.text().contains(EMAIL) && !answer.text().contains("waits for you"),
            "{}",
            answer.text()
        );
    };
    hidden(&customers.private_answer());
    // Somebody who manages the server but sells nothing there is a customer like any other.
    hidden(&order(MANAGER).private_answer());

    let deliver = bot.person(SELLER).command("deliver").option("order", &key).option_int("failed", 1);
    expect_words(&deliver.send().private_answer(), &["1 token delivered, 1 failed"]);
    asked.wait_for("the seller's answer follows", |message| {
        has_words(message, &["2 of 4", "1 successful, 1 failed", EMAIL])
    });
    bot.deliver_on_web(&key);
    asked.wait_for("to its end", |message| {
        has_words(message, &["completed", "2 successful, 1 failed"])
            && !has_words(message, &["waits for you"])
    });
    customers.wait_for("the customer's too", |message| has_words(message, &["completed"]));
    hidden(&order(CUSTOMER).private_answer());
}
