//! `/stock-board`: one message that keeps itself current.

use std::time::{Duration, Instant};

use boostdesk_core::testing::tokens;
use boostdesk_fake_platform::{
    CUSTOMER, Fault, MANAGER, Message, OTHER_GUILD, OTHER_GUILDS_SHOP, RIVAL, SECOND_SHOP, SELLER,
    SEND_MESSAGES, SHOP, VIEW_CHANNEL, World,
};
use serde_json::json;

use super::bot::{Bot, a_bot, expect_refusal, expect_words, has_stock, has_words, on_both};
use crate::commands::ONE_MONTH;
use crate::http;

const EDIT: &str = "PATCH /channels/{channel_id}/messages/{message_id}";
/// How long the bot waits for an answer of the platform's.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);
const POST: &str = "POST /channels/{channel_id}/messages";

pub(super) fn put_board(bot: &Bot, channel: &str) -> Message {
    bot.person(SELLER).command("stock-board").option_channel("channel", channel).send().private_answer();
    bot.wait_for_words(channel, &["stock"])
}

/// Waits until the board shows so many tokens of the one-month stock.
#[track_caller]
fn wait_for_count(bot: &Bot, channel: &str, tokens: usize) -> Message {
    let what = format!("a board with {tokens} tokens");
    bot.platform.wait_for_message(&what, channel, |message| has_stock(message, tokens))
}

#[test]
fn board_message_is_edited_after_imports_and_redeems() {
    on_both(|bot| {
        let board = put_board(&bot, SHOP);
        for label in ["Redeem", "Refresh"] {
            assert!(board.buttons().iter().any(|button| button["label"] == label), "{label}");
        }
        bot.import(31, "a");
        let after = wait_for_count(&bot, SHOP, 31);
        assert_eq!(after.id, board.id, "the same message");
        let key = bot.key(4);
        bot.redeem_on_web(&key);
        assert_eq!(wait_for_count(&bot, SHOP, 29).id, board.id);
        assert_eq!(bot.platform.messages(SHOP).len(), 1);
    });
}

#[test]
fn board_and_stock_are_shown_although_the_platform_rejects_the_store_link() {
    let bot = a_bot();
    bot.change_storefront(&json!({ "storeLink": "https://myshop/" }));
    let board = put_board(&bot, SHOP);
    bot.import(31, "a");
    let after = wait_for_count(&bot, SHOP, 31);
    assert_eq!(after.id, board.id);
    assert!(after.buttons().iter().any(|button| button["label"] == "Redeem"));
    let stock = bot.person(CUSTOMER).command("stock").send().answer();
    assert!(has_stock(&stock, 31), "{}", stock.text());
    bot.person(CUSTOMER).click(&after, "Refresh").answer();
    assert_eq!(bot.storefront()["problems"], json!([]));
}

#[test]
fn board_stays_the_same_message_and_current_after_a_restart_and_a_kill() {
    on_both(|mut bot| {
        let board = put_board(&bot, SHOP);
        bot.import(17, "a");
        wait_for_count(&bot, SHOP, 17);
        bot.restart();
        bot.import(20, "b");
        assert_eq!(wait_for_count(&bot, SHOP, 37).id, board.id);
        bot.kill();
        let tokens: Vec<String> = (0..3).map(|number| format!("while-away-{number}")).collect();
        bot.place.write("tokens.txt", tokens.join("\n"));
        bot.place.json(&["stock", "import", crate::commands::GUILD, ONE_MONTH, "tokens.txt"]);
        bot.start();
        bot.platform.wait_until_ready();
        assert_eq!(wait_for_count(&bot, SHOP, 40).id, board.id, "what changed while it was away");
        assert_eq!(bot.platform.messages(SHOP).len(), 1);
    });
}

#[test]
fn deleted_board_is_posted_again_at_the_next_stock_change() {
    let bot = a_bot();
    let board = put_board(&bot, SHOP);
    bot.platform.delete_message(&board.id);
    bot.import(13, "a");
    let new = wait_for_count(&bot, SHOP, 13);
    assert_ne!(new.id, board.id);
    bot.import(1, "b");
    assert_eq!(wait_for_count(&bot, SHOP, 14).id, new.id, "and is the board from then on");
}

#[test]
fn second_stock_board_command_in_the_same_channel_keeps_the_existing_board() {
    let bot = a_bot();
    let board = put_board(&bot, SHOP);
    // An edit shows that the bot has noted which message it is.
    bot.import(7, "b");
    wait_for_count(&bot, SHOP, 7);
    let answer =
        bot.person(SELLER).command("stock-board").option_channel("channel", SHOP).send().private_answer();
    expect_words(&answer, &["already"]);
    bot.import(11, "a");
    assert_eq!(wait_for_count(&bot, SHOP, 18).id, board.id);
    assert_eq!(bot.platform.messages(SHOP).len(), 1);
}

