//! What a seller does from the dashboard: storefronts, stock, keys, orders, delivery, home.

use std::time::Duration;

use boostdesk_core::events::Topic;
use boostdesk_core::testing::{Shop, on_both, tokens};
use futures::FutureExt;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::support::{Site, body, refusal, send};
use crate::wire::Wire;

/// A site and somebody signed in to it.
pub(crate) struct Desk {
    pub(crate) site: Site,
    pub(crate) token: String,
}

impl Desk {
    pub(crate) async fn of(shop: &Shop) -> Self {
        let site = Site::open(&shop.app).await;
        let token = site.sign_in(shop).await;
        Self { site, token }
    }

    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        request.header("Authorization", &self.token)
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        body(self.signed(self.site.get(path))).await
    }

    pub(crate) async fn post(&self, path: &str, json: &Value) -> (u16, Value) {
        body(self.signed(self.site.post(path, json))).await
    }

    pub(crate) async fn put(&self, path: &str, json: &Value) -> (u16, Value) {
        body(self.signed(self.site.request(Method::PUT, path).json(json))).await
    }

    pub(crate) async fn delete(&self, path: &str) -> (u16, Value) {
        body(self.signed(self.site.request(Method::DELETE, path))).await
    }

    pub(crate) async fn post_text(&self, path: &str, text: impl AsRef<[u8]>) -> (u16, Value) {
        let request = self.site.request(Method::POST, path).header("Content-Type", "text/plain");
        body(self.signed(request).body(text.as_ref().to_vec())).await
    }
}

#[tokio::test]
async fn a_call_with_only_optional_fields_needs_no_body() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        shop.restock("one\n").await;
        let bare = |path: &str| desk.signed(desk.site.request(Method::POST, path));
        let path = format!("/api/storefronts/{}", shop.guild);
        let export = format!("{path}/stock/OneMonthTokens.txt/export");
        // A page of another origin can send such a request without a CORS preflight.
        let foreign = bare(&export).header("Sec-Fetch-Site", "same-site");
        assert_eq!(body(foreign).await.0, 415);
        assert_eq!(body(bare(&export).body("{}")).await.0, 415);
        assert_eq!(body(bare(&export)).await, (200, json!({"code": 200, "tokens": ["one"]})));
        assert_eq!(body(bare(&format!("{path}/keys"))).await, refusal(422, "`stock` is missing."));
    })
    .await;
}

#[tokio::test]
async fn the_first_customers_visit_to_the_redeem_page_is_recorded_once() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let (page, path) =
            (format!("/redeem-order/{}", shop.guild), format!("/api/storefronts/{}", shop.guild));
        let visited = async || desk.get(&path).await.1["visitedAt"].clone();
        let cookie = format!("boostdesk_session={}", desk.token);
        send(desk.site.get(&page).header("Cookie", cookie)).await;
        send(desk.site.get(&format!("/{}/live-stock", shop.guild))).await;
        assert_eq!(visited().await, json!(null), "neither who runs it nor who looks at something else");
        let mut events = app.events.listen(&[Topic::Storefronts]);
        for wait in [0, 60] {
            app.clock.advance(Duration::from_secs(wait));
            assert_eq!(send(desk.site.get(&page)).await.status(), 200);
            // A visit is recorded in the background, without delaying the page.
            let written = async { while visited().await == json!(null) {} };
            timeout(Duration::from_mins(1), written).await.expect("it is remembered");
            assert_eq!(visited().await, json!("2026-11-20T09:14:00.000Z"));
        }
        assert!(events.next().await.concerns(&shop.user_id));
        assert!(events.next().now_or_never().is_none(), "the second visit is no news");
    })
    .await;
}

