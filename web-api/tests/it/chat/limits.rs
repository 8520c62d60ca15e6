//! Limits on messages and connections, and clients that read slowly.

use std::time::Duration;

use boostdesk_core::testing::{Shop, on_both};
use tokio::time::timeout;

use super::{Socket, message, open_site_with, say, signed};
use crate::support::{header, send};

#[tokio::test]
async fn chat_messages_per_minute_and_connections_per_user_are_limited() {
    on_both(async |app| {
        let (site, _, token) = open_site_with(&app, |config| {
            config.limits.chat_connections_per_user = 2;
            // One message, and the next after 15 s.
            config.limits.chat_messages_per_minute = 4;
        })
        .await;
        let others = site.sign_in(&Shop::open(&app, 2).await).await;
        let mut socket = Socket::open(&site, &token, "").await;
        for _ in 0..40 {
            socket.say(&message("a", "spam")).await;
        }
        let error = socket.next_of("error").await;
        assert_eq!(error["code"], 429);
        let refused = send(signed(site.post("/api/chat/send", &message("a", "x")), &token)).await;
        assert_eq!(refused.status(), 429);
        let wait: u64 = header(&refused, "retry-after").parse().expect("seconds");
        assert!((1..=15).contains(&wait), "{wait}");
        assert_eq!(say(&site, &others, &message("b", "x")).await.0, 200);

        let second = Socket::open(&site, &token, "").await;
        let third = Socket::try_open(&site, "", &[("authorization", &token)]).await;
        assert_eq!(third.err(), Some(429));
        let stream = send(signed(site.get("/sse/chat"), &token)).await;
        assert_eq!(stream.status(), 429);
        drop(second);
        let freed =
            async { while Socket::try_open(&site, "", &[("authorization", &token)]).await.is_err() {} };
        timeout(Duration::from_mins(1), freed).await.expect("a place is given back");
    })
    .await;
}

#[tokio::test]
async fn a_limit_of_zero_messages_per_minute_means_no_limit() {
    on_both(async |app| {
        let (site, _, token) =
            open_site_with(&app, |config| config.limits.chat_messages_per_minute = 0).await;
        for number in 0..40 {
            let (status, answer) = say(&site, &token, &message("a", &format!("word {number}"))).await;
            assert_eq!(status, 200, "{answer}");
        }
    })
    .await;
}

#[tokio::test]
async fn chat_sockets_count_towards_the_connection_limit_of_their_address() {
    on_both(async |app| {
        let (site, _, token) = open_site_with(&app, |config| config.limits.connections_per_address = 3).await;
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
async fn a_slow_reader_is_disconnected_without_delaying_other_chat_connections() {
    on_both(async |app| {
        let (site, _, token) = open_site_with(&app, |config| {
            config.chat.require_session = false;
            config.web.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
        })
        .await;
        let mut slow = Socket::open(&site, &token, "").await;
        let mut quick = Socket::open(&site, &token, "").await;
        let content = "🙂".repeat(4000);
        // Each from another address, as one may not say so much. Far more than sockets buffer.
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
