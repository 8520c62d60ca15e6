//! What the owner sees of queues and failures, and what Prometheus reads.

use std::sync::Arc;

use boostdesk_core::config::Config;
use boostdesk_core::developers::event_endpoints;
use boostdesk_core::people::auth::{self, OwnerStart};
use boostdesk_core::testing::{
    Setup, Shop, TestApp, details, free_port, in_no_time, on_both, on_both_with, tokens,
};
use boostdesk_core::watching::outages::Trouble;
use boostdesk_web_api::Gate;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Site, body, send};

/// Returns the lines of the operators' metrics that begin like this.
async fn metrics(site: &Site, begins: &str) -> Vec<String> {
    // However long the database takes.
    let text = in_no_time(send(site.client.get(format!("http://{}/metrics", site.operations)))).await;
    let text = text.text().await.expect("a body");
    assert!(text.ends_with("# EOF\n"), "{text}");
    assert_eq!(text.matches("# EOF").count(), 1);
    text.lines().filter(|line| line.starts_with(begins)).map(ToOwned::to_owned).collect()
}

/// Returns the figure of a series, as text.
async fn figure(site: &Site, series: &str) -> String {
    let lines = metrics(site, &format!("{series} ")).await;
    assert_eq!(lines.len(), 1, "{series}: {lines:?}");
    lines[0].rsplit_once(' ').expect("a figure").1.to_owned()
}

async fn is_above(site: &Site, series: &str, least: f64) -> bool {
    figure(site, series).await.parse::<f64>().expect("a number") > least
}

/// Makes the owner, an admin, as the process does at its start. Returns a session.
async fn owner(app: &TestApp, site: &Site) -> String {
    let code = auth::start_owner(app, OwnerStart::default()).await.expect("an owner");
    site.login(code.expose()).await["token"].as_str().expect("a token").to_owned()
}

async fn health(site: &Site, token: &str) -> Value {
    let (status, health) = body(site.get("/api/admin/health").header("Authorization", token)).await;
    assert_eq!(status, 200, "{health}");
    health
}

#[tokio::test]
async fn redeems_are_counted_by_outcome_in_the_metrics() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        shop.restock(&tokens("a", 1)).await;
        let key = shop.key(2).await.expose().to_owned();
        let redeem = async |key: &str, email: &str| {
            let sent = json!({"redeemKey": key, "discordInvite": "lofi-lounge", "email": email});
            body(site.post(&format!("/api/redeem/{}", shop.guild.as_str()), &sent)).await.0
        };
        let count = async |outcome: &str| {
            figure(&site, &format!(r#"boostdesk_redeems_total{{outcome="{outcome}"}}"#)).await
        };
        assert_eq!(count("redeemed").await, "0", "it is there before the first of its kind");
        assert_eq!(redeem(&key, "a@b.cc").await, 200);
        assert_eq!(redeem(&key, "a@b.cc").await, 200);
        assert_eq!(redeem(&key, "other@b.cc").await, 409);
        assert_eq!(redeem("RX81P-V6NDK-94FMZ-TQ2CE", "a@b.cc").await, 404);
        assert_eq!(redeem(&key, "no address").await, 422);
        let counts = [
            count("redeemed").await,
            count("repeated").await,
            count("already_redeemed").await,
            count("unknown_key").await,
            count("invalid").await,
            count("failed").await,
        ];
        assert_eq!(counts, ["1", "1", "1", "1", "1", "0"]);
        assert!(is_above(&site, "boostdesk_database_commits_total", 0.0).await);
        assert!(is_above(&site, "boostdesk_database_write_wait_seconds_count", 0.0).await);
        assert_eq!(figure(&site, "boostdesk_database_writes_in_progress").await, "0");
    })
    .await;
}

#[tokio::test]
async fn metrics_show_waiting_jobs_and_stock_without_naming_shops_or_keys() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.expect("it is redeemed");
        let site = Site::open(&app).await;
        let by_hand = r#"boostdesk_delivery_jobs{state="by_hand"}"#;
        let available = r#"boostdesk_stock_tokens{stock="OneMonthTokens.txt",state="available"}"#;
        assert_eq!(figure(&site, by_hand).await, "1");
        assert_eq!(figure(&site, available).await, "1");
        assert_eq!(figure(&site, "boostdesk_database_up").await, "1");
        assert!(is_above(&site, "process_resident_memory_bytes", 1e6).await);
        assert!(is_above(&site, r#"boostdesk_disk_free_bytes{place="uploads"}"#, 0.0).await);
        let text = metrics(&site, "").await.join("\n");
        assert!(!text.contains(shop.guild.as_str()) && !text.contains(key.expose()), "{text}");
    })
    .await;
}

