//! Helpers: which storefront they reach, until when, and in whose name. What a role may do is in the matrix.

use std::time::Duration;

use boostdesk_core::closing;
use boostdesk_core::foundation::clock::LocalTime;
use boostdesk_core::people::activity_log::{self, Filter};
use boostdesk_core::testing::{Shop, details, on_both, tokens};
use serde_json::{Value, json};

use crate::seller::Desk;
use crate::support::{Site, body, refusal};

const FORBIDDEN: &str = "Your role does not reach this.";

/// The seller adds a helper, who signs in.
pub(crate) async fn helper(desk: &Desk, shop: &Shop, name: &str, role: &str) -> (String, Desk) {
    let wanted = json!({"username": name, "role": role});
    let (status, added) = desk.post(&members(shop), &wanted).await;
    assert_eq!(status, 200, "{added}");
    let site = Site::open(&shop.app).await;
    let signed_in = site.login(added["accessCode"].as_str().expect("a code")).await;
    let token = signed_in["token"].as_str().unwrap_or_else(|| panic!("{signed_in}")).to_owned();
    (added["id"].as_str().expect("an id").to_owned(), Desk { site, token })
}

fn members(shop: &Shop) -> String {
    format!("/api/storefronts/{}/members", shop.guild)
}

#[tokio::test]
async fn a_helpers_role_gives_access_to_their_storefront_and_no_other() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let desk = Desk::of(&shop).await;
        let (_, viewer) = helper(&desk, &shop, "vera", "viewer").await;
        let (_, manager) = helper(&desk, &shop, "mona", "manager").await;
        let here = format!("/api/storefronts/{}", shop.guild);
        let there = format!("/api/storefronts/{}", other.guild);
        let key = json!({"stock": "OneMonthTokens.txt", "amount": 2, "count": 1});
        for who in [&viewer, &manager] {
            let orders =
                async |guild: &str| who.get(&format!("/api/dashboard/orders?guildId={guild}")).await.0;
            assert_eq!(orders(shop.guild.as_str()).await, 200);
            assert_eq!(orders(other.guild.as_str()).await, 404);
            assert_eq!(who.get(&there).await.0, 404);
            assert_eq!(who.post(&format!("{there}/keys"), &key).await.0, 404);
        }
        assert_eq!(viewer.delete(&here).await, refusal(403, FORBIDDEN));
        assert_eq!(viewer.get("/api/user/helping").await.1, json!({"role": "viewer", "guildId": shop.guild}));
        assert_eq!(desk.get("/api/user/helping").await.1, json!({"role": null, "guildId": null}));
        let foreign = Desk::of(&other).await;
        assert_eq!(foreign.get(&members(&shop)).await.0, 404);
    })
    .await;
}

#[tokio::test]
async fn a_helper_sees_only_their_storefront_and_a_viewer_sees_unused_keys_masked() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let second = "918430295761048371";
        desk.post("/api/storefronts", &json!({"guildId": second, "name": "Second"})).await;
        shop.restock(&tokens("a", 2)).await;
        let spent = shop.key(2).await;
        shop.redeem(&spent, details("mika")).await.expect("there is stock");
        let unspent = shop.key(2).await;
        let (_, viewer) = helper(&desk, &shop, "vera", "viewer").await;
        let (_, manager) = helper(&desk, &shop, "mona", "manager").await;
        let keys = format!("/api/storefronts/{}/keys", shop.guild);
        let shown = async |who: &Desk| {
            let (_, page) = who.get(&keys).await;
            let keys = page["keys"].as_array().expect("keys").iter();
            keys.map(|key| key["key"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
        };
        let masked = format!("•••••-•••••-•••••-{}", &unspent.expose()[18..]);
        assert_eq!(shown(&viewer).await, [masked.as_str(), spent.expose()]);
        assert_eq!(shown(&manager).await, [unspent.expose(), spent.expose()]);
        let file =
            viewer.site.get(&format!("{keys}.csv?status=unused")).header("Authorization", &viewer.token);
        let file = crate::support::send(file).await.text().await.expect("a body");
        assert!(file.contains(&masked) && !file.contains(unspent.expose()), "{file}");

        let list = viewer.site.get(&format!("{keys}.txt")).header("Authorization", &viewer.token);
        let list = crate::support::send(list).await.text().await.expect("a body");
        assert_eq!(list, format!("{masked}\n{}\n", spent.expose()));

        let (_, storefronts) = viewer.get("/api/storefronts").await;
        assert_eq!(storefronts.as_array().map(Vec::len), Some(1));
        assert_eq!(viewer.get(&format!("/api/storefronts/{second}")).await.0, 404);
        let (_, orders) = viewer.get("/api/dashboard/orders").await;
        assert_eq!((&orders["total"], &orders["waiting"]), (&json!(1), &json!(1)));
        for query in ["", "?page=1&size=20"] {
            let (_, list) = viewer.get(&format!("/api/dashboard/fetch-dashboard-orders{query}")).await;
            assert_eq!((&list["total"], &list["folders"]), (&json!(1), &json!([spent.expose()])));
        }
        let (_, insights) = viewer.get("/api/dashboard/insights?days=7").await;
        assert_eq!(insights["stocks"].as_array().map(Vec::len), Some(2), "of the one storefront");
    })
    .await;
}

