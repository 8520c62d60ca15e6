//! Home's calls combined into one: the same answers, and nothing that the caller may not read.

use boostdesk_core::testing::{Shop, details, on_both, tokens};

use serde_json::json;

use crate::members::helper;
use crate::seller::Desk;
use crate::support::Site;

const HOME: &str = "/api/dashboard/home?utcOffset=60&timeZone=Pacific%2FNiue";

/// Returns the addresses that are answered, after comparing each answer with that of its own call.
async fn answered(desk: &Desk, guild: &str) -> Vec<String> {
    let (status, home) = desk.get(HOME).await;
    assert_eq!(status, 200, "{home}");
    let answers = home["answers"].as_object().expect("answers");
    for (address, answer) in answers {
        assert_eq!(desk.get(address).await, (200, answer.clone()), "{address}");
    }
    answers.keys().map(|address| address.replace(guild, "{guildId}")).collect()
}

#[tokio::test]
async fn the_home_call_combines_the_answers_of_the_calls_that_the_caller_may_make() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 4)).await;
        let key = shop.key(4).await;
        let desk = Desk::of(&shop).await;
        let new = [
            "/api/dashboard/bot",
            "/api/dashboard/domains/list",
            "/api/dashboard/orders-per-day?utcOffset=60&timeZone=Pacific%2FNiue",
            "/api/dashboard/orders?size=1",
            "/api/dashboard/refused-calls",
            "/api/storefronts",
            "/api/storefronts/{guildId}/keys?limit=50",
            "/api/storefronts/{guildId}/stock",
            "/api/storefronts/{guildId}/stores",
        ];
        assert_eq!(answered(&desk, shop.guild.as_str()).await, new);

        let (_, made) = desk.post("/api/api-keys", &json!({"name": "A program", "scopes": ["read"]})).await;
        let token = made["key"].as_str().expect("a key").to_owned();
        let program = Desk { site: Site::open(&app).await, token };
        let others = ["/api/dashboard/bot", "/api/dashboard/domains/list"];
        let reached = new.into_iter().filter(|address| !others.contains(address));
        assert_eq!(answered(&program, shop.guild.as_str()).await, reached.collect::<Vec<_>>());

        shop.redeem(&key, details("mika")).await.expect("it is good");
        let sold = [
            "/api/dashboard/bot",
            "/api/dashboard/orders-per-day?utcOffset=60&timeZone=Pacific%2FNiue",
            "/api/dashboard/orders?size=1",
            "/api/dashboard/refused-calls",
            "/api/storefronts",
            "/api/storefronts/{guildId}/stock",
        ];
        assert_eq!(answered(&desk, shop.guild.as_str()).await, sold);

        for role in ["viewer", "manager"] {
            let (_, helper) = helper(&desk, &shop, role, role).await;
            let theirs = [
                "/api/dashboard/orders-per-day?utcOffset=60&timeZone=Pacific%2FNiue",
                "/api/dashboard/orders?size=1",
                "/api/storefronts",
                "/api/storefronts/{guildId}/stock",
            ];
            assert_eq!(answered(&helper, shop.guild.as_str()).await, theirs, "{role}");
        }
        assert_eq!(desk.get("/api/dashboard/home?utcOffset=900").await.0, 422);
    })
    .await;
}
