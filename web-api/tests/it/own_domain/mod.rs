//! A seller's own domain as customers reach it.

mod bounds;
mod screens;

use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::custom_domain;
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{Setup, Shop, TestApp, on_both_with};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;

use crate::dns::{Zone, alias, name_server, patient_dns};
use crate::support::{Site, header, send};

const DOMAIN: &str = "shop.example.com";

struct Street {
    shop: Shop,
    other: Shop,
    site: Site,
    zone: Zone,
}

impl Street {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.site.request(method, path).header("Host", DOMAIN)
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    /// The status and HTML of a page.
    async fn page(&self, path: &str) -> (u16, String) {
        let response = send(self.get(path).header("Accept", "text/html")).await;
        assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8", "{path}");
        (response.status().as_u16(), response.text().await.expect("a body"))
    }

    async fn bootstrap(&self, path: &str) -> (u16, Value) {
        let (status, html) = self.page(path).await;
        let (_, rest) = html.split_once(r#"id="boostdesk">"#).expect("a bootstrap");
        let (json, _) = rest.split_once("</script>").expect("the element ends");
        (status, serde_json::from_str(json).expect("JSON"))
    }
}

/// Two sellers, the first of them with an active domain.
async fn on_a_street(test: impl AsyncFn(&TestApp, Street)) {
    let zone = Zone::default();
    let server = name_server(&zone).await;
    let setup = Setup { name_server: patient_dns(server), ..Setup::default() };
    on_both_with(setup, async |app| {
        zone.clear();
        zone.set(DOMAIN, [alias("stores.example.com.")]);
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        custom_domain::add(&app, &shop.user_id, DOMAIN, &Client::default()).await.expect("it points here");
        let site = Site::open(&app).await;
        test(&app, Street { shop, other, site, zone: zone.clone() }).await;
    })
    .await;
}

async fn dress(app: &TestApp, shop: &Shop, name: &str) {
    let input = StorefrontInput {
        name: Some(name.to_owned()),
        embed_color: Some("#6d4aff".to_owned()),
        embed_footer: Some("Delivered around the clock".to_owned()),
        redeem_footer: Some("Questions? Ask us.".to_owned()),
        store_link: Some("https://nova.example.com/".to_owned()),
        discord_link: Some("https://discord.gg/nova".to_owned()),
        ..StorefrontInput::default()
    };
    storefronts::update(app, &shop.user_id, &shop.guild, |settings| *settings = input)
        .await
        .expect("it is changed");
}