#[test]
fn second_stock_board_command_in_the_same_channel_replaces_a_deleted_board() {
    on_both(|bot| {
        let board = put_board(&bot, SHOP);
        bot.import(7, "a");
        wait_for_count(&bot, SHOP, 7);
        bot.platform.delete_message(&board.id);
        assert_ne!(put_board(&bot, SHOP).id, board.id);
    });
}

#[test]
fn stock_board_command_in_another_channel_moves_the_board() {
    let bot = a_bot();
    let board = put_board(&bot, SHOP);
    put_board(&bot, SECOND_SHOP);
    bot.platform.wait_until("the old one is gone", |world| world.message(&board.id).deleted);
    bot.import(19, "a");
    wait_for_count(&bot, SECOND_SHOP, 19);
    assert!(bot.platform.messages(SHOP).is_empty());
}

#[test]
fn many_stock_changes_are_combined_into_few_board_edits() {
    let bot = a_bot();
    let board = put_board(&bot, SHOP);
    let began = Instant::now();
    for number in 0..40 {
        bot.import(1, number);
    }
    assert_eq!(wait_for_count(&bot, SHOP, 40).id, board.id);
    let (edits, seconds) = (bot.platform.count(EDIT), began.elapsed().as_secs());
    assert!(
        u64::try_from(edits).expect("a few") <= seconds + 2,
        "{edits} edits for 40 changes in {seconds} s"
    );
    assert_eq!(bot.platform.own_rate_limits(), 0, "the limits are kept");
}

#[test]
fn refresh_button_shows_the_current_stock_while_board_edits_hang() {
    let bot = a_bot();
    let board = put_board(&bot, SHOP);
    bot.platform.inject(EDIT, Fault::Hangs);
    bot.import(23, "a");
    let asked = bot.person(CUSTOMER).click(&board, "Refresh");
    asked.first_answer();
    let shown = asked.wait_for("the latest", |message| has_stock(message, 23));
    assert!(shown.id == board.id || shown.only_for.is_some());
}

#[test]
fn board_is_updated_after_server_errors_lost_answers_and_rate_limits() {
    let bot = a_bot();
    let board = put_board(&bot, SHOP);
    let slow_down = Fault::RateLimited { seconds: 1.0, global: false, headers: false };
    for (number, fault) in
        [Fault::Refused(500, 0), Fault::LostAnswer, Fault::LostBefore, slow_down].into_iter().enumerate()
    {
        bot.platform.inject_times(1, EDIT, fault);
        bot.import(10, number);
        assert_eq!(wait_for_count(&bot, SHOP, 10 * (number + 1)).id, board.id);
    }
}

/// The shop is again what the bot last knew the board to show, but the board shows the edit in between.
#[test]
fn board_edit_whose_answer_is_lost_is_corrected_after_the_shop_changes_back() {
    let bot = a_bot();
    put_board(&bot, SHOP);
    let name = bot.storefront()["name"].as_str().expect("a name").to_owned();
    bot.wait_for_words(SHOP, &[&name]);
    let call_it =
        |name: &str| bot.person(SELLER).command("setup").option("name", name).send().private_answer();
    bot.platform.inject_times(1, EDIT, Fault::LostAnswer);
    call_it("Another Name");
    bot.wait_for_words(SHOP, &["Another Name"]);
    call_it(&name);
    bot.wait_for_words(SHOP, &[&name]);
}

#[test]
fn board_post_whose_answer_is_lost_creates_only_one_board() {
    let bot = a_bot();
    bot.wait_for_words(boostdesk_fake_platform::OWNERS_LOG, &[&bot.code]);
    bot.platform.inject_times(1, POST, Fault::LostAnswer);
    let board = put_board(&bot, SHOP);
    bot.import(27, "a");
    assert_eq!(wait_for_count(&bot, SHOP, 27).id, board.id);
    assert_eq!(bot.platform.messages(SHOP).len(), 1);
}

/// Places a board without the bot hearing that it was posted.
fn put_board_without_an_answer(bot: &Bot) {
    bot.wait_for_words(boostdesk_fake_platform::OWNERS_LOG, &[&bot.code]);
    bot.platform.inject_times(1, POST, Fault::AnswerHangs);
    let command = bot.person(SELLER).command("stock-board").option_channel("channel", SHOP);
    command.send().first_answer();
    bot.platform.wait_until("it is there", |world| world.public_messages(SHOP).len() == 1);
}

