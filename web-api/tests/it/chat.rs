//! The chat room: who comes in, what they hear, and how it ends.

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::db::Dialect;
use boostdesk_core::people::auth;
use boostdesk_core::testing::{Setup, Shop, TestApp, on_both};
use futures::{SinkExt, StreamExt};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::support::{Site, body, header, refusal, send, unlimited};

const PAGE: &str = "http://127.0.0.1:8080";

/// One end of a socket.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn try_open(site: &Site, query: &str, headers: &[(&'static str, &str)]) -> Result<Self, u16> {
        let url = format!("ws://{}/ws/chat?room=global{query}", site.address);
        let mut request = url.into_client_request().expect("a request");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header value"));
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// As a browser would, with the cookie; past the first frame.
    async fn open(site: &Site, token: &str, query: &str) -> Self {
        let cookie = format!("other=1; boostdesk_session={token}");
        let opened = Self::try_open(site, query, &[("cookie", &cookie), ("origin", PAGE)]).await;
        let mut socket = opened.unwrap_or_else(|status| panic!("refused with {status}"));
        assert_eq!(socket.next().await["type"], "ready");
        socket
    }

    async fn say(&mut self, frame: &Value) {
        self.0.send(Message::text(frame.to_string())).await.expect("it is sent");
    }

    async fn next_message(&mut self) -> Option<Message> {
        let next = timeout(Duration::from_secs(20), self.0.next()).await;
        next.expect("something is heard").and_then(Result::ok)
    }

    async fn next(&mut self) -> Value {
        loop {
            match self.next_message().await {
                Some(Message::Text(text)) => return serde_json::from_str(&text).expect("JSON"),
                Some(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("not a frame: {other:?}"),
            }
        }
    }

    /// The next frame of this type; others may come before it.
    async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == kind {
                return frame["data"].clone();
            }
        }
    }

    async fn close_code(&mut self) -> u16 {
        loop {
            match self.next_message().await {
                Some(Message::Close(Some(close))) => return close.code.into(),
                Some(_) => {}
                None => return 0,
            }
        }
    }
}

/// Reads frames off a stream of server-sent events.
struct Events(Response, String);

impl Events {
    async fn open(site: &Site, token: &str) -> Self {
        let stream = send(site.get("/sse/chat?room=global").header("Authorization", token)).await;
        assert_eq!(header(&stream, "content-type"), "text/event-stream");
        let mut events = Self(stream, String::new());
        assert_eq!(events.next().await.expect("a frame")["type"], "ready");
        events
    }

    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.1.find("\n\n") {
                let event: String = self.1.drain(..end + 2).collect();
                let event = event.trim_end();
                let data = event.strip_prefix("data: ").map(|data| serde_json::from_str(data).expect("JSON"));
                if data.is_some() {
                    return data;
                }
            }
            let chunk = timeout(Duration::from_secs(20), self.0.chunk()).await.expect("something is heard");
            self.1.push_str(&String::from_utf8_lossy(&chunk.ok()??));
        }
    }

    async fn end(&mut self) {
        while self.next().await.is_some() {}
    }

    async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await.expect("the stream goes on");
            if frame["type"] == kind {
                return frame["data"].clone();
            }
        }
    }
}

fn message(author: &str, content: &str) -> Value {
    json!({"room": "global", "authorId": author, "author": format!("Name {author}"), "content": content})
}

async fn open_site(app: &App) -> (Site, Shop, String) {
    let (shop, site) = (Shop::open(app, 1).await, Site::open(app).await);
    let token = site.sign_in(&shop).await;
    (site, shop, token)
}

async fn say(site: &Site, token: &str, message: &Value) -> (u16, Value) {
    body(site.post("/api/chat/send", message).header("Authorization", token)).await
}