#[tokio::test]
async fn metrics_report_a_closed_database_as_down() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        app.db.close().await;
        assert_eq!(figure(&site, "boostdesk_database_up").await, "0");
        assert_eq!(figure(&site, r#"boostdesk_outages{trouble="gateway"}"#).await, "0");
    })
    .await;
}

#[tokio::test]
async fn the_owner_sees_waiting_orders_and_ongoing_outages_and_sellers_do_not() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        shop.redeem(&shop.key(2).await, details("mika")).await.expect("it is redeemed");
        let site = Site::open(&app).await;
        let token = owner(&app, &site).await;
        app.outages.failed(Trouble::Gateway, "", &"no route to host");
        app.outages.failed(Trouble::Gateway, "", &"connection refused");

        let health = health(&site, &token).await;
        assert_eq!(health["orders"]["byHand"], 1, "{health}");
        assert_eq!(health["gateway"]["state"], "off");
        assert_eq!(health["lastBackup"], Value::Null);
        assert_eq!(
            health["outages"],
            json!([{"kind": "gateway", "about": "", "message": "the chat platform's gateway cannot be used",
                "since": app.clock.now().rfc3339(), "failures": 2, "why": "connection refused"}])
        );
        assert_eq!(figure(&site, r#"boostdesk_outages{trouble="gateway"}"#).await, "1");
        app.outages.worked(Trouble::Gateway, "");
        assert_eq!(figure(&site, r#"boostdesk_outages{trouble="gateway"}"#).await, "0");

        let seller = site.sign_in(&shop).await;
        let (status, refused) = body(site.get("/api/admin/health").header("Authorization", seller)).await;
        assert_eq!((status, &refused["message"]), (403, &json!("Access denied. Admin privileges required.")));
    })
    .await;
}

#[tokio::test]
async fn a_failing_event_endpoint_is_listed_by_host_alone_until_it_is_disabled() {
    let mut config = Config::default();
    config.webhooks.allowed_networks = vec!["127.0.0.0/8".parse().expect("a network")];
    let setup = Setup { webhooks: Arc::new(Gate::new(&config.webhooks)), ..Setup::default() };
    on_both_with(setup, async |app| {
        let shop = Shop::open(&app, 1).await;
        let site = Site::open(&app).await;
        let token = site.sign_in(&shop).await;
        // Nobody listens on that port.
        let port = free_port();
        let wanted =
            json!({"url": format!("http://127.0.0.1:{port}/a-secret"), "events": ["order.redeemed"]});
        let made = body(site.post("/api/event-endpoints", &wanted).header("Authorization", &token)).await;
        assert_eq!(made.0, 200, "{}", made.1);
        shop.restock(&tokens("a", 1)).await;
        shop.redeem(&shop.key(2).await, details("mika")).await.expect("it is redeemed");
        event_endpoints::send_due(&app).await.expect("it is tried");

        let unreachable = r#"boostdesk_event_deliveries_total{outcome="unreachable"}"#;
        assert_eq!(figure(&site, unreachable).await, "1");
        assert_eq!(figure(&site, r#"boostdesk_event_endpoints{state="failing"}"#).await, "1");
        assert_eq!(figure(&site, r#"boostdesk_event_deliveries_pending{state="retrying"}"#).await, "1");
        let health = health(&site, &owner(&app, &site).await).await;
        assert_eq!(health["failingEndpoints"][0]["host"], "127.0.0.1", "{health}");
        assert_eq!(health["eventDeliveries"]["retrying"], 1);
        assert!(!health.to_string().contains("a-secret"));
        let disabled = json!({"enabled": false});
        let path = format!("/api/event-endpoints/{}", made.1["id"].as_str().expect("an id"));
        let call = site.request(Method::PUT, &path).json(&disabled).header("Authorization", &token);
        assert_eq!(body(call).await.0, 200);
        let health = self::health(&site, &owner(&app, &site).await).await;
        assert_eq!(health["failingEndpoints"], json!([]), "what is disabled fails no more");
    })
    .await;
}
