//! Calls that come again under the same `Idempotency-Key`, and exports that are read again.

use std::time::Duration;

use boostdesk_core::kept_answers;
use boostdesk_core::shop::stock;
use boostdesk_core::testing::{Shop, TestApp, on_both, tokens};
use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Site, body, refusal};

const OTHER_BODY: &str =
    "This Idempotency-Key came with another request before. Use a new one for each request.";

struct Seller {
    site: Site,
    shop: Shop,
    token: String,
}

impl Seller {
    async fn enter(app: &TestApp, number: u32) -> Self {
        let shop = Shop::open(app, number).await;
        let site = Site::open(app).await;
        let token = site.sign_in(&shop).await;
        Self { site, shop, token }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/storefronts/{}{rest}", self.shop.guild)
    }

    async fn make_keys(&self, once: &str, count: i64) -> (u16, Value) {
        let wanted = json!({"stock": "OneMonthTokens.txt", "amount": 2, "count": count});
        let call = self.site.post(&self.path("/keys"), &wanted).header("Idempotency-Key", once);
        body(call.header("Authorization", &self.token)).await
    }

    async fn export(&self, once: &str, wanted: &Value) -> (u16, Value) {
        let path = self.path("/stock/OneMonthTokens.txt/export");
        let call = self.site.post(&path, wanted).header("Idempotency-Key", once);
        body(call.header("Authorization", &self.token)).await
    }

    async fn import(&self, once: &str, text: &str) -> (u16, Value) {
        let path = self.path("/stock/OneMonthTokens.txt");
        let call = self.site.request(Method::POST, &path).header("Content-Type", "text/plain");
        let call = call.header("Idempotency-Key", once).header("Authorization", &self.token);
        body(call.body(text.to_owned())).await
    }

    async fn get(&self, rest: &str) -> (u16, Value) {
        body(self.site.get(&self.path(rest)).header("Authorization", &self.token)).await
    }

    async fn key_count(&self) -> usize {
        self.get("/keys?limit=100").await.1["keys"].as_array().expect("keys").len()
    }
}

#[tokio::test]
async fn keys_are_created_once_per_idempotency_key_and_answered_the_same_for_a_day() {
    on_both(async |app| {
        let seller = Seller::enter(&app, 1).await;
        let first = seller.make_keys("sale 1", 3).await;
        assert_eq!(first.0, 200, "{}", first.1);
        app.clock.advance(Duration::from_hours(23));
        assert_eq!(seller.make_keys("sale 1", 3).await, first);
        assert_eq!(seller.key_count().await, 3);
        assert_eq!(seller.make_keys("sale 1", 4).await, refusal(422, OTHER_BODY));
        assert_ne!(seller.make_keys("sale 2", 3).await.1, first.1);
        assert_eq!(seller.key_count().await, 6);

        // The same key of another seller is another call.
        let other = Seller::enter(&app, 2).await;
        assert_ne!(other.make_keys("sale 1", 1).await.1, first.1);

        app.clock.advance(Duration::from_hours(1));
        let login = seller.site.login(seller.shop.code.expose()).await;
        let seller = Seller { token: login["token"].as_str().expect("a token").to_owned(), ..seller };
        assert_ne!(seller.make_keys("sale 1", 3).await.1, first.1, "a day is over");
        app.clock.advance(Duration::from_hours(24));
        kept_answers::forget_old(&app).await.expect("old ones are deleted");
    })
    .await;
}

#[tokio::test]
async fn concurrent_calls_with_one_idempotency_key_do_the_work_once() {
    on_both(async |app| {
        let seller = Seller::enter(&app, 1).await;
        let answers = join_all((0..20).map(|_| seller.make_keys("at once", 2))).await;
        assert!(answers.iter().all(|answer| *answer == answers[0] && answer.0 == 200), "{answers:?}");
        assert_eq!(seller.key_count().await, 2);

        seller.shop.restock(&tokens("a", 1200)).await;
        let wanted = json!({"count": 1100});
        let answers = join_all((0..5).map(|_| seller.export("at once", &wanted))).await;
        assert!(answers.iter().all(|answer| *answer == answers[0] && answer.0 == 200));
        let taken = answers[0].1["tokens"].as_array().expect("tokens");
        assert_eq!(
            (taken.len(), &taken[0], &taken[1099]),
            (1100, &json!("token.a.0"), &json!("token.a.1099"))
        );
        assert_eq!(seller.shop.level().await.available, 100);
    })
    .await;
}

