//! `/restock`: tokens from a file.

use boostdesk_fake_platform::{CUSTOMER, Fault, GUILD, MANAGER, RIVAL, SELLER};

use super::bot::{a_bot, expect_refusal, expect_words};
use crate::commands::ONE_MONTH;
use crate::http;

#[test]
fn restock_adds_the_files_tokens_to_the_stock_and_the_live_page() {
    let bot = a_bot();
    let command = bot.person(SELLER).command("restock").option("stock", ONE_MONTH);
    let answer =
        command.option_file("file", "tokens.txt", "one\ntwo\n\nhas space\none\n").send().private_answer();
    expect_words(&answer, &["2", "1 duplicate", "1 invalid"]);
    let live = http::get(bot.place.web, &format!("/api/fetch/{GUILD}/live-stock"), "").json();
    assert_eq!((&live["oneMonthNitroTokens"], &live["oneMonthServerBoosts"]), (&2.into(), &4.into()));
    assert!(!answer.text_ever().contains("two"), "tokens are not said again");
}

#[test]
fn restock_refuses_unusable_files_and_unknown_stocks() {
    let bot = a_bot();
    let command = || bot.person(SELLER).command("restock").option("stock", ONE_MONTH);
    expect_refusal(command().option_file("file", "tokens.exe", "one").send_if_client_lets(), &[".txt"]);
    let large = command().option_file_of_size("file", "tokens.txt", 9 * 1024 * 1024);
    expect_refusal(large.send_if_client_lets(), &["8 mib"]);
    expect_refusal(
        command().option_file("file", "tokens.txt", vec![0xff, 0xfe, 0x00]).send_if_client_lets(),
        &["text"],
    );
    let form = "--7f\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\none\r\n--7f--\r\n";
    let form = command().option_file("file", "tokens.txt", form).send_if_client_lets();
    expect_refusal(form, &["The file is a form. Attach the list itself, a token a line."]);
    let elsewhere = command().option_file_at("file", "tokens.txt", "http://127.0.0.1:1/tokens.txt");
    expect_refusal(elsewhere.send_if_client_lets(), &[]);
    let bad_stock = bot.person(SELLER).command("restock").option("stock", "Tokens.txt");
    expect_refusal(bad_stock.option_file("file", "tokens.txt", "one").send_if_client_lets(), &["stock"]);
    assert_eq!(bot.available(ONE_MONTH), 0);
}

#[test]
fn restock_asks_to_try_again_when_the_file_cannot_be_fetched() {
    let bot = a_bot();
    bot.platform.inject("GET /attachments", Fault::LostBefore);
    let command = bot.person(SELLER).command("restock").option("stock", ONE_MONTH);
    let answer = command.option_file("file", "tokens.txt", "one").send().private_answer();
    expect_words(&answer, &["try again"]);
    assert_eq!(bot.available(ONE_MONTH), 0);
}

#[test]
fn only_two_files_are_fetched_at_once() {
    let bot = a_bot();
    let file = "GET /attachments";
    bot.platform.inject(file, Fault::AnswerWaits);
    let restock = |token: &str| {
        let command = bot.person(SELLER).command("restock").option("stock", ONE_MONTH);
        command.option_file("file", "tokens.txt", token.to_owned()).send()
    };
    let asked = ["one", "two", "three"].map(restock);
    bot.platform.wait_until("two are fetched", |world| world.struck(file) == 2);
    for asked in &asked {
        asked.first_answer();
    }
    expect_words(&bot.person(CUSTOMER).command("help").send().answer(), &["/redeem"]);
    assert_eq!(bot.platform.struck(file), 2);
    bot.platform.heal();
    for asked in asked {
        expect_words(&asked.private_answer(), &["1 token"]);
    }
    assert_eq!(bot.available(ONE_MONTH), 3);
}

#[test]
fn restock_takes_a_file_of_20000_tokens() {
    let bot = a_bot();
    let tokens: Vec<String> = (0..20_000).map(|number| format!("token.{number:060}")).collect();
    let command = bot.person(SELLER).command("restock").option("stock", ONE_MONTH);
    let asked = command.option_file("file", "TOKENS.TXT", tokens.join("\r\n")).send();
    expect_words(&asked.private_answer(), &["20"]);
    assert_eq!(bot.available(ONE_MONTH), 20_000);
}

#[test]
fn only_the_storefronts_seller_can_restock() {
    let bot = a_bot();
    for person in [CUSTOMER, MANAGER, RIVAL] {
        let command = bot.person(person).by_override().command("restock").option("stock", ONE_MONTH);
        command.option_file("file", "tokens.txt", "one").send().private_answer();
    }
    assert_eq!(bot.available(ONE_MONTH), 0);
}
