//! `/access-code show` and `/access-code reset`, with the link that signs in.

use boostdesk_fake_platform::{CUSTOMER, LOG, MANAGER, Message, OWNER, RIVAL, SELLER};
use serde_json::json;

use super::bot::{Bot, a_bot, expect_words};
use crate::http;

/// Returns the access code in a message's spoiler.
fn code_in(message: &Message) -> String {
    let text = message.text();
    let code = text.split("||").nth(1);
    code.unwrap_or_else(|| panic!("a spoiler in {text}")).to_owned()
}

fn ticket_in(message: &Message) -> String {
    let link = message.link("sign in");
    link.split_once("?token=").unwrap_or_else(|| panic!("a ticket in {link}")).1.to_owned()
}

fn exchange(bot: &Bot, ticket: &str) -> http::Answer {
    http::post(bot.place.web, "/api/auth/exchange", "", &json!({ "token": ticket }))
}

#[test]
fn access_code_show_gives_a_seller_the_code_and_a_single_use_sign_in_link() {
    let bot = a_bot();
    let answer = bot.person(SELLER).command("access-code show").send().private_answer();
    let session = bot.sign_in(&code_in(&answer).into());
    let me = http::get(bot.place.web, "/api/user/me", &session).json();
    assert_eq!(me["discordId"], SELLER);

    assert!(answer.link("sign in").starts_with(&format!("http://{}/dashboard?token=", bot.place.web)));
    let ticket = ticket_in(&answer);
    let first = exchange(&bot, &ticket);
    assert_eq!(first.status, 200, "{}", first.body);
    let session = first.json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(http::get(bot.place.web, "/api/user/me", &session).json()["discordId"], SELLER);
    assert_eq!(exchange(&bot, &ticket).status, 401, "a ticket is good once");
    let other = bot.person(SELLER).command("access-code show").send().private_answer();
    assert_ne!(ticket_in(&other), ticket);
}

#[test]
fn access_code_show_gives_the_owner_the_owners_code() {
    let bot = a_bot();
    let answer = bot.person(OWNER).command("access-code show").send().private_answer();
    assert_eq!(code_in(&answer), bot.code);
}

#[test]
fn access_code_reset_gives_a_new_code_ends_sessions_and_is_announced() {
    let bot = a_bot();
    bot.log_to_channel();
    let before = code_in(&bot.person(SELLER).command("access-code show").send().private_answer());
    let session = bot.sign_in(&before.clone().into());
    let answer = bot.person(SELLER).command("access-code reset").send().private_answer();
    let code = code_in(&answer);
    assert_ne!(code, before);
    assert_eq!(http::get(bot.place.web, "/api/user/me", &session).status, 401, "other sessions end");
    let old = http::post(
        bot.place.web,
        "/api/auth/login",
        "",
        &json!({ "captcha_key": "", "access_code": before }),
    );
    assert_eq!(old.status, 401);
    bot.sign_in(&code.clone().into());
    assert_eq!(exchange(&bot, &ticket_in(&answer)).status, 200);
    let told = bot.wait_for_words(LOG, &["code", "reset"]);
    assert!(!told.text().contains(&code));
}

#[test]
fn access_code_commands_are_refused_to_customers_and_server_managers() {
    let bot = a_bot();
    for (person, words) in [(CUSTOMER, "manage server"), (MANAGER, "seller")] {
        for command in ["access-code show", "access-code reset"] {
            let asked = bot.person(person).by_override().command(command).send();
            expect_words(&asked.private_answer(), &[words]);
        }
    }
}

#[test]
fn access_code_show_is_refused_in_another_sellers_guild() {
    let bot = a_bot();
    expect_words(&bot.person(RIVAL).command("access-code show").send().private_answer(), &["another seller"]);
}
