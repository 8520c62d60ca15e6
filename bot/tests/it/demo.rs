//! `boostdesk demo`: a shop that shows every state, and leaves nothing behind.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::http;
use crate::process::{Running, a_place};

const GUILD: &str = "112233445566778899";

#[test]
fn a_demo_without_a_folder_for_temporary_files_says_which_it_needs() {
    let place = a_place();
    let ended = Running::spawn(place.command(&["demo"]).env("TMPDIR", "/proc/none")).wait();
    ended.expect_code(1);
    let begin = "boostdesk: cannot make a folder for the demo in /proc/none: ";
    assert!(ended.stderr.lines().any(|line| line.starts_with(begin)), "{}", ended.stderr);
}

#[test]
fn the_demo_shows_orders_in_every_state_and_delivers_new_ones() {
    // No chat platform listens there: the demo must not start a bot.
    let place = a_place().with("DISCORD__TOKEN", "a.b.c").with("DISCORD__API_BASE", "http://127.0.0.1:1");
    let mut running = place.start(&["demo"]);
    let code = running.line();
    let code = code.strip_prefix("Access code: ").expect("the access code");
    assert_eq!(running.line(), format!("Dashboard: http://{}/", place.web));

    let login = json!({ "captcha_key": "", "access_code": code });
    let token = http::post(place.web, "/api/auth/login", "", &login).json()["token"]
        .as_str()
        .expect("a token")
        .to_owned();
    let get = |path: &str| http::get(place.web, path, &token).json();

    let folders = get("/api/dashboard/fetch-dashboard-orders");
    let orders = folders["folders"].as_array().expect("a list");
    let states: BTreeSet<&str> = orders.iter().map(|id| state_of(&get(&order_path(id)))).collect();
    assert_eq!(states, BTreeSet::from(["completed", "delivering", "failed", "partial", "queued", "waiting"]));

    let home = get("/api/dashboard/fetch-dashboard-data");
    assert!(home["newOrders"].as_i64() > Some(0), "{home}");
    assert!(home["boostsL24"].as_i64() > Some(0), "{home}");
    let stock = get(&format!("/api/storefronts/{GUILD}/stock"));
    assert!(
        stock.as_array().expect("a list").iter().all(|level| level["available"].as_i64() > Some(0)),
        "{stock}"
    );

    let chat = get("/api/chat/history?room=global");
    let said = chat.as_array().unwrap_or_else(|| panic!("a bare array: {chat}"));
    let authors: BTreeSet<&str> = said.iter().filter_map(|message| message["author"].as_str()).collect();
    assert_eq!(authors, BTreeSet::from(["ember", "mapleleaf", "nightshift", "novaboosts", "pixelboosts"]));
    assert!(said.iter().any(|message| message["replyTo"]["content"].is_string()), "{chat}");
    assert!(said.iter().any(|message| message["mentions"][0].is_string()), "{chat}");
    assert!(said.iter().any(|message| message["editedAt"].is_string()), "{chat}");

    let keys = get(&format!("/api/storefronts/{GUILD}/keys?status=unused"));
    let key = &keys["keys"][0]["key"];
    let redeem = json!({
        "redeemKey": key, "discordInvite": "https://discord.gg/lofi-lounge", "email": "mika@example.com",
        "displayname": "", "bio": "", "avatar": "", "banner": "",
    });
    let mut events = http::open_stream(place.web, "/api/dashboard/events", &token);
    let answer = http::post(place.web, &format!("/api/redeem/{GUILD}"), "", &redeem);
    assert_eq!(answer.json()["status"], "success", "{}", answer.body);
    while get(&order_path(key))["state"] != "done" {
        http::next_line(&mut events);
    }

    running.signal("TERM");
    let ended = running.wait();
    ended.expect_code(0);
    assert!(ended.stderr.contains("it has no bot"), "{}", ended.stderr);
    assert!(place.files().is_empty(), "left behind: {:?}", place.files());
}

#[test]
fn demo_that_is_stopped_while_it_starts_leaves_no_files_behind() {
    let place = a_place();
    let running = place.start(&["demo"]);
    while place.files().is_empty() {
        std::thread::yield_now();
    }
    running.signal("TERM");
    running.wait().expect_code(0);
    assert!(place.files().is_empty(), "left behind: {:?}", place.files());
}

fn order_path(id: &Value) -> String {
    format!("/api/dashboard/orders/{}/order.json", id.as_str().expect("an id"))
}

/// The order's state as the dashboard derives it.
fn state_of(order: &Value) -> &'static str {
    let tokens = order["tokens-used"]["success"].as_array().expect("a list").len();
    let boosts = i64::try_from(tokens * 2).expect("a few");
    match order["state"].as_str().expect("a text") {
        "queued" => "queued",
        "delivering" => "delivering",
        "waiting" => "waiting",
        _ if boosts >= order["amount"].as_i64().expect("a number") => "completed",
        _ if boosts > 0 => "partial",
        _ => "failed",
    }
}
