//! What cannot be reached at a seller's own domain, and when the domain answers at all.

use std::time::Duration;

use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::{custom_domain, live_page};
use boostdesk_core::testing::{details, tokens};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{DOMAIN, on_a_street};
use crate::dns::alias;
use crate::support::{Site, body, header, send, unlimited};

#[tokio::test]
async fn an_own_domain_serves_neither_the_dashboard_nor_another_sellers_pages() {
    on_a_street(async |app, street| {
        for shop in [&street.shop, &street.other] {
            shop.restock(&tokens(shop.guild.as_str(), 4)).await;
            live_page::save(app, &shop.user_id, "<p>own</p>", &Client::default()).await.expect("it is saved");
        }
        let key = street.other.key(2).await;
        street.other.redeem(&key, details("mika")).await.expect("the key is spent");
        let unspent = street.other.key(2).await;
        let (own, foreign) = (street.shop.guild.as_str(), street.other.guild.as_str());
        let token = street.site.sign_in(&street.shop).await;
        let signed = |request: RequestBuilder| {
            request.header("Authorization", &token).header("Cookie", format!("boostdesk_session={token}"))
        };
        let dashboard = send(street.site.get("/")).await.text().await.expect("a body");
        let (_, rest) = dashboard.split_once(r#"src="/assets/"#).expect("a script");
        let script = format!("/assets/{}", rest.split('"').next().expect("its name"));
        let reads = [
            "/dashboard".to_owned(),
            "/dashboard/".to_owned(),
            "/dashboard/orders".to_owned(),
            "/api/config".to_owned(),
            "/api/openapi.json".to_owned(),
            "/api/auth/self".to_owned(),
            "/api/user/me".to_owned(),
            "/api/user/settings".to_owned(),
            "/api/storefronts".to_owned(),
            format!("/api/storefronts/{own}"),
            "/api/dashboard/domains/list".to_owned(),
            "/api/events".to_owned(),
            "/api/chat/history".to_owned(),
            "/frame/preview".to_owned(),
            "/metrics".to_owned(),
            "/tls/ask?domain=shop.example.com".to_owned(),
            "/index.html".to_owned(),
            script,
            format!("/{foreign}"),
            format!("/{foreign}/icon.png"),
            format!("/{foreign}/live-stock"),
            format!("/api/{foreign}/live-stock"),
            format!("/redeem-order/{foreign}"),
            format!("/api/redeem-order/{foreign}"),
            format!("/frame/live-stock/{foreign}"),
            format!("/{foreign}/order/{}/status", key.expose()),
            format!("/api/{foreign}/order/{}/status", key.expose()),
            format!("/{own}/order/{}/status", key.expose()),
            format!("/api/fetch/{foreign}/live-stock"),
            format!("/api/fetch/redeem-order/{foreign}"),
            format!("/api/fetch/{foreign}/order/{}/status", key.expose()),
            format!("/api/fetch/{own}/order/{}/status", key.expose()),
        ];
        for path in reads {
            let answer = send(signed(street.get(&path))).await;
            assert_eq!(answer.status(), 404, "{path}");
            let said = answer.text().await.expect("a body");
            assert!(
                !said.contains("Shop 2") && !said.contains(street.shop.user_id.as_str()),
                "{path}: {said}"
            );
        }
        let login = json!({"captcha_key": "", "access_code": street.shop.code.expose()});
        let redeem = json!({"redeemKey": unspent.expose(), "discordInvite": "x", "email": "a@example.com"});
        for (path, json) in [
            ("/api/auth/login".to_owned(), login),
            ("/api/auth/logout".to_owned(), json!({})),
            ("/api/dashboard/domains/add".to_owned(), json!({"domain": "x.example.com"})),
            (format!("/api/redeem/{foreign}"), redeem),
        ] {
            let answer = send(signed(street.request(Method::POST, &path).json(&json))).await;
            assert_eq!(answer.status(), 404, "{path}");
            assert_eq!(header(&answer, "set-cookie"), "", "{path}");
        }
        let live = send(street.get(&format!("/{own}/live-stock"))).await;
        assert_eq!(live.status(), 200, "the seller's own goes on");
    })
    .await;
}

#[tokio::test]
async fn an_own_domain_answers_only_while_it_is_active() {
    on_a_street(async |app, street| {
        let status = async || send(street.get("/")).await.status().as_u16();
        assert_eq!(status().await, 200);
        let domain = custom_domain::list(app, &street.shop.user_id).await.expect("a list").remove(0);
        street.zone.clear();
        for misses in 1..=3 {
            assert_eq!(status().await, 200, "before miss {misses}");
            custom_domain::check(app, &street.shop.user_id, &domain.id).await.expect("it is checked");
        }
        assert_eq!(status().await, 421, "it has failed");
        street.zone.set(DOMAIN, [alias("stores.example.com.")]);
        custom_domain::check(app, &street.shop.user_id, &domain.id).await.expect("it is checked");
        assert_eq!(status().await, 200, "back by itself");
        let removed = custom_domain::remove(app, &street.shop.user_id, &domain.id, &Client::default()).await;
        removed.expect("it is removed");
        assert_eq!(status().await, 421, "removed");
    })
    .await;
}

#[tokio::test]
async fn pages_of_an_own_domain_load_nothing_from_other_hosts_and_set_no_cookie() {
    on_a_street(async |app, mut street| {
        let mut config = unlimited();
        config.web.public_url = "https://dash.example.com".parse().expect("a URL");
        config.chat.public_url = Some("https://chat.example.com".parse().expect("a URL"));
        config.captcha.site_key = "site".to_owned();
        config.captcha.secret_key = Some("secret".to_owned().into());
        street.site = Site::open_with(app, config).await;
        let frame = format!("/frame/live-stock/{}", street.shop.guild.as_str());
        assert_eq!(header(&send(street.get(&frame)).await, "strict-transport-security"), "");
        for path in
            ["/".to_owned(), format!("/{}/live-stock", street.shop.guild.as_str()), "/nothing".to_owned()]
        {
            let page: Response = send(street.get(&path)).await;
            let policy = header(&page, "content-security-policy");
            assert!(
                policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
                "{policy}"
            );
            assert!(!policy.contains("http") && !policy.contains("unsafe"), "{policy}");
            for none in ["set-cookie", "access-control-allow-origin", "strict-transport-security"] {
                assert_eq!(header(&page, none), "", "{none} of {path}");
            }
            let html = page.text().await.expect("a body");
            for file in html.split('"').filter(|text| text.starts_with("/assets/")) {
                assert!(file.starts_with("/assets/public/"), "{file}");
                assert_eq!(send(street.get(file)).await.status(), 200, "{file}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_session_is_ignored_on_an_own_domain() {
    on_a_street(async |app, mut street| {
        let token = street.site.sign_in(&street.shop).await;
        let mut config = unlimited();
        config.limits.public_per_minute = 1;
        street.site = Site::open_with(app, config).await;
        let path = format!("/api/fetch/{}/live-stock", street.shop.guild.as_str());
        let signed = |request: RequestBuilder| request.header("Authorization", &token);
        // Calls with a session have no limit by address, but at this host there are no sessions.
        for status in [200, 429] {
            assert_eq!(send(signed(street.get(&path))).await.status(), status);
        }
        assert_eq!(send(signed(street.site.get(&path))).await.status(), 200, "as on the product's own host");
    })
    .await;
}

/// What shows it is the redeem page, which does not record visits of whoever runs a shop.
#[tokio::test]
async fn a_sessions_cookie_is_ignored_on_an_own_domain() {
    on_a_street(async |_, street| {
        let token = street.site.sign_in(&street.shop).await;
        let guild = street.shop.guild.as_str();
        let (page, settings) = (format!("/redeem-order/{guild}"), format!("/api/storefronts/{guild}"));
        let visited_after = async |visit: RequestBuilder| {
            let visit = visit.header("Cookie", format!("boostdesk_session={token}"));
            assert_eq!(send(visit).await.status(), 200);
            let storefront = street.site.get(&settings).header("Authorization", &token);
            body(storefront).await.1["visitedAt"].clone()
        };
        assert_eq!(visited_after(street.site.get(&page)).await, Value::Null, "on the product's own host");
        // Recording takes no longer than a page may wait: on a busy machine it may be a later visit that is recorded.
        let recorded = async { while visited_after(street.get(&page)).await == Value::Null {} };
        timeout(Duration::from_mins(1), recorded).await.expect("a customer's visit is recorded");
    })
    .await;
}
