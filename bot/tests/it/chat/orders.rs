//! `/stock` and `/order`: what anyone may look at.

use boostdesk_fake_platform::{CUSTOMER, INVITE, MANAGER, RIVAL, SELLER};

use super::bot::{EMAIL, a_bot, a_prepared_place, expect_refusal, expect_words};

#[test]
fn stock_says_what_is_there() {
    let bot = a_bot();
    bot.import(7, "a");
    let answer = bot.person(CUSTOMER).command("stock").send().answer();
    expect_words(&answer, &["one month", "7", "14", "three month"]);
    bot.import_into(super::bot::THREE_MONTHS, 2, "b");
    expect_words(&bot.person(CUSTOMER).command("stock").send().answer(), &["7", "2", "4"]);
}

#[test]
fn an_order_is_shown_to_who_knows_its_id_and_to_nobody_else() {
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
fn an_unspent_key_is_no_order() {
    let bot = a_bot();
    let key = bot.key(4);
    let asked = bot.person(CUSTOMER).command("order").option("id", &key).send();
    expect_words(&asked.private_answer(), &["no such order"]);
}

#[test]
fn orders_complete_to_ones_own_and_the_sellers_to_all() {
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
}

#[test]
fn where_nobody_sells_nothing_is_sold() {
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
