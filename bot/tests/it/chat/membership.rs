//! What the dashboard says of where the bot is, and the links that let it in.

use boostdesk_fake_platform::{APPLICATION, Fault, GUILD, PATIENCE};
use serde_json::{Value, json};

use super::bot::{Bot, a_bot, a_bot_on};

const GUILD_CALL: &str = "GET /guilds/{guild_id}";
/// View Channel, Send Messages, Embed Links and Read Message History.
const NEEDED: u32 = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 16;

fn invitation() -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={APPLICATION}&scope=bot+applications.commands\
         &permissions={NEEDED}"
    )
}

fn membership(bot: &Bot) -> Value {
    bot.get("/api/dashboard/bot")
}

fn is_member(bot: &Bot) -> Value {
    membership(bot)["storefronts"][0]["isMember"].clone()
}

#[test]
fn the_dashboard_knows_where_the_bot_is_and_asks_seldom() {
    let bot = a_bot();
    let there = json!({
        "hasToken": true,
        "inviteUrl": invitation(),
        "storefronts": [{
            "guildId": GUILD, "isMember": true, "inviteUrl": format!("{}&guild_id={GUILD}", invitation()),
        }],
    });
    for _ in 0..5 {
        assert_eq!(membership(&bot), there);
    }
    assert_eq!(bot.platform.count(GUILD_CALL), 1);
}

#[test]
fn a_bot_that_is_let_in_is_seen_at_once() {
    let bot = a_bot_on(|platform| platform.remove_bot_from(GUILD));
    assert_eq!(is_member(&bot), false);
    bot.platform.let_bot_into(GUILD);
    assert!(bot.platform.is_so_within(PATIENCE, || is_member(&bot) == true), "it is in");
}

#[test]
fn nobody_is_told_that_the_bot_is_away_because_the_platform_is() {
    let bot = a_bot_on(|platform| platform.remove_bot_from(GUILD));
    for fault in [Fault::BadGateway, Fault::Refused(401, 0), Fault::Hangs] {
        bot.platform.inject(GUILD_CALL, fault);
        assert_eq!(is_member(&bot), Value::Null);
        bot.platform.heal();
    }
    bot.platform.inject("GET /oauth2/applications/@me", Fault::BadGateway);
    assert_eq!(is_member(&bot), false, "what was unknown is not kept");
}