#[tokio::test]
async fn undelivered_tokens_of_an_order_are_shown_to_packers_but_not_to_viewers() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        shop.restock(&tokens("a", 3)).await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.expect("there is stock");
        let (_, viewer) = helper(&desk, &shop, "vera", "viewer").await;
        let (_, packer) = helper(&desk, &shop, "pia", "packer").await;
        let path = format!("/api/dashboard/orders/{}", key.expose());
        let order = async |who: &Desk| who.get(&format!("{path}/order.json")).await.1;

        let pending = order(&packer).await["pending"].clone();
        assert_eq!(pending.as_array().map(Vec::len), Some(2));
        assert_eq!(order(&viewer).await["pending"], json!([]));

        let results = json!([{"token": pending[0], "ok": true}, {"token": pending[1], "ok": false}]);
        assert_eq!(packer.post(&format!("{path}/deliver"), &json!({"results": results})).await.0, 200);
        let (seen, hidden) = (order(&packer).await, order(&viewer).await);
        let fresh = &seen["pending"][0];
        assert_eq!(seen["replacements"], json!([{"token": fresh, "replaces": pending[1]}]));
        assert_eq!((&hidden["pending"], &hidden["replacements"]), (&json!([]), &json!([])));
        assert_eq!(hidden["tokens-used"], seen["tokens-used"], "what was delivered is shown to both");

        assert_eq!(
            packer
                .post(&format!("{path}/deliver"), &json!({"results": [{"token": fresh, "ok": true}]}))
                .await
                .0,
            200
        );
        assert_eq!(order(&viewer).await["replacements"], seen["replacements"], "it has been delivered");
    })
    .await;
}

#[tokio::test]
async fn a_helpers_role_ends_immediately_on_expiry_code_reset_and_removal() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let stock = format!("/api/storefronts/{}/stock", shop.guild);
        let (id, helper) = helper(&desk, &shop, "pia", "packer").await;
        let one = format!("{}/{id}", members(&shop));
        assert_eq!(helper.get(&stock).await.0, 200);

        let until = json!({"until": "2026-11-20T10:14:00Z"});
        assert_eq!(desk.put(&one, &until).await.0, 200);
        assert_eq!(helper.get(&stock).await.0, 200);
        app.clock.advance(Duration::from_hours(1));
        assert_eq!(helper.get(&stock).await, refusal(404, "There is no such storefront."));
        assert_eq!(helper.get("/api/user/helping").await.1, json!({"role": "ended", "guildId": null}));
        assert_eq!(helper.get("/api/dashboard/orders").await.1["total"], 0);
        let block = json!({"kind": "email", "value": "mika@example.com", "note": ""});
        assert_eq!(helper.post("/api/blocklist", &block).await.0, 403);
        for path in ["/api/blocklist", "/api/dashboard/delivery-text", "/api/event-endpoints"] {
            assert_eq!(helper.get(path).await.0, 403, "{path}");
        }
        assert_eq!(desk.put(&one, &until).await.0, 422, "what is over is no end");
        assert_eq!(desk.put(&one, &json!({"until": null, "role": "viewer"})).await.0, 200);
        assert_eq!(helper.get(&stock).await.0, 200);
        let (_, listed) = desk.get(&members(&shop)).await;
        let expected = json!([{"id": id, "username": "pia", "role": "viewer", "until": null,
            "createdAt": "2026-11-20T09:14:00.000Z"}]);
        assert_eq!(listed, expected);

        let (_, renewed) = desk.post(&format!("{one}/reset-code"), &json!({})).await;
        assert_eq!(helper.get(&stock).await.0, 401, "a new code ends the sessions of the old one");
        let signed_in = helper.site.login(renewed["accessCode"].as_str().expect("a code")).await;
        let helper =
            Desk { token: signed_in["token"].as_str().expect("a token").to_owned(), site: helper.site };
        assert_eq!(helper.get(&stock).await.0, 200);
        assert_eq!(desk.delete(&one).await.0, 200);
        assert_eq!(helper.get(&stock).await.0, 401);
        assert_eq!(helper.site.login(renewed["accessCode"].as_str().expect("a code")).await["code"], 401);
        assert_eq!(desk.delete(&one).await.0, 404);
        assert_eq!(desk.get(&members(&shop)).await.1, json!([]));
    })
    .await;
}

