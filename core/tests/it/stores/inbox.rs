//! Stored calls, and replaying one.

use std::collections::HashSet;
use std::time::Duration;

use boostdesk_core::developers::event_endpoints::{self, NewEndpoint};
use boostdesk_core::events::Topic;
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, CallError, CallFilter, Verdict};
use boostdesk_core::shop::stores::connections;
use boostdesk_core::testing::{Shop, details, on_both, tokens};
use futures::future::join_all;
use secrecy::ExposeSecret;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::{Stores, call, invoice, row, sent, signed};

#[tokio::test]
async fn a_stored_call_keeps_body_headers_and_answer_but_not_its_credentials() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let mut first = invoice(1, 1);
        for (name, value) in [
            ("cookie", "a=b"),
            ("authorization", "Bearer x"),
            ("user-agent", "SellAuth"),
            ("x-timestamp", "1"),
        ] {
            first.headers.insert(name.to_owned(), value.to_owned());
        }
        let body = String::from_utf8(first.body.clone()).unwrap();
        let answer = call(&app, &shop, Provider::SellAuth, first).await;
        let id = shop.calls().await[0].id;
        let whole = calls::get(&app, &shop.user_id, &shop.guild, id).await.unwrap();
        let names: Vec<&str> = whole.headers.keys().map(String::as_str).collect();
        assert_eq!(names, ["user-agent", "x-timestamp"]);
        assert_eq!(whole.body.expose_secret(), body);
        assert_eq!(whole.answer.expose_secret(), answer.body);

        let other = Shop::open(&app, 2).await;
        let foreign = calls::get(&app, &other.user_id, &other.guild, id).await;
        assert!(matches!(foreign, Err(CallError::NotFound)));
        let foreign = calls::get(&app, &other.user_id, &shop.guild, id).await;
        assert!(matches!(foreign, Err(CallError::Storefront(_))));
    })
    .await;
}

#[tokio::test]
async fn only_the_beginning_of_what_a_stranger_sends_is_stored() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let long = format!("{}ä", "x".repeat(256 * 1024 - 2));
        for sent in [sent(&[("x-long", &long)], &long), signed(&long)] {
            call(&app, &shop, Provider::SellAuth, sent).await;
        }
        let mut stored = Vec::new();
        for one in shop.calls().await {
            let whole = calls::get(&app, &shop.user_id, &shop.guild, one.id).await.unwrap();
            let header = whole.headers.get("x-long").cloned();
            stored.push((one.verdict, whole.body.expose_secret().to_owned(), header));
        }
        let beginning = |length| format!("{}…", "x".repeat(length));
        let strangers = (Verdict::BadSignature, beginning(16 * 1024), Some(beginning(1024)));
        assert_eq!(stored, [(Verdict::Malformed, long, None), strangers]);
    })
    .await;
}

#[tokio::test]
async fn a_replay_uses_the_current_product_mapping() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        shop.map(Provider::SellAuth, Vec::new()).await;
        assert_eq!(call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await.verdict, Verdict::Unmapped);
        let unmapped = shop.calls().await[0].id;
        let replay = async |id| calls::replay(&app, &shop.user_id, &shop.guild, id).await;
        assert_eq!(replay(unmapped).await.unwrap().call.verdict, Verdict::Unmapped);
        shop.map(Provider::SellAuth, vec![row("42", None, 14)]).await;
        connections::set_enabled(&app, &shop.user_id, &shop.guild, Provider::SellAuth, false).await.unwrap();
        app.clock.advance(Duration::from_hours(24));

        let delivered = replay(unmapped).await.unwrap();
        assert_eq!(delivered.call.verdict, Verdict::Delivered);
        assert_eq!(delivered.call.keys[0].text.expose_secret(), delivered.answer.expose_secret());
        for id in [unmapped, delivered.call.id] {
            let again = replay(id).await.unwrap();
            assert_eq!(again.call.verdict, Verdict::Repeated);
            assert_eq!(again.answer.expose_secret(), delivered.answer.expose_secret());
        }
        assert_eq!(shop.all_keys("").await.keys.len(), 1);

        shop.restock(&tokens("a", 14)).await;
        let key = RedeemKey::parse(delivered.call.keys[0].text.expose_secret()).unwrap();
        shop.redeem(&key, details("lofi")).await.unwrap();
        let history = shop.order(&key).await.history;
        let steps: Vec<_> = history.iter().map(|step| (step.by.as_str(), step.what.as_str())).collect();
        assert_eq!(steps[..2], [("store", "Sold"), ("customer", "Redeemed")]);
        call(&app, &shop, Provider::SellAuth, invoice(2, 1)).await;
        let disabled = shop.calls().await[0].id;
        assert!(matches!(replay(disabled).await, Err(CallError::NotReplayable)));
        assert_eq!(shop.calls().await.len(), 6);
    })
    .await;
}

