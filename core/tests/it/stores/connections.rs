//! A seller's settings for a store.

use std::time::Duration;

use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, Verdict, Wanted};
use boostdesk_core::shop::stores::connections::{self, Connection, ConnectionError, Product};
use boostdesk_core::testing::{START, Shop, on_both};
use futures::future::join_all;
use secrecy::ExposeSecret;

use super::{SECRET, Stores, call, invoice, row};

async fn connection(shop: &Shop, provider: Provider) -> Connection {
    let all = connections::list(&shop.app, &shop.user_id, &shop.guild).await.expect("the storefront exists");
    assert_eq!(all.iter().map(|one| one.provider).collect::<Vec<_>>(), Provider::ALL);
    all.into_iter().find(|one| one.provider == provider).expect("all are there")
}

#[tokio::test]
async fn a_store_can_be_enabled_only_while_it_has_a_secret() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let fresh = connection(&shop, Provider::Whop).await;
        assert_eq!(fresh.url, format!("http://127.0.0.1:8080/api/autobuy/whop/{}", shop.guild));
        assert!(!fresh.enabled && fresh.secrets.is_empty() && fresh.products.is_empty());
        let enable = async |enabled| {
            connections::set_enabled(&app, &shop.user_id, &shop.guild, Provider::SellAuth, enabled).await
        };
        assert!(matches!(enable(true).await, Err(ConnectionError::NoSecret)));
        let added = shop.add_secret(Provider::SellAuth, SECRET).await;
        enable(true).await.unwrap();
        call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await;
        let connected = connection(&shop, Provider::SellAuth).await;
        assert!(connected.enabled);
        let [secret] = &connected.secrets[..] else { panic!("one secret: {connected:?}") };
        assert_eq!((&secret.id, secret.hint.as_str()), (&added.id, "6789"));
        assert_eq!((secret.created_at, secret.last_used_at), (START, Some(START)));
        for (number, wait, noted) in [(2, 59, START), (3, 1, START.plus(Duration::from_mins(1)))] {
            app.clock.advance(Duration::from_secs(wait));
            call(&app, &shop, Provider::SellAuth, invoice(number, 1)).await;
            let used = connection(&shop, Provider::SellAuth).await.secrets[0].last_used_at;
            assert_eq!(used, Some(noted), "to the minute");
        }

        let remove = async |id| {
            connections::remove_secret(&app, &shop.user_id, &shop.guild, Provider::SellAuth, id).await
        };
        remove(&added.id).await.unwrap();
        assert!(!connection(&shop, Provider::SellAuth).await.enabled, "nobody can call any more");
        assert!(matches!(remove(&added.id).await, Err(ConnectionError::NoSuchSecret)));
    })
    .await;
}

#[tokio::test]
async fn a_store_has_at_most_two_secrets() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let add = |_| connections::add_secret(&app, &shop.user_id, &shop.guild, Provider::Standard, None);
        let added = join_all((0..8).map(add)).await;
        let made: Vec<_> = added.iter().filter_map(|added| added.as_ref().ok()).collect();
        assert_eq!(made.len(), 2);
        assert!(made.iter().all(|new| new.secret.expose_secret().starts_with("whsec_")));
        assert_ne!(made[0].secret.expose_secret(), made[1].secret.expose_secret());
        let refused = added.iter().filter(|added| matches!(added, Err(ConnectionError::ThirdSecret)));
        assert_eq!(refused.count(), 6);
    })
    .await;
}

#[tokio::test]
async fn a_store_secret_is_validated_for_length_characters_and_encoding() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let long = "x".repeat(513);
        for (provider, secret, good) in [
            (Provider::SellAuth, "1234567", false),
            (Provider::SellAuth, "12345678", true),
            (Provider::SellAuth, "with\u{7}bell", false),
            (Provider::SellAuth, long.as_str(), false),
            (Provider::SellApp, &long[..512], true),
            (Provider::Standard, "whsec_!!!", false),
            (Provider::Standard, "whsec_c2VjcmV0c2VjcmV0", true),
            (Provider::Standard, "c2VjcmV0c2VjcmV0", true),
        ] {
            let added =
                connections::add_secret(&app, &shop.user_id, &shop.guild, provider, Some(secret)).await;
            assert_eq!(added.is_ok(), good, "{provider} {secret}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_product_mapping_is_replaced_as_a_whole_or_not_at_all() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let rows = vec![row("b", Some("1"), 2), row("a", None, 100)];
        shop.map(Provider::Shoppy, rows.clone()).await;
        let with = |bad: Product| vec![row("good", None, 2), bad];
        let many: Vec<Product> = (0..501).map(|number| row(&number.to_string(), None, 2)).collect();
        for bad in [
            with(row("", None, 2)),
            with(row(&"x".repeat(201), None, 2)),
            with(row("x", Some(&"x".repeat(201)), 2)),
            with(row("x", None, 3)),
            with(row("x", None, 0)),
            with(row("x", None, 102)),
            with(row(" good ", Some(""), 4)),
            many.clone(),
        ] {
            let saved = connections::save_products(&app, &shop.user_id, &shop.guild, Provider::Shoppy, bad);
            assert!(saved.await.is_err());
            assert_eq!(connection(&shop, Provider::Shoppy).await.products, rows);
        }
        shop.map(Provider::Shoppy, many[..500].to_vec()).await;
        assert_eq!(connection(&shop, Provider::Shoppy).await.products.len(), 500);
        assert!(connection(&shop, Provider::SellAuth).await.products.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_sellers_test_call_is_judged_like_a_real_one_but_creates_no_keys() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let test =
            async |provider, wanted| calls::test(&app, &shop.user_id, &shop.guild, provider, wanted).await;
        for provider in Provider::ALL.iter().copied() {
            let refused = test(provider, Wanted::default()).await;
            assert!(matches!(refused, Err(ConnectionError::NoSecret)), "{provider}");
            connections::add_secret(&app, &shop.user_id, &shop.guild, provider, None).await.unwrap();
            let unmapped = test(provider, Wanted::default()).await.unwrap();
            assert_eq!((unmapped.verdict, unmapped.status), (Verdict::Test, 422), "{provider}: {unmapped:?}");
            shop.map(provider, vec![row("42", None, 14)]).await;
            let shown = test(provider, Wanted::default()).await.unwrap();
            assert_eq!((shown.verdict, shown.status), (Verdict::Test, 200), "{provider}: {shown:?}");
            let expected = if provider == Provider::Whop { "" } else { "XXXXX-XXXXX-XXXXX-XXXXX" };
            assert_eq!(shown.body, expected, "{provider}");
        }
        let two = Wanted { product: Some("42".to_owned()), quantity: Some(2), ..Wanted::default() };
        assert_eq!(test(Provider::SellAuth, two).await.unwrap().body.lines().count(), 2);
        let none = Wanted { quantity: Some(0), ..Wanted::default() };
        assert_eq!(test(Provider::SellAuth, none).await.unwrap().status, 422);
        assert!(shop.all_keys("").await.keys.is_empty());
        let kept = shop.calls().await;
        assert_eq!(kept.len(), 16);
        assert!(kept.iter().all(|call| call.verdict == Verdict::Test && call.keys.is_empty()));
    })
    .await;
}