#[tokio::test]
async fn a_storefront_is_made_changed_and_deleted() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let desk = Desk::of(&shop).await;
        let guild = "918430295761048371";
        let new = json!({"guildId": guild, "name": "Nova", "embedColor": "#6d4aff", "storeLink": ""});
        let (status, made) = desk.post("/api/storefronts", &new).await;
        assert_eq!(status, 200, "{made}");
        assert_eq!(made["code"], 200);
        let path = format!("/api/storefronts/{guild}");
        let expected = json!({"guildId": guild, "name": "Nova", "embedColor": "#6d4aff", "logo": null, "embedFooter": null,
            "redeemFooter": null, "storeLink": null, "discordLink": null, "lowStockThreshold": 10,
            "logChannelId": "", "lowStockRoleId": "", "problems": [], "createdAt": "2026-11-20T09:14:00.000Z",
            "visitedAt": null});
        assert_eq!(desk.get(&path).await, (200, expected.clone()));
        let (_, all) = desk.get("/api/storefronts").await;
        assert!(all.as_array().is_some_and(|all| all.len() == 2 && all.contains(&expected)), "{all}");
        assert_eq!(
            desk.post("/api/storefronts", &new).await,
            refusal(409, "This server already has a storefront.")
        );
        let changed = json!({"name": "Nova 2", "embedFooter": "Hello", "lowStockThreshold": 0});
        let (status, saved) = desk.put(&path, &changed).await;
        assert_eq!((status, &saved["embedFooter"]), (200, &json!("Hello")));
        // What a change does not name stays. An empty text or null removes it.
        let named = json!({"name": "Nova 2", "embedColor": "#00ff00", "redeemFooter": "Bye",
            "storeLink": "https://a.example/", "discordLink": "https://b.example/"});
        let (_, named) = desk.put(&path, &named).await;
        assert_eq!(named["embedFooter"], "Hello");
        for nothing in [json!({}), json!({"name": null}), json!({"name": "Nova 2"})] {
            assert_eq!(desk.put(&path, &nothing).await, (200, named.clone()));
        }
        for empty in [json!(null), json!("")] {
            assert_eq!(desk.put(&path, &named).await.1, named);
            let cleared = json!({"name": "Nova 2", "embedColor": empty, "embedFooter": empty, "redeemFooter": empty,
                "storeLink": empty, "discordLink": empty});
            let (_, cleared) = desk.put(&path, &cleared).await;
            for field in ["embedFooter", "redeemFooter", "storeLink", "discordLink"] {
                assert_eq!(cleared[field], json!(null), "{field}");
            }
            assert_eq!(cleared["embedColor"], "#ff82be");
        }
        // The log channel and the role stay if a change does not name them, and are removed if they are named empty.
        for field in ["logChannelId", "lowStockRoleId"] {
            for (input, id) in [
                (json!({"name": "Nova 2", field: guild}), guild),
                (json!({"name": "Nova 2"}), guild),
                (json!({"name": "Nova 2", field: ""}), ""),
                (json!({"name": "Nova 2", field: guild}), guild),
                (json!({"name": "Nova 2", field: null}), ""),
            ] {
                assert_eq!(desk.put(&path, &input).await.1[field], id, "{field}: {input}");
            }
        }

        let foreign = Desk::of(&other).await;
        let nothing = refusal(404, "There is no such storefront.");
        assert_eq!(foreign.get(&path).await, nothing);
        assert_eq!(foreign.put(&path, &changed).await, nothing);
        assert_eq!(foreign.delete(&path).await, nothing);
        assert_eq!(desk.delete(&path).await.0, 200);
        assert_eq!(desk.get(&path).await, nothing);
        for bad in [
            json!({"guildId": "1", "name": "x"}),
            json!({"name": "x"}),
            json!({"guildId": guild, "name": " "}),
        ] {
            assert_eq!(desk.post("/api/storefronts", &bad).await.0, 422, "{bad}");
        }
        let (status, nameless) = desk.post("/api/storefronts", &json!({"guildId": guild})).await;
        assert_eq!((status, &nameless["name"]), (200, &json!(guild)), "it goes by its server's number");
    })
    .await;
}

#[tokio::test]
async fn a_slow_storefront_update_does_not_undo_a_faster_one_of_other_fields() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let guild = shop.guild.as_str();
        let path = format!("/api/storefronts/{guild}");
        let change = json!({"name": "Nova 2"}).to_string();
        let mut wire = Wire::to(&desk.site).await;
        let head = format!(
            "PUT {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {}\r\nContent-Type: application/json\r\n\
             Expect: 100-continue\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            desk.token,
            change.len(),
        );
        wire.send(&head).await;
        // The storefront's owner is checked before the body is asked for.
        assert!(wire.read_until("\r\n\r\n").await.starts_with("HTTP/1.1 100 "));
        let channel = json!({"name": "Nova", "logChannelId": guild});
        assert_eq!(desk.put(&path, &channel).await.0, 200);
        wire.send(&change).await;
        let answer = wire.read_to_end().await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let now = desk.get(&path).await.1;
        assert_eq!((&now["name"], &now["logChannelId"]), (&json!("Nova 2"), &json!(guild)));
    })
    .await;
}

