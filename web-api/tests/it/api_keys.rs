//! API keys: made, used and ended. What each scope reaches is in the matrix.

use std::time::Duration;

use boostdesk_core::closing;
use boostdesk_core::testing::{Shop, TestApp, details, on_both, tokens};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Site, body, header, refusal, send};

/// A seller with a storefront, signed in.
struct Seller {
    site: Site,
    shop: Shop,
    token: String,
}

impl Seller {
    async fn enter(app: &TestApp) -> Self {
        let shop = Shop::open(app, 1).await;
        let site = Site::open(app).await;
        let token = site.sign_in(&shop).await;
        Self { site, shop, token }
    }

    async fn ask(&self, method: Method, path: &str, authorization: &str) -> (u16, Value) {
        body(self.site.request(method, path).header("Authorization", authorization)).await
    }

    async fn make(&self, wanted: &Value) -> (u16, Value) {
        body(self.site.post("/api/api-keys", wanted).header("Authorization", &self.token)).await
    }

    async fn key(&self, scopes: &[&str]) -> String {
        let (status, made) = self.make(&json!({"name": "A program", "scopes": scopes})).await;
        assert_eq!(status, 200, "{made}");
        made["key"].as_str().expect("a key").to_owned()
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/storefronts/{}{rest}", self.shop.guild)
    }
}

#[tokio::test]
async fn an_api_key_is_shown_only_at_creation_and_works_until_it_is_deleted() {
    on_both(async |app| {
        let seller = Seller::enter(&app).await;
        let wanted = json!({"name": " Stock bot ", "scopes": ["stock", "read", "read"]});
        let (status, made) = seller.make(&wanted).await;
        let key = made["key"].as_str().expect("a key");
        assert_eq!((status, made["code"].as_u64()), (200, Some(200)));
        assert!(key.starts_with("bdk_") && key.len() > 40);
        let (_, list) = seller.ask(Method::GET, "/api/api-keys", &seller.token).await;
        let shown = json!([{
            "id": made["id"], "name": "Stock bot", "scopes": ["read", "stock"], "hint": key[key.len() - 4..],
            "createdAt": "2026-11-20T09:14:00.000Z", "lastUsedAt": null, "expiresAt": null,
        }]);
        assert_eq!(list, shown);

        for authorization in [key.to_owned(), format!("Bearer {key}"), format!("bearer {key}")] {
            assert_eq!(seller.ask(Method::GET, "/api/storefronts", &authorization).await.0, 200);
        }
        app.all_written().await;
        let (_, list) = seller.ask(Method::GET, "/api/api-keys", &seller.token).await;
        assert_eq!(list[0]["lastUsedAt"], "2026-11-20T09:14:00.000Z");
        app.clock.advance(Duration::from_mins(1));
        assert_eq!(seller.ask(Method::GET, "/api/storefronts", key).await.0, 200);
        app.all_written().await;
        let (_, list) = seller.ask(Method::GET, "/api/api-keys", &seller.token).await;
        assert_eq!(list[0]["lastUsedAt"], "2026-11-20T09:15:00.000Z");

        let other = Shop::open(&app, 2).await;
        let others = seller.site.sign_in(&other).await;
        let path = format!("/api/api-keys/{}", made["id"].as_str().expect("an id"));
        assert_eq!(seller.ask(Method::DELETE, &path, &others).await.0, 404);
        assert_eq!(seller.ask(Method::DELETE, &path, &seller.token).await.0, 200);
        let gone = "This API key does not work: it was deleted, or it has expired.";
        assert_eq!(seller.ask(Method::GET, "/api/storefronts", key).await, refusal(401, gone));
        assert_eq!(seller.ask(Method::DELETE, &path, &seller.token).await.0, 404);
    })
    .await;
}

#[tokio::test]
async fn an_api_key_stops_working_when_it_expires_and_when_its_seller_is_removed() {
    on_both(async |app| {
        let seller = Seller::enter(&app).await;
        let wanted = json!({"name": "x", "scopes": ["read"], "expiresAt": "2026-11-20T10:14:00Z"});
        let expiring = seller.make(&wanted).await.1["key"].as_str().expect("a key").to_owned();
        let lasting = seller.key(&["read"]).await;
        let status = async |key: &str| seller.ask(Method::GET, "/api/storefronts", key).await.0;
        assert_eq!((status(&expiring).await, status(&lasting).await), (200, 200));
        app.clock.advance(Duration::from_hours(1));
        assert_eq!((status(&expiring).await, status(&lasting).await), (401, 200));
        closing::remove_seller(&app, seller.shop.user_id.as_str()).await.expect("removed");
        assert_eq!(status(&lasting).await, 401);
    })
    .await;
}

