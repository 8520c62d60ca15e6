//! When chat connections are closed.

use std::time::Duration;

use boostdesk_core::chat::{self, ROOM};
use boostdesk_core::db::Dialect;
use boostdesk_core::ids::Revision;
use boostdesk_core::people::auth;
use boostdesk_core::testing::{Relay, Setup, TestApp, on_both};
use futures::SinkExt;
use reqwest::Method;
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use super::{Events, Socket, message, open_site, signed};
use crate::support::{body, send};

#[tokio::test]
async fn chat_connections_close_when_the_session_ends_and_when_the_server_stops() {
    on_both(async |app| {
        let (site, shop, leaves) = open_site(&app).await;
        let stays = site.sign_in(&shop).await;
        let (mut leaving, mut staying) =
            (Socket::open(&site, &leaves, "").await, Socket::open(&site, &stays, "").await);
        let (mut leaving_events, mut staying_events) =
            (Events::open(&site, &leaves).await, Events::open(&site, &stays).await);
        send(signed(site.request(Method::POST, "/api/auth/logout"), &leaves)).await;
        assert_eq!(leaving.close_code().await, 4401);
        leaving_events.end().await;
        staying.say(&message("me", "still here")).await;
        staying.next_of("message").await;
        staying_events.next_of("message").await;
        timeout(Duration::from_mins(1), site.stop()).await.expect("the server stops though streams are open");
        assert_eq!(staying.close_code().await, 1001);
        staying_events.end().await;
    })
    .await;
}

#[tokio::test]
async fn a_message_on_a_session_ended_by_another_process_is_dropped_and_the_socket_closed() {
    on_both(async |app| {
        let (site, shop, token) = open_site(&app).await;
        let mut socket = Socket::open(&site, &token, "").await;
        let command = app.another(Setup::default()).await;
        auth::reset_code_of(&command, shop.user_id.as_str(), "").await.expect("a new code");
        socket.say(&message("me", "still here?")).await;
        assert_eq!(socket.close_code().await, 4401);
        assert_eq!(chat::revision(&app, ROOM).await.expect("the room"), Revision::NONE);
    })
    .await;
}

#[tokio::test]
async fn chat_connections_close_when_the_session_or_the_helpers_role_expires() {
    on_both(async |app| {
        let (site, shop, token) = open_site(&app).await;
        let members = format!("/api/storefronts/{}/members", shop.guild.as_str());
        let helper = json!({"username": "pia", "role": "packer", "until": "2026-11-20T10:14:00Z"});
        let (_, helper) = body(signed(site.post(&members, &helper), &token)).await;
        let helpers = site.login(helper["accessCode"].as_str().expect("a code")).await;
        let helpers = helpers["token"].as_str().expect("a token");
        let (mut socket, mut events) =
            (Socket::open(&site, &token, "").await, Events::open(&site, &token).await);
        let (mut helpers_socket, mut helpers_events) =
            (Socket::open(&site, helpers, "").await, Events::open(&site, helpers).await);
        app.clock.advance(Duration::from_hours(1));
        assert_eq!(helpers_socket.close_code().await, 1000, "the session goes on");
        helpers_events.end().await;
        socket.say(&message("me", "still here")).await;
        events.next_of("message").await;
        app.clock.advance(Duration::from_hours(23));
        assert_eq!(socket.close_code().await, 4401);
        events.end().await;
    })
    .await;
}

#[tokio::test]
async fn a_chat_socket_stays_open_while_postgresql_is_down() {
    let mut app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let mut relay = Relay::to(&app.url).await;
    app.url.clone_from(&relay.url);
    let (site, _, token) = open_site(&app.another(Setup::impatient()).await).await;
    let mut socket = Socket::open(&site, &token, "").await;
    relay.shut().await;
    socket.say(&message("me", "too early")).await;
    assert_eq!(socket.next_of("error").await["code"], 503, "nobody can tell whether the session has ended");
    relay.open().await;
    socket.say(&message("me", "still here")).await;
    assert_eq!(socket.next_of("message").await["content"], "still here");
}

#[tokio::test]
async fn a_chat_socket_that_its_client_closes_is_closed_in_return() {
    // Nothing here depends on the database.
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (site, _, token) = open_site(&app).await;
    for code in [1000, 1001, 4000] {
        let mut socket = Socket::open(&site, &token, "").await;
        let close = CloseFrame { code: code.into(), reason: "".into() };
        socket.0.send(Message::Close(Some(close))).await.expect("it is sent");
        assert_eq!(socket.close_code().await, code, "as the client has said");
    }
}

#[tokio::test]
async fn a_chat_socket_that_answers_no_ping_is_closed_within_a_minute() {
    // Nothing here depends on the database.
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (site, _, token) = open_site(&app).await;
    let mut socket = Socket::open(&site, &token, "").await;
    // From here on the paused clock jumps ahead whenever all tasks wait.
    tokio::time::pause();
    let began = tokio::time::Instant::now();
    let mut bytes = Vec::new();
    // Reads below the library, which would answer pings.
    let _ = socket.0.get_mut().read_to_end(&mut bytes).await;
    assert!((40..60).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
    assert!(bytes.windows(2).any(|frame| frame == [0x89, 0]), "it was pinged");
}