#[test]
fn kill_while_a_board_is_being_posted_creates_only_one_board() {
    on_both(|mut bot| {
        put_board_without_an_answer(&bot);
        bot.kill();
        bot.platform.heal();
        bot.start();
        bot.platform.wait_until_ready();
        bot.import(27, "a");
        wait_for_count(&bot, SHOP, 27);
        assert_eq!(bot.platform.messages(SHOP).len(), 1);
    });
}

#[test]
fn rate_limited_search_for_a_posted_board_is_finished_before_posting_again() {
    let mut bot = a_bot();
    put_board_without_an_answer(&bot);
    bot.start_again_where_a_look_is_put_off();
    bot.import(27, "a");
    wait_for_count(&bot, SHOP, 27);
    assert_eq!(bot.platform.messages(SHOP).len(), 1);
    bot.check_that_looks_were_put_off();
}

/// Rita's shop in the other guild, which has a board.
struct OtherShop<'a> {
    bot: &'a Bot,
    session: String,
}

impl<'a> OtherShop<'a> {
    fn open(bot: &'a Bot) -> Self {
        let code = bot.place.json(&["seller", "reset-code", "rita"]);
        let session = bot.sign_in(&code["accessCode"]);
        let command = bot.person(RIVAL).in_other_guild().command("stock-board");
        command.option_channel("channel", OTHER_GUILDS_SHOP).send().private_answer();
        bot.wait_for_words(OTHER_GUILDS_SHOP, &["stock"]);
        Self { bot, session }
    }

    /// Imports `more` tokens, and waits until the board shows `all`.
    #[track_caller]
    fn sells(&self, more: usize, all: usize) {
        let path = format!("/api/storefronts/{OTHER_GUILD}/stock/{ONE_MONTH}");
        let list = tokens(&format!("ritas{all}"), more);
        let answer = http::post_text(self.bot.place.web, &path, &self.session, &list);
        assert_eq!(answer.json()["added"], more, "{}", answer.body);
        wait_for_count(self.bot, OTHER_GUILDS_SHOP, all);
    }
}

#[test]
fn board_edit_that_hangs_does_not_delay_another_shops_board() {
    let bot = a_bot();
    let other = OtherShop::open(&bot);
    put_board(&bot, SHOP);
    let theirs = format!("PATCH /channels/{SHOP}/");
    bot.platform.inject_times(1, &theirs, Fault::AnswerWaits);
    bot.import(23, "a");
    bot.platform.wait_until("its edit has no answer", |world| world.struck(&theirs) == 1);
    let since = Instant::now();
    other.sells(31, 31);
    assert!(since.elapsed() < CALL_TIMEOUT, "that edit is still waited for");
    bot.platform.heal();
    bot.import(24, "b");
    wait_for_count(&bot, SHOP, 47);
}

#[test]
fn board_in_a_forbidden_channel_is_not_retried_on_sales_until_it_is_moved() {
    let bot = a_bot();
    let other = OtherShop::open(&bot);
    put_board(&bot, SHOP);
    let refused = |world: &World| {
        let edits = world.requests.iter().filter(|request| request.route == EDIT && request.status == 403);
        edits.filter(|request| request.path.contains(SHOP)).count()
    };
    bot.platform.deny_bot(SHOP, VIEW_CHANNEL);
    bot.import(20, "a");
    bot.platform.wait_until("it is refused", |world| refused(world) > 0);
    for (more, all) in [(31, 31), (16, 47), (11, 58)] {
        bot.import(1, all);
        other.sells(more, all);
    }
    assert_eq!(bot.platform.look(refused), 1, "neither its own sales nor others' make it be asked for again");
    let asked = Instant::now();
    put_board(&bot, SECOND_SHOP);
    wait_for_count(&bot, SECOND_SHOP, 23);
    assert!(asked.elapsed() < Duration::from_secs(30), "another channel is not waited for");
}

#[test]
fn stock_board_is_refused_without_send_messages_and_in_another_guilds_channel() {
    let bot = a_bot();
    bot.platform.deny_bot(SHOP, SEND_MESSAGES);
    let command = bot.person(SELLER).command("stock-board").option_channel("channel", SHOP);
    expect_words(&command.send().private_answer(), &["send messages"]);
    let elsewhere = bot.person(SELLER).command("stock-board").option_channel("channel", OTHER_GUILDS_SHOP);
    expect_refusal(elsewhere.send_if_client_lets(), &["choose a channel of this server"]);
    assert!(bot.platform.messages(OTHER_GUILDS_SHOP).is_empty());
}