#[tokio::test]
async fn an_idempotency_key_can_be_reused_after_a_refusal_and_has_1_to_255_printable_characters() {
    on_both(async |app| {
        let seller = Seller::enter(&app, 1).await;
        assert_eq!(seller.make_keys("x", 0).await.0, 422);
        assert_eq!(seller.make_keys("x", 1).await.0, 200);
        for bad in ["", " ", "tab\tin it", &"x".repeat(256)] {
            let said = refusal(422, "An Idempotency-Key has 1 to 255 printable characters.");
            assert_eq!(seller.make_keys(bad, 1).await, said, "{bad:?}");
        }
        let wanted = json!({"stock": "OneMonthTokens.txt", "amount": 2, "count": 1});
        let twice = seller.site.post(&seller.path("/keys"), &wanted).header("Idempotency-Key", "one");
        let twice = twice.header("Idempotency-Key", "another").header("Authorization", &seller.token);
        assert_eq!(body(twice).await.0, 422, "which of the two is meant?");
        assert_eq!(seller.make_keys(&"x".repeat(255), 1).await.0, 200);
        assert_eq!(seller.key_count().await, 2);
    })
    .await;
}

#[tokio::test]
async fn a_repeated_import_with_the_same_idempotency_key_gets_the_first_answer() {
    on_both(async |app| {
        let seller = Seller::enter(&app, 1).await;
        let first = seller.import("monday", "a\nb\nb\nnot one").await;
        assert_eq!(first, (200, json!({"code": 200, "added": 2, "duplicates": 1, "invalid": 1})));
        assert_eq!(seller.import("monday", "a\nb\nb\nnot one").await, first);
        assert_eq!(seller.import("monday", "a\nb\nc").await, refusal(422, OTHER_BODY));
        let (_, again) = seller.import("tuesday", "a\nb\nb\nnot one").await;
        assert_eq!((&again["added"], &again["duplicates"]), (&json!(0), &json!(3)));
    })
    .await;
}

#[tokio::test]
async fn exported_stock_can_be_read_again_for_a_day() {
    on_both(async |app| {
        let seller = Seller::enter(&app, 1).await;
        let other = Seller::enter(&app, 2).await;
        seller.shop.restock(&tokens("a", 3)).await;
        assert_eq!(
            seller.export("x", &json!({"count": 2})).await.1["tokens"],
            json!(["token.a.0", "token.a.1"])
        );
        // Tokens may be imported again: the repeated answer stays the same.
        seller.shop.restock("token.a.0").await;
        assert_eq!(
            seller.export("x", &json!({"count": 2})).await.1["tokens"],
            json!(["token.a.0", "token.a.1"])
        );

        let wanted = json!({"name": "Stock bot", "scopes": ["stock"]});
        let call = seller.site.post("/api/api-keys", &wanted).header("Authorization", &seller.token);
        let key = body(call).await.1["key"].as_str().expect("a key").to_owned();
        app.clock.advance(Duration::from_secs(1));
        let path = seller.path("/stock/OneMonthTokens.txt/export");
        let (_, all) = body(seller.site.post(&path, &json!({})).header("Authorization", &key)).await;
        assert_eq!(all, json!({"code": 200, "tokens": ["token.a.0", "token.a.2"]}));
        let (_, none) = body(seller.site.post(&path, &json!({})).header("Authorization", &key)).await;
        assert_eq!(none, json!({"code": 200, "tokens": []}));

        let (_, list) = seller.get("/stock/OneMonthTokens.txt/exports").await;
        let shown = json!([
            {"id": list[0]["id"], "at": "2026-11-20T09:14:01.000Z", "by": "Stock bot", "count": 2},
            {"id": list[1]["id"], "at": "2026-11-20T09:14:00.000Z", "by": "seller1", "count": 2},
        ]);
        assert_eq!(list, shown);
        assert_eq!(seller.get("/stock/ThreeMonthTokens.txt/exports").await.1, json!([]));
        let id = list[1]["id"].as_str().expect("an id");
        let again = format!("/exports/{id}");
        assert_eq!(seller.get(&again).await, (200, json!({"tokens": ["token.a.0", "token.a.1"]})));
        assert_eq!(other.get(&again).await.0, 404);
        assert_eq!(seller.get("/exports/x").await.0, 404);

        app.clock.advance(Duration::from_hours(24));
        let login = seller.site.login(seller.shop.code.expose()).await;
        let seller = Seller { token: login["token"].as_str().expect("a token").to_owned(), ..seller };
        assert_eq!(seller.get(&again).await.0, 404);
        assert_eq!(seller.get("/stock/OneMonthTokens.txt/exports").await.1, json!([]));
        stock::forget_old(&app).await.expect("old ones are deleted");
    })
    .await;
}
