//! Recent activity on Home: each business event by itself, and no sign-ins.

use boostdesk_core::testing::{Shop, on_both};
use serde_json::{Value, json};

use crate::seller::Desk;
use crate::support::body;

/// Returns the recent items, newest first.
async fn recent(desk: &Desk) -> Vec<(String, String)> {
    let (_, home) = desk.get("/api/dashboard/fetch-dashboard-data").await;
    let text = |item: &Value, member: &str| item[member].as_str().expect("a text").to_owned();
    let items = home["recentActivity"].as_array().expect("items");
    items.iter().map(|item| (text(item, "kind"), text(item, "details"))).collect()
}

#[tokio::test]
async fn recent_activity_leaves_out_sign_ins_sign_outs_and_votes() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let before = recent(&desk).await;
        assert!(before.iter().all(|(kind, _)| kind != "seller_added" && kind != "signed_in"), "{before:?}");

        let (_, made) =
            desk.post("/api/suggestions/create", &json!({"title": "Dark", "description": "Please"})).await;
        let id = made["suggestion"]["id"].as_str().expect("an id");
        assert_eq!(
            desk.post(&format!("/api/suggestions/vote/{id}"), &json!({"voteType": "up"})).await.0,
            200
        );
        let leaves = desk.site.sign_in(&shop).await;
        let left = desk.site.post("/api/auth/logout", &json!({})).header("Authorization", &leaves);
        assert_eq!(body(left).await.0, 200);
        desk.site.sign_in(&shop).await;
        let (_, sessions) = desk.get("/api/user/sessions").await;
        let other = sessions.as_array().expect("sessions").iter().find(|one| one["current"] == false);
        let other = other.expect("another session")["id"].as_str().expect("an id");
        assert_eq!(desk.delete(&format!("/api/user/sessions/{other}")).await.0, 200);

        let kinds: Vec<String> = recent(&desk).await.into_iter().map(|(kind, _)| kind).collect();
        let new = &kinds[..kinds.len() - before.len()];
        assert_eq!(new, ["suggestion_created"], "of six things that were logged");
        let in_log = ["signed_in", "signed_out", "session_ended", "suggestion_voted"];
        for kind in in_log {
            assert!(!kinds.iter().any(|shown| shown == kind), "{kind}");
        }
    })
    .await;
}

#[tokio::test]
async fn recent_activity_lists_the_latest_twenty_events_without_grouping_equal_ones() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        for number in 0..11 {
            shop.restock(&format!("token-{number}")).await;
            shop.key(2).await;
        }
        let recent = recent(&desk).await;
        let kinds: Vec<&str> = recent.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(
            kinds,
            ["keys_created", "stock_added"].repeat(10),
            "the newest first, none of them grouped"
        );
    })
    .await;
}
