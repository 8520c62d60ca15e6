//! Stores over HTTP: connecting one, what it calls, and the inbox.

use std::time::Duration;

use boostdesk_core::testing::{Shop, on_both};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::members::helper;
use crate::seller::Desk;
use crate::support::{body, header, refusal, send};

const SECRET: &str = "sk_live_0123456789";
const PURCHASE: &str = r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":71,"shop_id":5,"email":"mika@example.com","item":{"id":9,"product_id":42,"variant_id":7,"quantity":1}}"#;
/// `printf %s "$PURCHASE" | openssl dgst -sha256 -hmac sk_live_0123456789`
const SIGNATURE: &str = "1334d52970b757a4ed9e7c799e2fd7fa40a2eb711a70cf90d8a1e82e9c74e390";
const UNSIGNED: &str = "The signature is missing, wrong or too old.";

/// A desk whose storefront has SellAuth connected.
struct Connected {
    desk: Desk,
    /// The path of the storefront's store calls.
    path: String,
    store: String,
}

impl Connected {
    async fn of(shop: &Shop) -> Self {
        let desk = Desk::of(shop).await;
        let path = format!("/api/storefronts/{}", shop.guild);
        let store = format!("/api/autobuy/sellauth/{}", shop.guild);
        let sellauth = format!("{path}/stores/sellauth");
        let (status, _) = desk.post(&format!("{sellauth}/secrets"), &json!({"secret": SECRET})).await;
        assert_eq!(status, 200);
        let rows = json!([{"product": "42", "stock": "OneMonthTokens.txt", "amount": 14}]);
        assert_eq!(desk.put(&format!("{sellauth}/products"), &rows).await.0, 200);
        assert_eq!(desk.put(&sellauth, &json!({"enabled": true})).await.0, 200);
        Self { desk, path, store }
    }

    fn call(&self, path: &str, signature: &str, text: &str) -> RequestBuilder {
        self.desk.site.request(Method::POST, path).header("X-Signature", signature).body(text.to_owned())
    }

    async fn purchase(&self) -> Response {
        send(self.call(&self.store, SIGNATURE, PURCHASE)).await
    }

    async fn calls(&self, query: &str) -> Value {
        self.desk.get(&format!("{}/store-calls{query}", self.path)).await.1
    }
}