#[tokio::test]
async fn a_helpers_actions_are_logged_under_their_name() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let (id, helper) = helper(&desk, &shop, "mona", "manager").await;
        let keys = format!("/api/storefronts/{}/keys", shop.guild);
        let wanted = json!({"stock": "OneMonthTokens.txt", "amount": 2, "count": 1});
        assert_eq!(helper.post(&keys, &wanted).await.0, 200);
        assert_eq!(desk.post(&keys, &wanted).await.0, 200);
        let (_, home) = desk.get("/api/dashboard/fetch-dashboard-data").await;
        let recent = home["recentActivity"].as_array().expect("entries");
        assert_eq!(recent[0]["details"], "1 key for 2 boosts of One Month Tokens");
        assert_eq!(recent[1]["details"], "1 key for 2 boosts of One Month Tokens · by mona");

        let (_, code) =
            boostdesk_core::people::auth::add_seller(&app, "admin", None, true).await.expect("a free name");
        let token = desk.site.login(code.expose()).await["token"].as_str().expect("a token").to_owned();
        let (_, log) =
            body(desk.site.get("/api/admin/logs?action=keys_created").header("Authorization", token)).await;
        let who: Vec<&Value> =
            log["logs"].as_array().expect("entries").iter().map(|entry| &entry["username"]).collect();
        assert_eq!(who, ["seller1", "mona"]);
        assert_eq!(log["logs"][1]["userId"], json!(id));
    })
    .await;
}

#[tokio::test]
async fn invalid_or_duplicate_helpers_are_refused_and_a_storefront_has_at_most_20() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let path = members(&shop);
        for bad in [
            json!({"username": " ", "role": "viewer"}),
            json!({"username": "x".repeat(41), "role": "viewer"}),
            json!({"username": "x", "role": "owner"}),
            json!({"username": "x"}),
            json!({"username": "x", "role": "viewer", "until": "tomorrow"}),
            json!({"username": "x", "role": "viewer", "until": "2026-11-20T09:14:00Z"}),
            json!({"username": "x", "role": "viewer", "discordId": "12"}),
        ] {
            assert_eq!(desk.post(&path, &bad).await.0, 422, "{bad}");
        }
        let discord = json!({"username": "a", "role": "viewer", "discordId": "112233445566778899"});
        assert_eq!(desk.post(&path, &discord).await.0, 200);
        let again = json!({"username": "b", "role": "viewer", "discordId": "112233445566778899"});
        assert_eq!(desk.post(&path, &again).await.0, 409);
        assert_eq!(desk.post(&path, &json!({"username": "A", "role": "viewer"})).await.0, 409);
        assert_eq!(desk.post(&path, &json!({"username": "seller1", "role": "viewer"})).await.0, 409);
        for number in 1..20 {
            let wanted = json!({"username": format!("helper {number}"), "role": "packer"});
            assert_eq!(desk.post(&path, &wanted).await.0, 200);
        }
        let (status, full) = desk.post(&path, &json!({"username": "one more", "role": "packer"})).await;
        assert_eq!((status, full["message"].as_str()), (409, Some("A storefront has at most 20 helpers.")));
        assert_eq!(desk.get(&path).await.1.as_array().map(Vec::len), Some(20));
    })
    .await;
}

#[tokio::test]
async fn an_expired_role_does_not_prevent_another_shop_from_adding_the_same_chat_user() {
    on_both(async |app| {
        let shops = [Shop::open(&app, 1).await, Shop::open(&app, 2).await];
        let until = app.clock.now().plus(Duration::from_hours(1)).rfc3339();
        let discord_id = "112233445566778899";
        let wanted = json!({"username": "a", "role": "viewer", "discordId": discord_id, "until": until});
        assert_eq!(Desk::of(&shops[0]).await.post(&members(&shops[0]), &wanted).await.0, 200);

        let other = Desk::of(&shops[1]).await;
        let wanted = json!({"username": "b", "role": "viewer", "discordId": discord_id});
        let (status, taken) = other.post(&members(&shops[1]), &wanted).await;
        let said = "That chat user is a seller or a helper already.";
        assert_eq!((status, taken["message"].as_str()), (409, Some(said)));
        app.clock.advance(Duration::from_hours(1));
        assert_eq!(other.post(&members(&shops[1]), &wanted).await.0, 200);
    })
    .await;
}

