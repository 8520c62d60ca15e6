//! Answers on a network that fails: the first one is tried again in time, and what was done is said in the end.

use boostdesk_fake_platform::{CUSTOMER, Fault, SELLER};

use super::bot::{a_bot, expect_words};
use crate::commands::ONE_MONTH;

const CALLBACK: &str = "POST /interactions";
const EDIT: &str = "PATCH /webhooks";

#[test]
fn a_first_answer_that_is_lost_is_given_again() {
    let bot = a_bot();
    for fault in [Fault::LostBefore, Fault::BadGateway, Fault::Refused(500, 0), Fault::LostAnswer] {
        bot.platform.inject_times(1, CALLBACK, fault.clone());
        let asked = bot.person(CUSTOMER).command("help").send();
        expect_words(&asked.answer(), &["/redeem"]);
    }
}

#[test]
fn what_was_done_is_said_although_the_edit_fails_at_first() {
    let bot = a_bot();
    bot.import(8, "a");
    let slow_down = |headers| Fault::RateLimited { seconds: 1.1, global: false, headers };
    for fault in [Fault::LostBefore, Fault::BadGateway, Fault::LostAnswer, slow_down(true), slow_down(false)]
    {
        bot.platform.inject_times(1, EDIT, fault);
        let key = bot.key(2);
        expect_words(&bot.redeem(&key).private_answer(), &["redeemed", &key]);
    }
    assert_eq!((bot.order_count(), bot.available(ONE_MONTH)), (5, 3));
}

#[test]
fn a_call_that_hangs_holds_up_nobody_else() {
    let bot = a_bot();
    bot.platform.inject_times(2, CALLBACK, Fault::Hangs);
    bot.person(CUSTOMER).command("help").send();
    bot.platform.wait_until("the answer hangs", |world| world.struck(CALLBACK) >= 1);
    bot.platform.heal();
    expect_words(&bot.person(SELLER).command("help").send().answer(), &["/redeem"]);
}

#[test]
fn an_interaction_that_is_not_known_any_more_does_no_harm() {
    let bot = a_bot();
    bot.platform.inject_times(1, CALLBACK, Fault::Refused(404, 10062));
    bot.person(CUSTOMER).command("help").send();
    bot.platform.wait_until("it was tried", |world| world.struck(CALLBACK) == 1);
    expect_words(&bot.person(CUSTOMER).command("help").send().answer(), &["/redeem"]);
}
