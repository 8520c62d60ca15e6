//! Rate limits, and that forged headers do not change them.

use boostdesk_core::config::Config;
use boostdesk_core::testing::{Shop, on_both};
use reqwest::StatusCode;
use serde_json::json;

use crate::support::{Site, header, send, unlimited};

const WRONG: &str = "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA";

#[tokio::test]
async fn login_guesses_are_rate_limited_regardless_of_forged_forwarding_headers() {
    on_both(async |app| {
        let site = Site::open_with(&app, Config::default()).await;
        let guess = async |forged: u8| {
            let call = site.post("/api/auth/login", &json!({"access_code": WRONG}));
            send(
                call.header("X-Forwarded-For", format!("203.0.113.{forged}"))
                    .header("X-Real-IP", "203.0.113.7"),
            )
            .await
        };
        for forged in 0..5 {
            assert_eq!(guess(forged).await.status(), StatusCode::UNAUTHORIZED);
        }
        let refused = guess(5).await;
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
        let wait: u32 = header(&refused, "retry-after").parse().expect("seconds");
        assert!((1..=12).contains(&wait), "{wait}");
        let id = header(&refused, "x-request-id").to_owned();
        assert_eq!(
            refused.text().await.expect("a body"),
            format!(
                r#"{{"code":429,"message":"Too many requests. Please wait a moment and try again.","requestId":"{id}"}}"#
            )
        );
    })
    .await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_its_own_rate_limit() {
    on_both(async |app| {
        let mut config = Config::default();
        config.web.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
        let site = Site::open_with(&app, config).await;
        let guess = async |forwarded: &str| {
            let call = site.post("/api/auth/login", &json!({"access_code": WRONG}));
            send(call.header("X-Forwarded-For", forwarded)).await.status().as_u16()
        };
        for forged in 0..5 {
            assert_eq!(guess(&format!("198.51.100.{forged}, 203.0.113.1")).await, 401);
        }
        assert_eq!(
            guess("198.51.100.9, 203.0.113.1").await,
            429,
            "what the client itself wrote does not count"
        );
        assert_eq!(guess("203.0.113.2").await, 401, "another client");
    })
    .await;
}

#[tokio::test]
async fn all_addresses_of_an_ipv6_customer_share_one_rate_limit() {
    on_both(async |app| {
        let mut config = unlimited();
        config.limits.login_per_minute = 1;
        config.web.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
        let site = Site::open_with(&app, config).await;
        for (address, status) in [("2001:db8::1", 401), ("2001:db8::2", 429), ("2001:db8:0:1::1", 401)] {
            let guess = site.post("/api/auth/login", &json!({"access_code": WRONG}));
            assert_eq!(send(guess.header("X-Forwarded-For", address)).await.status(), status, "{address}");
        }
    })
    .await;
}

#[tokio::test]
async fn public_calls_are_rate_limited_and_calls_with_a_session_are_not() {
    on_both(async |app| {
        let (shop, mut config) = (Shop::open(&app, 1).await, unlimited());
        config.limits.public_per_minute = 3;
        let site = Site::open_with(&app, config).await;
        let token = site.sign_in(&shop).await;
        let path = format!("/api/fetch/{}/live-stock", shop.guild.as_str());
        for _ in 0..3 {
            assert_eq!(send(site.get(&path)).await.status(), 200);
        }
        assert_eq!(send(site.get(&path)).await.status(), 429);
        let page = send(site.get(&format!("/{}/live-stock", shop.guild.as_str()))).await;
        assert_eq!(page.status(), 429);
        assert!(header(&page, "content-type").starts_with("text/html"), "a page is refused with a page");
        assert_ne!(header(&page, "retry-after"), "");
        for _ in 0..10 {
            assert_eq!(send(site.get(&path).header("Authorization", &token)).await.status(), 200);
            assert_eq!(send(site.get("/api/auth/self").header("Authorization", &token)).await.status(), 200);
        }
        assert_eq!(send(site.get(&path).header("Authorization", "bds_made-up")).await.status(), 429);
        assert_eq!(
            send(site.get("/api/auth/self").header("Authorization", "bds_made-up")).await.status(),
            429
        );
        assert_eq!(
            send(site.get("/dashboard")).await.status(),
            200,
            "the dashboard's own pages cost nothing"
        );
    })
    .await;
}

#[tokio::test]
async fn a_call_with_a_made_up_session_counts_once_towards_the_public_rate_limit() {
    on_both(async |app| {
        let (shop, mut config) = (Shop::open(&app, 1).await, unlimited());
        config.limits.public_per_minute = 4;
        let site = Site::open_with(&app, config).await;
        let ask =
            async |path: &str| send(site.get(path).header("Authorization", "bds_made-up")).await.status();
        let stock = format!("/api/fetch/{}/live-stock", shop.guild.as_str());
        assert_eq!(ask(&stock).await, 200);
        assert_eq!(ask("/api/auth/self").await, 401);
        assert_eq!(ask(&stock).await, 200);
        assert_eq!(ask("/api/auth/self").await, 401);
        assert_eq!(ask(&stock).await, 429);
        assert_eq!(ask("/api/auth/self").await, 429);
    })
    .await;
}

#[tokio::test]
async fn a_session_that_has_ended_counts_as_made_up_from_its_second_call_on() {
    on_both(async |app| {
        let (shop, mut config) = (Shop::open(&app, 1).await, unlimited());
        // Redeem attempts have a limit of their own, which is off.
        config.limits.public_per_minute = 1;
        let site = Site::open_with(&app, config).await;
        let token = site.sign_in(&shop).await;
        let attempt = async || {
            let request =
                json!({"redeemKey": "AAAAA-AAAAA-AAAAA-AAAAA", "discordInvite": "lofi", "email": "a@b.c"});
            let call = site.post(&format!("/api/redeem/{}", shop.guild.as_str()), &request);
            send(call.header("Authorization", &token)).await.status()
        };
        assert_eq!(attempt().await, 404);
        let ended = site.post("/api/auth/logout", &json!({})).header("Authorization", &token);
        assert_eq!(send(ended).await.status(), 200);
        assert_eq!(attempt().await, 404, "it was known until now");
        assert_eq!(attempt().await, 404, "the one call that strangers have");
        assert_eq!(attempt().await, 429);
    })
    .await;
}

#[tokio::test]
async fn redeem_attempts_are_rate_limited() {
    on_both(async |app| {
        let (shop, mut config) = (Shop::open(&app, 1).await, unlimited());
        config.limits.redeem_per_minute = 2;
        let site = Site::open_with(&app, config).await;
        let attempt = async || {
            let request =
                json!({"redeemKey": "AAAAA-AAAAA-AAAAA-AAAAA", "discordInvite": "lofi", "email": "a@b.c"});
            send(site.post(&format!("/api/redeem/{}", shop.guild.as_str()), &request)).await
        };
        assert_eq!(attempt().await.status(), 404);
        assert_eq!(attempt().await.status(), 404);
        let refused = attempt().await;
        assert_eq!(refused.status(), 429);
        assert_ne!(header(&refused, "retry-after"), "");
        let id = header(&refused, "x-request-id").to_owned();
        assert_eq!(
            refused.text().await.expect("a body"),
            format!(
                r#"{{"status":"error","message":"Too many requests. Please wait a moment and try again.","requestId":"{id}"}}"#
            )
        );
    })
    .await;
}

#[tokio::test]
async fn calls_of_a_session_are_rate_limited_unless_the_limit_is_zero() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        // All orders at once, and a search: neither counts as a page.
        let all = "/api/dashboard/fetch-dashboard-orders?page=";
        let search = "/api/dashboard/orders?page=1&size=10&q=mika";
        for (path, limit, last) in [(all, 4, 429), (search, 4, 429), (all, 0, 200), (search, 0, 200)] {
            let mut config = unlimited();
            config.limits.session_per_minute = limit;
            let site = Site::open_with(&app, config).await;
            let token = site.sign_in(&shop).await;
            let ask = async || send(site.get(path).header("Authorization", &token)).await;
            assert_eq!(ask().await.status(), 200);
            let answer = ask().await;
            assert_eq!(answer.status(), last, "{path}, session_per_minute = {limit}");
            assert_eq!(header(&answer, "retry-after").is_empty(), last == 200);
        }
    })
    .await;
}

/// As fast as possible: four pages of a hundred are more calls than a session's burst.
#[tokio::test]
async fn paging_through_all_orders_stays_within_the_session_rate_limit() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let site = Site::open_with(&app, Config::default()).await;
        let token = site.sign_in(&shop).await;
        let ask = async |path: &str| send(site.get(path).header("Authorization", &token)).await.status();
        for page in 1..=4 {
            let list = format!("/api/dashboard/fetch-dashboard-orders?page={page}&size=100");
            assert_eq!(ask(&list).await, 200);
            for _ in 0..100 {
                let card = "/api/dashboard/orders/AAAAA-AAAAA-AAAAA-AAAAA/order.json";
                assert_eq!(
                    ask(card).await,
                    404,
                    "there is none: what counts here is that it may be asked for"
                );
            }
        }
        for page in 5..500 {
            let list = format!("/api/dashboard/fetch-dashboard-orders?page={page}&size=10");
            assert_eq!(ask(&list).await, 200);
        }
    })
    .await;
}
