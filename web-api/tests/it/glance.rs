//! Orders and keys at a glance: lists over all pages, CSV, bulk revoke, insights.

use std::time::Duration;

use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::shop::redeem::Details;
use boostdesk_core::testing::{Shop, details, on_both, tokens};
use serde_json::{Value, json};

use crate::seller::Desk;
use crate::support::{header, refusal, send};

const ORDERS: &str = "/api/dashboard/orders";

/// Makes an order of two tokens with these results.
async fn order(shop: &Shop, desk: &Desk, name: &str, results: &[bool]) -> RedeemKey {
    let key = shop.key(4).await;
    let invite = format!("https://discord.gg/{}-Lounge", name.trim_start_matches('='));
    let details = Details { invite, ..details(name) };
    shop.redeem(&key, details).await.expect("there is stock");
    for ok in results {
        let id = key.expose();
        let (_, order) = desk.get(&format!("{ORDERS}/{id}/order.json")).await;
        let results = json!({"results": [{"token": order["pending"][0], "ok": ok}]});
        assert_eq!(desk.post(&format!("{ORDERS}/{id}/deliver"), &results).await.0, 200);
    }
    key
}

async fn csv(desk: &Desk, path: &str) -> String {
    download(desk, path, "text/csv; charset=utf-8").await
}

async fn download(desk: &Desk, path: &str, content_type: &str) -> String {
    let answer = send(desk.site.get(path).header("Authorization", &desk.token)).await;
    assert_eq!((answer.status().as_u16(), header(&answer, "content-type")), (200, content_type));
    answer.text().await.expect("a body")
}

fn ids(list: &Value) -> Vec<&str> {
    list["orders"]
        .as_array()
        .expect("orders")
        .iter()
        .map(|order| order["orderId"].as_str().expect("an id"))
        .collect()
}

#[tokio::test]
async fn orders_are_found_by_status_over_all_pages() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 14)).await;
        let completed = order(&shop, &desk, "mika", &[true, true]).await;
        let partial = order(&shop, &desk, "noor", &[true, false, false]).await;
        let failed = order(&shop, &desk, "otis", &[false, false, false, false]).await;
        let waiting = order(&shop, &desk, "pola", &[true]).await;
        let list = async |query: &str| {
            let (status, list) = desk.get(&format!("{ORDERS}?{query}")).await;
            assert_eq!((status, &list["waiting"]), (200, &json!(1)), "{query}: {list}");
            list
        };
        let every = [&waiting, &failed, &partial, &completed].map(RedeemKey::expose);
        for (query, expected) in [
            ("", &every[..]),
            ("status=&q=&guildId=", &every),
            ("status=processing", &every[..1]),
            ("status=waiting", &every[..1]),
            ("status=failed", &every[1..2]),
            ("status=partial", &every[2..3]),
            ("status=completed", &every[3..]),
            ("size=1&page=2", &every[1..2]),
            ("size=3&page=2", &every[3..]),
            ("page=9", &[]),
            (&format!("guildId={}&size=2&page=2", shop.guild), &every[2..]),
            (&format!("guildId={}&status=failed", shop.guild), &every[1..2]),
            (&format!("guildId={}&status=processing", shop.guild), &every[..1]),
        ] {
            let list = list(query).await;
            assert_eq!(ids(&list), expected, "{query}");
            let all = if query.contains("status=") && !query.contains("status=&") { 1 } else { 4 };
            assert_eq!(list["total"], all, "{query}");
        }
        let done = list("status=partial").await;
        assert_eq!(
            done["orders"][0],
            json!({"orderId": partial.expose(), "guildId": shop.guild, "BBGuildID": shop.guild,
                "invite": "https://discord.gg/noor-Lounge", "stock": "OneMonthTokens.txt", "amount": 4, "state": "done",
                "successful": 1, "failed": 2, "email": "noor@example.com", "purchase": null,
                "createdAt": "2026-11-20T09:14:00.000Z", "doneAt": "2026-11-20T09:14:00.000Z"})
        );
        for bad in ["status=done", "page=0", "size=0", "size=101", "page=x"] {
            assert_eq!(desk.get(&format!("{ORDERS}?{bad}")).await.0, 422, "{bad}");
        }
        let other = Desk::of(&Shop::open(&app, 2).await).await;
        let none = json!({"orders": [], "total": 0, "totalIsCapped": false, "waiting": 0});
        assert_eq!(other.get(ORDERS).await, (200, none.clone()));
        assert_eq!(other.get(&format!("{ORDERS}?q=mika")).await, (200, none));
        for path in [ORDERS, "/api/dashboard/orders.csv", "/api/dashboard/insights"] {
            let foreign = format!("{path}?guildId={}", shop.guild);
            assert_eq!(other.get(&foreign).await, refusal(404, "There is no such storefront."));
        }
    })
    .await;
}

