//! The outbox: each announcement is posted once, despite crashes and lost answers.

use boostdesk_fake_platform::{Fault, LOG, OTHER_GUILDS_SHOP, OWNERS_LOG, RIVAL, SELLER};

use super::bot::{Bot, a_bot, on_both};

const POST: &str = "POST /channels/{channel_id}/messages";

fn prepare(bot: &Bot) {
    bot.wait_for_words(OWNERS_LOG, &[&bot.code]);
    bot.log_to_channel();
    bot.change_storefront(&serde_json::json!({ "lowStockThreshold": 0 }));
    bot.import(8, "a");
}

/// Expects one message about the order. A later order's message shows that all earlier ones have arrived.
#[track_caller]
fn check_once(bot: &Bot, key: &str) {
    bot.wait_for_words(LOG, &["redeemed", key]);
    let later = bot.key(2);
    bot.redeem_on_web(&later);
    bot.wait_for_words(LOG, &["redeemed", &later]);
    assert_eq!(bot.count_with_words(LOG, &["redeemed", key]), 1, "told once");
}

/// Kills the bot while the platform handles the message.
#[track_caller]
fn check_crash(mut bot: Bot, fault: Fault, forgetful: bool) {
    prepare(&bot);
    bot.platform.inject_times(1, POST, fault);
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.platform.wait_until("the message is under way", |world| world.struck(POST) == 1);
    bot.kill();
    if forgetful {
        bot.platform.forget_nonces();
    }
    bot.platform.heal();
    bot.start();
    bot.platform.wait_until_ready();
    check_once(&bot, &key);
}

#[test]
fn announcement_is_posted_once_after_a_kill_before_the_platform_stored_it() {
    on_both(|bot| check_crash(bot, Fault::Hangs, false));
}

#[test]
fn announcement_is_posted_once_after_a_kill_before_the_platforms_answer() {
    on_both(|bot| check_crash(bot, Fault::AnswerHangs, false));
}

#[test]
fn announcement_is_posted_once_after_a_kill_although_its_nonce_has_expired() {
    check_crash(a_bot(), Fault::AnswerHangs, true);
}

#[test]
fn rate_limited_search_for_a_posted_announcement_is_finished_before_posting_again() {
    let mut bot = a_bot();
    prepare(&bot);
    bot.platform.inject_times(1, POST, Fault::AnswerHangs);
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.platform.wait_until("the message is under way", |world| world.struck(POST) == 1);
    bot.start_again_where_a_look_is_put_off();
    check_once(&bot, &key);
    bot.check_that_looks_were_put_off();
}

#[test]
fn orders_redeemed_just_before_a_kill_are_announced_once_after_the_restart() {
    on_both(|mut bot| {
        prepare(&bot);
        bot.platform.inject(POST, Fault::BadGateway);
        let keys = bot.keys(2, 3);
        for key in &keys {
            bot.redeem_on_web(key);
        }
        bot.kill();
        bot.platform.heal();
        bot.start();
        bot.platform.wait_until_ready();
        for key in &keys {
            check_once(&bot, key);
        }
    });
}

#[track_caller]
fn check_fault(fault: Fault, times: usize) {
    let bot = a_bot();
    prepare(&bot);
    bot.platform.inject_times(times, POST, fault);
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    check_once(&bot, &key);
    assert_eq!(bot.platform.struck(POST), times);
}

#[test]
fn announcement_is_posted_once_when_the_platforms_answer_is_lost() {
    check_fault(Fault::LostAnswer, 1);
}

#[test]
fn announcement_is_posted_once_when_the_platforms_answer_is_lost_and_its_nonce_expires() {
    let bot = a_bot();
    prepare(&bot);
    bot.platform.inject_times(1, POST, Fault::AnswerHangs);
    let key = bot.key(2);
    bot.redeem_on_web(&key);
    bot.wait_for_words(LOG, &["redeemed", &key]);
    // The bot waits for the answer for some seconds more.
    bot.platform.forget_nonces();
    check_once(&bot, &key);
}

#[test]
fn announcement_is_posted_once_when_the_first_request_is_lost() {
    check_fault(Fault::LostBefore, 1);
}

#[test]
fn announcement_is_posted_once_after_the_platforms_server_errors() {
    check_fault(Fault::Refused(500, 0), 2);
    check_fault(Fault::BadGateway, 2);
}

#[test]
fn announcement_is_posted_once_after_a_rate_limit() {
    for (global, headers) in [(false, true), (false, false), (true, true)] {
        check_fault(Fault::RateLimited { seconds: 1.2, global, headers }, 1);
    }
}

#[test]
fn many_orders_at_once_are_each_announced_once_within_the_rate_limits() {
    let bot = a_bot();
    prepare(&bot);
    let keys = bot.keys(2, 8);
    for key in &keys {
        bot.redeem_on_web(key);
    }
    for key in &keys {
        bot.wait_for_words(LOG, &["redeemed", key]);
    }
    let orders: Vec<usize> = keys.iter().map(|key| bot.count_with_words(LOG, &["redeemed", key])).collect();
    assert_eq!(orders, [1; 8]);
    assert!(bot.platform.own_rate_limits() <= 1, "the limits are kept: {}", bot.platform.own_rate_limits());
}

#[test]
fn log_channel_that_hangs_does_not_delay_another_shops_announcements() {
    let bot = a_bot();
    bot.log_to_channel();
    let rival = bot.person(RIVAL).in_other_guild();
    rival.command("setup").option_channel("log_channel", OTHER_GUILDS_SHOP).send().private_answer();
    let theirs = format!("POST /channels/{LOG}/messages");
    bot.platform.inject(&theirs, Fault::Hangs);
    bot.person(SELLER).command("access-code reset").send().private_answer();
    bot.platform.wait_until("it hangs", |world| world.struck(&theirs) >= 1);
    rival.command("access-code reset").send().private_answer();
    bot.wait_for_words(OTHER_GUILDS_SHOP, &["access code reset"]);
    assert_eq!(bot.count_with_words(LOG, &["access code reset"]), 0, "it still hangs");
    bot.platform.heal();
}
