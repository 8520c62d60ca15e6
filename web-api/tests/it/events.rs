//! The events that an open dashboard receives.

use std::time::Duration;

use boostdesk_core::closing;
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{Setup, Shop, guild, on_both, tokens};
use reqwest::Response;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::members::helper;
use crate::seller::Desk;
use crate::support::{Site, body, header, refusal, send};

/// Returns what arrives next. `None`: the stream has ended.
async fn next(stream: &mut Response) -> Option<String> {
    let chunk = timeout(Duration::from_mins(1), stream.chunk()).await.expect("something comes, or it ends");
    Some(String::from_utf8_lossy(&chunk.expect("the stream is sound")?).into_owned())
}

/// Reads on until `wanted` has arrived.
async fn read_until(stream: &mut Response, wanted: &str) -> String {
    let mut text = String::new();
    while !text.contains(wanted) {
        let more = next(stream).await;
        text += &more.unwrap_or_else(|| panic!("the stream ended before `{wanted}`: {text:?}"));
    }
    text
}

async fn read_to_end(stream: &mut Response) {
    while next(stream).await.is_some() {}
}

#[tokio::test]
async fn an_event_stream_reports_the_sellers_own_changes_and_no_other_sellers() {
    on_both(async |app| {
        let (mine, theirs) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let site = Site::open(&app).await;
        let token = site.sign_in(&mine).await;
        let mut stream = send(site.get("/api/dashboard/events").header("Authorization", &token)).await;
        assert_eq!(header(&stream, "content-type"), "text/event-stream");
        assert_eq!(header(&stream, "x-accel-buffering"), "no");
        let ready = r#"{"topic":"ready","helping":{"role":null,"guildId":null}}"#;
        assert_eq!(read_until(&mut stream, "\n\n").await, format!("data: {ready}\n\n"));
        theirs.restock(&tokens("theirs", 1)).await;
        mine.keys(2, 1).await;
        let heard = read_until(&mut stream, "keys").await;
        assert!(!heard.contains("stock"), "{heard}");
        mine.restock(&tokens("mine", 1)).await;
        read_until(&mut stream, "data: {\"topic\":\"stock\"}\n\n").await;
    })
    .await;
}

#[tokio::test]
async fn a_helpers_event_stream_begins_with_their_role_and_storefront() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let (_, vera) = helper(&Desk::of(&shop).await, &shop, "vera", "viewer").await;
        let request = site.get("/api/dashboard/events").header("Authorization", &vera.token);
        let ready =
            format!(r#"{{"topic":"ready","helping":{{"role":"viewer","guildId":"{}"}}}}"#, shop.guild);
        assert_eq!(read_until(&mut send(request).await, "\n\n").await, format!("data: {ready}\n\n"));
    })
    .await;
}

#[tokio::test]
async fn a_helpers_event_stream_reports_nothing_of_the_sellers_other_storefronts() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let second = Shop { guild: guild(2), ..shop.clone() };
        let input = StorefrontInput { name: Some("Second".to_owned()), ..StorefrontInput::default() };
        storefronts::add_proven(&app, &shop.user_id, &second.guild, input).await.expect("it opens");
        let (_, vera) = helper(&Desk::of(&shop).await, &shop, "vera", "viewer").await;
        let request = site.get("/api/dashboard/events").header("Authorization", &vera.token);
        let mut stream = send(request).await;
        read_until(&mut stream, "ready").await;
        second.keys(2, 1).await;
        shop.restock(&tokens("mine", 1)).await;
        let heard = read_until(&mut stream, "stock").await;
        assert!(!heard.contains("keys"), "{heard}");
    })
    .await;
}

