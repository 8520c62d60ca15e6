//! Rounds: what is sent, what comes back, and how often.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use boostdesk_core::shop::orders::Order;
use boostdesk_core::testing::{Shop, in_no_time, tokens};
use boostdesk_core::watching::outages::Trouble;
use serde_json::json;

use super::service::{
    Call, Reply, SECRET, Worker, is_done, is_waiting, on_both, redeemed, results, until, watch,
};
use crate::support::{Site, send};

#[tokio::test]
async fn a_job_is_sent_signed_and_its_results_complete_the_order() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 6).await;
        let order = until(&app, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (3, 0));
        let calls = service.calls();
        assert_eq!(calls.len(), 1);
        let job = calls[0].job();
        let id = job["jobId"].as_str().expect("a text").to_owned();
        assert_eq!(calls[0].id(), format!("{id}.1"));
        assert!(calls[0].is_by(SECRET) && calls[0].signed.is_recent(app.clock.now()));
        let expected = json!({"jobId": id, "orderId": key.expose(), "guildId": shop.guild.as_str(),
            "BBGuildID": shop.guild.as_str(), "invite": "lofi-lounge", "stock": "OneMonthTokens.txt",
            "tokens": ["token.a.0", "token.a.1", "token.a.2"], "displayname": null, "bio": null, "avatar": null,
            "banner": null});
        assert_eq!(job, expected);
        let steps: Vec<_> =
            order.history.iter().map(|step| (step.by.as_str(), step.what.as_str())).collect();
        let expected = [
            ("customer", "Redeemed"),
            ("service", "Tokens: 3 delivered"),
            ("system", "Done: 6 of 6 boosts delivered"),
        ];
        assert_eq!(steps, expected);
    })
    .await;
}

#[tokio::test]
async fn a_job_with_an_invalid_answer_is_sent_again_under_the_same_id() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        let tries = AtomicUsize::new(0);
        service.behaves(move |call| match tries.fetch_add(1, Ordering::Relaxed) {
            0 => Reply::status(500),
            1 => Reply::Status(200, "{\"results\": 5}".to_owned()),
            2 => Reply::Status(200, "[[]]".to_owned()),
            3 => Reply::status(302),
            4 => Reply::json(&results([("token.a.0", true), ("token.b.0", true)])),
            5 => Reply::json(&results([("token.a.0", true), ("token.a.0", true)])),
            6 => Reply::status(204),
            _ => call.all_delivered(),
        });
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 4).await;
        let order = until(&app, &shop, &key, is_done).await;
        assert_eq!(order.succeeded.len(), 2);
        let calls = service.calls();
        assert_eq!(calls.len(), 8);
        assert!(calls.iter().all(|call| call.id() == calls[0].id() && call.body == calls[0].body));
    })
    .await;
}

async fn figures(site: &Site) -> String {
    let figures = in_no_time(send(site.client.get(format!("http://{}/metrics", site.operations)))).await;
    figures.text().await.expect("text")
}

/// Waits for what follows without an event.
async fn at_last(is_so: impl AsyncFn() -> bool) {
    let waits = async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), waits).await.expect("it becomes so");
}