#[tokio::test]
async fn stock_is_previewed_imported_and_exported() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let stock = format!("/api/storefronts/{}/stock", shop.guild.as_str());
        let one_month = format!("{stock}/OneMonthTokens.txt");
        let text = "one\ntwo\ntwo\nno token\n";
        let (_, preview) = desk.post_text(&format!("{one_month}/preview"), text).await;
        assert_eq!(
            preview,
            json!({"code": 200, "added": 2, "duplicates": 1, "invalid": 1, "duplicateLines": [3], "invalidLines": [4]})
        );
        let imported = json!({"code": 200, "added": 2, "duplicates": 1, "invalid": 1});
        assert_eq!(desk.post_text(&one_month, text).await, (200, imported));
        let (_, after) = desk.get(&stock).await;
        let level = |stock: &str, available: i64| {
            json!({"stock": stock, "available": available, "reserved": 0, "delivered": 0, "failed": 0})
        };
        assert_eq!(after, json!([level("OneMonthTokens.txt", 2), level("ThreeMonthTokens.txt", 0)]));
        let export = format!("{one_month}/export");
        assert_eq!(desk.post(&export, &json!({"count": 1})).await, (200, json!({"code": 200, "tokens": ["one"]})));
        assert_eq!(desk.post(&export, &json!({})).await, (200, json!({"code": 200, "tokens": ["two"]})));
        assert_eq!(desk.post(&export, &json!({"count": 0})).await.0, 422);

        let (_, damaged) = desk.post_text(&format!("{one_month}/preview"), b"three\nfo\xffur\nfive\n").await;
        assert_eq!((&damaged["added"], &damaged["invalidLines"]), (&json!(2), &json!([2])), "one line is");

        let unknown = format!("{stock}/SixMonthTokens.txt");
        assert_eq!(desk.post_text(&unknown, "x").await.0, 404);
        assert_eq!(desk.post(&one_month, &json!("x")).await.0, 415);
        assert_eq!(desk.post_text(&one_month, &"\n".repeat(100_001)).await.0, 413);
        assert_eq!(desk.post_text(&one_month, &"x".repeat(8 * 1024 * 1024 + 1)).await.0, 413);
    })
    .await;
}

#[tokio::test]
async fn keys_are_made_listed_and_revoked() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let path = format!("/api/storefronts/{}/keys", shop.guild.as_str());
        let wanted = json!({"stock": "ThreeMonthTokens.txt", "amount": 14, "count": 2, "note": "Batch 1"});
        let (status, made) = desk.post(&path, &wanted).await;
        assert_eq!((status, made["keys"].as_array().map(Vec::len)), (200, Some(2)));
        let key = made["keys"][1].as_str().expect("a key");
        let (_, page) = desk.get(&format!("{path}?limit=1")).await;
        assert_eq!(
            page["keys"][0],
            json!({"key": key, "stock": "ThreeMonthTokens.txt", "amount": 14, "status": "unused", "note": "Batch 1",
                "email": null,
                "createdAt": "2026-11-20T09:14:00.000Z", "redeemedAt": null})
        );
        let next = page["next"].as_str().expect("another page");
        let (_, rest) = desk.get(&format!("{path}?limit=1&cursor={next}")).await;
        assert_eq!((&rest["keys"][0]["key"], &rest["next"]), (&made["keys"][0], &Value::Null));

        let one = format!("{path}/{}", key.to_lowercase());
        assert_eq!(desk.delete(&one).await.0, 200);
        assert_eq!(desk.delete(&one).await, refusal(409, "This key has already been revoked."));
        let (_, revoked) = desk.get(&format!("{path}?status=revoked")).await;
        assert_eq!(revoked["keys"].as_array().map(Vec::len), Some(1));
        for bad in ["status=spent", "cursor=x", "limit=0", "limit=101", "limit=x"] {
            assert_eq!(desk.get(&format!("{path}?{bad}")).await.0, 422, "{bad}");
        }
        for (field, value) in
            [("amount", json!(3)), ("amount", json!(102)), ("count", json!(0)), ("count", json!(1001)), ("stock", json!("x"))]
        {
            let mut bad = wanted.clone();
            bad[field] = value;
            assert_eq!(desk.post(&path, &bad).await.0, 422, "{bad}");
        }
    })
    .await;
}

