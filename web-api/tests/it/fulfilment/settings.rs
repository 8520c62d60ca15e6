//! A storefront's own settings: its service, its secret, and orders that keep the settings they began with.

use std::sync::{Mutex, mpsc};
use std::time::Duration;

use boostdesk_core::shop::orders::OrderState;
use boostdesk_core::testing::{Shop, tokens};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::service::{
    Call, Reply, SECRET, Service, UNKNOWN_JOB, Worker, is_done, is_waiting, on_both, redeemed, report,
    results, until,
};
use crate::seller::Desk;
use crate::support::send;

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[tokio::test]
async fn a_storefront_can_have_its_own_fulfilment_service_and_secret() {
    on_both(async |app, operators| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 9)).await;
        let desk = Desk::of(&shop).await;
        let path = format!("/api/storefronts/{}/fulfilment", shop.guild);
        let none = json!({"mode": "default", "url": null, "hint": null});
        assert_eq!(desk.get(&path).await, (200, none.clone()));
        for bad in [
            json!({"mode": "webhook"}),
            json!({"mode": "post"}),
            json!({"mode": "webhook", "url": "nowhere"}),
            json!({"mode": "webhook", "url": "ftp://shop.example.com/"}),
            json!({"mode": "webhook", "url": "http://10.0.0.1/"}),
            json!({"mode": "webhook", "url": "https://192.168.0.1/"}),
        ] {
            assert_eq!(desk.put(&path, &bad).await.0, 422, "{bad}");
        }
        assert_eq!(desk.post(&format!("{path}/secret"), &json!({})).await.0, 409);
        assert_eq!(desk.get(&path).await, (200, none));

        let own = Service::start(Call::all_delivered).await;
        let (status, saved) = desk.put(&path, &json!({"mode": "webhook", "url": own.url})).await;
        assert_eq!(status, 200, "{saved}");
        let secret = text(&saved["secret"]).to_owned();
        assert!(secret.starts_with("whsec_") && secret.ends_with(text(&saved["hint"])));
        assert_eq!(text(&saved["hint"]).len(), 4);
        let (_, again) = desk.put(&path, &json!({"mode": "webhook", "url": own.url})).await;
        assert_eq!(again, json!({"code": 200, "mode": "webhook", "url": own.url, "hint": saved["hint"]}));

        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 2).await;
        until(&app, &shop, &key, is_done).await;
        assert!(own.calls()[0].is_by(&secret) && operators.calls().is_empty());

        // For a day the old secret is as good as the new one.
        let (_, renewed) = desk.post(&format!("{path}/secret"), &json!({})).await;
        let renewed = text(&renewed["secret"]).to_owned();
        own.behaves(|_| Reply::status(202));
        let key = redeemed(&shop, 2).await;
        until(&app, &shop, &key, |order| order.history.len() > 1).await;
        let call = own.calls()[1].clone();
        assert!(call.is_by(&secret) && call.is_by(&renewed) && !call.is_by(SECRET));
        let job = text(&call.job()["jobId"]).to_owned();
        let nothing = results([]);
        let site = &desk.site;
        for (secret, status) in [(&*secret, 200), (&*renewed, 200), (SECRET, 401)] {
            assert_eq!(send(report(site, &app, &job, secret, &nothing)).await.status(), status);
        }
        app.clock.advance(Duration::from_hours(25));
        for (secret, status) in [(&*secret, 401), (&*renewed, 200)] {
            assert_eq!(send(report(site, &app, &job, secret, &nothing)).await.status(), status);
        }
        let other = Shop::open(&app, 2).await;
        let stranger = Desk::of(&other).await;
        assert_eq!(stranger.get(&path).await.0, 404);
    })
    .await;
}

/// Whoever signs with a valid secret is told that there is no such job; with an expired one they are nobody.
#[tokio::test]
async fn an_expired_secret_is_refused_for_an_unknown_job_too() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        let desk = Desk::of(&shop).await;
        let path = format!("/api/storefronts/{}/fulfilment", shop.guild);
        let (_, saved) = desk.put(&path, &json!({"mode": "webhook", "url": service.url})).await;
        let (_, renewed) = desk.post(&format!("{path}/secret"), &json!({})).await;
        let nothing = results([]);
        for (hours, of_old) in [(23, 404), (2, 401)] {
            app.clock.advance(Duration::from_hours(hours));
            for (secret, status) in [(text(&saved["secret"]), of_old), (text(&renewed["secret"]), 404)] {
                let answer = send(report(&desk.site, &app, UNKNOWN_JOB, secret, &nothing)).await;
                assert_eq!(answer.status(), status);
            }
        }
    })
    .await;
}

/// A 410 counts only for the service that answered it, not for the one that is configured now.
#[tokio::test]
async fn a_late_410_from_a_replaced_service_does_not_stop_the_order() {
    on_both(async |app, _| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let desk = Desk::of(&shop).await;
        let path = format!("/api/storefronts/{}/fulfilment", shop.guild);
        let (called, is_called) = mpsc::channel();
        let (go_on, may_answer) = mpsc::channel::<()>();
        let may_answer = Mutex::new(may_answer);
        let former = Service::start_mortal(move |_| {
            called.send(()).expect("the test waits");
            may_answer.lock().unwrap().recv().expect("the test says when");
            Reply::status(410)
        });
        let present = Service::start(Call::all_delivered).await;
        desk.put(&path, &json!({"mode": "webhook", "url": former.url})).await;
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 2).await;
        spawn_blocking(move || is_called.recv()).await.expect("a thread").expect("it is called");
        assert_eq!(desk.put(&path, &json!({"mode": "webhook", "url": present.url})).await.0, 200);
        go_on.send(()).expect("the service waits");
        until(&app, &shop, &key, is_done).await;
        assert_eq!((former.calls().len(), present.ids()), (1, former.ids()));
    })
    .await;
}

#[tokio::test]
async fn an_order_keeps_the_fulfilment_mode_it_was_redeemed_with() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 9)).await;
        let desk = Desk::of(&shop).await;
        let path = format!("/api/storefronts/{}/fulfilment", shop.guild);
        service.behaves(|_| Reply::status(410));
        let _worker = Worker::start(&app);
        let by_service = redeemed(&shop, 2).await;
        until(&app, &shop, &by_service, is_waiting).await;
        desk.put(&path, &json!({"mode": "manual"})).await;
        let by_hand = redeemed(&shop, 2).await;
        let order = shop.order(&by_hand).await;
        assert_eq!((order.state, order.pending.len()), (OrderState::Queued, 1));
        let retry = |key: &str| format!("/api/dashboard/orders/{key}/retry");
        assert_eq!(desk.post(&retry(by_hand.expose()), &json!({})).await.0, 409);
        service.behaves(Call::all_delivered);
        assert_eq!(desk.post(&retry(by_service.expose()), &json!({})).await.0, 200);
        until(&app, &shop, &by_service, is_done).await;
        assert_eq!(shop.order(&by_hand).await.state, OrderState::Queued);
    })
    .await;
}