/// The call is stored as valid text, which would parse as a purchase.
#[tokio::test]
async fn a_call_that_was_not_utf8_stays_malformed_when_replayed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let mut odd = invoice(1, 1).body;
        let email = odd.iter().position(|byte| *byte == b'@').unwrap();
        odd[email] = 0xff;
        assert_eq!(call(&app, &shop, Provider::SellAuth, signed(&odd)).await.verdict, Verdict::Malformed);
        for _ in 0..2 {
            let newest = shop.calls().await[0].id;
            let again = calls::replay(&app, &shop.user_id, &shop.guild, newest).await.unwrap();
            assert_eq!((again.call.verdict, again.call.status), (Verdict::Malformed, 422));
        }
        assert_eq!(shop.all_keys("").await.keys.len(), 0);
    })
    .await;
}

#[tokio::test]
async fn at_most_200_unauthenticated_calls_are_stored_per_storefront() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.connect(Provider::SellAuth).await;
        call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await;
        call(&app, &other, Provider::SellApp, sent(&[], "{}")).await;
        for _ in 0..210 {
            call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        }
        let mut kept = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let filter = CallFilter { cursor: cursor.as_deref(), ..CallFilter::default() };
            let page = calls::list(&app, &shop.user_id, &shop.guild, filter).await.unwrap();
            kept.extend(page.calls.iter().map(|call| call.verdict));
            let Some(next) = page.next else { break };
            cursor = Some(next);
        }
        assert_eq!(kept.len(), 201);
        assert_eq!(kept[200], Verdict::Delivered, "what is no stranger's stays");
        assert_eq!(other.calls().await.len(), 1, "each storefront has its own");
    })
    .await;
}

#[tokio::test]
async fn stored_calls_can_be_filtered_by_store_and_verdict() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await;
        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        call(&app, &shop, Provider::SellApp, sent(&[], "{}")).await;
        let count = async |provider, verdict| {
            let filter = CallFilter { provider, verdict, cursor: None };
            calls::list(&app, &shop.user_id, &shop.guild, filter).await.unwrap().calls.len()
        };
        assert_eq!(count(None, None).await, 3);
        assert_eq!(count(Some(Provider::SellAuth), None).await, 2);
        assert_eq!(count(None, Some(Verdict::Disabled)).await, 1);
        assert_eq!(count(Some(Provider::SellAuth), Some(Verdict::Delivered)).await, 1);
        assert_eq!(count(Some(Provider::SellApp), Some(Verdict::Delivered)).await, 0);
        let bad = CallFilter { cursor: Some("x"), ..CallFilter::default() };
        let listed = calls::list(&app, &shop.user_id, &shop.guild, bad).await;
        assert!(matches!(listed, Err(CallError::BadCursor)));
    })
    .await;
}

#[tokio::test]
async fn stored_calls_are_deleted_after_a_year_except_those_with_a_bad_signature() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await;
        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        app.clock.advance(Duration::from_hours(24 * 365));
        calls::forget_old(&app, 365).await.unwrap();
        assert_eq!(shop.calls().await.len(), 2, "a year to the day");
        app.clock.advance(Duration::from_millis(1));
        calls::forget_old(&app, 365).await.unwrap();
        let left = shop.calls().await;
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].verdict, Verdict::BadSignature, "it goes by number, not by age");
    })
    .await;
}