#[tokio::test]
async fn what_one_says_all_hear_once_by_either_way() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let other = site.sign_in(&Shop::open(&app, 2).await).await;
        let mut mine = Socket::open(&site, &token, "").await;
        let mut theirs = Socket::open(&site, &other, "").await;
        let mut events = Events::open(&site, &other).await;
        let mut first = message("me", "  hello <b>\n");
        first["clientId"] = json!("tmp-1");
        mine.say(&first).await;
        let heard = mine.next_of("message").await;
        assert_eq!(
            (heard["content"].as_str(), heard["clientId"].as_str()),
            (Some("hello <b>"), Some("tmp-1"))
        );
        assert_eq!((heard["room"].as_str(), heard["author"].as_str()), (Some("global"), Some("Name me")));
        assert_eq!(theirs.next_of("message").await, heard);
        assert_eq!(events.next_of("message").await, heard);

        // The same again, by the fallback: no second message.
        let (status, again) = say(&site, &token, &json!({"type": "message", "data": first})).await;
        assert_eq!((status, &again["data"]), (200, &heard));
        theirs.say(&json!({"type": "message", "data": message("you", "hi")})).await;
        for frame in [mine.next_of("message").await, events.next_of("message").await] {
            assert_eq!(frame["content"], "hi");
        }
        let history = body(site.get("/api/chat/history?room=global").header("Authorization", &other)).await.1;
        assert_eq!(history.as_array().expect("a bare array").len(), 2);
        assert_eq!(history[0], heard);
    })
    .await;
}

