//! Redeeming in chat: the command, the board's form, and the answer that follows the delivery.

use boostdesk_fake_platform::{CUSTOMER, CUSTOMERS_GUILD, GUILD, INVITE, MANAGER, RIVAL, SELLER, SHOP};
use serde_json::json;

use super::bot::{Bot, EMAIL, a_bot, expect_refusal, expect_words, has_words, on_both};
use crate::commands::ONE_MONTH;

#[test]
fn redeem_command_creates_an_order_and_edits_its_answer_after_the_delivery() {
    on_both(|bot| {
        bot.import(4, "a");
        let key = bot.key(4);
        let asked = bot.redeem(&key);
        let answer = asked.private_answer();
        expect_words(&answer, &[&key, "redeemed", "processing"]);
        assert!(answer.link("status").contains(&key), "leads to the status page");
        let order = bot.order(&key);
        assert_eq!(order["guildId"], CUSTOMERS_GUILD, "the invite's guild");
        assert_eq!((&order["amount"], &order["stock"]), (&4.into(), &ONE_MONTH.into()));
        assert_eq!(order["customer"]["email"], EMAIL);
        assert_eq!(bot.available(ONE_MONTH), 2);

        bot.deliver_on_web(&key);
        let done = asked.wait_for("the answer says that it is done", |message| {
            message.text().to_lowercase().contains("completed")
        });
        assert_eq!(done.id, answer.id, "the same message, edited");
    });
}

#[test]
fn redeem_command_keeps_optional_customer_details() {
    let bot = a_bot();
    bot.import(1, "a");
    let key = bot.key(2);
    let command = bot.person(CUSTOMER).command("redeem").option("key", &key).option("invite", INVITE);
    let command = command.option("email", EMAIL).option("display_name", "Noor").option("bio", "Hi");
    command
        .option("avatar", "https://example.com/a.png")
        .option("banner", "https://example.com/b.png")
        .send()
        .answer();
    let customer = &bot.order(&key)["customer"];
    assert_eq!((&customer["displayname"], &customer["bio"]), (&"Noor".into(), &"Hi".into()));
    assert_eq!(customer["avatar"], "https://example.com/a.png");
    assert_eq!(customer["banner"], "https://example.com/b.png");
}

#[test]
fn redeem_command_refuses_invalid_redeems_with_the_sentences_of_the_web() {
    let bot = a_bot();
    bot.import(2, "a");
    let keys = bot.keys(4, 2);
    let revoked = bot.key(2);
    bot.person(SELLER).command("keys revoke").option("key", &revoked).send().private_answer();
    let try_it = |key: &str, invite: &str, email: &str, words: &str| {
        let command = bot.person(CUSTOMER).command("redeem").option("key", key);
        expect_refusal(
            command.option("invite", invite).option("email", email).send_if_client_lets(),
            &[words],
        );
    };
    try_it("NO-SUCH-KEY", INVITE, EMAIL, "Invalid redeem key.");
    try_it(&keys[0], "https://evil.example/abc", EMAIL, "Invalid server invite.");
    try_it(&keys[0], INVITE, "noor at example", "Please enter a valid email address.");
    try_it(&keys[0], INVITE, " ", "Please fill in all required fields.");
    try_it(&revoked, INVITE, EMAIL, "This key has been revoked.");
    assert_eq!((bot.order_count(), bot.available(ONE_MONTH)), (0, 2), "nothing changed");
    bot.redeem_on_web(&keys[0]);
    try_it(&keys[1], INVITE, EMAIL, "Not enough stock right now. Your key is still valid.");
    try_it(&keys[0], INVITE, "somebody@example.com", "This key has already been redeemed.");
    assert_eq!(bot.order_count(), 1);
}

#[test]
fn repeated_redeem_by_the_same_customer_still_succeeds_after_the_shop_closed() {
    let bot = a_bot();
    bot.import(2, "a");
    let (spent, unspent) = (bot.key(2), bot.key(2));
    let answer = bot.redeem(&spent).private_answer();
    bot.place.json(&["storefront", "close", GUILD]);
    let again = bot.redeem(&spent).private_answer();
    expect_words(&again, &["redeemed", &spent]);
    assert_eq!(again.link("status"), answer.link("status"));
    expect_words(&bot.redeem(&unspent).private_answer(), &["this shop is closed"]);
    let anothers = bot.person(CUSTOMER).command("redeem").option("key", &spent).option("invite", INVITE);
    let refused = anothers.option("email", "somebody@example.com").send().private_answer();
    expect_words(&refused, &["this shop is closed"]);
    assert_eq!(bot.order_count(), 1);
}

#[test]
fn redeem_command_refuses_a_key_of_another_storefront() {
    let bot = a_bot();
    bot.import(1, "a");
    let key = bot.key(2);
    let command = bot.person(RIVAL).in_other_guild().command("redeem").option("key", &key);
    let answer = command.option("invite", INVITE).option("email", EMAIL).send().private_answer();
    expect_words(&answer, &["Invalid redeem key."]);
    assert_eq!(bot.keys_with_status("unused"), 1);
}

