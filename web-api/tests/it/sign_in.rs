//! Signing in and out, and how long a session lasts.

use std::time::Duration;

use boostdesk_core::people::auth;
use boostdesk_core::testing::{Shop, on_both};
use secrecy::ExposeSecret;
use serde_json::json;

use crate::support::{Site, body, header, refusal, send, unlimited};

const HOUR: Duration = Duration::from_hours(1);

#[tokio::test]
async fn an_access_code_signs_in_regardless_of_case_dashes_and_spaces() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let code = shop.code.expose();
        let spellings =
            [code.to_owned(), code.to_lowercase(), code.replace('-', ""), format!("  {}\n", code.replace('-', " "))];
        for spelling in spellings {
            let answer = site.login(&spelling).await;
            assert_eq!(answer["code"], 200, "{spelling:?}: {answer}");
            let token = answer["token"].as_str().expect("a token");
            let (status, me) = body(site.get("/api/user/me").header("Authorization", token)).await;
            assert_eq!(status, 200);
            assert_eq!(
                me,
                json!({
                    "id": shop.user_id, "discordId": null, "username": "seller1", "admin": false, "access_code": code,
                })
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_wrong_access_code_gets_401_and_an_empty_one_422() {
    on_both(async |app| {
        let (_shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        for wrong in ["wrong", "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA", "Ä", &"A".repeat(10_000)] {
            let call = site.post("/api/auth/login", &json!({"access_code": wrong}));
            assert_eq!(body(call).await, refusal(401, "Invalid access code."));
        }
        for empty in ["", "  "] {
            let call = site.post("/api/auth/login", &json!({"access_code": empty}));
            assert_eq!(body(call).await, refusal(422, "Please enter your access code"));
        }
    })
    .await;
}

#[tokio::test]
async fn a_session_token_is_accepted_verbatim_or_as_bearer_but_not_as_a_cookie() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let token = site.sign_in(&shop).await;
        for value in [token.clone(), format!("Bearer {token}"), format!("bearer  {token}")] {
            let answer = body(site.get("/api/auth/self").header("Authorization", &value)).await;
            assert_eq!(answer, (200, json!({"code": 200, "message": "Signed in.", "admin": false})));
        }
        for value in [
            "",
            "Bearer",
            "Bearer ",
            "bds_wrong",
            "Basic YTpi",
            &token[..token.len() - 1],
            &format!("{token}x"),
        ] {
            let answer = body(site.get("/api/auth/self").header("Authorization", value)).await;
            assert_eq!(answer, refusal(401, "You need to log in."), "{value}");
        }
        assert_eq!(body(site.get("/api/auth/self")).await, refusal(401, "You need to log in."));
        let cookie = format!("boostdesk_session={token}");
        let answer = body(site.get("/api/auth/self").header("Cookie", cookie)).await;
        assert_eq!(answer, refusal(401, "You need to log in."), "the cookie is for chat alone");
    })
    .await;
}

#[tokio::test]
async fn signing_out_ends_this_session_alone() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let (one, other) = (site.sign_in(&shop).await, site.sign_in(&shop).await);
        let response =
            send(site.request(reqwest::Method::POST, "/api/auth/logout").header("Authorization", &one)).await;
        let (value, attributes) = cookie(&response);
        assert_eq!(value, "boostdesk_session=");
        assert_eq!(attributes, ["HttpOnly", "Max-Age=0", "Path=/", "SameSite=Strict"]);
        assert_eq!(response.text().await.expect("a body"), r#"{"code":200,"message":"Signed out."}"#);
        assert_eq!(body(site.get("/api/auth/self").header("Authorization", &one)).await.0, 401);
        assert_eq!(body(site.get("/api/auth/self").header("Authorization", &other)).await.0, 200);
    })
    .await;
}

