//! A purchase gets its keys once, and always the same answer: at once, in any order, from several processes, after any failure.

use std::collections::HashSet;
use std::time::Duration;

use boostdesk_core::db::Dialect;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::delivery_text;
use boostdesk_core::shop::keys::{self, KeyFilter, KeyStatus};
use boostdesk_core::shop::storefronts::StorefrontError;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, Answer, CallError, Verdict};
use boostdesk_core::shop::stores::connections;
use boostdesk_core::testing::{Setup, Shop, TestApp, details, on_both, tokens};
use boostdesk_core::{closing, on_db};
use futures::future::join_all;
use secrecy::ExposeSecret;
use sqlx::{Connection, PgConnection, SqliteConnection};

use super::vectors::ALL;
use super::{Stores, call, invoice, row, sent};

async fn write(shop: &Shop, text: &str) {
    delivery_text::save(&shop.app, &shop.user_id, text, &Client::default()).await.expect("it is short");
}

#[tokio::test]
async fn a_hundred_concurrent_calls_about_one_purchase_make_one_sale_at_every_store() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for provider in Provider::ALL {
            shop.connect(*provider).await;
        }
        for vector in ALL {
            let call = || call(&app, &shop, vector.provider, sent(vector.headers, vector.body));
            expect_one_sale(&join_all((0..100).map(|_| call())).await);
            let keys = shop.all_keys(&format!("{} {}", vector.provider, vector.purchase)).await.keys;
            assert_eq!(i64::try_from(keys.len()).unwrap(), vector.quantity, "{vector:?}");
            assert_eq!(shop.calls().await.len(), 50, "a page of the hundred that were kept");
        }
    })
    .await;
}

/// Asserts that all were answered with the same bytes, and that one of them sold.
fn expect_one_sale(answers: &[Answer]) {
    let bodies: HashSet<&str> = answers.iter().map(|answer| answer.body.as_str()).collect();
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
    let delivered = answers.iter().filter(|answer| answer.verdict == Verdict::Delivered).count();
    assert_eq!(delivered, 1);
}

/// Otherwise the customer would have paid for keys that cannot be redeemed.
#[tokio::test]
async fn a_shop_that_closes_during_a_store_call_sells_nothing() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let judged = calls::judge(&app, Provider::SellAuth, &shop.guild, invoice(1, 1), false).await;
        closing::close_storefront(&app, &shop.guild).await.expect("it is open");
        let settled = calls::settle(&app, judged.expect("it was open")).await;
        assert!(matches!(settled, Err(CallError::Storefront(StorefrontError::NotFound))), "{settled:?}");
        let mut conn = app.db.read().await.expect("a connection");
        let made: i64 = on_db!(conn, driver => sqlx::query_scalar(
            "SELECT (SELECT COUNT(*) FROM redeem_keys) + (SELECT COUNT(*) FROM store_sales)",
        )
        .fetch_one(driver))
        .expect("they are counted");
        assert_eq!(made, 0);
    })
    .await;
}

#[tokio::test]
async fn a_stored_call_lists_its_keys_in_the_order_of_the_answer() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let answer = call(&app, &shop, Provider::SellAuth, invoice(1, 100)).await;
        let kept = shop.calls().await.remove(0);
        let kept: Vec<&str> = kept.keys.iter().map(|key| key.text.expose_secret()).collect();
        assert_eq!((kept.len(), kept), (100, answer.body.lines().collect()));
    })
    .await;
}

#[tokio::test]
async fn concurrent_calls_to_two_processes_about_one_purchase_make_one_sale_at_every_store() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let other = app.another(Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    for provider in Provider::ALL {
        shop.connect(*provider).await;
    }
    for vector in ALL {
        let calls = (0..40).map(|number| {
            let process = if number % 2 == 0 { &app.app } else { &other };
            call(process, &shop, vector.provider, sent(vector.headers, vector.body))
        });
        expect_one_sale(&join_all(calls).await);
    }
    let bought: i64 = ALL.iter().map(|vector| vector.quantity).sum();
    assert_eq!(i64::try_from(shop.all_keys("").await.keys.len()).unwrap(), bought);
}

#[tokio::test]
async fn purchases_and_their_repeats_arriving_in_any_order_create_each_key_once() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let numbers = [5, 1, 4, 2, 3, 1, 5, 2, 4, 3];
        let answers = join_all(numbers.map(|id| call(&app, &shop, Provider::SellAuth, invoice(id, 1)))).await;
        for id in 1..=5 {
            let of_one: HashSet<&str> = numbers
                .iter()
                .zip(&answers)
                .filter(|(number, _)| **number == id)
                .map(|(_, answer)| answer.body.as_str())
                .collect();
            assert_eq!(of_one.len(), 1);
        }
        assert_eq!(shop.all_keys("").await.keys.len(), 5);
    })
    .await;
}

