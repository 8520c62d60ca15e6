//! `/seller add`, `/seller remove` and `/seller list`.

use boostdesk_fake_platform::{BOT, CUSTOMER, MANAGER, Message, OWNER, SELLER, STRANGER};

use super::bot::{Bot, a_bot, expect_words};
use crate::http;

/// The message may be read later, or passed on: a ticket would have expired, or sign in the wrong person.
fn expect_plain_link(message: &Message) {
    let link = message.link("dashboard");
    assert!(link.ends_with("/dashboard"), "{link}");
}

fn code_in(message: &Message) -> String {
    message.text().split("||").nth(1).expect("a code").to_owned()
}

fn add(bot: &Bot, user: &str) -> Message {
    bot.person(OWNER).command("seller add").option_user("user", user).send().private_answer()
}

fn discord_id_of(bot: &Bot, code: &str) -> serde_json::Value {
    let session = bot.sign_in(&code.into());
    http::get(bot.place.web, "/api/user/me", &session).json()["discordId"].clone()
}

#[test]
fn a_new_seller_gets_code_and_link_in_a_direct_message() {
    let bot = a_bot();
    let answer = add(&bot, MANAGER);
    let dm = bot.platform.dm_channel(MANAGER);
    let told = bot.wait_for_words(&dm, &["||"]);
    let code = code_in(&told);
    assert_eq!(discord_id_of(&bot, &code), MANAGER);
    assert!(!answer.text().contains(&code), "not to the owner, who needs it not");
    expect_plain_link(&told);

    add(&bot, MANAGER);
    let again = bot.platform.wait("the second message", |world| world.public_messages(&dm).get(1).cloned());
    assert_eq!(code_in(&again), code, "adding again keeps the code");
    let added = bot.person(MANAGER).command("setup").option("name", "x").send().private_answer();
    expect_words(&added, &["another seller"]);
}

#[test]
fn owner_gets_code_and_link_when_a_new_sellers_direct_messages_are_closed() {
    let bot = a_bot();
    bot.platform.close_dms(MANAGER);
    let answer = add(&bot, MANAGER);
    expect_words(&answer, &["closed"]);
    assert_eq!(discord_id_of(&bot, &code_in(&answer)), MANAGER);
    expect_plain_link(&answer);
}

#[test]
fn removed_seller_loses_access_and_customers_still_see_their_orders() {
    let bot = a_bot();
    bot.import(1, "a");
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    let shown = bot.person(SELLER).command("access-code show").send().private_answer();
    let session = bot.sign_in(&code_in(&shown).into());
    bot.person(OWNER).command("seller remove").option_user("user", SELLER).send().private_answer();
    assert_eq!(http::get(bot.place.web, "/api/user/me", &session).status, 401);
    let keys = bot.person(SELLER).command("keys revoke").option("key", "X").send().private_answer();
    expect_words(&keys, &["seller"]);
    expect_words(&bot.person(CUSTOMER).command("order").option("id", &key).send().private_answer(), &[&key]);
    let again = bot.person(OWNER).command("seller remove").option_user("user", SELLER).send();
    expect_words(&again.private_answer(), &["no seller"]);
}

#[test]
fn seller_list_names_every_seller_with_markdown_escaped_and_no_owners_code() {
    let bot = a_bot();
    bot.place.json(&["seller", "add", "[Verify](https://example.org)"]);
    let answer = bot.person(OWNER).command("seller list").send().private_answer();
    expect_words(&answer, &["mika", "rita", SELLER]);
    expect_words(&answer, &[r"\[Verify\]\(https://example.org\)"]);
    assert!(!answer.text().contains(&bot.code));
}

#[test]
fn only_the_owner_can_add_remove_and_list_sellers() {
    let bot = a_bot();
    for person in [CUSTOMER, MANAGER, SELLER] {
        let person = bot.person(person).by_override();
        for command in [
            person.command("seller add").option_user("user", MANAGER),
            person.command("seller remove").option_user("user", SELLER),
            person.command("seller list"),
        ] {
            expect_words(&command.send().private_answer(), &["owner"]);
        }
    }
    let answer = bot.person(OWNER).command("seller list").send().private_answer();
    expect_words(&answer, &["mika"]);
    assert!(!answer.text().contains(MANAGER));
}

#[test]
fn bot_account_cannot_become_a_seller_and_the_owner_cannot_be_removed() {
    let bot = a_bot();
    expect_words(&add(&bot, BOT), &["bot"]);
    bot.person(OWNER).command("seller remove").option_user("user", OWNER).send().private_answer();
    bot.sign_in(&bot.code.clone().into());
}

#[test]
fn owner_gets_the_code_of_a_new_seller_who_shares_no_guild_with_the_bot() {
    let bot = a_bot();
    let answer = add(&bot, STRANGER);
    assert_eq!(discord_id_of(&bot, &code_in(&answer)), STRANGER, "so the owner passes it on");
    assert!(bot.platform.messages(&bot.platform.dm_channel(STRANGER)).is_empty());
}

#[test]
fn long_seller_list_is_sent_as_a_file() {
    let mut bot = a_bot();
    bot.stop();
    for number in 0..80_u64 {
        let id = (195_000_000_000_000_000 + number).to_string();
        bot.place.json(&[
            "seller",
            "add",
            &format!("a seller with a rather long name {number}"),
            "--discord-id",
            &id,
        ]);
    }
    bot.start();
    let answer = bot.person(OWNER).command("seller list").send().private_answer();
    expect_words(&answer, &["83 sellers are in the file"]);
    let file = answer.files.first().expect("a file");
    let text = String::from_utf8_lossy(&file.content);
    assert_eq!(text.lines().count(), 83, "{text}");
    assert!(text.contains("mika") && text.contains("name 79"), "{text}");
}
