//! Every call to the platform takes half a second longer: each command is still answered within three.

use std::time::Duration;

use boostdesk_fake_platform::{
    Asked, CUSTOMER, Fault, INVITE, LOG, LONGEST_FIRST_ANSWER, MANAGER, OWNER, SECOND_SHOP, SELLER, SHOP,
};

use super::bot::{EMAIL, a_bot};
use crate::commands::ONE_MONTH;

const SLOWER: Duration = Duration::from_millis(500);

#[track_caller]
fn check(what: &str, asked: &Asked<'_>) {
    let took = asked.time_to_first_answer();
    assert!(took < LONGEST_FIRST_ANSWER, "{what} was answered after {took:?}");
}

#[test]
fn every_command_answers_in_time_on_a_slow_network() {
    let bot = a_bot();
    bot.import(8, "a");
    let keys = bot.keys(2, 4);
    bot.person(SELLER).command("stock-board").option_channel("channel", SHOP).send().private_answer();
    let board = bot.wait_for_words(SHOP, &["stock"]);
    bot.redeem_on_web(&keys[0]);
    bot.platform.inject("", Fault::Slow(SLOWER));
    let customer = bot.person(CUSTOMER);
    let seller = bot.person(SELLER);
    let owner = bot.person(OWNER);
    let commands = [
        customer.command("stock"),
        customer.command("order").option("id", &keys[0]),
        customer.command("redeem").option("key", &keys[1]).option("invite", INVITE).option("email", EMAIL),
        customer.command("suggest").option("title", "A").option("description", "B"),
        customer.command("bug").option("title", "A").option("description", "B"),
        customer.command("help"),
        seller.command("setup").option_channel("log_channel", LOG),
        seller.command("restock").option("stock", ONE_MONTH).option_file("file", "a.txt", "fresh"),
        seller
            .command("keys create")
            .option("stock", ONE_MONTH)
            .option_int("amount", 2)
            .option_int("count", 1000),
        seller.command("keys revoke").option("key", &keys[2]),
        seller.command("deliver").option("order", &keys[0]),
        seller.command("stock-board").option_channel("channel", SECOND_SHOP),
        seller.command("access-code show"),
        owner.command("seller add").option_user("user", MANAGER),
        owner.command("seller list"),
        owner.command("seller remove").option_user("user", MANAGER),
        seller.command("access-code reset"),
    ];
    for command in commands {
        let asked = command.send();
        check("a command", &asked);
        asked.answer();
    }
    let refresh = customer.click(&board, "Refresh");
    check("Refresh", &refresh);
    let form = customer.click(&board, "Redeem");
    check("Redeem", &form);
    let form = form.form().enter("key", &keys[3]).enter("invite", INVITE).enter("email", EMAIL).submit();
    check("the form", &form);
    form.private_answer();
    seller.command("keys revoke").autocomplete("key", "");
}