#[tokio::test]
async fn invalid_input_creates_no_api_key_and_a_seller_has_at_most_20() {
    on_both(async |app| {
        let seller = Seller::enter(&app).await;
        for bad in [
            json!({"name": "", "scopes": ["read"]}),
            json!({"name": "x".repeat(101), "scopes": ["read"]}),
            json!({"name": "x", "scopes": []}),
            json!({"name": "x", "scopes": ["read", "admin"]}),
            json!({"name": "x", "scopes": ["read"], "expiresAt": "tomorrow"}),
            json!({"name": "x", "scopes": ["read"], "expiresAt": "2026-11-20T09:14:00Z"}),
        ] {
            assert_eq!(seller.make(&bad).await.0, 422, "{bad}");
        }
        assert_eq!(seller.ask(Method::GET, "/api/api-keys", &seller.token).await.1, json!([]));
        for _ in 0..20 {
            seller.key(&["read"]).await;
        }
        assert_eq!(seller.make(&json!({"name": "x", "scopes": ["read"]})).await.0, 409);
    })
    .await;
}

#[tokio::test]
async fn a_read_only_api_key_sees_unused_keys_and_the_access_code_masked() {
    on_both(async |app| {
        let seller = Seller::enter(&app).await;
        seller.shop.restock(&tokens("a", 2)).await;
        let keys = seller.shop.keys(2, 2).await;
        seller.shop.redeem(&keys[0], details("mika")).await.expect("it is redeemed");
        let (read, both) = (seller.key(&["read"]).await, seller.key(&["keys"]).await);
        let listed = async |key: &str| {
            let list = seller.ask(Method::GET, &seller.path("/keys"), key).await.1;
            let mut texts: Vec<String> = list["keys"]
                .as_array()
                .expect("keys")
                .iter()
                .map(|key| key["key"].as_str().expect("a key").to_owned())
                .collect();
            texts.sort();
            texts
        };
        let hidden = format!("•••••-•••••-•••••-{}", &keys[1].expose()[18..]);
        let mut expected = vec![keys[0].expose().to_owned(), hidden];
        expected.sort();
        assert_eq!(listed(&read).await, expected);
        let list = seller.site.get(&seller.path("/keys.txt")).header("Authorization", &read);
        let list = send(list).await.text().await.expect("a body");
        let mut lines: Vec<&str> = list.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, expected);
        let mut expected: Vec<String> = keys.iter().map(|key| key.expose().to_owned()).collect();
        expected.sort();
        assert_eq!(listed(&both).await, expected);

        let me = seller.ask(Method::GET, "/api/user/me", &read).await.1;
        let code = me["access_code"].as_str().expect("text");
        assert!(!code.chars().any(char::is_alphanumeric), "{code}");
        let me = seller.ask(Method::GET, "/api/user/me", &seller.token).await.1;
        assert_eq!(me["access_code"], seller.shop.code.expose());
    })
    .await;
}

#[tokio::test]
async fn undelivered_tokens_are_shown_to_api_keys_that_may_mark_them_only() {
    on_both(async |app| {
        let seller = Seller::enter(&app).await;
        seller.shop.restock(&tokens("a", 1)).await;
        let order = seller.shop.key(2).await;
        seller.shop.redeem(&order, details("mika")).await.expect("it is redeemed");
        let path = format!("/api/dashboard/orders/{}/order.json", order.expose());
        for (scopes, seen) in [(&["read"][..], 0), (&["read", "orders"], 1)] {
            let key = seller.key(scopes).await;
            let (status, shown) = seller.ask(Method::GET, &path, &key).await;
            assert_eq!((status, shown["pending"].as_array().map(Vec::len)), (200, Some(seen)), "{scopes:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_api_key_with_every_scope_still_cannot_use_the_chat() {
    on_both(async |app| {
        let seller = Seller::enter(&app).await;
        let key = seller.key(&["read", "orders", "stock", "keys"]).await;
        for path in ["/api/chat/history", "/ws/chat?room=global", "/sse/chat", "/uploads/x.png"] {
            let answer = seller.ask(Method::GET, path, &key).await;
            assert_eq!(answer, refusal(403, "No API key reaches this. Sign in to the dashboard."), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn public_calls_ignore_the_api_key_even_an_invalid_one() {
    on_both(async |app| {
        let seller = Seller::enter(&app).await;
        let path = format!("/api/fetch/{}/live-stock", seller.shop.guild);
        for key in ["bdk_nothing", &seller.key(&["orders"]).await] {
            assert_eq!(seller.ask(Method::GET, &path, key).await.0, 200);
            assert_eq!(seller.ask(Method::GET, "/api/config", key).await.0, 200);
        }
    })
    .await;
}

#[tokio::test]
async fn each_api_key_has_its_own_limit_of_600_calls_per_minute() {
    // The count is kept in memory: nothing here depends on the database.
    let app =
        TestApp::new(boostdesk_core::db::Dialect::Sqlite, boostdesk_core::testing::Setup::default()).await;
    let seller = Seller::enter(&app).await;
    let (busy, quiet) = (seller.key(&["read"]).await, seller.key(&["read"]).await);
    let mut answered = 0;
    let refused = loop {
        let call = seller.site.get("/api/storefronts").header("Authorization", &busy);
        let answer = send(call).await;
        if answer.status() == 429 {
            break answer;
        }
        assert_eq!(answer.status(), 200);
        answered += 1;
    };
    assert!(answered >= 600, "{answered}");
    assert_eq!(header(&refused, "retry-after"), "1");
    assert_eq!(seller.ask(Method::GET, "/api/storefronts", &quiet).await.0, 200);
    assert_eq!(seller.ask(Method::GET, "/api/storefronts", &seller.token).await.0, 200);
}