#[tokio::test]
async fn a_done_order_that_is_resumed_is_listed_without_the_time_at_which_it_was_done() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 6)).await;
        let key = order(&shop, &desk, "mika", &[false, false, false, false]).await;
        let listed = async || desk.get(ORDERS).await.1["orders"][0].clone();
        assert_eq!(listed().await["doneAt"], "2026-11-20T09:14:00.000Z");
        let replace = format!("{ORDERS}/{}/replace", key.expose());
        assert_eq!(desk.post(&replace, &json!({})).await.0, 200);
        let resumed = listed().await;
        assert_eq!((&resumed["state"], &resumed["doneAt"]), (&json!("queued"), &Value::Null));
    })
    .await;
}

#[tokio::test]
async fn order_search_matches_the_beginning_of_email_key_invite_and_guild() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 4)).await;
        let mika = order(&shop, &desk, "mika", &[true, true]).await;
        let noor = order(&shop, &desk, "noor", &[]).await;
        let (mika, noor) = (mika.expose(), noor.expose());
        for (q, expected) in [
            ("mika@", vec![mika]),
            ("NOOR@Example", vec![noor]),
            (&mika[..7].to_lowercase(), vec![mika]),
            (mika, vec![mika]),
            ("noor-l", vec![noor]),
            ("https://discord.gg/noor-lounge", vec![noor]),
            (&shop.guild.as_str()[..6], vec![noor, mika]),
            ("ika", vec![]),
            ("%", vec![]),
            ("_", vec![]),
            (" mika@example.com ", vec![mika]),
        ] {
            let q: String = url::form_urlencoded::byte_serialize(q.as_bytes()).collect();
            let (_, list) = desk.get(&format!("{ORDERS}?q={q}")).await;
            assert_eq!(ids(&list), expected, "{q}");
            assert_eq!(list["total"], expected.len(), "{q}");
        }
        let (_, list) = desk.get(&format!("{ORDERS}?q=80411&status=waiting&size=1")).await;
        assert_eq!((ids(&list), &list["total"]), (vec![noor], &json!(1)));
    })
    .await;
}

#[tokio::test]
async fn the_orders_csv_has_the_same_filters_as_the_list() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 4)).await;
        let mika = order(&shop, &desk, "mika", &[true, true]).await;
        let noor = order(&shop, &desk, "=noor", &[]).await;
        let head = "order_id,created_at,done_at,state,stock,amount,successful,failed,guild_id,invite,email,purchase\r\n";
        let (time, guild) = ("2026-11-20T09:14:00.000Z", &shop.guild);
        let mika = format!(
            "{},{time},{time},done,OneMonthTokens.txt,4,2,0,{guild},https://discord.gg/mika-Lounge,mika@example.com,\r\n",
            mika.expose()
        );
        let noor = format!(
            "{},{time},,queued,OneMonthTokens.txt,4,0,0,{guild},https://discord.gg/noor-Lounge,'=noor@example.com,\r\n",
            noor.expose()
        );
        let file = "/api/dashboard/orders.csv";
        assert_eq!(csv(&desk, file).await, format!("{head}{noor}{mika}"));
        assert_eq!(csv(&desk, &format!("{file}?status=completed")).await, format!("{head}{mika}"));
        assert_eq!(csv(&desk, &format!("{file}?q=mika")).await, format!("{head}{mika}"));
        assert_eq!(csv(&desk, &format!("{file}?q=nobody")).await, head);
        assert_eq!(desk.get(&format!("{file}?status=x")).await.0, 422);
    })
    .await;
}

