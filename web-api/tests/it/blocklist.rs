//! The blocklist: customers whom a seller does not serve.

use boostdesk_core::shop::blocklist::{self, BlockKind};
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::testing::{Shop, on_both, tokens};
use serde_json::{Value, json};

use crate::seller::Desk;
use crate::support::{body, refusal};

const REFUSED: &str = "This redeem was refused. Please contact the store.";

async fn redeem(desk: &Desk, shop: &Shop, key: &str, email: &str) -> (u16, Value) {
    let request = json!({"redeemKey": key, "discordInvite": "lofi-lounge", "email": email});
    body(desk.site.post(&format!("/api/redeem/{}", shop.guild), &request)).await
}

fn unused(keys: &Value) -> usize {
    keys["keys"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn entries_are_added_listed_and_removed() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let (desk, foreign) = (Desk::of(&shop).await, Desk::of(&other).await);
        let entry = json!({"kind": "email", "value": " Mika@Example.com ", "note": "charged back"});
        let (status, added) = desk.post("/api/blocklist", &entry).await;
        assert_eq!(status, 200, "{added}");
        let again = json!({"kind": "email", "value": "mika@example.com"});
        assert_eq!(desk.post("/api/blocklist", &again).await.1["id"], added["id"]);
        let listed = json!([{"id": added["id"], "kind": "email", "value": "Mika@Example.com", "note": "charged back",
            "createdAt": "2026-11-20T09:14:00.000Z"}]);
        assert_eq!(desk.get("/api/blocklist").await, (200, listed));
        assert_eq!(foreign.get("/api/blocklist").await, (200, json!([])));
        let path = format!("/api/blocklist/{}", added["id"].as_str().expect("an id"));
        assert_eq!(foreign.delete(&path).await, refusal(404, "There is no such entry."));
        assert_eq!(desk.delete(&path).await.0, 200);
        assert_eq!(desk.delete(&path).await.0, 404);
        for (kind, value) in [("email", "mika"), ("guild", "12"), ("address", "203.0.113"), ("name", "x"), ("address", "1.2.3.4/33")] {
            assert_eq!(desk.post("/api/blocklist", &json!({"kind": kind, "value": value})).await.0, 422, "{value}");
        }
        let long = json!({"kind": "email", "value": "a@b.c", "note": "x".repeat(201)});
        assert_eq!(desk.post("/api/blocklist", &long).await.0, 422);
        assert_eq!(desk.get("/api/blocklist").await.1, json!([]));
    })
    .await;
}

#[tokio::test]
async fn a_redeem_that_matches_a_blocklist_entry_is_refused_and_the_key_stays_unused() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 5)).await;
        other.restock(&tokens("b", 5)).await;
        let keys = [shop.keys(2, 4).await, other.keys(2, 1).await].concat();
        let [first, second, third, fourth, foreign] = [0, 1, 2, 3, 4].map(|at| RedeemKey::expose(&keys[at]));
        let refused = (403, json!({"status": "error", "message": REFUSED}));
        let add = async |kind, value: &str| {
            blocklist::add(&app, &shop.user_id, kind, value, None).await.expect("a good entry")
        };
        assert_eq!(redeem(&desk, &shop, first, "mika@example.com").await.0, 200);
        let email = add(BlockKind::Email, "Mika@example.com").await;
        assert_eq!(redeem(&desk, &shop, first, "mika@example.com").await.0, 200, "a repeat of what is done");
        assert_eq!(redeem(&desk, &shop, first, "noor@example.com").await.0, 409);
        assert_eq!(redeem(&desk, &shop, second, "MIKA@example.com").await, refused);
        assert_eq!(redeem(&desk, &shop, "AAAAA-AAAAA-AAAAA-AAAAA", "mika@example.com").await.0, 404);
        let path = format!("/api/storefronts/{}/keys?status=unused", shop.guild);
        assert_eq!(unused(&desk.get(&path).await.1), 3);
        assert_eq!(shop.level().await.available, 4);
        assert_eq!(redeem(&desk, &shop, second, "noor@example.com").await.0, 200);
        assert_eq!(
            redeem(&desk, &other, foreign, "mika@example.com").await.0,
            200,
            "another seller's customer"
        );

        blocklist::remove(&app, &shop.user_id, &email).await.expect("it is there");
        let network = add(BlockKind::Address, "127.0.0.0/8").await;
        assert_eq!(redeem(&desk, &shop, third, "otis@example.com").await, refused);
        blocklist::remove(&app, &shop.user_id, &network).await.expect("it is there");
        add(BlockKind::Address, "::ffff:127.0.0.1").await;
        assert_eq!(redeem(&desk, &shop, third, "otis@example.com").await, refused);
        add(BlockKind::Address, "127.0.0.2").await;
        let (_, entries) = desk.get("/api/blocklist").await;
        for entry in entries.as_array().expect("entries") {
            let id = entry["id"].as_str().expect("an id");
            assert_eq!(desk.delete(&format!("/api/blocklist/{id}")).await.0, 200);
        }
        assert_eq!(redeem(&desk, &shop, fourth, "otis@example.com").await.0, 200);
    })
    .await;
}