#[tokio::test]
async fn a_store_is_connected_and_disconnected() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let path = format!("/api/storefronts/{}/stores", shop.guild);
        let (_, all) = desk.get(&path).await;
        let names: Vec<&str> = all.as_array().unwrap().iter().map(|one| one["provider"].as_str().unwrap()).collect();
        assert_eq!(names, ["sellauth", "sellapp", "sellix", "shoppex", "shoppy", "whop", "standard"]);
        let url = format!("http://127.0.0.1:8080/api/autobuy/whop/{}", shop.guild);
        assert_eq!(
            all[5],
            json!({"provider": "whop", "url": url, "enabled": false, "secrets": [], "products": []})
        );

        let whop = format!("{path}/whop");
        let enable = json!({"enabled": true});
        assert_eq!(desk.put(&whop, &enable).await.0, 409);
        assert_eq!(desk.post(&format!("{whop}/test"), &json!({})).await.0, 409);
        let (status, made) = desk.post(&format!("{whop}/secrets"), &json!({"secret": SECRET})).await;
        assert_eq!((status, &made["code"], &made["secret"]), (200, &json!(200), &json!(SECRET)));
        let (_, fresh) = desk.post(&format!("{whop}/secrets"), &json!({})).await;
        assert!(fresh["secret"].as_str().unwrap().len() >= 32, "{fresh}");
        assert_eq!(desk.post(&format!("{whop}/secrets"), &json!({})).await.0, 409);
        assert_eq!(desk.put(&whop, &enable).await.0, 200);
        let rows = json!([{"product": "42", "variant": null, "stock": "OneMonthTokens.txt", "amount": 14}]);
        assert_eq!(desk.put(&format!("{whop}/products"), &rows).await.0, 200);
        let (_, all) = desk.get(&path).await;
        assert_eq!((&all[5]["enabled"], &all[5]["products"]), (&json!(true), &rows));
        let secret = all[5]["secrets"].as_array().unwrap().iter().find(|one| one["id"] == made["id"]).unwrap();
        assert_eq!(
            secret,
            &json!({"id": made["id"], "hint": "6789", "createdAt": "2026-11-20T09:14:00.000Z", "lastUsedAt": null})
        );

        for (path, bad) in [
            ("secrets", json!({"secret": "short"})),
            ("products", json!([{"product": "42", "stock": "x", "amount": 14}])),
            ("products", json!([{"product": "42", "stock": "OneMonthTokens.txt", "amount": 3}])),
            ("products", json!([["42", null, "OneMonthTokens.txt", 4]])),
        ] {
            let path = format!("{whop}/{path}");
            let answer = if path.ends_with("secrets") { desk.post(&path, &bad).await } else { desk.put(&path, &bad).await };
            assert_eq!(answer.0, 422, "{bad}");
        }
        let list = |length: usize| json!("x".repeat(length - 2));
        let products = format!("{whop}/products");
        assert_eq!(desk.put(&products, &list(4 * 1024 * 1024)).await.0, 422);
        let refused = desk.put(&products, &list(4 * 1024 * 1024 + 1)).await;
        assert_eq!(refused, refusal(413, "The list is too large. At most 4 MiB are accepted."));
        for id in [&made["id"], &fresh["id"]] {
            let one = format!("{whop}/secrets/{}", id.as_str().unwrap());
            assert_eq!(desk.delete(&one).await.0, 200);
            assert_eq!(desk.delete(&one).await.0, 404);
        }
        assert_eq!(desk.get(&path).await.1[5]["enabled"], false);
        assert_eq!(desk.put(&format!("{path}/amazon"), &enable).await.0, 404);

        let other = Desk::of(&Shop::open(&app, 2).await).await;
        for foreign in [other.get(&path).await, other.put(&whop, &enable).await] {
            assert_eq!(foreign, refusal(404, "There is no such storefront."));
        }
    })
    .await;
}

#[tokio::test]
async fn a_purchase_call_returns_its_key_and_is_listed_in_the_inbox() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let connected = Connected::of(&shop).await;
        let first = connected.purchase().await;
        assert_eq!((first.status().as_u16(), header(&first, "content-type")), (200, "text/plain; charset=utf-8"));
        let key = first.text().await.unwrap();
        assert_eq!(connected.purchase().await.text().await.unwrap(), key);

        let listed = connected.calls("").await;
        assert_eq!(listed["next"], Value::Null);
        let delivered = &connected.calls("?verdict=delivered").await["calls"][0];
        assert_eq!(
            delivered,
            &json!({"id": delivered["id"], "provider": "sellauth", "verdict": "delivered", "status": 200,
                "purchase": "5/71/9", "product": "42", "variant": "7", "quantity": 1, "email": "mika@example.com",
                "keys": [key], "short": true, "at": "2026-11-20T09:14:00.000Z"})
        );
        let one = format!("{}/store-calls/{}", connected.path, delivered["id"].as_str().unwrap());
        let (_, whole) = connected.desk.get(&one).await;
        assert_eq!((&whole["body"], &whole["answer"]), (&json!(PURCHASE), &json!(key)));
        assert!(whole["headers"]["x-signature"].is_null() && whole["headers"]["host"].is_string(), "{whole}");
        let (status, replayed) = connected.desk.post(&format!("{one}/replay"), &json!({})).await;
        assert_eq!((status, &replayed["code"], &replayed["verdict"]), (200, &json!(200), &json!("repeated")));
        assert_eq!(connected.calls("").await["calls"].as_array().map(Vec::len), Some(3));
        for bad in ["?verdict=x", "?provider=x", "?cursor=x"] {
            assert_eq!(connected.desk.get(&format!("{}/store-calls{bad}", connected.path)).await.0, 422);
        }
        let nothing = format!("{}/store-calls/999999", connected.path);
        assert_eq!(connected.desk.get(&nothing).await, refusal(404, "There is no such store call."));

        let (_, keys) = connected.desk.get(&format!("{}/keys?q=mika%40example", connected.path)).await;
        assert_eq!((&keys["keys"][0]["key"], &keys["keys"][0]["email"]), (&json!(key), &json!("mika@example.com")));
        assert_eq!(keys["keys"][0]["note"], "sellauth 5/71/9");
    })
    .await;
}