#[test]
fn whoever_tries_many_keys_at_once_has_to_wait_and_nobody_else_has() {
    let bot = a_bot();
    let guess = |person: &str| {
        let command = bot.person(person).command("redeem").option("key", "NO-SUCH-KEY");
        command.option("invite", INVITE).option("email", EMAIL).send().private_answer()
    };
    for _ in 0..10 {
        expect_words(&guess(CUSTOMER), &["Invalid redeem key."]);
    }
    // Every six seconds grant one more.
    let mut more = (0..50).map(|_| guess(CUSTOMER));
    let refused = more.find(|answer| !has_words(answer, &["Invalid redeem key."])).expect("an end");
    expect_words(&refused, &["That was a lot at once. Please wait a minute and try again."]);
    expect_words(&guess(MANAGER), &["Invalid redeem key."]);
}

#[test]
fn repeated_redeem_gets_the_same_answer_and_creates_no_second_order() {
    let bot = a_bot();
    bot.import(4, "a");
    let key = bot.key(2);
    bot.redeem(&key).private_answer();
    expect_words(&bot.redeem(&key).private_answer(), &["redeemed", &key]);
    assert_eq!((bot.order_count(), bot.available(ONE_MONTH)), (1, 3));
}

#[test]
fn boards_redeem_button_opens_a_form_that_redeems_a_key() {
    let bot = a_bot();
    bot.import(4, "a");
    bot.person(SELLER).command("stock-board").option_channel("channel", SHOP).send().private_answer();
    let board = bot.wait_for_words(SHOP, &["stock"]);
    let form = bot.person(CUSTOMER).click(&board, "Redeem").form();
    assert_eq!(form.inputs(), ["key", "invite", "email", "display_name", "bio"]);
    let rows = form.data["components"].as_array().expect("rows").iter();
    let longest: Vec<_> = rows.map(|row| &row["components"][0]["max_length"]).collect();
    assert_eq!(longest, [64, 2048, 320, 2048, 2048], "as of the command");
    let key = bot.key(4);
    let form = form.enter("key", &key).enter("invite", INVITE).enter("email", EMAIL).enter("bio", "Hello");
    let asked = form.submit();
    expect_words(&asked.private_answer(), &[&key, "processing"]);
    assert_eq!(bot.order(&key)["customer"]["bio"], "Hello");
    bot.deliver_on_web(&key);
    asked.wait_for("the answer follows", |message| message.text().to_lowercase().contains("completed"));

    let again = bot.person(MANAGER).click(&board, "Redeem").form();
    let refused = again.enter("key", "NO-SUCH-KEY").enter("invite", INVITE).enter("email", EMAIL).submit();
    expect_words(&refused.private_answer(), &["Invalid redeem key."]);

    bot.place.json(&["storefront", "close", GUILD]);
    // A client may still show the board as it was.
    let refused = bot.person(CUSTOMER).click(&board, "Redeem").private_answer();
    expect_words(&refused, &["this shop is closed"]);
}

#[test]
fn redeem_answer_is_not_edited_after_its_interaction_token_expired() {
    let bot = a_bot();
    bot.import(2, "a");
    let key = bot.key(2);
    let asked = bot.redeem(&key);
    let answer = asked.private_answer();
    asked.expire();
    bot.deliver_on_web(&key);
    bot.platform.wait_until("the edit was tried", |world| {
        world.requests.iter().any(|request| request.status == 401 && request.route.contains("@original"))
    });
    expect_words(
        &bot.person(CUSTOMER).command("order").option("id", &key).send().private_answer(),
        &["completed"],
    );
    assert!(!asked.answers()[0].text_ever().to_lowercase().contains("completed"), "{}", answer.text());
}

/// Ends the process in some way after the answer was seen; another one goes on.
#[track_caller]
fn check_followed_after(end: impl FnOnce(&mut Bot)) {
    let mut bot = a_bot();
    bot.import(2, "a");
    let key = bot.key(2);
    bot.redeem(&key).private_answer();
    let shown = bot.platform.look(|world| world.last_private_message().expect("the answer").id.clone());
    end(&mut bot);
    bot.start();
    bot.platform.wait_until_ready();
    bot.deliver_on_web(&key);
    bot.platform.wait_until("the answer says that it is done", |world| {
        world.message(&shown).text().to_lowercase().contains("completed")
    });
}

#[test]
fn redeem_answer_follows_the_delivery_after_a_restart() {
    check_followed_after(|bot| drop(bot.stop()));
}

#[test]
fn redeem_answer_follows_the_delivery_after_a_kill() {
    check_followed_after(Bot::kill);
}

#[test]
fn web_redeem_is_announced_in_the_log_channel() {
    let bot = a_bot();
    bot.import(2, "a");
    bot.log_to_channel();
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.wait_for_words(boostdesk_fake_platform::LOG, &["redeemed", &key]);
}

#[test]
fn redeem_command_refuses_a_blocklisted_email_or_guild() {
    let bot = a_bot();
    bot.import(1, "a");
    let key = bot.key(2);
    for (kind, value) in [("email", EMAIL.to_uppercase()), ("guild", CUSTOMERS_GUILD.to_owned())] {
        let added = bot.post("/api/blocklist", &json!({ "kind": kind, "value": value }));
        let said = bot.redeem(&key).private_answer();
        expect_words(&said, &["This redeem was refused. Please contact the store."]);
        assert_eq!(bot.keys_with_status("unused"), 1);
        let id = added["id"].as_str().expect("an id");
        bot.delete(&format!("/api/blocklist/{id}"));
    }
    expect_words(&bot.redeem(&key).private_answer(), &["redeemed"]);
}