#[tokio::test]
async fn a_ticket_signs_in_once_and_for_a_minute() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let exchange =
            async |ticket: &str| body(site.post("/api/auth/exchange", &json!({"token": ticket}))).await;
        let ticket = auth::issue_ticket(&app, &shop.user_id).await.expect("a ticket");
        let (status, answer) = exchange(ticket.expose_secret()).await;
        assert_eq!(status, 200, "{answer}");
        let token = answer["token"].as_str().expect("a token");
        assert_eq!(body(site.get("/api/auth/self").header("Authorization", token)).await.0, 200);

        let dead = refusal(401, "This sign-in link has expired or was already used.");
        assert_eq!(exchange(ticket.expose_secret()).await, dead, "used");
        let ticket = auth::issue_ticket(&app, &shop.user_id).await.expect("a ticket");
        app.clock.advance(Duration::from_mins(1));
        assert_eq!(exchange(ticket.expose_secret()).await, dead, "expired");
        assert_eq!(exchange("bdt_made-up").await, dead, "made up");
        let answer = body(site.get("/api/auth/self").header("Authorization", ticket.expose_secret())).await;
        assert_eq!(answer.0, 401, "a ticket is no session");
    })
    .await;
}

#[tokio::test]
async fn a_session_ends_a_day_after_its_last_use_and_a_week_after_its_first() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let is_alive = async |token: &str| {
            let is_alive = body(site.get("/api/auth/self").header("Authorization", token)).await.0 == 200;
            app.all_written().await;
            is_alive
        };

        let idle = site.sign_in(&shop).await;
        app.clock.advance(HOUR * 23);
        assert!(is_alive(&idle).await);
        app.clock.advance(HOUR * 23);
        assert!(is_alive(&idle).await, "counted from the last use");
        app.clock.advance(HOUR * 24);
        assert!(!is_alive(&idle).await);

        let busy = site.sign_in(&shop).await;
        for _ in 0..13 {
            app.clock.advance(HOUR * 12);
            assert!(is_alive(&busy).await);
        }
        app.clock.advance(HOUR * 12);
        assert!(!is_alive(&busy).await, "a week is the end of it");
    })
    .await;
}

#[tokio::test]
async fn the_session_cookie_is_http_only_same_site_strict_and_secure_over_https() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for (public_url, name, other, secure) in [
            ("http://127.0.0.1:8080", "boostdesk_session", "__Host-boostdesk_session", None),
            ("https://shop.example.com", "__Host-boostdesk_session", "boostdesk_session", Some("Secure")),
        ] {
            let mut config = unlimited();
            config.web.public_url = public_url.parse().expect("a URL");
            let site = Site::open_with(&app, config).await;
            let response =
                send(site.post("/api/auth/login", &json!({"access_code": shop.code.expose()}))).await;
            let (value, attributes) = cookie(&response);
            let token = value.strip_prefix(&format!("{name}=")).expect("its name");
            assert!(token.starts_with("bds_"), "{value}");
            let chat = async |name: &str| {
                let asked = site.get("/api/chat/room").header("Host", host(public_url));
                send(asked.header("Cookie", format!("{name}={token}"))).await.status()
            };
            assert_eq!((chat(name).await.as_u16(), chat(other).await.as_u16()), (200, 401));
            let always = ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Strict"];
            assert_eq!(attributes, always.into_iter().chain(secure).collect::<Vec<_>>());
        }
    })
    .await;
}

#[tokio::test]
async fn auth_self_reports_an_admin_as_admin() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let (_, code) = auth::add_seller(&app, "mika", None, true).await.expect("a new name is free");
        let answer = site.login(code.expose()).await;
        let token = answer["token"].as_str().expect("a token");
        let (_, answer) = body(site.get("/api/auth/self").header("Authorization", token)).await;
        assert_eq!(answer["admin"], true);
    })
    .await;
}

/// `shop.example.com` of `https://shop.example.com`.
fn host(url: &str) -> &str {
    url.split_once("://").expect("a URL").1
}

/// The name and value of the cookie that an answer sets, and its attributes in the order of the alphabet.
fn cookie(response: &reqwest::Response) -> (&str, Vec<&str>) {
    let mut parts = header(response, "set-cookie").split("; ");
    let value = parts.next().unwrap_or_default();
    let mut attributes: Vec<_> = parts.collect();
    attributes.sort_unstable();
    (value, attributes)
}