#[tokio::test]
async fn changes_to_fulfilment_services_and_event_endpoints_are_logged_with_who_made_them() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let endpoint = json!({"url": "https://hooks.example.com/a-secret", "events": ["order.finished"]});
        let endpoint = desk.post("/api/event-endpoints", &endpoint).await.1["id"].clone();
        let endpoint = format!("/api/event-endpoints/{}", endpoint.as_str().expect("an id"));
        let (_, mona) = helper(&desk, &shop, "mona", "manager").await;
        let way = format!("/api/storefronts/{}/fulfilment", shop.guild);
        let service = json!({"mode": "webhook", "url": "https://mona.example.com/another-secret"});
        assert_eq!(mona.put(&way, &service).await.0, 200);
        assert_eq!(mona.put(&endpoint, &json!({"enabled": false})).await.0, 200);
        assert_eq!(desk.post(&format!("{way}/secret"), &json!({})).await.0, 200);
        assert_eq!(desk.post(&format!("{endpoint}/secret"), &json!({})).await.0, 200);
        let log = activity_log::list(&app, &Filter::default(), None, Some(5), &LocalTime::default())
            .await
            .expect("a log");
        let of_shop = |what: &str| format!("Shop 1 ({}) {what}", shop.guild);
        let said = log.entries.iter().map(|entry| {
            (entry.username.as_deref().expect("a name"), entry.action.as_str(), entry.details.as_str())
        });
        assert_eq!(
            said.collect::<Vec<_>>(),
            [
                ("seller1", "event_endpoint_secret_renewed", "hooks.example.com"),
                ("seller1", "fulfilment_secret_renewed", of_shop("has a new fulfilment secret").as_str()),
                ("mona", "event_endpoint_changed", "hooks.example.com: disabled"),
                ("mona", "fulfilment_changed", of_shop("is delivered by mona.example.com").as_str()),
                ("mona", "signed_in", "Signed in to the dashboard"),
            ]
        );
    })
    .await;
}

#[tokio::test]
async fn a_manager_who_sets_the_first_url_of_a_fulfilment_service_is_not_shown_its_secret() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let (_, mona) = helper(&desk, &shop, "mona", "manager").await;
        let path = format!("/api/storefronts/{}/fulfilment", shop.guild);
        let service = json!({"mode": "webhook", "url": "https://mona.example.com/in"});
        let (status, saved) = mona.put(&path, &service).await;
        assert_eq!((status, saved.get("secret")), (200, None));
        assert!(saved["hint"].is_string(), "one was made: {saved}");
    })
    .await;
}

#[tokio::test]
async fn only_the_seller_can_change_the_url_of_an_event_endpoint() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let wanted = json!({"url": "https://hooks.example.com/in", "events": ["order.finished"]});
        let endpoint = desk.post("/api/event-endpoints", &wanted).await.1["id"].clone();
        let endpoint = format!("/api/event-endpoints/{}", endpoint.as_str().expect("an id"));
        let (_, mona) = helper(&desk, &shop, "mona", "manager").await;
        let (status, refused) = mona.put(&endpoint, &json!({"url": "https://mona.example.com/in"})).await;
        assert_eq!(
            (status, refused["message"].as_str()),
            (403, Some("Only the seller can change where events go."))
        );
        assert_eq!(desk.get("/api/event-endpoints").await.1[0]["url"], wanted["url"]);
        let rest = json!({"url": wanted["url"], "events": ["order.waiting"], "enabled": false});
        assert_eq!(mona.put(&endpoint, &rest).await.0, 200, "what is not changed is no question");
        assert_eq!(desk.put(&endpoint, &json!({"url": "https://hooks.example.com/new"})).await.0, 200);
    })
    .await;
}

#[tokio::test]
async fn closing_or_deleting_a_storefront_removes_its_helpers() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let (_, vera) = helper(&desk, &shop, "vera", "viewer").await;
        assert_eq!(desk.delete(&format!("/api/storefronts/{}", shop.guild)).await.0, 200);
        assert_eq!(vera.get("/api/user/me").await.0, 401);
        let opened = json!({"guildId": shop.guild.as_str(), "name": "Again"});
        assert_eq!(desk.post("/api/storefronts", &opened).await.0, 200);
        let members = format!("/api/storefronts/{}/members", shop.guild);
        assert_eq!(desk.get(&members).await.1, json!([]), "whoever opens it again chooses anew");
        let (_, vera) = helper(&desk, &shop, "vera", "viewer").await;
        closing::close_storefront(&app, &shop.guild).await.expect("it is open");
        assert_eq!(vera.get("/api/user/me").await.0, 401);
    })
    .await;
}
