//! A storefront's log channel: orders, low and empty stock; and what happens when it cannot be posted in.

use boostdesk_fake_platform::{
    CUSTOMER, EMBED_LINKS, Fault, LOG, OTHER_GUILDS_SHOP, OWNERS_LOG, PINGED_ROLE, SELLER, SEND_MESSAGES,
    SHOP, VIEW_CHANNEL,
};
use serde_json::{Value, json};

use super::bot::{Bot, THREE_MONTHS, a_bot, has_stock};
use super::stock_board::put_board;
use crate::process::TIMEOUT;

const CHANNEL: &str = "GET /channels/{channel_id}";
const POST: &str = "POST /channels/{channel_id}/messages";

const LOW: &[&str] = &["low stock"];
const EMPTY: &[&str] = &["out of stock"];

fn a_bot_that_logs(change: &Value) -> Bot {
    let bot = a_bot();
    bot.log_to_channel();
    bot.change_storefront(change);
    bot
}

/// Redeems and waits for the order's message: everything before it has arrived by then.
fn redeem_and_wait(bot: &Bot, amount: i64) {
    let key = bot.key(amount);
    bot.redeem_on_web(&key);
    bot.wait_for_words(LOG, &["redeemed", &key]);
}

#[test]
fn order_is_announced_once_when_redeemed_and_once_when_completed() {
    let bot = a_bot_that_logs(&json!({ "lowStockThreshold": 0 }));
    bot.import(4, "a");
    let key = bot.key(4);
    bot.redeem(&key).private_answer();
    bot.wait_for_words(LOG, &["redeemed", &key, "4"]);
    bot.deliver_on_web(&key);
    let done = bot.wait_for_words(LOG, &["completed", &key]);
    assert!(done.link("status").contains(&key));
    assert_eq!(bot.platform.messages(LOG).len(), 2, "one of each");
    assert!(done.allowed_mentions["parse"].as_array().is_some_and(Vec::is_empty), "mentions nobody");
}

#[test]
fn low_and_empty_stock_are_announced_once_until_stock_exceeds_the_threshold_again() {
    let bot = a_bot_that_logs(&json!({ "lowStockThreshold": 3, "lowStockRoleId": PINGED_ROLE }));
    let told = |words: &[&str]| bot.count_with_words(LOG, words);
    bot.import(5, "a");
    redeem_and_wait(&bot, 2);
    assert_eq!(told(LOW), 0, "four are more than three");
    redeem_and_wait(&bot, 2);
    let low = bot.wait_for_words(LOG, LOW);
    assert!(low.content.contains(&format!("<@&{PINGED_ROLE}>")), "mentions the role: {}", low.content);
    assert_eq!(low.allowed_mentions["roles"], json!([PINGED_ROLE]));
    redeem_and_wait(&bot, 2);
    redeem_and_wait(&bot, 4);
    bot.wait_for_words(LOG, EMPTY);
    assert_eq!((told(LOW), told(EMPTY)), (1, 1));

    bot.import(2, "b");
    redeem_and_wait(&bot, 4);
    assert_eq!((told(LOW), told(EMPTY)), (1, 1), "it was never above the threshold");

    bot.import(4, "c");
    redeem_and_wait(&bot, 2);
    bot.platform.wait_until("low again", |world| {
        world
            .public_messages(LOG)
            .iter()
            .filter(|message| message.text().to_lowercase().contains(LOW[0]))
            .count()
            == 2
    });
    assert_eq!(told(EMPTY), 1);
}

#[test]
fn low_stock_threshold_of_zero_turns_the_low_stock_warning_off() {
    let bot = a_bot_that_logs(&json!({ "lowStockThreshold": 0 }));
    bot.import(2, "a");
    redeem_and_wait(&bot, 2);
    assert_eq!(bot.count_with_words(LOG, LOW), 0);
}

#[test]
fn low_stock_threshold_applies_to_each_stock_separately() {
    let bot = a_bot_that_logs(&json!({ "lowStockThreshold": 2 }));
    bot.import(9, "a");
    bot.import_into(THREE_MONTHS, 3, "b");
    let wanted = json!({ "stock": THREE_MONTHS, "amount": 2, "count": 1 });
    let path = format!("/api/storefronts/{}/keys", boostdesk_fake_platform::GUILD);
    let key = bot.post(&path, &wanted)["keys"][0].as_str().expect("a key").to_owned();
    bot.redeem_on_web(&key);
    bot.wait_for_words(LOG, &["low stock", "three month"]);
    assert_eq!(bot.count_with_words(LOG, &["low stock", "one month"]), 0);
}

