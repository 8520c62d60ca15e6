//! Each store's way to sign a call and to describe a purchase.

use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::Verdict;
use boostdesk_core::testing::{Shop, on_both};
use secrecy::ExposeSecret;

use super::vectors::{ALL, JUST_IN_TIME, SIMULATED, STALE};
use super::{SECRET, STANDARD_SECRET, Stores, call, call_at, row, sent, signed, store_connections};

const SAMPLE: &str = "XXXXX-XXXXX-XXXXX-XXXXX";

#[tokio::test]
async fn a_purchase_at_every_store_creates_its_keys_once() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for provider in Provider::ALL {
            shop.connect(*provider).await;
        }
        for vector in ALL {
            let provider = vector.provider;
            let first = call(&app, &shop, provider, sent(vector.headers, vector.body)).await;
            assert_eq!((first.verdict, first.status), (Verdict::Delivered, 200), "{vector:?}: {first:?}");
            let kept = shop.calls().await.remove(0);
            assert_eq!(kept.purchase.as_deref(), Some(vector.purchase));
            assert_eq!((kept.product.as_deref(), kept.variant.as_deref()), (Some("42"), vector.variant));
            assert_eq!(
                (kept.quantity, kept.email.as_deref()),
                (Some(vector.quantity), Some("mika@example.com"))
            );
            let keys: Vec<&str> = kept.keys.iter().map(|key| key.text.expose_secret()).collect();
            assert_eq!(i64::try_from(keys.len()).unwrap(), vector.quantity);
            assert_eq!(first.is_text, provider != Provider::Whop);
            if first.is_text {
                assert_eq!(first.body, keys.join("\n"));
            } else {
                assert!(first.body.starts_with(r#"{"code":200,"message":"#), "{}", first.body);
            }
            let again = call(&app, &shop, provider, sent(vector.headers, vector.body)).await;
            assert_eq!((again.verdict, again.body), (Verdict::Repeated, first.body));
        }
    })
    .await;
}

#[tokio::test]
async fn a_call_with_a_changed_body_or_a_missing_or_wrong_signature_is_refused() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for provider in Provider::ALL {
            shop.connect(*provider).await;
        }
        for vector in ALL {
            // As if a parser had written it again: the same JSON, but other bytes.
            let spaced = vector.body.replacen("{\"", "{ \"", 1);
            let mut bare = sent(vector.headers, vector.body);
            bare.headers.retain(|name, _| !name.contains("signature"));
            let mut garbled = sent(vector.headers, vector.body);
            for (name, value) in &mut garbled.headers {
                if name.contains("signature") {
                    value.pop();
                }
            }
            for wrong in [sent(vector.headers, &spaced), bare, garbled] {
                let answer = call(&app, &shop, vector.provider, wrong).await;
                assert_eq!((answer.verdict, answer.status), (Verdict::BadSignature, 401), "{vector:?}");
            }
        }
        assert!(shop.all_keys("").await.keys.is_empty());
        let refused = shop.calls().await;
        assert!(
            refused
                .iter()
                .all(|call| call.purchase.is_none() && call.product.is_none() && call.email.is_none())
        );
    })
    .await;
}

#[tokio::test]
async fn a_call_signed_more_than_five_minutes_ago_is_refused_as_stale() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for provider in Provider::ALL {
            shop.connect(*provider).await;
        }
        let unsigned = call(&app, &shop, Provider::Whop, sent(&[], "{}")).await;
        for (provider, headers, body) in STALE {
            let answer = call(&app, &shop, provider, sent(headers, body)).await;
            assert_eq!((answer.verdict, answer.status), (Verdict::Stale, 401), "{provider}");
            assert_eq!(answer.body, unsigned.body, "nobody learns which of the two it was");
        }
        let (headers, body) = JUST_IN_TIME;
        assert_eq!(
            call(&app, &shop, Provider::Shoppex, sent(headers, body)).await.verdict,
            Verdict::Delivered
        );

        let mut told_otherwise = sent(ALL[4].headers, ALL[4].body);
        told_otherwise.headers.insert("x-shoppex-timestamp".to_owned(), "1795166041".to_owned());
        assert_eq!(call(&app, &shop, Provider::Shoppex, told_otherwise).await.verdict, Verdict::BadSignature);
        app.clock.advance(std::time::Duration::from_secs(301));
        let late = call(&app, &shop, Provider::Shoppex, sent(ALL[4].headers, ALL[4].body)).await;
        assert_eq!(late.verdict, Verdict::Stale, "also of a purchase that has its keys");
    })
    .await;
}