#[tokio::test]
async fn a_change_by_another_process_reaches_the_event_stream() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let token = site.sign_in(&shop).await;
        let mut stream = send(site.get("/api/dashboard/events").header("Authorization", &token)).await;
        read_until(&mut stream, "ready").await;
        let listening = app.app.clone();
        let ear = tokio::spawn(async move { listening.db.listen_to_others().await });
        // Another process writes; SQLite does not notify what has changed.
        let other = Shop { app: app.another(Setup::default()).await, ..shop };
        let heard = async {
            for round in 0.. {
                other.restock(&tokens(&format!("round{round}"), 1)).await;
                let heard = timeout(Duration::from_millis(500), stream.chunk()).await;
                if let Ok(chunk) = heard {
                    return chunk.expect("the stream goes on").expect("the stream goes on");
                }
            }
            unreachable!("the loop has no end");
        };
        let heard = timeout(Duration::from_mins(1), heard).await.expect("another process is heard");
        let heard = String::from_utf8_lossy(&heard);
        assert!(heard.contains("ready") || heard.contains("stock") || heard.contains("activity"), "{heard}");
        assert!(!heard.contains("everything"), "{heard}");
        ear.abort();
        other.app.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn the_event_stream_ends_with_its_session_and_when_the_seller_is_removed() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let (stays, leaves) = (site.sign_in(&shop).await, site.sign_in(&shop).await);
        let mut staying = send(site.get("/api/dashboard/events").header("Authorization", &stays)).await;
        let mut leaving = send(site.get("/api/dashboard/events").header("Authorization", &leaves)).await;
        read_until(&mut staying, "ready").await;
        read_until(&mut leaving, "ready").await;
        send(site.request(reqwest::Method::POST, "/api/auth/logout").header("Authorization", &leaves)).await;
        read_to_end(&mut leaving).await;
        read_until(&mut staying, "sessions").await;
        closing::remove_seller(&app, shop.user_id.as_str()).await.expect("the seller is removed");
        read_to_end(&mut staying).await;
    })
    .await;
}

#[tokio::test]
async fn the_event_stream_ends_when_the_session_or_the_helpers_role_expires() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let token = site.sign_in(&shop).await;
        let members = format!("/api/storefronts/{}/members", shop.guild.as_str());
        let helper = json!({"username": "pia", "role": "packer", "until": "2026-11-20T12:14:00Z"});
        let (_, helper) = body(site.post(&members, &helper).header("Authorization", &token)).await;
        let helpers = site.login(helper["accessCode"].as_str().expect("a code")).await;
        let helpers = helpers["token"].as_str().expect("a token").to_owned();
        let open = async |token: &str| {
            let mut stream = send(site.get("/api/dashboard/events").header("Authorization", token)).await;
            read_until(&mut stream, "ready").await;
            stream
        };
        let (mut sellers, mut role) = (open(&token).await, open(&helpers).await);

        // The role is made to end earlier than when the stream began.
        let id = helper["id"].as_str().expect("an id");
        let put = async |change: &Value| {
            let call = site.request(reqwest::Method::PUT, &format!("{members}/{id}")).json(change);
            body(call.header("Authorization", &token)).await.0
        };
        assert_eq!(put(&json!({"until": "2026-11-20T10:14:00Z"})).await, 200);
        read_until(&mut role, "sessions").await;
        app.clock.advance(Duration::from_hours(1));
        read_to_end(&mut role).await;
        let mut without_a_shop = open(&helpers).await;

        // The stream begins again.
        assert_eq!(put(&json!({"until": "2026-11-20T11:14:00Z"})).await, 200);
        read_to_end(&mut without_a_shop).await;
        let mut role = open(&helpers).await;
        app.clock.advance(Duration::from_hours(1));
        read_to_end(&mut role).await;
        let mut without_a_shop = open(&helpers).await;

        // A session in use lasts: the stream looks it up again instead of assuming its end.
        app.clock.advance(Duration::from_hours(22));
        assert_eq!(body(site.get("/api/auth/self").header("Authorization", &token)).await.0, 200);
        app.all_written().await;
        app.clock.advance(Duration::from_hours(2));
        read_to_end(&mut without_a_shop).await;
        shop.restock(&tokens("mine", 1)).await;
        read_until(&mut sellers, "stock").await;
        app.clock.advance(Duration::from_hours(22));
        read_to_end(&mut sellers).await;
    })
    .await;
}

#[tokio::test]
async fn the_event_stream_ends_when_the_server_stops() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let token = site.sign_in(&shop).await;
        let mut stream = send(site.get("/api/dashboard/events").header("Authorization", &token)).await;
        read_until(&mut stream, "ready").await;
        timeout(Duration::from_mins(1), site.stop()).await.expect("the server stops though a stream is open");
        read_to_end(&mut stream).await;
    })
    .await;
}

#[tokio::test]
async fn a_stream_needs_a_session() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        assert_eq!(body(site.get("/api/dashboard/events")).await, refusal(401, "You need to log in."));
    })
    .await;
}
