//! Who is here, who types and who is muted.

use boostdesk_core::db::Dialect;
use boostdesk_core::people::auth;
use boostdesk_core::testing::{Setup, Shop, TestApp, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Events, Socket, message, open_site, open_site_with, say, signed};
use crate::support::{body, refusal, send};

#[tokio::test]
async fn presence_and_typing_are_broadcast_and_a_present_author_id_cannot_be_taken() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let other = site.sign_in(&Shop::open(&app, 2).await).await;
        let mut mine = Socket::open(&site, &token, "&authorId=me&author=Mika").await;
        let mut twice = Socket::open(&site, &token, "&authorId=me&author=Mika").await;
        let mut theirs = Socket::open(&site, &other, "").await;
        theirs.say(&json!({"type": "hello", "data": {"authorId": "you", "author": "Noor"}})).await;
        let both = json!({"count": 2, "members": [
            {"authorId": "me", "author": "Mika"}, {"authorId": "you", "author": "Noor"},
        ]});
        while mine.next_of("presence").await != both {}
        theirs.say(&json!({"type": "typing"})).await;
        assert_eq!(mine.next_of("typing").await, json!({"authorId": "you", "author": "Noor"}));
        let typing = json!({"authorId": "me", "author": "Mika"});
        let call = signed(site.post("/api/chat/typing", &typing), &token);
        assert_eq!(body(call).await.0, 200);
        while theirs.next_of("typing").await != typing {}
        let room = body(signed(site.get("/api/chat/room?room=global"), &token)).await.1;
        assert_eq!(room["members"], both);
        assert_eq!(
            (&room["me"], &room["muted"], &room["admin"]),
            (&json!({"authorId": "me", "author": "Mika"}), &Value::Null, &json!(false))
        );
        theirs.0.close(None).await.expect("it closes");
        while twice.next_of("presence").await["count"] != 1 {}
        let claim = json!({"type": "hello", "data": {"authorId": "me", "author": "Me"}});
        let mut thief = Socket::open(&site, &other, "").await;
        thief.say(&claim).await;
        assert_eq!(thief.next_of("error").await["code"], 403, "whoever is seen here has their id");
        thief.say(&message("me", "mine now")).await;
        assert_eq!(thief.next_of("error").await["code"], 403);
    })
    .await;
}

#[tokio::test]
async fn everybody_present_is_counted_but_only_the_first_fifty_by_name_are_listed() {
    // Nothing here depends on the database.
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (site, _, token) = open_site_with(&app, |config| config.limits.chat_connections_per_user = 60).await;
    let mut present = Vec::new();
    for number in 10..62 {
        let named = format!("&authorId=a{number}&author=Name{number}");
        present.push(Socket::open(&site, &token, &named).await);
    }
    let members = body(signed(site.get("/api/chat/room"), &token)).await.1["members"].clone();
    assert_eq!(members["count"], present.len());
    let listed = members["members"].as_array().expect("a list");
    assert_eq!((listed.len(), &listed[49]["author"]), (50, &json!("Name59")));
}

#[tokio::test]
async fn a_connection_that_did_not_request_presence_receives_nothing_but_messages() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let other = site.sign_in(&Shop::open(&app, 2).await).await;
        let mut people = Socket::open(&site, &other, "&authorId=you&author=Noor").await;
        for line in ["one", "two", "three"] {
            let opened = Socket::try_open(&site, "", &[("authorization", &token)]).await;
            let mut socket = opened.unwrap_or_else(|status| panic!("refused with {status}"));
            let stream = send(signed(site.get("/sse/chat?room=global"), &token)).await;
            let mut events = Events(stream, String::new());
            if line == "one" {
                people.say(&json!({"type": "typing"})).await;
                people.next_of("typing").await;
            }
            let sent = body(signed(site.post("/api/chat/send", &message("you", line)), &other)).await.1;
            let heard = json!({"type": "message", "data": sent["data"]});
            assert_eq!(socket.next().await, heard, "said right behind the handshake");
            assert_eq!(events.next().await, Some(heard));
        }
    })
    .await;
}

#[tokio::test]
async fn only_admins_can_mute_and_a_muted_author_is_notified_and_cannot_send_type_or_rename() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let (_, code) = auth::add_seller(&app, "boss", None, true).await.expect("a new name");
        let admin = site.login(code.expose()).await["token"].as_str().expect("a token").to_owned();
        let mut socket = Socket::open(&site, &token, "").await;
        let mut others = Events::open(&site, &admin).await;
        socket.say(&message("me", "spam")).await;
        let id = socket.next_of("message").await["id"].clone();
        let path = "/api/chat/authors/me/mute";
        let mute = |token: &str, minutes: Value| {
            site.request(Method::PUT, path).json(&json!({"minutes": minutes})).header("Authorization", token)
        };
        let forbidden = refusal(403, "Access denied. Admin privileges required.");
        assert_eq!(body(mute(&token, json!(5))).await, forbidden);
        assert_eq!(body(mute(&admin, json!(0))).await.0, 422);
        assert_eq!(body(mute(&admin, json!(5))).await.0, 200);
        let told = socket.next_of("mute").await;
        assert_eq!(told, json!({"muted": true, "until": "2026-11-20T09:19:00.000Z"}));
        assert_eq!(say(&site, &token, &message("me", "x")).await, refusal(403, "You are muted."));
        let mutes = body(signed(site.get("/api/chat/mutes"), &admin)).await.1;
        assert_eq!(
            (&mutes["mutes"][0]["authorId"], &mutes["mutes"][0]["author"]),
            (&json!("me"), &json!("Name me"))
        );
        assert_eq!(body(signed(site.get("/api/chat/mutes"), &token)).await, forbidden);
        socket.say(&json!({"type": "typing"})).await;
        assert_eq!(socket.next_of("error").await["code"], 403, "nor is anybody told that they type");
        let typing = json!({"authorId": "me", "author": "Name me"});
        let typing = signed(site.post("/api/chat/typing", &typing), &token);
        assert_eq!(body(typing).await, refusal(403, "You are muted."));
        for id in ["fresh", "me"] {
            let renamed = json!({"authorId": id, "author": "BUY AT MINE"});
            socket.say(&json!({"type": "hello", "data": renamed})).await;
        }
        socket.say(&json!({"type": "typing"})).await;
        assert_eq!(socket.next_of("error").await["message"], "You are muted.", "whoever they say they are");
        let members = body(signed(site.get("/api/chat/room"), &admin)).await.1["members"].clone();
        assert_eq!(members["members"], json!([{"authorId": "me", "author": "Name me"}]));
        let unmute = |token: &str| signed(site.request(Method::DELETE, "/api/chat/authors/ME/mute"), token);
        assert_eq!(body(unmute(&token)).await, forbidden);
        assert_eq!(body(unmute(&admin)).await.0, 200);
        assert_eq!(socket.next_of("mute").await, json!({"muted": false, "until": null}));
        let delete = format!("/api/chat/messages/{}", id.as_str().expect("a text"));
        assert_eq!(body(signed(site.request(Method::DELETE, &delete), &admin)).await.0, 200);
        socket.next_of("delete").await;
        loop {
            let heard = others.next().await.expect("the stream goes on");
            assert_ne!(heard["type"], "mute", "nobody else is told");
            if heard["type"] == "delete" {
                break;
            }
        }
    })
    .await;
}
