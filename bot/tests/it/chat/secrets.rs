//! Nothing secret is where others can read it, nor in the log.

use boostdesk_fake_platform::{
    CUSTOMER, Fault, INVITE, LOG, MANAGER, OWNER, OWNERS_LOG, SECOND_SHOP, SELLER, SHOP,
};

use super::bot::{EMAIL, a_bot, a_bot_with};
use crate::commands::ONE_MONTH;

#[test]
fn no_secret_appears_in_channel_messages_or_in_the_log() {
    let mut bot = a_bot();
    bot.log_to_channel();
    bot.change_storefront(&serde_json::json!({ "lowStockThreshold": 100 }));
    let mut secrets = Vec::new();
    let file = (0..6).map(|number| format!("secret-token-{number}")).collect::<Vec<_>>();
    let seller = bot.person(SELLER);
    seller.command("stock-board").option_channel("channel", SHOP).send().private_answer();
    let restock = seller.command("restock").option("stock", ONE_MONTH);
    restock.option_file("file", "a.txt", file.join("\n")).send().private_answer();
    secrets.extend(file);
    let unused = bot.keys(2, 2);
    let spent = bot.key(4);
    seller
        .command("keys create")
        .option("stock", ONE_MONTH)
        .option_int("amount", 2)
        .option_int("count", 2)
        .send()
        .answer();
    let shown = seller.command("access-code show").send().private_answer();
    secrets.extend(shown.text().split("||").nth(1).map(ToOwned::to_owned));
    secrets.extend(shown.link("sign in").split_once("token=").map(|(_, ticket)| ticket.to_owned()));
    let reset = seller.command("access-code reset").send().private_answer();
    secrets.extend(reset.text().split("||").nth(1).map(ToOwned::to_owned));
    bot.person(OWNER).command("seller add").option_user("user", MANAGER).send().private_answer();
    let told = bot.wait_for_words(&bot.platform.dm_channel(MANAGER), &["||"]);
    secrets.extend(told.text().split("||").nth(1).map(ToOwned::to_owned));
    bot.person(MANAGER).command("order").option("id", &unused[0]).send().private_answer();
    let wrong = bot.person(CUSTOMER).command("redeem").option("key", &unused[0]).option("invite", "nowhere");
    wrong.option("email", EMAIL).send().private_answer();
    let right = bot.person(CUSTOMER).command("redeem").option("key", &spent).option("invite", INVITE);
    right.option("email", EMAIL).send().private_answer();
    bot.person(SELLER).command("deliver").option("order", &spent).send().private_answer();
    bot.wait_for_words(LOG, &["completed", &spent]);
    bot.wait_for_words(LOG, &["reset"]);
    bot.wait_for_words(SHOP, &["stock"]);
    secrets.extend(unused);
    secrets.push(bot.platform.look(|world| world.token().to_owned()));
    let others = secrets.clone();
    secrets.push(bot.code.clone());
    assert!(secrets.len() >= 11 && secrets.iter().all(|secret| secret.len() > 8), "{secrets:?}");

    for channel in [LOG, SHOP, SECOND_SHOP, OWNERS_LOG] {
        for message in bot.platform.messages(channel) {
            // The owner's code belongs into the owner's own channel.
            let unsayable = if channel == OWNERS_LOG { &others } else { &secrets };
            let said = message.text_ever();
            for secret in unsayable {
                assert!(!said.contains(secret), "`{secret}` in {channel}: {said}");
            }
        }
    }
    let log = bot.stop();
    for secret in &secrets {
        assert!(!log.contains(secret), "`{secret}` in the log:\n{log}");
    }
    assert!(!log.contains(EMAIL), "the customer's address in the log:\n{log}");
}

/// Whoever has an interaction's token can read and change the answer for 15 minutes.
#[test]
fn interaction_token_is_not_logged_at_any_log_level_when_its_edit_is_rate_limited() {
    for level in
        [None, Some("debug"), Some("info,twilight_http_ratelimiting=trace"), Some("info,[response]=trace")]
    {
        let mut bot = a_bot_with(|place| match level {
            Some(level) => place.logging(level),
            None => place,
        });
        let used_up = Fault::RateLimited { seconds: 0.2, global: false, headers: true };
        bot.platform.inject_times(1, "PATCH /webhooks", used_up);
        bot.person(OWNER).command("seller list").send().private_answer();
        assert_eq!(bot.platform.struck("PATCH /webhooks"), 1);
        // `stop` looks in each log for the end of the fake platform's interaction tokens.
        bot.stop();
    }
}
