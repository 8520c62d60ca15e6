//! `/suggest`, `/bug` and `/help`.

use boostdesk_fake_platform::CUSTOMER;

use super::bot::{a_bot, expect_words};

#[test]
fn help_lists_the_commands() {
    let bot = a_bot();
    let answer = bot.person(CUSTOMER).command("help").send().answer();
    expect_words(
        &answer,
        &["/redeem", "/order", "/stock", "/suggest", "/bug", "/setup", "/restock", "/keys"],
    );
}

#[test]
fn a_suggestion_reaches_the_dashboard() {
    let bot = a_bot();
    let command = bot.person(CUSTOMER).command("suggest").option("title", "Gift cards");
    command.option("description", "So that I can give boosts").send().answer();
    let suggestions = bot.get("/api/suggestions/fetch-all");
    let suggestion = &suggestions["suggestions"][0];
    assert_eq!(suggestion["title"], "Gift cards");
    assert_eq!(suggestion["description"], "So that I can give boosts");
    assert_eq!(suggestion["author"], "noor");
}

#[test]
fn a_bug_report_reaches_the_dashboard() {
    let bot = a_bot();
    let command = bot.person(CUSTOMER).command("bug").option("title", "Board is pink");
    command.option("description", "It should be blue").send().answer();
    let bugs = bot.get("/api/bugs/fetch-all");
    assert_eq!(bugs["bugs"][0]["title"], "Board is pink");
    assert_eq!(bugs["bugs"][0]["severity"], "medium");
    assert_eq!(bugs["bugs"][0]["author"], "noor");
}

#[test]
fn suggestion_or_bug_report_with_a_blank_title_is_not_stored() {
    let bot = a_bot();
    for command in ["suggest", "bug"] {
        let typed = bot.person(CUSTOMER).command(command).option("title", "  ").option("description", "x");
        typed.send().private_answer();
    }
    let none: Vec<serde_json::Value> = Vec::new();
    assert_eq!(bot.get("/api/suggestions/fetch-all")["suggestions"], serde_json::json!(none));
    assert_eq!(bot.get("/api/bugs/fetch-all")["bugs"], serde_json::json!(none));
}