#[tokio::test]
async fn changes_are_heard_and_what_was_missed_can_be_asked_for() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let (_, sent) = say(&site, &token, &message("me", "helo")).await;
        let (id, seen) =
            (sent["data"]["id"].as_str().expect("a text").to_owned(), sent["data"]["revision"].clone());
        let mut socket = Socket::open(&site, &token, "").await;
        let path = format!("/api/chat/messages/{id}");
        let edit = site.request(Method::PUT, &path).json(&json!({"content": "hello"}));
        let (status, edited) = body(edit.header("Authorization", &token)).await;
        assert_eq!((status, edited["data"]["content"].as_str()), (200, Some("hello")));
        assert_eq!(socket.next_of("edit").await, edited["data"]);
        let delete = body(site.request(Method::DELETE, &path).header("Authorization", &token)).await;
        assert_eq!(delete, (200, json!({"code": 200, "message": "Message deleted."})));
        let gone = socket.next_of("delete").await;
        assert_eq!(gone["id"], id.as_str());
        let changes = format!("/api/chat/changes?room=global&after={seen}");
        let (_, missed) = body(site.get(&changes).header("Authorization", &token)).await;
        assert_eq!(missed["revision"], gone["revision"]);
        assert_eq!(missed["messages"][0]["deleted"], true);
        assert_eq!(missed["messages"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn a_chat_crosses_processes() {
    on_both(async |app| {
        if app.db.dialect() == Dialect::Sqlite {
            return;
        }
        let (site, _, token) = open_site(&app).await;
        let other_app = app.another(Setup::default()).await;
        let other_site = Site::open(&other_app).await;
        let ears: Vec<_> = [app.app.clone(), other_app.clone()]
            .map(|app| tokio::spawn(async move { app.db.listen_to_others().await }))
            .into();
        let mut here = Socket::open(&site, &token, "&authorId=here&author=Here").await;
        let mut there = Socket::open(&other_site, &token, "&authorId=there&author=There").await;
        for socket in [&mut here, &mut there] {
            while socket.next_of("presence").await["count"] != 2 {}
        }
        for number in 0..20 {
            let (from, name) = if number % 2 == 0 { (&mut here, "here") } else { (&mut there, "there") };
            from.say(&message(name, &number.to_string())).await;
            for socket in [&mut here, &mut there] {
                assert_eq!(socket.next_of("message").await["content"], number.to_string());
            }
        }
        there.say(&json!({"type": "typing"})).await;
        assert_eq!(here.next_of("typing").await["author"], "Name there");
        drop(there);
        while here.next_of("presence").await["count"] != 1 {}
        for ear in ears {
            ear.abort();
        }
        other_site.stop().await;
        other_app.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn only_the_apps_own_pages_and_sessions_come_in() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let cookie = format!("boostdesk_session={token}");
        let open = async |headers: &[(&'static str, &str)]| {
            Socket::try_open(&site, "", headers).await.map(|_| ()).err()
        };
        assert_eq!(open(&[("origin", PAGE), ("cookie", &cookie)]).await, None);
        assert_eq!(open(&[("origin", "http://localhost:8080"), ("cookie", &cookie)]).await, None);
        assert_eq!(open(&[("authorization", &token)]).await, None, "a program names no page");
        for origin in [
            "http://127.0.0.1:8081",
            "https://127.0.0.1:8080",
            "http://127.0.0.1:8080.example.com",
            "http://evil.example.com",
            "null",
        ] {
            assert_eq!(open(&[("origin", origin), ("cookie", &cookie)]).await, Some(403), "{origin}");
        }
        assert_eq!(open(&[("origin", PAGE)]).await, Some(401));
        assert_eq!(open(&[("origin", PAGE), ("cookie", "boostdesk_session=bds_x")]).await, Some(401));

        let call = |origin: &str| {
            site.post("/api/chat/send", &message("me", "x"))
                .header("Cookie", &cookie)
                .header("Origin", origin)
        };
        assert_eq!(
            body(call("http://evil.example.com")).await,
            refusal(403, "This page may not use the chat.")
        );
        assert_eq!(body(call(PAGE)).await.0, 200);
        let history = || site.get("/api/chat/history").header("Cookie", &cookie);
        assert_eq!(body(history().header("Sec-Fetch-Site", "cross-site")).await.0, 403);
        assert_eq!(body(history().header("Sec-Fetch-Site", "same-origin")).await.0, 200);
        for path in ["/api/chat/history", "/api/chat/room", "/sse/chat", "/api/chat/changes?after=0"] {
            assert_eq!(body(site.get(path)).await, refusal(401, "You need to log in."), "{path}");
        }
        assert_eq!(say(&site, "bds_x", &message("me", "x")).await, refusal(401, "You need to log in."));
        // The cookie opens the chat, and nothing else.
        assert_eq!(body(site.get("/api/user/me").header("Cookie", &cookie)).await.0, 401);
        let plain = site.get("/ws/chat").header("Authorization", &token);
        assert_eq!(send(plain).await.status(), 426);
    })
    .await;
}

#[tokio::test]
async fn an_open_chat_asks_for_no_session_and_gives_no_rights() {
    on_both(async |app| {
        let (shop, mut config) = (Shop::open(&app, 1).await, unlimited());
        config.chat.require_session = false;
        let site = Site::open_with(&app, config).await;
        let token = site.sign_in(&shop).await;
        let opened = Socket::try_open(&site, "", &[("origin", PAGE)]).await;
        let mut socket = opened.unwrap_or_else(|status| panic!("refused with {status}"));
        socket.next_of("ready").await;
        let (status, sent) = body(site.post("/api/chat/send", &message("anyone", "hello"))).await;
        assert_eq!(status, 200);
        assert_eq!(socket.next_of("message").await, sent["data"]);
        let path = format!("/api/chat/messages/{}", sent["data"]["id"].as_str().expect("a text"));
        let deleted = body(site.request(Method::DELETE, &path)).await;
        assert_eq!(deleted, refusal(403, "Only your own messages can be changed."));
        assert_eq!(say(&site, &token, &message("mine", "x")).await.0, 200);
        let stolen = body(site.post("/api/chat/send", &message("mine", "it is me"))).await;
        assert_eq!(stolen, refusal(403, "This author id belongs to somebody else."));
        let seated = Socket::try_open(&site, "&authorId=mine&author=Me", &[]).await;
        assert_eq!(seated.err(), Some(403));
        let site_of_others =
            body(site.get("/api/chat/history").header("Origin", "http://evil.example.com")).await;
        assert_eq!(site_of_others.0, 403);
    })
    .await;
}

#[tokio::test]
async fn a_refused_frame_is_answered_and_the_socket_stays() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let mut socket = Socket::open(&site, &token, "").await;
        let table = [
            ("{", 400, "The request is not valid JSON."),
            ("[]", 422, "The request has a wrong shape."),
            (r#"{"type":"dance"}"#, 422, "There is no such type of frame."),
            (r#"{"type":"typing"}"#, 422, "Say who you are first."),
            (r#"{"authorId":"a","content":"x"}"#, 422, "`author` is missing."),
            (r#"{"authorId":"a","author":" ","content":"x"}"#, 422, "A name has 1 to 40 characters."),
            (r#"{"authorId":"a","author":"A","content":" "}"#, 422, "A message cannot be empty."),
            (r#"{"authorId":"a","author":"A","content":"x","room":"b"}"#, 404, "There is no such room."),
            (
                r#"{"authorId":"a","author":"A","content":"\u0000"}"#,
                422,
                "The text holds a character that cannot be stored.",
            ),
        ];
        for (text, code, sentence) in table {
            socket.0.send(Message::text(text)).await.expect("it is sent");
            let error = socket.next_of("error").await;
            assert_eq!(error, json!({"code": code, "message": sentence, "clientId": null}), "{text}");
        }
        let mut empty = message("a", "");
        empty["clientId"] = json!("tmp-9");
        socket.say(&empty).await;
        assert_eq!(socket.next_of("error").await["clientId"], "tmp-9");
        socket.say(&message("a", "still here")).await;
        assert_eq!(socket.next_of("message").await["content"], "still here");
        let mut nuisance = Socket::open(&site, &token, "").await;
        for _ in 0..60 {
            let _ = nuisance.0.send(Message::text("{")).await;
        }
        assert!([1008, 0].contains(&nuisance.close_code().await));
    })
    .await;
}

#[tokio::test]
async fn a_long_frame_ends_the_socket_and_a_long_message_does_not() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let mut socket = Socket::open(&site, &token, "").await;
        socket.say(&message("a", &"ä".repeat(4000))).await;
        assert_eq!(socket.next_of("message").await["content"], "ä".repeat(4000));
        let _ = socket.0.send(Message::text("x".repeat(16 * 1024 + 1))).await;
        assert!([1009, 0].contains(&socket.close_code().await));
        let wide = say(&site, &token, &message("a", &"🙂".repeat(4000))).await;
        assert_eq!(wide.0, 200, "what no frame takes goes by HTTP");
        let wider = say(&site, &token, &message("a", &"🙂".repeat(4001))).await;
        assert_eq!(wider, refusal(422, "A message has at most 4000 characters."));
    })
    .await;
}

#[tokio::test]
async fn one_may_say_only_so_much_and_be_there_so_often() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let mut config = unlimited();
        config.limits.chat_connections_per_user = 2;
        let site = Site::open_with(&app, config).await;
        let (token, others) = (site.sign_in(&shop).await, site.sign_in(&other).await);
        let mut socket = Socket::open(&site, &token, "").await;
        for _ in 0..40 {
            socket.say(&message("a", "spam")).await;
        }
        let error = socket.next_of("error").await;
        assert_eq!(error["code"], 429);
        let refused =
            send(site.post("/api/chat/send", &message("a", "x")).header("Authorization", &token)).await;
        assert_eq!((refused.status().as_u16(), header(&refused, "retry-after")), (429, "1"));
        assert_eq!(say(&site, &others, &message("b", "x")).await.0, 200);

        let second = Socket::open(&site, &token, "").await;
        let third = Socket::try_open(&site, "", &[("authorization", &token)]).await;
        assert_eq!(third.err(), Some(429));
        let stream = send(site.get("/sse/chat").header("Authorization", &token)).await;
        assert_eq!(stream.status(), 429);
        drop(second);
        let freed =
            async { while Socket::try_open(&site, "", &[("authorization", &token)]).await.is_err() {} };
        timeout(Duration::from_secs(10), freed).await.expect("a place is given back");
    })
    .await;
}

