//! Alerts fire when what they watch fails, and the log stays quiet meanwhile.

use boostdesk_fake_platform::{CUSTOMER, Fault, LOG, Manner, OWNERS_LOG, TIMEOUT};
use serde_json::json;

use super::bot::{a_bot, a_bot_with};
use crate::process::free_address;
use crate::watched::Prometheus;

#[test]
fn alerts_fire_when_the_gateway_an_event_endpoint_or_the_process_is_down() {
    let mut bot = a_bot_with(|place| place.with("WEBHOOKS__ALLOWED_NETWORKS", "127.0.0.0/8"));
    let prometheus = Prometheus::watching(&bot.place);
    prometheus.wait_until("the gateway's state is known", |it| {
        it.asked("boostdesk_gateway_shards_ready==1").contains(r#""value""#)
    });
    let alerts = ["BoostdeskDown", "BoostdeskGatewayDown", "BoostdeskEventsFail", "BoostdeskDatabaseDown"];
    // On a busy machine a scrape may have timed out.
    prometheus.wait_until("nothing fires", |it| alerts.iter().all(|alert| !it.fires(alert)));

    bot.platform.greet_with(Manner::Unavailable);
    bot.platform.drop_connections();
    prometheus.wait_until("the gateway is missed", |it| it.fires("BoostdeskGatewayDown"));
    bot.platform.heal();
    prometheus.wait_until("it is back", |it| !it.fires("BoostdeskGatewayDown"));

    // No service listens on that port.
    let service = free_address();
    let wanted = json!({ "url": format!("http://{service}/"), "events": ["key.created"] });
    bot.post("/api/event-endpoints", &wanted);
    bot.key(2);
    prometheus.wait_until("a service fails", |it| it.fires("BoostdeskEventsFail"));

    prometheus.wait_until("the process is not missed", |it| !it.fires("BoostdeskDown"));
    bot.kill();
    prometheus.wait_until("the process is missed", |it| it.fires("BoostdeskDown"));
}

#[test]
fn gateway_outage_is_logged_in_one_line_at_its_start_and_one_at_its_end() {
    let mut bot = a_bot();
    bot.platform.greet_with(Manner::Unavailable);
    bot.platform.drop_connections();
    bot.platform.wait_until("it was tried four times", |world| world.gateway.connections.len() >= 5);
    bot.platform.heal();
    bot.platform.wait_until_ready();
    bot.person(CUSTOMER).command("stock").send().answer();
    let log = bot.stop();
    let about = |words: &str| log.lines().filter(|line| line.contains(words)).count();
    assert_eq!(about("the chat platform's gateway cannot be used"), 2, "{log}");
    assert_eq!(about("over after"), 1, "{log}");
    assert!(!log.contains("cannot connect"), "{log}");
}

#[test]
fn announcement_outage_is_logged_in_two_lines_however_many_tries_fail() {
    let mut bot = a_bot();
    bot.log_to_channel();
    bot.import(8, "quiet");
    bot.wait_for_words(OWNERS_LOG, &[&bot.code]);
    bot.platform.inject("POST /channels", Fault::LostBefore);
    let keys = bot.keys(2, 2);
    bot.redeem_on_web(&keys[0]);
    assert!(bot.platform.is_so_within(TIMEOUT, || bot.platform.struck("POST /channels") >= 5));
    bot.platform.heal();
    bot.redeem_on_web(&keys[1]);
    bot.platform.wait_for_message("both are told", LOG, |message| message.text().contains(&keys[1]));
    let log = bot.stop();
    let about = |words: &str| log.lines().filter(|line| line.contains(words)).count();
    assert_eq!(about("the chat platform takes no announcement"), 2, "{log}");
}
