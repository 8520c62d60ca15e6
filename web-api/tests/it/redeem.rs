//! Redeeming a key.

use boostdesk_core::shop::delivery::{self, Verdict};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::testing::{Shop, details, on_both, tokens};
use serde_json::{Value, json};

use crate::support::{Site, body};

fn error(status: u16, message: &str) -> (u16, Value) {
    (status, json!({"status": "error", "message": message}))
}

#[tokio::test]
async fn a_key_can_be_redeemed_once_and_repeating_the_same_request_succeeds() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(4).await.expose().to_owned();
        let path = format!("/api/redeem/{}", shop.guild.as_str());
        let redeem = async |email: &str| {
            let request = json!({"redeemKey": key, "discordInvite": "lofi-lounge", "email": email, "displayname": "",
                "bio": null});
            body(site.post(&path, &request)).await
        };
        let done = (200, json!({"status": "success", "message": "Order redeemed successfully!"}));
        assert_eq!(redeem("mika@example.com").await, done);
        assert_eq!(redeem("mika@example.com").await, done, "the same again is no second order");
        assert_eq!(redeem("else@example.com").await, error(409, "This key has already been redeemed."));
        assert_eq!(shop.level().await.reserved, 2);

        let (status, order) = body(site.get(&format!("/api/fetch/{}/order/{key}/status", shop.guild.as_str()))).await;
        assert_eq!(status, 200);
        assert_eq!(order["orderId"], *key);
        assert_eq!(order["state"], "queued");
        assert_eq!(order["successfulTokens"], 0);
    })
    .await;
}

#[tokio::test]
async fn an_orders_public_status_shows_every_change_at_once() {
    on_both(async |app| {
        let (shop, other, site) =
            (Shop::open(&app, 1).await, Shop::open(&app, 2).await, Site::open(&app).await);
        let path = |key: &str| format!("/api/fetch/{}/order/{key}/status", shop.guild.as_str());
        shop.restock(&tokens("a", 1)).await;
        other.restock(&tokens("b", 1)).await;
        let (key, foreign) = (shop.key(2).await, other.key(2).await);
        let status = async || body(site.get(&path(key.expose()))).await;
        assert_eq!(status().await.0, 404, "nobody has redeemed it");
        shop.redeem(&key, details("mika")).await.unwrap();
        let before = status().await;
        assert_eq!((before.0, &before.1["successfulTokens"]), (200, &json!(0)), "it came in the meantime");

        other.redeem(&foreign, details("jo")).await.unwrap();
        assert_eq!(status().await, before);
        let verdict = Verdict { token: "token.a.0".to_owned(), delivered: true, reason: None };
        delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), vec![verdict], &By::System)
            .await
            .unwrap();
        assert_eq!(status().await.1["successfulTokens"], 1, "at once");
    })
    .await;
}

#[tokio::test]
async fn every_refused_redeem_has_its_specified_status_and_message() {
    on_both(async |app| {
        let (shop, other, site) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await, Site::open(&app).await);
        let key = shop.key(2).await.expose().to_owned();
        let guild = shop.guild.as_str();
        let good = json!({"redeemKey": key, "discordInvite": "lofi-lounge", "email": "a@b.c"});
        let with = |field: &str, value: Value| {
            let mut request = good.clone();
            request[field] = value;
            request
        };
        let without = |field: &str| with(field, Value::Null);
        #[rustfmt::skip]
        let table = [
            (guild,                 without("redeemKey"),             error(422, "Please fill in all required fields.")),
            (guild,                 without("discordInvite"),         error(422, "Please fill in all required fields.")),
            (guild,                 with("email", json!("  ")),       error(422, "Please fill in all required fields.")),
            (guild,                 json!({}),                        error(422, "Please fill in all required fields.")),
            (guild,                 with("email", json!("a@b")),      error(422, "Please enter a valid email address.")),
            (guild,                 with("bio", json!("ä".repeat(3000))), error(409, "Not enough stock right now. Your key is still valid.")),
            (guild,                 with("email", json!(5)),          error(422, "`email` must be a text.")),
            (guild,                 with("discordInvite", json!("https://evil.example/a")), error(422, "Invalid server invite.")),
            (guild,                 with("redeemKey", json!("nope")), error(404, "Invalid redeem key.")),
            (other.guild.as_str(),  good.clone(),                     error(404, "Invalid redeem key.")),
            ("1",                   good.clone(),                     error(404, "Invalid redeem key.")),
            (guild,                 good.clone(),                     error(409, "Not enough stock right now. Your key is still valid.")),
        ];
        for (guild, request, expected) in table {
            assert_eq!(body(site.post(&format!("/api/redeem/{guild}"), &request)).await, expected, "{request}");
        }
        let malformed = site.request(reqwest::Method::POST, &format!("/api/redeem/{guild}"));
        let malformed = malformed.header("Content-Type", "application/json").body("{");
        assert_eq!(body(malformed).await, error(400, "The request is not valid JSON."));
    })
    .await;
}