#[tokio::test]
async fn a_socket_keeps_its_place_among_the_connections_of_its_address() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let mut config = unlimited();
        config.limits.connections_per_address = 3;
        let site = Site::open_with(&app, config).await;
        let token = site.sign_in(&shop).await;
        let _held = [Socket::open(&site, &token, "").await, Socket::open(&site, &token, "").await];
        let (status, metrics) = {
            let answer = send(site.client.get(format!("http://{}/metrics", site.operations))).await;
            (answer.status().as_u16(), answer.text().await.expect("text"))
        };
        assert_eq!(status, 200);
        let open = metrics.lines().find_map(|line| line.strip_prefix("boostdesk_http_connections "));
        let open: u32 = open.and_then(|count| count.parse().ok()).expect("a number");
        assert!(open >= 3, "two sockets and the client's own connection: {open}");
        let fourth = Socket::try_open(&site, "", &[("authorization", &token)]).await;
        assert_eq!(fourth.err(), Some(429));
    })
    .await;
}

#[tokio::test]
async fn who_is_here_and_who_types_is_told() {
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
        let call = site.post("/api/chat/typing", &typing).header("Authorization", &token);
        assert_eq!(body(call).await.0, 200);
        while theirs.next_of("typing").await != typing {}
        let room = body(site.get("/api/chat/room?room=global").header("Authorization", &token)).await.1;
        assert_eq!(room["members"], both);
        assert_eq!(
            (&room["me"], &room["muted"], &room["admin"]),
            (&Value::Null, &Value::Null, &json!(false))
        );
        theirs.0.close(None).await.expect("it closes");
        while twice.next_of("presence").await["count"] != 1 {}
        let claim = json!({"type": "hello", "data": {"authorId": "me", "author": "Me"}});
        mine.say(&message("me", "mine now")).await;
        mine.next_of("message").await;
        let mut thief = Socket::open(&site, &other, "").await;
        thief.say(&claim).await;
        assert_eq!(thief.next_of("error").await["code"], 403);
    })
    .await;
}