#[tokio::test]
async fn an_api_key_without_the_scope_keys_sees_the_unspent_keys_of_a_store_call_masked() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let connected = Connected::of(&shop).await;
        let sold = connected.purchase().await.text().await.unwrap();
        let call = connected.calls("").await["calls"][0]["id"].clone();
        let one = format!("{}/store-calls/{}", connected.path, call.as_str().expect("an id"));
        let masked = format!("•••••-•••••-•••••-{}", &sold[18..]);
        let desk = &connected.desk;
        for (scopes, key) in [(json!(["read"]), &masked), (json!(["read", "keys"]), &sold)] {
            let wanted = json!({"name": "A program", "scopes": scopes});
            let (_, made) = desk.post("/api/api-keys", &wanted).await;
            let api_key = made["key"].as_str().expect("a key");
            let (_, seen) = body(desk.site.get(&one).header("Authorization", api_key)).await;
            assert_eq!((&seen["keys"], &seen["answer"]), (&json!([key]), &json!(key)), "{scopes}");
        }
    })
    .await;
}

#[tokio::test]
async fn viewers_and_packers_see_the_unspent_keys_of_a_store_call_masked() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let connected = Connected::of(&shop).await;
        let sold = connected.purchase().await.text().await.unwrap();
        let call = connected.calls("").await["calls"][0]["id"].clone();
        let all = format!("{}/store-calls", connected.path);
        let one = format!("{all}/{}", call.as_str().expect("an id"));
        let masked = format!("•••••-•••••-•••••-{}", &sold[18..]);
        for (name, role, key) in
            [("vera", "viewer", &masked), ("pia", "packer", &masked), ("mona", "manager", &sold)]
        {
            let (_, who) = helper(&connected.desk, &shop, name, role).await;
            let (_, seen) = who.get(&one).await;
            assert_eq!((&seen["keys"], &seen["answer"]), (&json!([key]), &json!(key)), "{role}");
            assert_eq!(who.get(&all).await.1["calls"][0]["keys"], json!([key]), "{role}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_store_call_without_a_valid_signature_or_store_is_refused_with_a_message() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let connected = Connected::of(&shop).await;
        let ask =
            async |path: &str, signature: &str, text: &str| body(connected.call(path, signature, text)).await;
        let store = connected.store.as_str();
        assert_eq!(ask(store, "", PURCHASE).await, refusal(401, UNSIGNED));
        assert_eq!(ask(store, SIGNATURE, "{}").await, refusal(401, UNSIGNED));
        let to_the_letter = format!(r#"{{"code":401,"message":"{UNSIGNED}"}}"#);
        let unsigned = send(connected.call(store, "", "{}")).await;
        assert_eq!(unsigned.text().await.expect("a body"), to_the_letter, "each is the same");
        let kept = connected.calls("").await["calls"][0]["id"].clone();
        let kept = format!("{}/store-calls/{}", connected.path, kept.as_str().expect("an id"));
        assert_eq!(connected.desk.get(&kept).await.1["answer"], to_the_letter, "and kept as it went out");
        let disabled = format!("/api/autobuy/shoppy/{}", shop.guild);
        assert_eq!(ask(&disabled, SIGNATURE, PURCHASE).await.0, 403);
        for unknown in
            ["/api/autobuy/sellauth/918430295761048371", "/api/autobuy/amazon/80411726395000000001"]
        {
            assert_eq!(ask(unknown, SIGNATURE, PURCHASE).await.0, 404, "{unknown}");
        }
        assert_eq!(ask(store, SIGNATURE, &"x".repeat(256 * 1024)).await.0, 401);
        assert_eq!(ask(store, SIGNATURE, &"x".repeat(256 * 1024 + 1)).await.0, 413);
        assert_eq!(connected.calls("").await["calls"].as_array().map(Vec::len), Some(5), "what is not kept");

        let disable = json!({"enabled": false});
        connected.desk.put(&format!("{}/stores/sellauth", connected.path), &disable).await;
        assert_eq!(ask(store, SIGNATURE, PURCHASE).await.0, 403);
        let (_, tested) =
            connected.desk.post(&format!("{}/stores/sellauth/test", connected.path), &json!({})).await;
        assert_eq!(
            tested,
            json!({"code": 200, "verdict": "test", "status": 200, "body": "XXXXX-XXXXX-XXXXX-XXXXX"})
        );
        let unknown = json!({"product": "43"});
        let (_, tested) =
            connected.desk.post(&format!("{}/stores/sellauth/test", connected.path), &unknown).await;
        assert_eq!((&tested["verdict"], &tested["status"]), (&json!("test"), &json!(422)));
        assert!(tested["body"].as_str().unwrap().contains("43"), "{tested}");
    })
    .await;
}

