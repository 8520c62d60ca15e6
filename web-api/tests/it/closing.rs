//! The end of a shop, and of a seller with everything: what customers and later sellers see.

use boostdesk_core::closing;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::custom_domain;
use boostdesk_core::shop::keys::{self, KeyFilter, KeyStatus};
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{Setup, Shop, details, on_both_with};
use serde_json::{Value, json};

use crate::dns::{Zone, alias, name_server, patient_dns};
use crate::support::{Site, body, refusal, send};

const DOMAIN: &str = "shop.example.com";

fn redeem(key: &str) -> Value {
    json!({"redeemKey": key, "discordInvite": "lofi", "email": "a@example.com"})
}

#[tokio::test]
async fn removing_a_seller_closes_their_shops_session_and_domain_but_keeps_redeemed_orders() {
    let zone = Zone::default();
    let server = name_server(&zone).await;
    let setup = Setup { name_server: patient_dns(server), ..Setup::default() };
    on_both_with(setup, async |app| {
        zone.clear();
        zone.set(DOMAIN, [alias("stores.example.com.")]);
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        custom_domain::add(&app, &shop.user_id, DOMAIN, &Client::default()).await.expect("it points here");
        shop.restock("one\ntwo\nthree").await;
        let [spent, unspent] = shop.keys(2, 2).await.try_into().expect("two");
        shop.redeem(&spent, details("mika")).await.expect("it is redeemed");
        let site = Site::open(&app).await;
        let token = site.sign_in(&shop).await;
        let guild = shop.guild.as_str();
        let at_domain =
            async |path: &str| send(site.get(path).header("Host", DOMAIN)).await.status().as_u16();
        assert_eq!(at_domain("/").await, 200);
        assert_eq!(body(site.get(&format!("/api/fetch/{guild}/live-stock"))).await.0, 200);

        closing::remove_seller(&app, shop.user_id.as_str()).await.expect("the seller goes");
        let closed = refusal(410, "This shop is closed.");
        for path in ["live-stock", "redeem-order"] {
            let path = match path {
                "live-stock" => format!("/api/fetch/{guild}/live-stock"),
                _ => format!("/api/fetch/redeem-order/{guild}"),
            };
            assert_eq!(body(site.get(&path)).await, closed, "{path}");
        }
        for path in [format!("/{guild}/live-stock"), format!("/redeem-order/{guild}")] {
            assert_eq!(send(site.get(&path).header("Accept", "text/html")).await.status(), 410, "{path}");
        }
        for key in [unspent.expose(), "NOPE"] {
            let call = site.post(&format!("/api/redeem/{guild}"), &redeem(key));
            let closed = json!({"status": "error", "message": "This shop is closed."});
            assert_eq!(body(call).await, (410, closed), "{key}");
        }
        let again = async |name: &str| {
            let email = format!("{name}@example.com");
            let same = json!({"redeemKey": spent.expose(), "discordInvite": "lofi-lounge", "email": email});
            body(site.post(&format!("/api/redeem/{guild}"), &same)).await.0
        };
        assert_eq!(again("mika").await, 200, "the answer of before may have been lost");
        assert_eq!(again("noor").await, 410);
        let status = format!("/api/fetch/{guild}/order/{}/status", spent.order_id());
        assert_eq!(send(site.get(&status)).await.status(), 200, "an order is followed to its end");
        let own = site.get("/api/auth/self").header("Authorization", &token);
        assert_eq!(send(own).await.status(), 401, "the session is over");
        assert_eq!(at_domain("/").await, 421, "and so is the domain");
        assert!(!custom_domain::is_active(&app, DOMAIN).await.expect("an answer"));

        // The guild is free for somebody else, who does not get the former keys.
        let input = StorefrontInput { name: Some("After".to_owned()), ..StorefrontInput::default() };
        storefronts::add(&app, &other.user_id, &shop.guild, input).await.expect("the guild is free");
        let call = site.post(&format!("/api/redeem/{guild}"), &redeem(unspent.expose()));
        assert_eq!(body(call).await, (404, json!({"status": "error", "message": "Invalid redeem key."})));
        assert_eq!((again("mika").await, again("noor").await), (200, 404));
    })
    .await;
}

#[tokio::test]
async fn a_closed_storefront_keeps_its_unused_keys_and_stock_for_when_it_reopens() {
    on_both_with(Setup::default(), async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock("one").await;
        let key = shop.key(2).await;
        closing::close_storefront(&app, &shop.guild).await.expect("it is closed");
        assert!(closing::close_storefront(&app, &shop.guild).await.is_err(), "once");
        let site = Site::open(&app).await;
        let call = || site.post(&format!("/api/redeem/{}", shop.guild.as_str()), &redeem(key.expose()));
        assert_eq!(body(call()).await.0, 410);
        // The seller opens it again, with its stock and its keys.
        let input = StorefrontInput { name: Some("Again".to_owned()), ..StorefrontInput::default() };
        storefronts::add(&app, &shop.user_id, &shop.guild, input).await.expect("it is open again");
        let unused = KeyFilter { status: Some(KeyStatus::Unused), ..KeyFilter::default() };
        let unused = keys::list(&app, &shop.user_id, &shop.guild, unused, None, None).await;
        assert_eq!(unused.expect("a list").keys.len(), 1);
        assert_eq!(body(call()).await.0, 200);
    })
    .await;
}