#[tokio::test]
async fn a_refusal_notice_scheduled_while_the_clock_was_ahead_is_brought_forward() {
    on_both(async |app| {
        let ahead = Duration::from_hours(3);
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        app.clock.advance(ahead);
        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        app.clock.set_back(ahead);
        assert_eq!(calls::shorten_waits(&app).await.unwrap(), 1);
        assert_eq!(calls::shorten_waits(&app).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn refused_calls_are_collected_for_a_minute_and_reported_in_one_event() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let wanted = NewEndpoint {
            url: "https://hooks.example.com/in".to_owned(),
            events: vec!["store.refused".to_owned()],
            description: None,
        };
        let endpoint = event_endpoints::create(&app, &shop.user_id, wanted).await.unwrap();
        let told = async || {
            calls::tell_refused(&app).await.unwrap();
            let page = event_endpoints::deliveries(&app, &shop.user_id, &endpoint.id, None).await;
            page.unwrap().deliveries.len()
        };
        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        app.clock.advance(Duration::from_secs(30));
        call(&app, &shop, Provider::SellAuth, signed("no object")).await;
        call(&app, &shop, Provider::SellAuth, invoice(1, 1)).await;
        app.clock.advance(Duration::from_secs(29));
        assert_eq!(told().await, 0, "its minute is not up");
        app.clock.advance(Duration::from_secs(1));
        assert_eq!((told().await, told().await), (1, 1), "once");
        // Later refusals have a minute of their own.
        call(&app, &shop, Provider::SellAuth, sent(&[], "{}")).await;
        assert_eq!(told().await, 1);
        app.clock.advance(Duration::from_mins(1));
        assert_eq!(told().await, 2);
    })
    .await;
}

#[tokio::test]
async fn the_refusal_notifier_wakes_up_when_a_refused_call_is_stored() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        let wanted = NewEndpoint {
            url: "https://hooks.example.com/in".to_owned(),
            events: vec!["store.refused".to_owned()],
            description: None,
        };
        event_endpoints::create(&app, &shop.user_id, wanted).await.unwrap();
        let mut told = app.events.listen(&[Topic::EventDeliveries]);
        let ending = CancellationToken::new();
        let teller = tokio::spawn(calls::tell_refused_until(app.app.clone(), ending.clone()));
        let unsigned = sent(&[], "{}");
        let judged = calls::judge(&app, Provider::SellAuth, &shop.guild, unsigned, false).await.unwrap();
        // By the time that it is stored its minute is up.
        app.clock.advance(Duration::from_mins(1));
        calls::settle(&app, judged).await.unwrap();
        timeout(Duration::from_secs(30), told.next()).await.expect("sooner than it looks by itself");
        ending.cancel();
        teller.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn concurrent_replays_of_one_call_make_one_sale() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.connect(Provider::SellAuth).await;
        shop.map(Provider::SellAuth, Vec::new()).await;
        call(&app, &shop, Provider::SellAuth, invoice(1, 2)).await;
        let unmapped = shop.calls().await[0].id;
        shop.map(Provider::SellAuth, vec![row("42", None, 14)]).await;
        let replays = (0..20).map(|_| calls::replay(&app, &shop.user_id, &shop.guild, unmapped));
        let replays: Vec<_> = join_all(replays).await.into_iter().map(Result::unwrap).collect();
        let ids: HashSet<_> = replays.iter().map(|replay| replay.call.id).collect();
        assert_eq!(ids.len(), 20, "each is a call of its own");
        let answers: HashSet<&str> = replays.iter().map(|replay| replay.answer.expose_secret()).collect();
        assert_eq!(answers.len(), 1, "{answers:?}");
        let delivered = replays.iter().filter(|replay| replay.call.verdict == Verdict::Delivered);
        assert_eq!(delivered.count(), 1);
        assert_eq!(shop.all_keys("").await.keys.len(), 2);
    })
    .await;
}
