//! The calls behind suggestions, bug reports, settings, custom code and the admin logs.

use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth::{self, OwnerStart};
use boostdesk_core::testing::{Shop, on_both};
use serde_json::json;

use crate::seller::Desk;
use crate::support::{Site, refusal};

async fn admin(shop: &Shop) -> Desk {
    let code = auth::start_owner(&shop.app, OwnerStart::default()).await.expect("an owner");
    let site = Site::open(&shop.app).await;
    let token = auth::sign_in(&shop.app, code.expose(), &Client::default()).await.expect("signed in").token;
    Desk { site, token: secrecy::ExposeSecret::expose_secret(&token).to_owned() }
}

#[tokio::test]
async fn suggestions_are_made_voted_on_and_moderated() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, admin) = (Desk::of(&shop).await, admin(&shop).await);
        let empty = json!({"title": " ", "description": "x"});
        let sentence = "Please fill in both title and description";
        assert_eq!(desk.post("/api/suggestions/create", &empty).await, refusal(422, sentence));
        let (status, made) =
            desk.post("/api/suggestions/create", &json!({"title": "Dark", "description": "Please"})).await;
        assert_eq!((status, &made["message"]), (200, &json!("Suggestion created successfully!")));
        let id = made["suggestion"]["id"].as_str().expect("an id").to_owned();
        let vote = format!("/api/suggestions/vote/{id}");
        let voted = json!({"code": 200, "upvotes": 1, "downvotes": 0, "votes": {shop.user_id.as_str(): "up"}, "userVote": "up"});
        assert_eq!(desk.post(&vote, &json!({"voteType": "up"})).await, (200, voted));
        assert_eq!(desk.post(&vote, &json!({"voteType": "sideways"})).await.0, 422);
        for id in ["999", "x", &format!("0{id}"), &format!("+{id}")] {
            let voted = desk.post(&format!("/api/suggestions/vote/{id}"), &json!({"voteType": "up"})).await;
            assert_eq!(voted, refusal(404, "Invalid suggestion ID"));
        }
        let (_, list) = admin.get("/api/suggestions/fetch-all").await;
        assert_eq!(
            list["suggestions"][0],
            json!({"id": id, "title": "Dark", "description": "Please", "author": "seller1", "createdAt": 1_795_166_040,
                "status": "pending", "upvotes": 1, "downvotes": 0, "votes": {shop.user_id.as_str(): "up"}, "userVote": "none"})
        );
        assert_eq!(list["counts"], json!({"total": 1, "pending": 1, "implemented": 0}));
        let (implement, delete) = (format!("/api/suggestions/implement/{id}"), format!("/api/suggestions/delete/{id}"));
        let denied = refusal(403, "Access denied. Admin privileges required.");
        assert_eq!(desk.put(&implement, &json!({})).await, denied);
        assert_eq!(desk.delete(&delete).await, denied);
        assert_eq!(admin.put(&implement, &json!({})).await.0, 200);
        assert_eq!(admin.delete(&delete).await.0, 200);
        assert_eq!(admin.delete(&delete).await, refusal(404, "There is no such suggestion."));
    })
    .await;
}

#[tokio::test]
async fn bugs_are_reported_and_moderated() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, admin) = (Desk::of(&shop).await, admin(&shop).await);
        let sentence = "Please fill in at least the title and description";
        assert_eq!(desk.post("/api/bugs/create", &json!({"title": "x", "description": ""})).await, refusal(422, sentence));
        for severity in [json!(5), json!(["high"]), json!({"high": null})] {
            let report = json!({"title": "It breaks", "description": "Always", "severity": severity});
            let refused = refusal(422, "`severity` must be a text.");
            assert_eq!(desk.post("/api/bugs/create", &report).await, refused, "{severity}");
        }
        let (status, made) = desk.post("/api/bugs/create", &json!({"title": "It breaks", "description": "Always"})).await;
        assert_eq!(status, 200);
        let id = made["bug"]["_id"].as_str().expect("an id").to_owned();
        assert_eq!(
            made["bug"],
            json!({"_id": id, "title": "It breaks", "description": "Always", "steps": "", "expectedBehavior": "",
                "actualBehavior": "", "severity": "medium", "status": "open", "author": "seller1", "createdAt": 1_795_166_040})
        );
        let (fix, delete) = (format!("/api/bugs/fix/{id}"), format!("/api/bugs/delete/{id}"));
        assert_eq!((desk.put(&fix, &json!({})).await.0, desk.delete(&delete).await.0), (403, 403));
        assert_eq!(admin.put(&fix, &json!({})).await.0, 200);
        let (_, list) = desk.get("/api/bugs/fetch-all").await;
        assert_eq!((&list["bugs"][0]["status"], &list["counts"]["fixed"]), (&json!("fixed"), &json!(1)));
        assert_eq!(admin.delete(&delete).await.0, 200);
    })
    .await;
}