#[tokio::test]
async fn admins_mute_and_whoever_is_muted_is_told() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let (_, code) = auth::add_seller(&app, "boss", None, true).await.expect("a new name");
        let admin = site.login(code.expose()).await["token"].as_str().expect("a token").to_owned();
        let mut socket = Socket::open(&site, &token, "").await;
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
        let mutes = body(site.get("/api/chat/mutes").header("Authorization", &admin)).await.1;
        assert_eq!(
            (&mutes["mutes"][0]["authorId"], &mutes["mutes"][0]["author"]),
            (&json!("me"), &json!("Name me"))
        );
        assert_eq!(body(site.get("/api/chat/mutes").header("Authorization", &token)).await, forbidden);
        let unmute = |token: &str| site.request(Method::DELETE, path).header("Authorization", token);
        assert_eq!(body(unmute(&token)).await, forbidden);
        assert_eq!(body(unmute(&admin)).await.0, 200);
        assert_eq!(socket.next_of("mute").await, json!({"muted": false, "until": null}));
        let delete = format!("/api/chat/messages/{}", id.as_str().expect("a text"));
        assert_eq!(body(site.request(Method::DELETE, &delete).header("Authorization", &admin)).await.0, 200);
        socket.next_of("delete").await;
    })
    .await;
}

#[tokio::test]
async fn listening_ends_with_the_session_and_with_the_server() {
    on_both(async |app| {
        let (site, shop, leaves) = open_site(&app).await;
        let stays = site.sign_in(&shop).await;
        let (mut leaving, mut staying) =
            (Socket::open(&site, &leaves, "").await, Socket::open(&site, &stays, "").await);
        let (mut leaving_events, mut staying_events) =
            (Events::open(&site, &leaves).await, Events::open(&site, &stays).await);
        send(site.request(Method::POST, "/api/auth/logout").header("Authorization", &leaves)).await;
        assert_eq!(leaving.close_code().await, 4401);
        leaving_events.end().await;
        staying.say(&message("me", "still here")).await;
        staying.next_of("message").await;
        staying_events.next_of("message").await;
        timeout(Duration::from_secs(10), site.stop())
            .await
            .expect("the server stops though streams are open");
        assert_eq!(staying.close_code().await, 1001);
        staying_events.end().await;
    })
    .await;
}