#[tokio::test]
async fn forged_store_calls_are_rate_limited_without_blocking_signed_purchases() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let connected = Connected::of(&shop).await;
        let mut refused = 0;
        loop {
            let answer = send(connected.call(&connected.store, "00", PURCHASE)).await;
            match answer.status().as_u16() {
                401 => refused += 1,
                429 => {
                    assert_ne!(header(&answer, "retry-after"), "");
                    break;
                }
                status => panic!("{status}"),
            }
        }
        assert!(refused >= 600, "{refused}");
        assert_eq!(connected.purchase().await.status(), 200);
        connected.desk.put(&format!("{}/stores/sellauth", connected.path), &json!({"enabled": false})).await;
        let of_none = send(connected.call(&connected.store, "00", PURCHASE)).await;
        assert_eq!(of_none.status(), 403, "what needs no signature counts by itself");
        assert_eq!(connected.calls("?verdict=delivered").await["calls"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn calls_to_a_disabled_store_do_not_block_purchases_after_it_is_enabled_again() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let connected = Connected::of(&shop).await;
        let store = format!("{}/stores/sellauth", connected.path);
        connected.desk.put(&store, &json!({"enabled": false})).await;
        while send(connected.call(&connected.store, "00", PURCHASE)).await.status() != 429 {}
        connected.desk.put(&store, &json!({"enabled": true})).await;
        assert_eq!(connected.purchase().await.status(), 200);
    })
    .await;
}

#[tokio::test]
async fn refused_store_calls_are_listed_for_the_seller_and_for_a_helpers_own_storefront() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let (first, second) = (shop.guild.as_str(), "918430295761048371");
        let made = desk.post("/api/storefronts", &json!({"guildId": second, "name": "Second"})).await;
        assert_eq!(made.0, 200);
        let (_, viewer) = helper(&desk, &shop, "vera", "viewer").await;
        for guild in [first, first, second] {
            let path = format!("/api/autobuy/shoppy/{guild}");
            assert!(send(desk.site.request(Method::POST, &path).body("{}")).await.status().is_client_error());
            app.clock.advance(Duration::from_mins(1));
        }
        let refused = |guild: &str, count: i64, at: &str| {
            json!({"guildId": guild, "provider": "shoppy", "verdict": "disabled", "count": count, "at": at})
        };
        let of_first = refused(first, 2, "2026-11-20T09:15:00.000Z");
        let of_second = refused(second, 1, "2026-11-20T09:16:00.000Z");
        let path = "/api/dashboard/refused-calls";
        assert_eq!(desk.get(path).await, (200, json!({"refused": [of_second, of_first]})));
        assert_eq!(viewer.get(path).await, (200, json!({"refused": [of_first]})));
    })
    .await;
}