#[tokio::test]
async fn both_secrets_are_accepted_during_rotation_at_every_store() {
    on_both(async |app| {
        for (number, vector) in (1..).zip(ALL) {
            let shop = Shop::open(&app, number).await;
            let provider = vector.provider;
            let (secret, [before, after]) = match provider {
                Provider::Standard => {
                    (STANDARD_SECRET, ["whsec_dGhlIG9uZSBiZWZvcmU=", "whsec_dGhlIG9uZSBhZnRlcg=="])
                }
                _ => (SECRET, ["the one before", "the one after"]),
            };
            let verdict =
                async || call(&app, &shop, provider, sent(vector.headers, vector.body)).await.verdict;
            let remove = async |id| {
                store_connections::remove_secret(&app, &shop.user_id, &shop.guild, provider, id)
                    .await
                    .unwrap();
            };
            let before = shop.add_secret(provider, before).await;
            shop.map(provider, vec![row("42", None, 14)]).await;
            store_connections::set_enabled(&app, &shop.user_id, &shop.guild, provider, true).await.unwrap();
            assert_eq!(verdict().await, Verdict::BadSignature, "{provider}");
            let own = shop.add_secret(provider, secret).await;
            assert_eq!(verdict().await, Verdict::Delivered, "the new one, {provider}");
            remove(&before.id).await;
            shop.add_secret(provider, after).await;
            assert_eq!(verdict().await, Verdict::Repeated, "the old one, {provider}");
            remove(&own.id).await;
            assert_eq!(verdict().await, Verdict::BadSignature, "{provider}");
            assert_eq!(i64::try_from(shop.all_keys("").await.keys.len()).unwrap(), vector.quantity);
        }
    })
    .await;
}

#[tokio::test]
async fn the_stores_own_test_calls_get_a_sample_key_and_create_none() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellApp).await;
        shop.connect(Provider::Shoppy).await;
        for body in ["no JSON", "{}", ALL[1].body] {
            let answer = call_at(&app, &shop, Provider::SellApp, sent(&[], body), true).await;
            assert_eq!((answer.verdict, answer.status), (Verdict::Test, 200), "{body}");
            assert!(answer.body.contains(SAMPLE), "{}", answer.body);
        }
        let (headers, body) = SIMULATED;
        let answer = call(&app, &shop, Provider::Shoppy, sent(headers, body)).await;
        assert_eq!((answer.verdict, answer.status, answer.body.as_str()), (Verdict::Test, 200, SAMPLE));
        assert!(shop.all_keys("").await.keys.is_empty());
        // No other store has a test address.
        let shoppy = call_at(&app, &shop, Provider::Shoppy, sent(&[], "{}"), true).await;
        assert_eq!(shoppy.verdict, Verdict::BadSignature);
    })
    .await;
}

#[tokio::test]
async fn a_sellauth_call_with_missing_or_invalid_fields_is_malformed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let long = format!(
            r#"{{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":"{}","item":{{"product_id":42}}}}"#,
            "9".repeat(201)
        );
        for (body, verdict) in [
            ("", Verdict::Malformed),
            ("[]", Verdict::Malformed),
            ("{}", Verdict::Malformed),
            (r#"{"event":null,"id":1,"item":{"product_id":42}}"#, Verdict::Malformed),
            (r#"{"event":"INVOICE.PAID"}"#, Verdict::Ignored),
            (r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","item":{"product_id":42}}"#, Verdict::Malformed),
            (r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":1,"item":{}}"#, Verdict::Malformed),
            (r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":1,"item":{"product_id":42,"quantity":0}}"#, Verdict::Malformed),
            (r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":1,"item":{"product_id":42,"quantity":101}}"#, Verdict::Malformed),
            (r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":"a\u0000b","item":{"product_id":42}}"#, Verdict::Malformed),
            (&long, Verdict::Malformed),
            (r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":1,"item":{"product_id":43}}"#, Verdict::Unmapped),
            (r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":1,"item":{"product_id":"42","quantity":null}}"#, Verdict::Delivered),
            (r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","item":{"id":"x","product_id":42,"quantity":"2"}}"#, Verdict::Delivered),
        ] {
            let answer = call(&app, &shop, Provider::SellAuth, signed(body)).await;
            assert_eq!(answer.verdict, verdict, "{body}");
            let status = match verdict {
                Verdict::Delivered | Verdict::Ignored => 200,
                _ => 422,
            };
            assert_eq!(answer.status, status, "{body}");
        }
        let unmapped = call(&app, &shop, Provider::SellAuth, signed(
            r#"{"event":"INVOICE.ITEM.DELIVER-DYNAMIC","id":2,"item":{"product_id":"a\"b","variant_id":7}}"#,
        ));
        assert_eq!(
            unmapped.await.body,
            r#"{"code":422,"message":"No key is mapped to product \"a\"b\", variant \"7\"."}"#
        );
    })
    .await;
}

#[tokio::test]
async fn the_product_id_header_of_a_sellix_cart_selects_which_row_is_sold() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::Sellix).await;
        let cart = |pick: Option<&str>| {
            let mut call = sent(ALL[3].headers, ALL[3].body);
            call.headers.remove("x-sellix-product-id");
            if let Some(pick) = pick {
                call.headers.insert("x-sellix-product-id".to_owned(), pick.to_owned());
            }
            call
        };
        for (pick, verdict) in [
            (None, Verdict::Malformed),
            (Some("40"), Verdict::Malformed),
            (Some("41"), Verdict::Unmapped),
            (Some("42"), Verdict::Delivered),
            (Some("42"), Verdict::Repeated),
        ] {
            assert_eq!(call(&app, &shop, Provider::Sellix, cart(pick)).await.verdict, verdict, "{pick:?}");
        }
    })
    .await;
}
