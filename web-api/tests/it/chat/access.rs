//! Who may enter, and from which pages.

use boostdesk_core::testing::on_both;
use reqwest::Method;

use super::{PAGE, Socket, message, open_site, open_site_with, say, signed};
use crate::support::{body, header, refusal, send};
use crate::wire::Wire;

#[tokio::test]
async fn the_chat_is_open_only_to_the_apps_own_origins_and_signed_in_sessions() {
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
        let plain = signed(site.get("/ws/chat"), &token);
        let refused = send(plain).await;
        assert_eq!((refused.status().as_u16(), header(&refused, "upgrade")), (426, "websocket"));
        let mut old = Wire::to(&site).await;
        old.send(&format!(
            "GET /ws/chat HTTP/1.1\r\nHost: localhost\r\nAuthorization: {token}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n"
        ))
        .await;
        let refused = old.read_until("}").await;
        assert!(refused.starts_with("HTTP/1.1 426 "), "{refused}");
        assert!(refused.contains("\r\nsec-websocket-version: 13\r\n"), "{refused}");
        assert!(refused.contains("\r\nupgrade: websocket\r\n"), "{refused}");
    })
    .await;
}

#[tokio::test]
async fn without_required_sessions_anyone_can_chat_but_not_change_messages_or_take_author_ids() {
    on_both(async |app| {
        let (site, _, token) = open_site_with(&app, |config| config.chat.require_session = false).await;
        let opened = Socket::try_open(&site, "", &[("origin", PAGE)]).await;
        let mut socket = opened.unwrap_or_else(|status| panic!("refused with {status}"));
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
async fn a_chat_on_its_own_host_accepts_cross_origin_calls_from_the_apps_pages_only() {
    on_both(async |app| {
        let (site, _, token) = open_site_with(&app, |config| {
            config.web.public_url = "https://shop.example.com".parse().expect("a URL");
            config.chat.public_url = Some("https://chat.example.com".parse().expect("a URL"));
        })
        .await;
        let page = "https://shop.example.com";
        let preflight = site
            .request(Method::OPTIONS, "/api/chat/send")
            .header("Origin", page)
            .header("Access-Control-Request-Method", "POST");
        let allowed = send(preflight).await;
        assert_eq!(allowed.status(), 204);
        assert_eq!(header(&allowed, "access-control-allow-origin"), page);
        assert_eq!(header(&allowed, "access-control-allow-credentials"), "true");
        // Refusals may be read by the page, too: when to try again, and the request's id for support.
        for (method, path, status) in
            [(Method::GET, "/api/chat/history", 401), (Method::DELETE, "/api/chat/send", 405)]
        {
            let refused = send(site.request(method, path).header("Origin", page)).await;
            assert_eq!(refused.status(), status);
            assert_eq!(header(&refused, "access-control-allow-origin"), page, "{path}");
            assert_eq!(header(&refused, "access-control-expose-headers"), "retry-after, x-request-id");
        }
        // A cache may be asked with and without an origin.
        let plain = send(signed(site.get("/api/chat/history"), &token)).await;
        assert_eq!(header(&plain, "vary"), "Origin");
        let stranger =
            site.request(Method::OPTIONS, "/api/chat/send").header("Origin", "https://evil.example.com");
        assert_eq!(header(&send(stranger).await, "access-control-allow-origin"), "");
        let outside = site.request(Method::OPTIONS, "/api/user/me").header("Origin", page);
        assert_eq!(header(&send(outside).await, "access-control-allow-origin"), "");
        let opened = signed(site.request(Method::POST, "/api/chat/session"), &token);
        let opened = send(opened.header("Origin", page)).await;
        let cookie = header(&opened, "set-cookie");
        assert!(cookie.starts_with(&format!("__Host-boostdesk_session={token};")), "{cookie}");
        assert!(cookie.contains("HttpOnly; SameSite=Strict; Secure"), "{cookie}");
        let cookie = format!("__Host-boostdesk_session={token}");
        let open = async |origin: &str| {
            Socket::try_open(&site, "", &[("origin", origin), ("cookie", &cookie)]).await.err()
        };
        assert_eq!(open(page).await, None);
        assert_eq!(open("https://chat.example.com").await, None);
        assert_eq!(open("https://other.example.com").await, Some(403));
    })
    .await;
}
