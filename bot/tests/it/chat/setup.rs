//! `/setup`: a storefront from chat.

use boostdesk_fake_platform::{
    CUSTOMER, Fault, GUILD, LOG, MANAGER, OTHER_GUILD, OTHER_GUILDS_SHOP, OWNER, RIVAL, SELLER, SEND_MESSAGES,
};
use serde_json::{Value, json};

use super::bot::{a_bot, a_prepared_place, expect_refusal, expect_words};
use crate::http;
use crate::process::Place;

#[test]
fn a_seller_opens_a_storefront() {
    let (platform, place) = a_prepared_place(|_| {});
    let code = place.json(&["seller", "add", "mika", "--discord-id", SELLER])["accessCode"].clone();
    let (running, _) = place.serve();
    platform.wait_until_ready();
    let stranger = platform.person(MANAGER).command("setup").option("name", "Max's").send();
    expect_words(&stranger.private_answer(), &["seller"]);
    let command = platform.person(SELLER).command("setup").option("name", "Mika's Boosts");
    expect_words(&command.option_channel("log_channel", LOG).send().private_answer(), &["Mika's Boosts"]);
    let storefronts = storefronts(&place, &code);
    assert_eq!(storefronts.len(), 1);
    assert_eq!((&storefronts[0]["guildId"], &storefronts[0]["logChannelId"]), (&GUILD.into(), &LOG.into()));
    drop(running);
}

#[test]
fn setup_changes_only_the_options_that_are_given() {
    let bot = a_bot();
    let before = bot.storefront();
    let command = bot.person(SELLER).command("setup").option("footer", "Thank you!");
    command
        .option("embed_color", "#00ff88")
        .option("store_link", "https://shop.example.com")
        .send()
        .private_answer();
    let after = bot.storefront();
    assert_eq!((&after["embedFooter"], &after["embedColor"]), (&"Thank you!".into(), &"#00ff88".into()));
    assert_eq!((&after["storeLink"], &after["name"]), (&"https://shop.example.com".into(), &before["name"]));

    let command = bot.person(SELLER).command("setup").option("name", "Mika & Co");
    let command =
        command.option_channel("log_channel", LOG).option("community_link", "https://discord.gg/mika");
    expect_words(&command.send().private_answer(), &["Mika & Co", &format!("<#{LOG}>")]);
    let after = bot.storefront();
    assert_eq!((&after["name"], &after["logChannelId"]), (&"Mika & Co".into(), &LOG.into()));
    assert_eq!(
        (&after["discordLink"], &after["embedFooter"]),
        (&"https://discord.gg/mika".into(), &"Thank you!".into())
    );

    let command = bot.person(SELLER).command("setup").option("name", "[Mika](https://example.org)");
    command.option_channel("log_channel", LOG).send().private_answer();
    bot.wait_for_words(LOG, &[r"**\[Mika\]\(https://example.org\)**"]);
}

#[test]
fn setup_reopens_a_closed_storefront_with_its_previous_settings() {
    let bot = a_bot();
    bot.person(SELLER).command("setup").option("footer", "Thank you!").send().private_answer();
    let before = bot.storefront();
    bot.place.json(&["storefront", "close", GUILD]);
    let code = bot.person(SELLER).command("access-code show").send().private_answer();
    expect_words(&code, &["closed", "`/setup`"]);
    let command = bot.person(SELLER).command("setup").option("embed_color", "#00ff88");
    expect_words(&command.send().private_answer(), &["is open"]);
    let after = bot.storefront();
    assert_eq!((&after["name"], &after["embedFooter"]), (&before["name"], &"Thank you!".into()));
    assert_eq!(after["embedColor"], "#00ff88");
}

#[test]
fn setup_with_an_invalid_value_changes_nothing() {
    let bot = a_bot();
    let before = bot.storefront();
    let try_it = |option: &str, value: &str| {
        let command = bot.person(SELLER).command("setup").option("name", "Changed").option(option, value);
        expect_refusal(command.send_if_client_lets(), &[]);
    };
    try_it("embed_color", "pink!");
    try_it("store_link", "javascript:alert(1)");
    try_it("community_link", "nowhere");
    assert_eq!(bot.storefront(), before);
}

#[test]
fn setup_warns_when_the_bot_lacks_send_messages_in_the_log_channel() {
    let bot = a_bot();
    bot.platform.deny_bot(LOG, SEND_MESSAGES);
    let answer =
        bot.person(SELLER).command("setup").option_channel("log_channel", LOG).send().private_answer();
    expect_words(&answer, &["send messages"]);
}

#[test]
fn setup_saves_and_warns_when_the_platform_fails_to_answer_for_the_log_channel() {
    let bot = a_bot();
    bot.platform.inject("POST /channels/{channel_id}/messages", Fault::BadGateway);
    let answer =
        bot.person(SELLER).command("setup").option_channel("log_channel", LOG).send().private_answer();
    expect_words(&answer, &["is saved", "did not answer"]);
}

#[test]
fn only_the_storefronts_own_seller_can_change_it_with_setup() {
    let bot = a_bot();
    let before = bot.storefront();
    for (person, words) in [(CUSTOMER, "manage server"), (MANAGER, "seller"), (RIVAL, "another seller")] {
        let command = bot.person(person).by_override().command("setup").option("name", "Taken over");
        expect_words(&command.send().private_answer(), &[words]);
    }
    assert_eq!(bot.storefront(), before);
}

#[test]
fn setup_does_not_save_a_log_channel_of_another_guild() {
    let bot = a_bot();
    let command = bot.person(SELLER).command("setup").option_channel("log_channel", OTHER_GUILDS_SHOP);
    command.send().private_answer();
    assert_eq!(bot.storefront()["logChannelId"], "");
}

/// Returns the storefronts of the user with this code.
fn storefronts(place: &Place, code: &Value) -> Vec<Value> {
    let login = json!({ "captcha_key": "", "access_code": code });
    let session = http::post(place.web, "/api/auth/login", "", &login).json()["token"].clone();
    let answer = http::get(place.web, "/api/storefronts", session.as_str().expect("a token"));
    answer.json().as_array().cloned().expect("a list")
}

#[test]
fn owner_can_open_a_storefront_in_a_guild_without_one() {
    let (platform, place) = a_prepared_place(|_| {});
    let (running, code) = place.serve();
    platform.wait_until_ready();
    let command = platform.person(OWNER).command("setup").option("name", "Olive's");
    expect_words(&command.send().private_answer(), &["Olive's"]);
    let storefronts = storefronts(&place, &code.into());
    assert_eq!((&storefronts[0]["guildId"], &storefronts[0]["name"]), (&GUILD.into(), &"Olive's".into()));
    drop(running);
}

#[test]
fn setup_is_refused_in_a_guild_whose_storefront_belongs_to_another_seller() {
    let bot = a_bot();
    // Mika manages the other guild as well, but its storefront is Rita's.
    let command = bot.person(SELLER).in_other_guild().command("setup").option("name", "Mika's too");
    expect_words(&command.send().private_answer(), &["another seller"]);
    let owners = storefronts(&bot.place, &bot.code.clone().into());
    assert!(owners.iter().all(|storefront| storefront["guildId"] != OTHER_GUILD));
}
