//! Live stock: from memory, and never behind a change that was answered.

use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{Shop, guild, on_both, tokens};
use serde_json::json;

use crate::support::{Site, body, header, refusal, send};

#[tokio::test]
async fn a_change_is_seen_by_whoever_asks_next() {
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
        let input = StorefrontInput {
            name: Some("Shop 1".to_owned()),
            embed_color: Some("#123456".to_owned()),
            ..StorefrontInput::default()
        };
        storefronts::update(&app, &shop.user_id, &shop.guild, input).await.expect("it is changed");
        expected["embedColor"] = json!("#123456");
        assert_eq!(body(site.get(&path)).await, (200, expected));
        storefronts::delete(&app, &shop.user_id, &shop.guild).await.expect("it is closed");
        assert_eq!(body(site.get(&path)).await, refusal(410, "This shop is closed."));
    })
    .await;
}

#[tokio::test]
async fn whoever_has_it_already_gets_no_body() {
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