#[tokio::test]
async fn settings_show_and_reset_the_access_code_and_sign_out_every_session() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, second) = (Desk::of(&shop).await, Desk::of(&shop).await);
        let settings = json!({"access_code": shop.code.expose(), "lastAccessCodeReset": null});
        assert_eq!(desk.get("/api/user/settings").await, (200, settings));
        let (_, sessions) = desk.get("/api/user/sessions").await;
        assert_eq!(sessions.as_array().map(Vec::len), Some(2));
        let (_, reset) = desk.post("/api/user/reset-access-code", &json!({})).await;
        let code = reset["newAccessCode"].as_str().expect("a code");
        assert_ne!(code, shop.code.expose());
        assert_eq!(second.get("/api/user/me").await.0, 401, "other sessions end");
        let (_, settings) = desk.get("/api/user/settings").await;
        assert_eq!(settings["access_code"], code);
        assert_eq!(settings["lastAccessCodeReset"], "2026-11-20T09:14:00.000Z");
        assert_eq!(desk.post("/api/user/sign-out-everywhere", &json!({})).await.0, 200);
        assert_eq!(desk.get("/api/user/me").await.0, 401);
    })
    .await;
}

#[tokio::test]
async fn delivery_text_and_custom_code_are_saved_with_versions_and_size_limits() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let text = "/api/dashboard/delivery-text";
        assert_eq!(desk.get(text).await, (200, json!({"text": ""})));
        assert_eq!(desk.post(text, &json!({"text": "Key: {key}"})).await.0, 200);
        assert_eq!(desk.get(text).await, (200, json!({"text": "Key: {key}"})));
        let long = desk.post(text, &json!({"text": "x".repeat(5001)})).await;
        assert_eq!(long, refusal(422, "Text too long. Limit is 5000 characters."));

        let (fetch, save) = ("/api/fetch-custom-code", "/api/save-custom-code");
        assert_eq!(desk.get(fetch).await, (200, json!({"code": ""})));
        assert_eq!(desk.post(save, &json!("export default 1")).await.0, 200);
        assert_eq!(desk.post(save, &json!({"code": "export default 2"})).await.0, 200);
        assert_eq!(desk.get(fetch).await, (200, json!({"code": "export default 2"})));
        assert_eq!(desk.post(save, &json!("x".repeat(256 * 1024 + 1))).await.0, 413);
        assert_eq!(desk.post(save, &json!({"text": "x"})).await.0, 422);
        assert_eq!(
            desk.post(save, &json!("\n".repeat(256 * 1024))).await.0,
            200,
            "twice as long when escaped"
        );
        let (_, versions) = desk.get("/api/custom-code/versions").await;
        assert_eq!(versions["versions"].as_array().map(Vec::len), Some(3));
        let first = versions["versions"][2]["id"].as_str().expect("an id");
        let path = format!("/api/custom-code/versions/{first}");
        assert_eq!(desk.get(&path).await, (200, json!({"code": "export default 1"})));
    })
    .await;
}

#[tokio::test]
async fn only_admins_read_the_logs() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, admin) = (Desk::of(&shop).await, admin(&shop).await);
        assert_eq!(
            desk.get("/api/admin/logs").await,
            refusal(403, "Access denied. Admin privileges required.")
        );
        let (status, page) = admin.get("/api/admin/logs?search=SELLER1&action=signed_in").await;
        assert_eq!(status, 200);
        let entry = &page["logs"][0];
        assert_eq!((&entry["username"], &entry["userId"]), (&json!("seller1"), &json!(shop.user_id)));
        assert_eq!((&entry["severity"], &entry["ipAddress"]), (&json!("info"), &json!("127.0.0.1")));
        assert_eq!(page["logs"].as_array().map(Vec::len), Some(1));
        let long = |length| format!("search={}", "_".repeat(length));
        assert_eq!(admin.get(&format!("/api/admin/logs?{}", long(1000))).await.0, 200);
        for bad in ["limit=0", "limit=101", "cursor=x", "utcOffset=1000", &long(1001)] {
            assert_eq!(admin.get(&format!("/api/admin/logs?{bad}")).await.0, 422, "{bad}");
        }
    })
    .await;
}
