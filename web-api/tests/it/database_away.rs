//! A database that is full or away, as customers are told: 503 and when to try again, and no key is lost.

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Relay, Setup, Shop, TestApp, empty_disk, fill_disk, tokens};
use serde_json::{Value, json};

use crate::support::{Site, header, send};

/// Status, `Retry-After` and the answer's own status.
async fn redeem(site: &Site, shop: &Shop, key: &str) -> (u16, String, Value) {
    let request = json!({"redeemKey": key, "discordInvite": "lofi-lounge", "email": "mika@example.com"});
    let answer = send(site.post(&format!("/api/redeem/{}", shop.guild.as_str()), &request)).await;
    let (status, wait) = (answer.status().as_u16(), header(&answer, "retry-after").to_owned());
    let body: Value = answer.json().await.expect("JSON");
    (status, wait, body["status"].clone())
}

fn not_now() -> (u16, String, Value) {
    (503, "2".to_owned(), json!("error"))
}

fn done() -> (u16, String, Value) {
    (200, String::new(), json!("success"))
}

#[tokio::test]
async fn a_redeem_on_a_full_disk_gets_503_with_retry_after_and_succeeds_once_there_is_space() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
    shop.restock(&tokens("a", 500)).await;
    let keys = shop.keys(2, 500).await;
    fill_disk(&app).await;
    // The last pages still have room for some.
    let mut refused = None;
    for key in &keys {
        let answer = redeem(&site, &shop, key.expose()).await;
        if answer != done() {
            refused = Some((key, answer));
            break;
        }
    }
    let (key, answer) = refused.expect("500 orders do not fit into pages that are there");
    assert_eq!(answer, not_now());
    empty_disk(&app).await;
    assert_eq!(redeem(&site, &shop, key.expose()).await, done());
    assert_eq!(redeem(&site, &shop, key.expose()).await, done(), "as the first time");
}

#[tokio::test]
async fn a_redeem_while_postgresql_is_down_gets_503_with_retry_after_and_succeeds_later() {
    let mut app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock(&tokens("a", 2)).await;
    let keys = shop.keys(2, 2).await;
    let mut relay = Relay::to(&app.url).await;
    app.url.clone_from(&relay.url);
    let site = Site::open(&app.another(Setup::impatient()).await).await;
    assert_eq!(redeem(&site, &shop, keys[0].expose()).await, done());
    relay.shut().await;
    for key in &keys {
        assert_eq!(redeem(&site, &shop, key.expose()).await, not_now());
    }
    relay.open().await;
    for key in &keys {
        assert_eq!(redeem(&site, &shop, key.expose()).await, done());
    }
    assert_eq!(shop.level().await.reserved, 2);
}