#[tokio::test]
async fn metrics_count_an_order_that_is_tried_again_once() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        service.behaves(|_| Reply::status(503));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 2).await;
        // The clock stands still: the next attempt does not come.
        let was_tried = |order: &Order| order.history.iter().any(|step| step.what.contains(", attempt 1"));
        watch(&app, &shop, &key, was_tried).await;
        let site = Site::open(&app).await;
        let metrics = figures(&site).await;
        for (state, jobs) in [("waiting", 0), ("retrying", 1), ("leased", 0)] {
            let line = format!(r#"boostdesk_delivery_jobs{{state="{state}"}} {jobs}"#);
            assert!(metrics.lines().any(|one| one == line), "{line}\n{metrics}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_order_waits_after_twelve_failed_attempts_and_a_retry_sends_it_again() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let desk = crate::seller::Desk::of(&shop).await;
        service.behaves(|_| Reply::status(503));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 4).await;
        let order = until(&app, &shop, &key, is_waiting).await;
        assert_eq!((service.calls().len(), order.pending.len()), (12, 2));
        // The worker tells of an answer once it is written down, which is a moment after it can be seen.
        let all_told = r#"boostdesk_fulfilment_calls_total{outcome="failed"} 12"#;
        at_last(async || figures(&desk.site).await.contains(all_told)).await;
        let outages = app.outages.ongoing();
        let [outage] = &outages[..] else { panic!("the service alone fails: {outages:?}") };
        assert_eq!(outage.trouble, Trouble::Fulfilment);
        assert_eq!(outage.why, "the service answered 503");
        let path = format!("/api/dashboard/orders/{}", key.expose());
        let (_, shown) = desk.get(&format!("{path}/order.json")).await;
        assert_eq!(shown["state"], "waiting");
        let public = format!("/api/fetch/{}/order/{}/status", shop.guild, key.expose());
        assert_eq!(desk.get(&public).await.1["successfulTokens"], 0);

        service.behaves(Call::all_delivered);
        app.clock.advance(Duration::from_secs(10));
        assert_eq!(desk.post(&format!("{path}/retry"), &json!({})).await.0, 200);
        let order = until(&app, &shop, &key, is_done).await;
        assert_eq!(order.succeeded.len(), 2);
        at_last(async || app.outages.ongoing().is_empty()).await;
        let ids = service.ids();
        assert_eq!(ids.len(), 13);
        assert!(ids.iter().all(|id| *id == ids[0]));
        assert_eq!(desk.post(&format!("{path}/retry"), &json!({})).await.0, 409);
    })
    .await;
}

#[tokio::test]
async fn a_service_that_answers_410_is_called_once_and_the_order_waits() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        service.behaves(|_| Reply::status(410));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 2).await;
        until(&app, &shop, &key, is_waiting).await;
        assert_eq!(service.calls().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn failed_tokens_are_replaced_in_the_next_round() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock("good.0\nbad.0\nbad.1\ngood.1\nbad.2\ngood.2\n").await;
        service.behaves(|call| Reply::json(&call.results(|token| token.starts_with("good"))));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 6).await;
        // One replacement for each: bad.0 by good.1, bad.1 by bad.2, which is not replaced again.
        let order = until(&app, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (2, 3));
        let calls = service.calls();
        assert_eq!(calls.len(), 2);
        assert_eq!(calls[1].id(), calls[0].id().replace(".1", ".2"));
        assert_eq!(calls[1].tokens(), ["good.1", "bad.2"]);
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved, level.delivered, level.failed), (1, 0, 2, 3));
    })
    .await;
}

#[tokio::test]
async fn an_order_completes_partially_when_stock_is_missing_for_a_replacement() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock("good.0\nbad.0\nbad.1\ngood.1\n").await;
        service.behaves(|call| Reply::json(&call.results(|token| token.starts_with("good"))));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 6).await;
        let order = until(&app, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (2, 2));
    })
    .await;
}

#[tokio::test]
async fn a_job_answered_202_is_sent_again_when_no_results_arrive_in_time() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        service.behaves(|_| Reply::status(202));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 2).await;
        until(&app, &shop, &key, is_waiting).await;
        let ids = service.ids();
        assert!(ids.len() == 12 && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    })
    .await;
}

#[tokio::test]
async fn the_round_of_a_dead_worker_is_resent_by_the_next_worker_under_the_same_id() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        service.behaves(|_| Reply::Nothing);
        let key = {
            let _worker = Worker::start(&app);
            let key = redeemed(&shop, 4).await;
            while service.calls().is_empty() {
                tokio::task::yield_now().await;
            }
            key
        };
        service.behaves(Call::all_delivered);
        let next = app.another(service.setup()).await;
        next.clock.advance(Duration::from_mins(2));
        let _worker = Worker::start(&next);
        let order = until(&next, &shop, &key, is_done).await;
        assert_eq!(order.succeeded.len(), 2);
        let ids = service.ids();
        assert!(ids.len() >= 2 && ids.iter().all(|id| *id == ids[0]));
        next.db.close().await;
    })
    .await;
}