#[tokio::test]
async fn whoever_answers_no_ping_is_gone() {
    // Nothing here depends on the database.
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (site, _, token) = open_site(&app).await;
    let mut socket = Socket::open(&site, &token, "").await;
    // From here on, time passes only while everybody waits, and then at once.
    tokio::time::pause();
    let began = tokio::time::Instant::now();
    let mut bytes = Vec::new();
    // Below the library, which would answer.
    let _ = socket.0.get_mut().read_to_end(&mut bytes).await;
    assert!((40..60).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
    assert!(bytes.windows(2).any(|frame| frame == [0x89, 0]), "it was pinged");
}

#[tokio::test]
async fn a_slow_reader_is_dropped_and_holds_nobody_up() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let mut config = unlimited();
        config.chat.require_session = false;
        config.web.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
        let site = Site::open_with(&app, config).await;
        let token = site.sign_in(&shop).await;
        let mut slow = Socket::open(&site, &token, "").await;
        let mut quick = Socket::open(&site, &token, "").await;
        let content = "🙂".repeat(4000);
        // Each from another address, since one may not say so much. Far more than sockets buffer.
        for number in 0..900_u32 {
            let [_, a, b, c] = number.to_be_bytes();
            let call = site
                .post("/api/chat/send", &message(&format!("a{number}"), &content))
                .header("X-Forwarded-For", format!("10.{a}.{b}.{c}"));
            assert_eq!(send(call).await.status(), 200);
            quick.next_of("message").await;
        }
        assert!([4408, 0].contains(&slow.close_code().await));
        quick.say(&message("quick", "fine")).await;
        assert_eq!(quick.next_of("message").await["content"], "fine");
    })
    .await;
}

#[tokio::test]
async fn a_chat_on_a_host_of_its_own_lets_the_apps_pages_in() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let mut config = unlimited();
        config.web.public_url = "https://shop.example.com".parse().expect("a URL");
        config.chat.public_url = Some("https://chat.example.com".parse().expect("a URL"));
        let site = Site::open_with(&app, config).await;
        let token = site.sign_in(&shop).await;
        let page = "https://shop.example.com";
        let preflight = site
            .request(Method::OPTIONS, "/api/chat/send")
            .header("Origin", page)
            .header("Access-Control-Request-Method", "POST");
        let allowed = send(preflight).await;
        assert_eq!(allowed.status(), 204);
        assert_eq!(header(&allowed, "access-control-allow-origin"), page);
        assert_eq!(header(&allowed, "access-control-allow-credentials"), "true");
        let stranger =
            site.request(Method::OPTIONS, "/api/chat/send").header("Origin", "https://evil.example.com");
        assert_eq!(header(&send(stranger).await, "access-control-allow-origin"), "");
        let outside = site.request(Method::OPTIONS, "/api/user/me").header("Origin", page);
        assert_eq!(header(&send(outside).await, "access-control-allow-origin"), "");
        let opened = site.request(Method::POST, "/api/chat/session").header("Authorization", &token);
        let opened = send(opened.header("Origin", page)).await;
        let cookie = header(&opened, "set-cookie");
        assert!(cookie.starts_with(&format!("boostdesk_session={token};")), "{cookie}");
        assert!(cookie.contains("HttpOnly; SameSite=Strict; Secure"), "{cookie}");
        let cookie = format!("boostdesk_session={token}");
        let open = async |origin: &str| {
            Socket::try_open(&site, "", &[("origin", origin), ("cookie", &cookie)]).await.err()
        };
        assert_eq!(open(page).await, None);
        assert_eq!(open("https://chat.example.com").await, None);
        assert_eq!(open("https://other.example.com").await, Some(403));
    })
    .await;
}
