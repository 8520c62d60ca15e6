//! The operators' listener.

use boostdesk_core::testing::{Shop, on_both};
use reqwest::Response;

use crate::support::{Site, send};

async fn ask(site: &Site, path: &str) -> Response {
    send(site.client.get(format!("http://{}{path}", site.operations))).await
}

#[tokio::test]
async fn a_server_is_ready_while_its_database_answers() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        assert_eq!(ask(&site, "/healthz").await.status(), 200);
        assert_eq!(ask(&site, "/readyz").await.status(), 200);
        app.db.close().await;
        assert_eq!(ask(&site, "/healthz").await.status(), 200);
        assert_eq!(ask(&site, "/readyz").await.status(), 503);
    })
    .await;
}

#[tokio::test]
async fn request_metrics_are_labelled_by_route_and_contain_no_token_or_key() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let token = site.sign_in(&shop).await;
        send(site.get(&format!("/api/fetch/{}/live-stock", shop.guild.as_str()))).await;
        send(site.get(&format!("/dashboard?token={token}"))).await;
        send(site.get("/RX81P-V6NDK-94FMZ-TQ2CE")).await;
        let text = ask(&site, "/metrics").await.text().await.expect("a body");
        for line in [
            r#"boostdesk_http_requests_total{method="GET",route="/api/fetch/{guildId}/live-stock",status="200"} 1"#,
            r#"boostdesk_http_requests_total{method="POST",route="/api/auth/login",status="200"} 1"#,
            r#"boostdesk_http_requests_total{method="GET",route="/dashboard",status="200"} 1"#,
            r#"boostdesk_http_requests_total{method="GET",route="none",status="404"} 1"#,
            r#"boostdesk_http_request_duration_seconds_count{route="/dashboard",status="2xx"} 1"#,
            "boostdesk_http_requests_in_flight 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(!text.contains(&token) && !text.contains("RX81P"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn tls_ask_answers_403_for_unknown_domains_and_metrics_are_not_public() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        for path in ["/tls/ask", "/tls/ask?domain=", "/tls/ask?domain=shop.example.com"] {
            assert_eq!(ask(&site, path).await.status(), 403, "{path}");
        }
        assert_eq!(ask(&site, "/elsewhere").await.status(), 404);
        assert_eq!(send(site.get("/metrics")).await.status(), 404, "not on the public listener");
    })
    .await;
}