#[tokio::test]
async fn a_key_export_larger_than_one_batch_contains_every_key_once() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let made = [shop.keys(2, 1000).await, shop.keys(2, 7).await].concat();
        let file = csv(&desk, &format!("/api/storefronts/{}/keys.csv", shop.guild)).await;
        let mut found: Vec<&str> =
            file.lines().skip(1).map(|line| line.split(',').next().expect("a cell")).collect();
        let mut expected: Vec<&str> = made.iter().map(RedeemKey::expose).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);

        let path = format!("/api/storefronts/{}/keys.txt", shop.guild);
        let list = download(&desk, &path, "text/plain; charset=utf-8").await;
        assert!(list.ends_with('\n'), "each key has its line");
        let mut found: Vec<&str> = list.lines().collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    })
    .await;
}

#[tokio::test]
async fn keys_can_be_exported_as_csv_and_text_and_revoked_in_bulk() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 1)).await;
        let keys = shop.keys(2, 3).await;
        shop.redeem(&keys[0], details("mika")).await.expect("there is stock");
        let foreign = other.key(2).await;
        let path = format!("/api/storefronts/{}/keys", shop.guild);
        let all = [
            keys[0].expose(),
            keys[1].expose(),
            &keys[2].expose().to_lowercase(),
            foreign.expose(),
            "x",
            keys[1].expose(),
        ];
        let revoke = format!("{path}/revoke");
        assert_eq!(
            desk.post(&revoke, &json!({"keys": all})).await,
            (200, json!({"code": 200, "revoked": 2, "left": 4}))
        );
        assert_eq!(
            desk.post(&revoke, &json!({"keys": all})).await,
            (200, json!({"code": 200, "revoked": 0, "left": 6}))
        );
        assert_eq!(desk.post(&revoke, &json!({"keys": vec!["x"; 1001]})).await.0, 422);
        assert_eq!(desk.post(&revoke, &json!({})).await.0, 422);
        assert_eq!(Desk::of(&other).await.post(&revoke, &json!({"keys": all})).await.0, 404);

        let file = csv(&desk, &format!("{path}.csv?status=redeemed")).await;
        let time = "2026-11-20T09:14:00.000Z";
        let spent = keys[0].expose();
        assert_eq!(
            file,
            format!(
                "key,stock,amount,status,note,email,created_at,redeemed_at\r\n\
                 {spent},OneMonthTokens.txt,2,redeemed,,,{time},{time}\r\n"
            )
        );
        assert_eq!(csv(&desk, &format!("{path}.csv?status=revoked")).await.lines().count(), 3);
        let beginning = &keys[1].expose()[..8];
        let found = csv(&desk, &format!("{path}.csv?q={beginning}")).await;
        assert_eq!((found.lines().count(), found.contains(keys[1].expose())), (2, true), "{found}");
        assert_eq!(desk.get(&format!("{path}.csv?status=x")).await.0, 422);

        let text = async |query: &str| {
            download(&desk, &format!("{path}.txt?{query}"), "text/plain; charset=utf-8").await
        };
        assert_eq!(text("status=redeemed").await, format!("{spent}\n"));
        assert_eq!(text(&format!("q={beginning}")).await, format!("{}\n", keys[1].expose()));
        assert_eq!(text("status=unused").await, "", "none is left");
        assert_eq!(desk.get(&format!("{path}.txt?status=x")).await.0, 422);
        let (_, left) =
            Desk::of(&other).await.get(&format!("/api/storefronts/{}/keys?status=unused", other.guild)).await;
        assert_eq!(left["keys"].as_array().map(Vec::len), Some(1), "another seller's key stays good");
    })
    .await;
}