#[tokio::test]
async fn a_repeated_call_gets_the_first_answer_despite_changed_settings_cleanup_or_restart() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        write(&shop, "Redeem {key} at {redeem_url}").await;
        let first = call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await;
        assert!(first.body.ends_with(&format!(" at http://127.0.0.1:8080/redeem-order/{}", shop.guild)));

        write(&shop, "Something else").await;
        shop.map(Provider::SellAuth, vec![row("42", None, 20)]).await;
        let remapped = call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await;
        shop.map(Provider::SellAuth, Vec::new()).await;
        app.clock.advance(Duration::from_hours(24 * 400));
        calls::forget_old(&app, 365).await.unwrap();
        assert!(shop.calls().await.is_empty(), "the calls went");
        let another = app.another(Setup::default()).await;
        let restarted = call(&another, &shop, Provider::SellAuth, invoice(1, 1)).await;
        for again in [remapped, restarted] {
            assert_eq!((again.verdict, &again.body), (Verdict::Repeated, &first.body));
        }
        assert_eq!(shop.all_keys("").await.keys.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn keys_of_a_sale_carry_its_note_and_email_and_are_found_by_them() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        call(&app, &shop, Provider::SellAuth, invoice(71, 2)).await;
        call(&app, &shop, Provider::SellAuth, invoice(72, 1)).await;
        shop.keys(4, 1).await;
        let all = shop.all_keys("").await.keys;
        assert_eq!(all.len(), 4);
        assert_eq!(all[1].note.as_deref(), Some("sellauth 5/72/9"));
        assert_eq!((all[1].email.as_deref(), all[1].amount), (Some("Mika@Example.com"), 14));

        let key = all[0].key.expose_secret();
        let (lower, bare) = (key.to_lowercase(), key.replace('-', ""));
        for (search, found) in [
            ("sellauth 5/71", 2),
            ("SELLAUTH", 3),
            ("mika@", 3),
            ("MIKA@EXAMPLE.COM", 3),
            ("ika@", 0),
            ("%", 0),
            (key, 1),
            (&key[..9], 1),
            (&lower[..11], 1),
            (&bare[..12], 1),
            (&bare[1..], 0),
        ] {
            assert_eq!(shop.all_keys(search).await.keys.len(), found, "{search}");
        }
        let used = KeyFilter { status: Some(KeyStatus::Redeemed), search: "mika", ..KeyFilter::default() };
        assert!(
            keys::list(&app, &shop.user_id, &shop.guild, used, None, None).await.unwrap().keys.is_empty()
        );
    })
    .await;
}

#[tokio::test]
async fn keys_without_a_veiled_form_from_older_versions_are_still_found_by_search() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let keys = shop.keys(2, 3).await;
        let forget = "UPDATE redeem_keys SET key_veiled = NULL";
        match app.db.dialect() {
            Dialect::Sqlite => {
                let mut conn = SqliteConnection::connect(&app.url).await.unwrap();
                sqlx::query(forget).execute(&mut conn).await.unwrap();
            }
            Dialect::Postgres => {
                let mut conn = PgConnection::connect(&app.url).await.unwrap();
                sqlx::query(forget).execute(&mut conn).await.unwrap();
            }
        }
        for key in &keys {
            let found = shop.all_keys(&key.expose()[..13]).await.keys;
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].key.expose_secret(), key.expose());
        }
    })
    .await;
}

#[tokio::test]
async fn a_sale_succeeds_without_enough_stock_and_is_marked_as_short() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        shop.restock(&tokens("a", 7)).await;
        for (id, quantity, short) in [(1, 1, false), (2, 2, true)] {
            let answer = call(&app, &shop, Provider::SellAuth, invoice(id, quantity)).await;
            assert_eq!(answer.verdict, Verdict::Delivered);
            assert_eq!(shop.calls().await[0].short, short, "{quantity} keys");
        }
        let key =
            boostdesk_core::shop::keys::RedeemKey::parse(shop.all_keys("").await.keys[0].key.expose_secret());
        shop.redeem(&key.unwrap(), details("mika")).await.expect("it is as good as any other key");
    })
    .await;
}

#[tokio::test]
async fn a_variants_mapping_row_takes_precedence_over_the_products() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let rows = vec![row("42", None, 2), row("42", Some("7"), 4), row("43", Some("7"), 6)];
        shop.map(Provider::SellAuth, rows).await;
        for (id, product, variant, amount) in
            [(1, 42, "8", Some(2)), (2, 42, "7", Some(4)), (3, 43, "7", Some(6)), (4, 43, "8", None)]
        {
            let body = format!(
                r#"{{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":{id},"item":{{"product_id":{product},"variant_id":"{variant}"}}}}"#
            );
            let answer = call(&app, &shop, Provider::SellAuth, super::signed(&body)).await;
            let newest = shop.all_keys("").await.keys.into_iter().next();
            match amount {
                Some(amount) => assert_eq!(newest.unwrap().amount, amount),
                None => assert_eq!(answer.verdict, Verdict::Unmapped),
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_store_that_is_not_connected_sells_nothing() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.connect(Provider::SellAuth).await;
        for (shop, provider) in [(&other, Provider::SellAuth), (&shop, Provider::SellApp)] {
            let answer = call(&app, shop, provider, invoice(1, 1)).await;
            assert_eq!((answer.verdict, answer.status), (Verdict::Disabled, 403));
        }
        connections::set_enabled(&app, &shop.user_id, &shop.guild, Provider::SellAuth, false).await.unwrap();
        assert_eq!(call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await.verdict, Verdict::Disabled);
        assert!(shop.all_keys("").await.keys.is_empty());
    })
    .await;
}