#[test]
fn only_the_storefronts_seller_can_post_a_stock_board() {
    let bot = a_bot();
    for (person, why) in [(CUSTOMER, "Manage Server"), (MANAGER, "seller"), (RIVAL, "seller")] {
        let command = bot.person(person).by_override().command("stock-board").option_channel("channel", SHOP);
        expect_words(&command.send().private_answer(), &[why]);
    }
    assert!(bot.platform.messages(SHOP).is_empty());
}

#[test]
fn store_link_too_long_for_a_button_is_left_out_of_board_and_stock_answer() {
    let bot = a_bot();
    let link = format!("https://shop.example.com/{}", "s".repeat(600));
    bot.change_storefront(&serde_json::json!({ "storeLink": link }));
    let labels = |message: &Message| {
        let buttons = message.buttons();
        buttons.iter().map(|button| button["label"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(labels(&put_board(&bot, SHOP)), ["Redeem", "Refresh", "Live page"]);
    let answer = bot.person(CUSTOMER).command("stock").send().answer();
    assert_eq!(labels(&answer), ["Live page"]);
}

#[test]
fn board_posted_by_another_application_is_posted_again() {
    let bot = a_bot();
    let board = put_board(&bot, SHOP);
    bot.platform.inject_times(1, EDIT, Fault::Refused(403, 50005));
    bot.import(13, "a");
    assert_ne!(wait_for_count(&bot, SHOP, 13).id, board.id);
    assert_eq!(bot.storefront()["problems"], serde_json::json!([]), "nobody is to mend anything");
}

#[test]
fn board_of_a_closed_shop_says_that_it_is_closed_until_the_shop_reopens() {
    on_both(|bot| {
        let board = put_board(&bot, SHOP);
        bot.import(7, "a");
        wait_for_count(&bot, SHOP, 7);
        bot.place.json(&["storefront", "close", crate::commands::GUILD]);
        let closed = bot.wait_for_words(SHOP, &["this shop is closed"]);
        assert_eq!((&closed.id, closed.buttons().len()), (&board.id, 0));
        assert!(!has_words(&closed, &["tokens"]), "{}", closed.text());
        bot.place.json(&[
            "storefront",
            "add",
            crate::commands::GUILD,
            "--seller",
            "mika",
            "--name",
            "Mika's Boosts",
        ]);
        assert_eq!(wait_for_count(&bot, SHOP, 7).id, board.id);
    });
}

#[test]
fn late_refresh_answer_does_not_leave_old_stock_on_the_board() {
    const CALLBACK: &str = "POST /interactions/";
    let bot = a_bot();
    bot.import(4, "a");
    put_board(&bot, SHOP);
    let board = wait_for_count(&bot, SHOP, 4);
    bot.platform.inject_times(1, CALLBACK, Fault::Slow(Duration::from_millis(1300)));
    let asked = bot.person(CUSTOMER).click(&board, "Refresh");
    bot.platform.wait_until("it is on its way", |world| world.struck(CALLBACK) == 1);
    bot.import(4, "b");
    wait_for_count(&bot, SHOP, 8);
    asked.first_answer();
    assert_eq!(wait_for_count(&bot, SHOP, 8).id, board.id);
}

#[test]
fn old_board_is_deleted_after_a_move_despite_failing_deletes_and_a_kill() {
    const DELETE: &str = "DELETE /channels/{channel_id}/messages/{message_id}";
    on_both(|mut bot| {
        let board = put_board(&bot, SHOP);
        bot.platform.inject(DELETE, Fault::BadGateway);
        put_board(&bot, SECOND_SHOP);
        bot.platform.wait_until("it was tried", |world| world.struck(DELETE) >= 1);
        bot.kill();
        bot.platform.heal();
        bot.start();
        bot.platform.wait_until("the old one is gone", |world| world.message(&board.id).deleted);
        bot.import(5, "a");
        wait_for_count(&bot, SECOND_SHOP, 5);
    });
}

#[test]
fn board_moved_before_its_post_was_confirmed_is_found_and_deleted() {
    on_both(|mut bot| {
        put_board_without_an_answer(&bot);
        let command = bot.person(SELLER).command("stock-board").option_channel("channel", SECOND_SHOP);
        expect_words(&command.send().private_answer(), &["appears"]);
        bot.kill();
        bot.platform.heal();
        bot.start();
        bot.platform.wait_until("the old one is gone", |world| world.public_messages(SHOP).is_empty());
        bot.import(5, "a");
        wait_for_count(&bot, SECOND_SHOP, 5);
    });
}