/// Redeems and delivers while the channel cannot be posted in: delivery goes on, and the dashboard shows the problem.
#[track_caller]
fn check_trouble(bot: &Bot, words: &str) {
    bot.import(4, "a");
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.deliver_on_web(&key);
    assert_eq!(bot.order(&key)["state"], "done", "delivery goes on");
    wait_for_problem(bot, words);
}

/// Waits until the dashboard shows the problem, in these words.
#[track_caller]
fn wait_for_problem(bot: &Bot, words: &str) {
    let deadline = std::time::Instant::now() + TIMEOUT;
    loop {
        let problems = bot.storefront()["problems"].clone();
        let problem = problems.as_array().and_then(|problems| problems.first().cloned());
        if let Some(problem) = problem {
            assert!(problem.to_string().to_lowercase().contains(words), "{problem}");
            return;
        }
        assert!(std::time::Instant::now() < deadline, "the dashboard says what is wrong");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn dashboard_names_a_missing_send_messages_permission_in_the_log_channel() {
    let bot = a_bot_that_logs(&json!({}));
    bot.platform.deny_bot(LOG, SEND_MESSAGES);
    check_trouble(&bot, "send messages");
}

#[test]
fn dashboard_names_a_missing_embed_links_permission_in_the_log_channel() {
    let bot = a_bot_that_logs(&json!({}));
    bot.platform.deny_bot(LOG, EMBED_LINKS);
    check_trouble(&bot, "embed links");
}

#[test]
fn dashboard_names_a_missing_view_channel_permission_in_the_log_channel() {
    let bot = a_bot_that_logs(&json!({}));
    bot.platform.deny_bot(LOG, VIEW_CHANNEL);
    check_trouble(&bot, "view channel");
}

#[test]
fn dashboard_says_that_a_log_channel_with_an_impossible_id_does_not_exist() {
    for beyond_ids in ["99999999999999999999", "9223372036854775808"] {
        let bot = a_bot_that_logs(&json!({ "logChannelId": beyond_ids }));
        check_trouble(&bot, "does not exist");
    }
}

#[test]
fn low_stock_role_with_an_impossible_id_does_not_block_announcements() {
    let beyond_ids = "18000000000000000000";
    let bot = a_bot_that_logs(&json!({ "lowStockThreshold": 3, "lowStockRoleId": beyond_ids }));
    bot.import(5, "a");
    redeem_and_wait(&bot, 4);
    bot.wait_for_words(LOG, LOW);
    redeem_and_wait(&bot, 2);
    assert_eq!(bot.storefront()["problems"], json!([]));
}

#[test]
fn closed_log_thread_is_a_dashboard_problem_and_its_announcement_is_posted_later() {
    let bot = a_bot_that_logs(&json!({}));
    bot.import(4, "a");
    bot.platform.inject(POST, Fault::Refused(400, 50083));
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    wait_for_problem(&bot, "thread is closed");
    bot.platform.heal();
    bot.wait_for_words(LOG, &["redeemed", &key]);
}

#[test]
fn announcement_that_the_platform_always_rejects_does_not_block_later_ones() {
    let bot = a_bot_that_logs(&json!({}));
    bot.import(4, "a");
    bot.wait_for_words(OWNERS_LOG, &[&bot.code]);
    // Each message is tried with its links, and without.
    bot.platform.inject_times(2 * 5, POST, Fault::Refused(400, 50035));
    let never_said = bot.key(2);
    bot.redeem_on_web(&never_said);
    wait_for_problem(&bot, "does not take what the bot writes");
    redeem_and_wait(&bot, 2);
    assert_eq!(bot.count_with_words(LOG, &["redeemed", &never_said]), 0);
    assert_eq!(bot.storefront()["problems"], json!([]));
}

#[test]
fn dashboard_says_that_a_forum_cannot_be_the_log_channel() {
    let bot = a_bot_that_logs(&json!({}));
    bot.platform.make_forum(LOG);
    check_trouble(&bot, "text channel");
}

#[test]
fn restart_clears_a_fixed_log_channel_problem_without_a_new_announcement() {
    let mut bot = a_bot();
    bot.platform.deny_bot(LOG, SEND_MESSAGES);
    bot.person(SELLER).command("setup").option_channel("log_channel", LOG).send().private_answer();
    wait_for_problem(&bot, "send messages");
    let before = bot.platform.count(CHANNEL);
    bot.restart();
    assert!(bot.platform.is_so_within(TIMEOUT, || bot.platform.count(CHANNEL) > before), "it looks");
    wait_for_problem(&bot, "send messages");
    bot.platform.allow_bot_again(LOG);
    bot.restart();
    let is_mended = || bot.storefront()["problems"] == json!([]);
    assert!(bot.platform.is_so_within(TIMEOUT, is_mended), "{}", bot.storefront()["problems"]);
}

#[test]
fn dashboard_shows_a_deleted_log_channel_until_another_one_is_chosen() {
    let bot = a_bot_that_logs(&json!({}));
    bot.platform.delete_channel(LOG);
    check_trouble(&bot, "");
    bot.person(SELLER).command("setup").option_channel("log_channel", SHOP).send().private_answer();
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.wait_for_words(SHOP, &["redeemed", &key]);
    assert_eq!(
        bot.storefront()["problems"],
        json!([]),
        "the channel that is not used any more is nobody's problem"
    );
    bot.person(CUSTOMER).command("stock").send().answer();
}

#[test]
fn log_channel_problem_disappears_from_the_dashboard_once_posting_works_again() {
    let bot = a_bot_that_logs(&json!({}));
    bot.platform.deny_bot(LOG, SEND_MESSAGES);
    check_trouble(&bot, "send messages");
    bot.platform.allow_bot_again(LOG);
    bot.person(SELLER).command("setup").option_channel("log_channel", LOG).send().private_answer();
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.wait_for_words(LOG, &["redeemed", &key]);
    assert_eq!(bot.storefront()["problems"], json!([]));
}

/// An edit does not prove that the bot may post.
#[test]
fn edit_of_a_stock_board_in_the_log_channel_does_not_clear_the_channels_problem() {
    let bot = a_bot_that_logs(&json!({}));
    let import_and_wait = |all: usize| {
        bot.import(3, all);
        bot.platform.wait_for_message("the board is edited", LOG, |message| has_stock(message, all));
    };
    put_board(&bot, LOG);
    // The post, which clears it, is dealt with before the first edit begins.
    import_and_wait(3);
    bot.platform.deny_bot(LOG, SEND_MESSAGES);
    bot.person(SELLER).command("setup").option_channel("log_channel", LOG).send().private_answer();
    wait_for_problem(&bot, "send messages");
    // Likewise, the second edit is dealt with before the third begins.
    import_and_wait(6);
    import_and_wait(9);
    assert_ne!(bot.storefront()["problems"], json!([]));
}

#[test]
fn role_is_not_mentioned_while_the_log_channels_guild_cannot_be_looked_up() {
    let bot = a_bot_that_logs(&json!({ "lowStockThreshold": 3, "lowStockRoleId": PINGED_ROLE }));
    bot.import(4, "a");
    bot.platform.inject("GET /channels/{channel_id}", Fault::BadGateway);
    bot.redeem_on_web(&bot.key(2));
    let low = bot.wait_for_words(LOG, LOW);
    assert_eq!(low.allowed_mentions["roles"], json!([]), "nobody can say whose channel it is");
}

#[test]
fn log_channel_in_another_guild_is_never_posted_in() {
    let bot = a_bot();
    let path = format!("/api/storefronts/{}", boostdesk_fake_platform::GUILD);
    let mut wanted = bot.storefront();
    wanted["logChannelId"] = json!(OTHER_GUILDS_SHOP);
    assert_eq!(bot.try_put(&path, &wanted), 422, "the platform says whose it is");
    bot.platform.inject("GET /channels/{channel_id}", Fault::BadGateway);
    assert_eq!(bot.try_put(&path, &wanted), 200, "nobody can say");
    bot.platform.heal();
    bot.import(2, "a");
    bot.redeem_on_web(&bot.key(2));
    wait_for_problem(&bot, "");
    assert!(bot.platform.messages(OTHER_GUILDS_SHOP).is_empty());
}

#[test]
fn messages_fit_the_platforms_limits_with_the_longest_storefront_settings() {
    let bot = a_bot();
    bot.change_storefront(&json!({
        "name": "n".repeat(100), "embedFooter": "f".repeat(2048), "logChannelId": LOG, "lowStockThreshold": 9,
        "storeLink": format!("https://shop.example.com/{}", "s".repeat(400)),
    }));
    bot.import(4, "a");
    let key = bot.key(4);
    bot.person(SELLER).command("stock-board").option_channel("channel", SHOP).send().private_answer();
    bot.wait_for_words(SHOP, &["nnn"]);
    bot.person(CUSTOMER).command("stock").send().answer();
    bot.redeem(&key).private_answer();
    bot.wait_for_words(LOG, &["redeemed", &key]);
    bot.person(SELLER).command("setup").send().private_answer();
}
