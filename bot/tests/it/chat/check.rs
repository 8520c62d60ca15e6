//! `boostdesk check`, as far as it is about the bot.

use boostdesk_fake_platform::{
    EMBED_LINKS, Fault, GUILD, LOG, OTHER_GUILDS_SHOP, OWNERS_LOG, Platform, READ_MESSAGE_HISTORY,
    SECOND_SHOP, SELLER, SEND_MESSAGES, SHOP, TOKEN,
};
use serde_json::Value;

use super::bot::{a_bot, a_prepared_place};
use crate::process::Place;

/// Returns the findings that are not fine, and the exit code.
fn troubles(place: &Place) -> (Vec<Value>, Option<i32>) {
    let ended = place.run(&["check", "--json"]);
    assert!(!format!("{}{}", ended.stdout, ended.stderr).contains(TOKEN));
    let findings = ended.json();
    let findings = findings.as_array().cloned().expect("a list");
    (findings.into_iter().filter(|finding| finding["ok"] == false).collect(), ended.code)
}

/// Expects one trouble with these words in it, with what to do about it, and exit code 1.
#[track_caller]
fn expect_trouble(place: &Place, words: &[&str]) {
    let (troubles, code) = troubles(place);
    assert_eq!(code, Some(1), "{troubles:?}");
    let has = |trouble: &Value| words.iter().all(|word| trouble.to_string().to_lowercase().contains(word));
    let trouble = troubles.iter().find(|trouble| has(trouble));
    let trouble = trouble.unwrap_or_else(|| panic!("{words:?} in {troubles:?}"));
    assert!(trouble["mend"].as_str().is_some_and(|mend| !mend.is_empty()), "{trouble}");
}

#[test]
fn check_finds_no_problem_with_a_correctly_configured_bot() {
    let (_platform, place) = a_prepared_place(|_| {});
    let (troubles, code) = troubles(&place);
    assert_eq!((troubles, code), (Vec::new(), Some(0)));
}

#[test]
fn check_reports_a_wrong_bot_token() {
    let (_platform, place) = a_prepared_place(Platform::change_token);
    expect_trouble(&place, &["bot token", "does not accept it"]);
}

#[test]
fn check_reports_an_unreachable_platform() {
    let (_platform, place) = a_prepared_place(|platform| platform.inject("", Fault::LostBefore));
    expect_trouble(&place, &["bot token", "it cannot be checked"]);
}

#[test]
fn check_names_the_permissions_missing_in_the_owners_log_channel() {
    let (_platform, place) = a_prepared_place(|platform| platform.deny_bot(OWNERS_LOG, SEND_MESSAGES));
    expect_trouble(&place, &["send messages"]);
    let (_platform, place) = a_prepared_place(|platform| platform.deny_bot(OWNERS_LOG, EMBED_LINKS));
    expect_trouble(&place, &["embed links"]);
}

#[test]
fn check_reports_a_deleted_owners_log_channel() {
    let (_platform, place) = a_prepared_place(|platform| platform.delete_channel(OWNERS_LOG));
    expect_trouble(&place, &["owner's log channel", "does not exist any more"]);
}

#[test]
fn check_reports_problems_with_a_storefronts_log_and_stock_board_channels() {
    let mut bot = a_bot();
    bot.log_to_channel();
    bot.person(SELLER).command("stock-board").option_channel("channel", SHOP).send().private_answer();
    bot.wait_for_words(SHOP, &["stock"]);
    // It is edited only once it is known where it was posted.
    bot.import(7, "a");
    bot.wait_for_words(SHOP, &["**7** token"]);
    bot.stop();
    let (troubles, code) = troubles(&bot.place);
    assert_eq!((troubles, code), (Vec::new(), Some(0)));
    bot.platform.deny_bot(LOG, SEND_MESSAGES | READ_MESSAGE_HISTORY);
    expect_trouble(&bot.place, &[LOG, "send messages"]);
    bot.platform.allow_bot_again(LOG);
    bot.platform.make_forum(LOG);
    expect_trouble(&bot.place, &[LOG, "text channel"]);
    bot.platform.delete_channel(SHOP);
    expect_trouble(&bot.place, &[SHOP]);
    drop(bot.platform.messages(SECOND_SHOP));
    bot.place.json(&["storefront", "close", GUILD]);
    let (troubles, code) = self::troubles(&bot.place);
    assert_eq!((troubles, code), (Vec::new(), Some(0)), "a closed shop's channels do not matter");
}

#[test]
fn check_reports_a_storefronts_log_channel_in_another_server() {
    let mut bot = a_bot();
    // Chosen while nobody could look up where the channel is.
    bot.platform.inject("GET /channels/{channel_id}", Fault::BadGateway);
    bot.change_storefront(&serde_json::json!({ "logChannelId": OTHER_GUILDS_SHOP }));
    bot.platform.heal();
    bot.stop();
    expect_trouble(&bot.place, &[OTHER_GUILDS_SHOP, "another server"]);
}

#[test]
fn check_reports_a_channel_in_a_guild_that_removed_the_bot() {
    let mut bot = a_bot();
    bot.log_to_channel();
    bot.stop();
    bot.platform.remove_bot_from(GUILD);
    expect_trouble(&bot.place, &[LOG, "cannot see the channel"]);
}

#[test]
fn check_lists_its_findings_on_token_intents_application_channel_and_clock() {
    let (_platform, place) = a_prepared_place(|_| {});
    let findings = place.json(&["check"]);
    let all = findings.to_string().to_lowercase();
    for what in ["token", "intents", "application", "channel", "clock"] {
        assert!(all.contains(what), "{what} in {all}");
    }
}
