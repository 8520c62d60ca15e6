//! Invites: the platform is asked where they lead, but is not needed for a redeem.

use boostdesk_fake_platform::{CUSTOMER, CUSTOMERS_GUILD, Fault, GUILD, INVITE};

use super::bot::{EMAIL, a_bot, expect_words};

const ROUTE: &str = "GET /invites";

#[test]
fn unknown_invite_is_refused_in_chat_and_on_the_web_and_spends_no_key() {
    let bot = a_bot();
    bot.import(1, "a");
    let key = bot.key(2);
    let command = bot.person(CUSTOMER).command("redeem").option("key", &key);
    let answer = command.option("invite", "https://discord.gg/nowhere").option("email", EMAIL).send();
    expect_words(&answer.private_answer(), &["Invalid server invite."]);
    let answer = bot.try_redeem_on_web(&key, "nowhere");
    assert_eq!(answer.status, 422, "{}", answer.body);
    assert_eq!(answer.json()["message"], "Invalid server invite.");
    assert_eq!(bot.keys_with_status("unused"), 1, "the key is still good");
}

#[test]
fn invite_links_and_invite_codes_resolve_to_the_same_guild() {
    let bot = a_bot();
    bot.import(3, "a");
    let links = [
        INVITE.to_owned(),
        format!("https://discord.gg/{INVITE}"),
        format!("discord.com/invite/{INVITE}?event=1"),
    ];
    for (key, invite) in bot.keys(2, 3).iter().zip(links) {
        assert_eq!(bot.try_redeem_on_web(key, &invite).status, 200, "{invite}");
        assert_eq!(bot.order(key)["guildId"], CUSTOMERS_GUILD, "{invite}");
    }
}

#[test]
fn redeem_succeeds_while_invite_lookups_fail_and_its_guild_is_looked_up_later() {
    let bot = a_bot();
    bot.import(4, "a");
    bot.platform.inject(ROUTE, Fault::BadGateway);
    let keys = bot.keys(2, 2);
    bot.redeem_on_web(&keys[0]);
    bot.redeem(&keys[1]).private_answer();
    assert_eq!(bot.order(&keys[0])["guildId"], GUILD, "the storefront's, for now");
    bot.platform.heal();
    for key in &keys {
        let deadline = std::time::Instant::now() + crate::process::TIMEOUT;
        while bot.order(key)["guildId"] != CUSTOMERS_GUILD {
            assert!(std::time::Instant::now() < deadline, "the guild is looked up later");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}

#[test]
fn redeem_succeeds_while_the_invite_lookup_hangs() {
    let bot = a_bot();
    bot.import(2, "a");
    bot.platform.inject(ROUTE, Fault::Hangs);
    let key = bot.key(2);
    expect_words(&bot.redeem(&key).private_answer(), &["redeemed"]);
    assert_eq!(bot.order_count(), 1);
}

/// Many customers redeem at the same moment, for example after a large restock.
#[test]
fn concurrent_redeems_do_not_wait_for_each_others_invite_lookups() {
    const CUSTOMERS: usize = 4;
    let bot = a_bot();
    bot.import(CUSTOMERS, "a");
    // The platform answers no lookup before all have arrived.
    bot.platform.inject(ROUTE, Fault::AnswerWaits);
    let keys = bot.keys(2, CUSTOMERS).into_iter().enumerate();
    let redeem = |(number, key)| bot.try_redeem_meanwhile(key, format!("nowhere{number}"));
    let redeems: Vec<_> = keys.map(redeem).collect();
    bot.platform.wait_until("all are asked about", |world| world.struck(ROUTE) >= CUSTOMERS);
    bot.platform.heal();
    let answers = redeems.into_iter().map(|redeem| redeem.join().expect("it is answered"));
    // What comes after the bot's patience is looked up later.
    let refused = answers.filter(|answer| {
        assert!([200, 422].contains(&answer.status), "{} {}", answer.status, answer.body);
        answer.status == 422
    });
    assert_eq!(refused.count(), bot.keys_with_status("unused"), "no key is spent on a made-up invite");
}

#[test]
fn rate_limit_of_one_invite_lookup_applies_to_the_next_invite() {
    let bot = a_bot();
    bot.import(2, "a");
    bot.platform.inject_times(1, ROUTE, Fault::RateLimited { seconds: 60.0, global: false, headers: true });
    for (key, invite) in bot.keys(2, 2).iter().zip(["first", "second"]) {
        assert_eq!(bot.try_redeem_on_web(key, invite).status, 200, "{invite} is looked up later");
    }
    let asked = bot
        .platform
        .look(|world| world.requests.iter().filter(|request| request.route.starts_with(ROUTE)).count());
    assert_eq!(asked, 1, "the second is not asked about before that time");
}
