//! Refused calls on Home: those of the last day that no later call has resolved.

use std::time::Duration;

use boostdesk_core::health;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, CallFilter, Verdict};
use boostdesk_core::testing::{Shop, on_both};

use super::{Stores, call, invoice, row, sent, signed};

const HOUR: Duration = Duration::from_hours(1);

/// Returns the open refusals by store and verdict, with their number. The owner's Health has the same.
async fn open_of(shop: &Shop) -> Vec<(Provider, Verdict, i64)> {
    let found = calls::open_refusals(&shop.app, &shop.user_id).await.expect("the database answers");
    assert!(found.iter().all(|open| open.guild_id == shop.guild), "{found:?}");
    let on_health = health::troubles(&shop.app).await.unwrap().refused_calls.into_iter();
    let on_health = on_health.map(|of| of.refused).filter(|open| open.guild_id == shop.guild);
    assert_eq!(on_health.collect::<Vec<_>>(), found);
    found.into_iter().map(|open| (open.provider, open.verdict, open.count)).collect()
}

#[tokio::test]
async fn a_refusal_without_a_purchase_is_resolved_by_the_stores_next_accepted_call() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        call(&app, &shop, Provider::SellAuth, sent(&[("x-signature", "00")], "{}")).await;
        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        app.clock.advance(HOUR);
        call(&app, &shop, Provider::Shoppy, sent(&[], "{}")).await;
        let sellauth = (Provider::SellAuth, Verdict::BadSignature, 2);
        let shoppy = (Provider::Shoppy, Verdict::Disabled, 1);
        assert_eq!(open_of(&shop).await, [shoppy, sellauth], "the newest first");
        assert_eq!(open_of(&Shop::open(&app, 2).await).await, []);

        let seller = &shop.user_id;
        calls::test(&app, seller, &shop.guild, Provider::SellAuth, calls::Wanted::default()).await.unwrap();
        assert_eq!(
            open_of(&shop).await,
            [shoppy, sellauth],
            "a test of one's own proves nothing of the store"
        );
        call(&app, &shop, Provider::SellAuth, signed(r#"{"event":"INVOICE.REFUNDED"}"#)).await;
        assert_eq!(open_of(&shop).await, [shoppy]);
        call(&app, &shop, Provider::SellAuth, signed("no object")).await;
        assert_eq!(open_of(&shop).await.len(), 2);
        call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await;
        assert_eq!(open_of(&shop).await, [shoppy]);

        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        let page = calls::list(&app, seller, &shop.guild, CallFilter::default()).await.unwrap();
        let sold = page.calls.iter().find(|call| call.verdict == Verdict::Delivered).expect("the invoice");
        let again = calls::replay(&app, seller, &shop.guild, sold.id).await.unwrap();
        assert_eq!(again.call.verdict, Verdict::Repeated);
        let refused = (Provider::SellAuth, Verdict::BadSignature, 1);
        assert_eq!(open_of(&shop).await, [refused, shoppy], "nor does a call that was run again");
    })
    .await;
}

#[tokio::test]
async fn a_refused_purchase_is_resolved_only_by_delivering_the_keys_of_that_purchase() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        shop.map(Provider::SellAuth, Vec::new()).await;
        for id in [1, 1, 2] {
            call(&app, &shop, Provider::SellAuth, invoice(id, 1)).await;
        }
        let unmapped = |count| [(Provider::SellAuth, Verdict::Unmapped, count)];
        assert_eq!(open_of(&shop).await, unmapped(3));
        let first = shop.calls().await.last().expect("it is kept").id;
        calls::replay(&app, &shop.user_id, &shop.guild, first).await.unwrap();
        assert_eq!(open_of(&shop).await, unmapped(3), "a replay is no call of the store's");
        shop.map(Provider::SellAuth, vec![row("42", None, 14)]).await;
        call(&app, &shop, Provider::SellAuth, invoice(3, 1)).await;
        assert_eq!(open_of(&shop).await, unmapped(3), "others' customers have their keys");
        calls::replay(&app, &shop.user_id, &shop.guild, first).await.unwrap();
        assert_eq!(open_of(&shop).await, unmapped(1));
        call(&app, &shop, Provider::SellAuth, invoice(2, 1)).await;
        assert_eq!(open_of(&shop).await, []);
    })
    .await;
}

#[tokio::test]
async fn a_refused_call_leaves_home_after_a_day_and_stays_in_the_inbox() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        app.clock.advance(HOUR * 24);
        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        assert_eq!(open_of(&shop).await, [(Provider::SellAuth, Verdict::BadSignature, 2)]);
        app.clock.advance(Duration::from_millis(1));
        assert_eq!(open_of(&shop).await, [(Provider::SellAuth, Verdict::BadSignature, 1)]);
        app.clock.advance(HOUR * 24);
        assert_eq!(open_of(&shop).await, []);
        assert_eq!(shop.calls().await.len(), 2);
    })
    .await;
}