#[tokio::test]
async fn orders_are_listed_shown_and_delivered_by_hand() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 3)).await;
        let key = shop.key(4).await;
        let id = key.expose();
        shop.redeem(&key, boostdesk_core::testing::details("mika")).await.expect("there is stock");
        let list = json!({"folders": [id], "folderDates": {id: "2026-11-20T09:14:00.000Z"}, "total": 1});
        assert_eq!(desk.get("/api/dashboard/fetch-dashboard-orders").await, (200, list.clone()));
        assert_eq!(desk.get("/api/dashboard/fetch-dashboard-orders?page=1&size=20").await, (200, list));
        assert_eq!(desk.get("/api/dashboard/fetch-dashboard-orders?page=2&size=20").await.1["folders"], json!([]));
        for bad in ["page=0", "size=101", "size=0", "page=x"] {
            assert_eq!(desk.get(&format!("/api/dashboard/fetch-dashboard-orders?{bad}")).await.0, 422, "{bad}");
        }

        let path = format!("/api/dashboard/orders/{id}/order.json");
        let (_, order) = desk.get(&path).await;
        assert_eq!(order["tokens-used"], json!({"success": [], "failed": []}));
        assert_eq!(order["pending"], json!(["token.a.0", "token.a.1"]));
        assert_eq!((&order["state"], &order["BBGuildID"]), (&json!("queued"), &json!(shop.guild.as_str())));
        assert_eq!(order["customer"]["email"], "mika@example.com");
        let deliver = format!("/api/dashboard/orders/{id}/deliver");
        let results = json!({"results": [{"token": "token.a.0", "ok": true}, {"token": "token.a.1", "ok": false, "reason": "dead"}]});
        let foreign = Desk::of(&other).await;
        assert_eq!(foreign.get(&path).await, refusal(404, "There is no such order."));
        assert_eq!(foreign.post(&deliver, &results).await.0, 404);
        let (status, answer) = desk.post(&deliver, &results).await;
        assert_eq!(status, 200);
        assert_eq!(answer["order"]["tokens-used"], json!({"success": ["token.a.0"], "failed": ["token.a.1"]}));
        assert_eq!(answer["order"]["reasons"], json!([{"token": "token.a.1", "reason": "dead"}]));
        assert_eq!(answer["order"]["pending"], json!(["token.a.2"]), "a fresh one stands in for the failed one");
        assert_eq!(desk.post(&deliver, &json!({"results": [{"token": "token.a.0", "ok": false}]})).await.0, 409);
        assert_eq!(desk.post(&deliver, &json!({"results": [{"token": "x", "ok": true}]})).await.0, 422);
        assert_eq!(desk.post(&deliver, &json!({"results": []})).await.0, 422);
        let of_list = desk.post(&deliver, &json!({"results": [["token.a.2", true, null]]})).await;
        assert_eq!(of_list, refusal(422, "`results[0]` must be an object."));
        // Fifty long tokens with every character escaped are larger than most bodies may be.
        let long = json!({"results": vec![json!({"token": "x".repeat(6 * 512), "ok": true}); 50]});
        assert_eq!(desk.post(&deliver, &long).await.0, 422);
        let finish = json!({"results": [{"token": "token.a.2", "ok": true}]});
        assert_eq!(desk.post(&deliver, &finish).await.1["order"]["state"], "done");

        let (_, home) = desk.get("/api/dashboard/fetch-dashboard-data").await;
        assert_eq!((&home["totalOrders"], &home["newOrders"], &home["boostsL24"]), (&json!(1), &json!(1), &json!(4)));
        assert_eq!(home["recentActivity"][0]["action"], "Order completed");
        let (_, chart) = desk.get("/api/dashboard/orders-per-day?utcOffset=60").await;
        assert_eq!(chart["days"][13], json!({"date": "2026-11-20", "orders": 1, "boosts": 4}));
        for (zone, today) in [("Pacific%2FNiue", "2026-11-19"), ("Pacific%2FNowhere", "2026-11-20")] {
            let (_, chart) =
                desk.get(&format!("/api/dashboard/orders-per-day?utcOffset=60&timeZone={zone}")).await;
            assert_eq!(chart["days"][13]["date"], today, "{zone}");
        }
        assert_eq!(desk.get("/api/dashboard/orders-per-day?utcOffset=900").await.0, 422);
    })
    .await;
}

#[tokio::test]
async fn every_operation_that_requires_auth_answers_401_without_a_session() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let document = serde_json::to_value(boostdesk_web_api::openapi()).expect("a document");
        let mut asked = 0;
        for (path, operations) in document["paths"].as_object().expect("paths") {
            for (method, operation) in operations.as_object().expect("operations") {
                if operation["security"] == json!([]) {
                    continue;
                }
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
                let path = path.replace("{guildId}", "918430295761048371").replace(['{', '}'], "");
                let answer = send(site.request(method, &path).json(&json!({}))).await;
                assert_eq!(answer.status(), 401, "{path}");
                asked += 1;
            }
        }
        assert!(asked > 30, "{asked}");
    })
    .await;
}
