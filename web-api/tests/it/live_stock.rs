//! Live stock: answered from memory, and never older than a change that was answered.

use std::time::Duration;

use boostdesk_core::closing;
use boostdesk_core::db::Dialect;
use boostdesk_core::events::Events;
use boostdesk_core::shop::storefronts;
use boostdesk_core::testing::{Setup, Shop, TestApp, change_unheard, guild, on_both, tokens};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::support::{Site, body, header, refusal, send, until};

/// How long an answer is valid by itself, and how long it is kept after the last check for changes by others.
const LIFE: Duration = Duration::from_millis(900);

#[tokio::test]
async fn live_stock_shows_every_change_on_the_next_request() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let path = format!("/api/fetch/{}/live-stock", shop.guild.as_str());
        let mut expected = json!({
            "embedColor": "#ff82be",
            "oneMonthNitroTokens": 0, "oneMonthServerBoosts": 0,
            "threeMonthNitroTokens": 0, "threeMonthServerBoosts": 0,
            "storeLink": null, "discordLink": null, "embedFooter": null,
        });
        assert_eq!(body(site.get(&path)).await, (200, expected.clone()));
        for round in 1..=20 {
            shop.restock(&tokens(&format!("round{round}"), 1)).await;
            expected["oneMonthNitroTokens"] = json!(round);
            expected["oneMonthServerBoosts"] = json!(round * 2);
            assert_eq!(body(site.get(&path)).await, (200, expected.clone()));
        }
        let color = "#123456".to_owned();
        storefronts::update(&app, &shop.user_id, &shop.guild, |settings| settings.embed_color = Some(color))
            .await
            .expect("it is changed");
        expected["embedColor"] = json!("#123456");
        assert_eq!(body(site.get(&path)).await, (200, expected));
        closing::delete_storefront(&app, &shop.user_id, &shop.guild).await.expect("it is closed");
        assert_eq!(body(site.get(&path)).await, refusal(410, "This shop is closed."));
    })
    .await;
}

#[tokio::test]
async fn live_stock_answers_304_without_a_body_while_the_etag_matches() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let path = format!("/api/fetch/{}/live-stock", shop.guild.as_str());
        let first = send(site.get(&path)).await;
        let etag = header(&first, "etag").to_owned();
        assert_eq!(header(&first, "cache-control"), "no-cache");
        let again = send(site.get(&path).header("If-None-Match", &etag)).await;
        assert_eq!(again.status(), 304);
        assert_eq!(header(&again, "etag"), etag);
        assert_eq!(again.text().await.expect("no body"), "");
        let head = send(site.request(Method::HEAD, &path).header("If-None-Match", &etag)).await;
        assert_eq!((head.status().as_u16(), head.headers().get("content-length")), (304, None));
        shop.restock(&tokens("a", 1)).await;
        let changed = send(site.get(&path).header("If-None-Match", &etag)).await;
        assert_eq!(changed.status(), 200);
        assert_ne!(header(&changed, "etag"), etag);
    })
    .await;
}

#[tokio::test]
async fn a_guild_without_a_storefront_has_no_live_stock() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let unknown = guild(9);
        let not_found = refusal(404, "Live stock data not found for this Guild ID.");
        for guild in [unknown.as_str(), "1", "abc", "%F0%9F%92%A9"] {
            assert_eq!(body(site.get(&format!("/api/fetch/{guild}/live-stock"))).await, not_found);
        }
        let shop = Shop::open(&app, 9).await;
        assert_eq!(shop.guild, unknown);
        assert_eq!(body(site.get(&format!("/api/fetch/{}/live-stock", unknown.as_str()))).await.0, 200);
    })
    .await;
}

/// Waits until all commits before `moment` have been published. Returns the time up to which all have been.
async fn heard_of_all_before(moment: Instant, events: &Events) -> Instant {
    until("SQLite confirms what was heard of", || events.complete_until() > Some(moment)).await;
    events.complete_until().expect("it has just been there")
}

#[tokio::test]
async fn on_sqlite_a_cached_answer_is_kept_beyond_its_lifetime_while_no_other_process_writes() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
    let other = Shop { app: app.another(Setup::default()).await, ..shop.clone() };
    let path = format!("/api/fetch/{}/live-stock", shop.guild.as_str());
    let stock = async || body(site.get(&path)).await.1["oneMonthNitroTokens"].clone();
    let footer = async || body(site.get(&path)).await.1["embedFooter"].clone();
    // Wait for all that opening the shop has written.
    heard_of_all_before(Instant::now(), &app.events).await;

    // A change without an event shows whether an answer was read before or after it.
    for round in 0.. {
        change_unheard(&app, &shop.guild, &format!("before {round}")).await;
        shop.restock(&tokens(&format!("here{round}"), 1)).await;
        assert_eq!(footer().await, json!(format!("before {round}")));
        let read = Instant::now();
        change_unheard(&app, &shop.guild, &format!("after {round}")).await;
        let heard = heard_of_all_before(read + LIFE, &app.events).await;
        let shown = footer().await;
        // Otherwise the machine was too busy to confirm the answer in time: try again.
        if heard.elapsed() < LIFE {
            assert_eq!(shown, json!(format!("before {round}")), "it is older than its own life, and kept");
            break;
        }
    }

    let Value::Number(before) = stock().await else { panic!("a number") };
    other.restock(&tokens("there", 1)).await;
    heard_of_all_before(Instant::now(), &app.events).await;
    assert_eq!(stock().await, json!(before.as_i64().map(|before| before + 1)), "another process's change");
}
