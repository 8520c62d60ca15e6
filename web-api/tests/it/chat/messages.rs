//! Messages that one person sends and all receive.

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp, on_both};
use bytes::Bytes;
use futures::SinkExt;
use reqwest::Method;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::{Events, Socket, message, open_site, say, signed};
use crate::support::{Site, body, refusal};

#[tokio::test]
async fn a_message_reaches_every_socket_and_event_stream_once_even_if_it_is_sent_twice() {
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
        // Repeated over the socket, as by a client that was cut off before it heard of it: only that client is answered.
        mine.say(&first).await;
        assert_eq!(mine.next_of("message").await, heard);
        theirs.say(&json!({"type": "message", "clientId": "tmp-2", "data": message("you", "hi")})).await;
        for frame in [mine.next_of("message").await, events.next_of("message").await] {
            assert_eq!((&frame["content"], &frame["clientId"]), (&json!("hi"), &json!("tmp-2")));
        }
        let history = body(signed(site.get("/api/chat/history?room=global"), &other)).await.1;
        assert_eq!(history.as_array().expect("a bare array").len(), 2);
        assert_eq!(history[0], heard);
    })
    .await;
}

#[tokio::test]
async fn edits_and_deletions_are_pushed_and_missed_changes_can_be_fetched() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let mut socket = Socket::open(&site, &token, "").await;
        let (_, sent) = say(&site, &token, &message("me", "helo")).await;
        let (id, seen) =
            (sent["data"]["id"].as_str().expect("a text").to_owned(), sent["data"]["revision"].clone());
        // Wait for it: an edit before the room has sent the message would be sent as one new message.
        assert_eq!(socket.next_of("message").await["id"], id.as_str());
        let path = format!("/api/chat/messages/{id}");
        let edit = site.request(Method::PUT, &path).json(&json!({"content": "hello"}));
        let (status, edited) = body(edit.header("Authorization", &token)).await;
        assert_eq!((status, edited["data"]["content"].as_str()), (200, Some("hello")));
        assert_eq!(socket.next_of("edit").await, edited["data"]);
        let delete = body(signed(site.request(Method::DELETE, &path), &token)).await;
        assert_eq!(delete, (200, json!({"code": 200, "message": "Message deleted."})));
        let gone = socket.next_of("delete").await;
        assert_eq!(gone["id"], id.as_str());
        let changes = format!("/api/chat/changes?room=global&after={seen}");
        let (_, missed) = body(signed(site.get(&changes), &token)).await;
        assert_eq!(missed["revision"], gone["revision"]);
        assert_eq!(missed["messages"][0]["deleted"], true);
        assert_eq!(missed["messages"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn chat_messages_typing_and_presence_reach_sockets_of_other_processes() {
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
async fn an_invalid_frame_gets_an_error_and_only_many_of_them_close_the_socket() {
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
        // With those before the message it is more than fifty, but not in a row.
        for _ in 0..45 {
            socket.0.send(Message::text("{")).await.expect("it is sent");
            assert_eq!(socket.next_of("error").await["code"], 400);
        }
        let mut nuisance = Socket::open(&site, &token, "").await;
        for _ in 0..60 {
            let _ = nuisance.0.send(Message::text("{")).await;
        }
        assert!([1008, 0].contains(&nuisance.close_code().await));
    })
    .await;
}

#[tokio::test]
async fn a_websocket_protocol_violation_is_closed_with_the_matching_close_code() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (site, _, token) = open_site(&app).await;
    let frame = |data, code, is_final| Message::Frame(Frame::message(data, OpCode::Data(code), is_final));
    for (broken, code) in [
        (frame(Bytes::from_static(&[0xff, 0xfe]), Data::Text, true), 1007),
        (frame(Bytes::from_static(b"of nothing"), Data::Continue, true), 1002),
    ] {
        let mut socket = Socket::open(&site, &token, "").await;
        socket.0.send(broken).await.expect("it is sent");
        assert_eq!(socket.close_code().await, code);
    }
}

#[tokio::test]
async fn a_frame_over_64_kib_closes_the_socket_and_a_message_of_4000_characters_does_not() {
    on_both(async |app| {
        let (site, _, token) = open_site(&app).await;
        let mut socket = Socket::open(&site, &token, "").await;
        socket.say(&message("a", &"ä".repeat(4000))).await;
        assert_eq!(socket.next_of("message").await["content"], "ä".repeat(4000));
        let _ = socket.0.send(Message::text("x".repeat(64 * 1024 + 1))).await;
        assert!([1009, 0].contains(&socket.close_code().await));
        let wide = say(&site, &token, &message("a", &"🙂".repeat(4000))).await;
        assert_eq!(wide.0, 200, "each character counts once");
        let wider = say(&site, &token, &message("a", &"🙂".repeat(4001))).await;
        assert_eq!(wider, refusal(422, "A message has at most 4000 characters."));
    })
    .await;
}