#[tokio::test]
async fn insights_show_orders_per_day_and_how_long_each_stock_will_last() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 30)).await;
        // 2 tokens are sold ten days ago; today 2 at once, 2 after a while, and 2 that are not delivered yet.
        order(&shop, &desk, "old", &[true, true]).await;
        app.clock.advance(Duration::from_hours(240));
        let desk = Desk::of(&shop).await;
        order(&shop, &desk, "fast", &[true, true]).await;
        for (name, minutes) in [("slow", 30), ("slower", 90)] {
            let key = shop.key(4).await;
            shop.redeem(&key, details(name)).await.expect("there is stock");
            app.clock.advance(Duration::from_mins(minutes));
            let (_, pending) = desk.get(&format!("{ORDERS}/{}/order.json", key.expose())).await;
            let results: Vec<Value> = (0..2)
                .map(|at| json!({"token": pending["pending"][at], "ok": at == 0 || name == "slow"}))
                .collect();
            desk.post(&format!("{ORDERS}/{}/deliver", key.expose()), &json!({"results": results})).await;
            if name == "slower" {
                let (_, again) = desk.get(&format!("{ORDERS}/{}/order.json", key.expose())).await;
                let last = json!({"results": [{"token": again["pending"][0], "ok": false}]});
                assert_eq!(desk.post(&format!("{ORDERS}/{}/deliver", key.expose()), &last).await.0, 200);
            }
        }
        order(&shop, &desk, "open", &[]).await;
        let (_, insights) = desk.get("/api/dashboard/insights?days=30").await;
        let days = insights["days"].as_array().expect("days");
        assert_eq!(days.len(), 60);
        let empty = |day: &str, stock: &str| {
            json!({"day": day, "stock": stock, "orders": 0, "boosts": 0, "done": 0, "doneBoosts": 0, "successRate": null, "medianMinutes": null})
        };
        assert_eq!(days[0], empty("2026-11-01", "OneMonthTokens.txt"));
        assert_eq!(days[59], empty("2026-11-30", "ThreeMonthTokens.txt"));
        assert_eq!(
            days[38],
            json!({"day": "2026-11-20", "stock": "OneMonthTokens.txt", "orders": 1, "boosts": 4, "done": 1, "doneBoosts": 4,
                "successRate": 1.0,
                "medianMinutes": 0.0})
        );
        assert_eq!(
            days[58],
            json!({"day": "2026-11-30", "stock": "OneMonthTokens.txt", "orders": 4, "boosts": 10, "done": 3,
                "doneBoosts": 12, "successRate": 10.0 / 12.0, "medianMinutes": 30.0})
        );
        // 30 tokens less 8 for the orders and less the replacements; 8 tokens were ordered in 7 days.
        let stocks = json!([
            {"guildId": shop.guild, "stock": "OneMonthTokens.txt", "available": 19, "daysLeft": 19.0 / (8.0 / 7.0)},
            {"guildId": shop.guild, "stock": "ThreeMonthTokens.txt", "available": 0, "daysLeft": null},
        ]);
        assert_eq!(insights["stocks"], stocks);
        let (_, week) = desk.get(&format!("/api/dashboard/insights?days=7&guildId={}", shop.guild)).await;
        assert_eq!(week["days"].as_array().map(Vec::len), Some(14));
        assert_eq!(week["days"][12], days[58]);
        for bad in ["days=8", "days=0", "days=x"] {
            assert_eq!(desk.get(&format!("/api/dashboard/insights?{bad}")).await.0, 422, "{bad}");
        }
    })
    .await;
}
