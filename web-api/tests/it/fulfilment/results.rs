//! Results that a service reports later: in parts, repeated, out of order, late, and which of them are refused.

use boostdesk_core::App;
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::testing::{Shop, tokens};
use serde_json::{Value, json};

use super::service::{
    Reply, SECRET, Service, UNKNOWN_JOB, Worker, is_done, is_waiting, on_both, redeemed, report, report_text,
    results, until,
};
use crate::seller::Desk;
use crate::support::{Site, body, send, unlimited};

const ANOTHER_SECRET: &str = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Makes an order of `amount` boosts whose results the service will report later.
async fn taken(app: &App, service: &Service, shop: &Shop, amount: i64) -> (RedeemKey, String) {
    let before = service.calls().len();
    service.behaves(|_| Reply::status(202));
    let worker = Worker::start(app);
    let key = redeemed(shop, amount).await;
    until(app, shop, &key, |order| order.history.iter().any(|step| step.what.contains("results follow")))
        .await;
    drop(worker);
    let job = service.calls()[before].job()["jobId"].as_str().expect("a text").to_owned();
    (key, job)
}

/// Has the service deliver the shop's orders from now on, and returns the secret that the shop shares with it.
async fn own_secret(shop: &Shop, service: &Service) -> String {
    let path = format!("/api/storefronts/{}/fulfilment", shop.guild);
    let wanted = json!({"mode": "webhook", "url": service.url});
    let (status, saved) = Desk::of(shop).await.put(&path, &wanted).await;
    assert_eq!(status, 200, "{saved}");
    saved["secret"].as_str().expect("a text").to_owned()
}

fn taken_as(applied: usize, known: usize) -> (u16, Value) {
    (200, json!({"code": 200, "applied": applied, "known": known}))
}

#[tokio::test]
async fn results_are_accepted_in_parts_repeated_and_out_of_order_but_not_contradicted() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 5)).await;
        let (key, job) = taken(&app, &service, &shop, 6).await;
        let site = Site::open(&app).await;
        let say = async |verdicts: &[(&str, bool)]| {
            body(report(&site, &app, &job, SECRET, &results(verdicts.iter().copied()))).await
        };
        assert_eq!(say(&[("token.a.2", true)]).await, taken_as(1, 0));
        assert_eq!(say(&[("token.a.2", true), ("token.a.0", false)]).await, taken_as(1, 1));
        // None of these is recorded.
        assert_eq!(say(&[("token.a.1", true), ("token.a.0", true)]).await.0, 409);
        assert_eq!(say(&[("token.a.1", true), ("token.b.0", true)]).await.0, 422);
        assert_eq!(say(&[("token.a.1", true), ("token.a.4", true)]).await.0, 422);
        assert_eq!(say(&[("token.a.1", true), ("token.a.1", true)]).await.0, 422);
        assert_eq!(shop.order(&key).await.succeeded.len(), 1);
        // The last verdict ends the round: the failed token is replaced.
        assert_eq!(say(&[("token.a.1", true)]).await, taken_as(1, 0));
        service.behaves(|call| Reply::json(&call.results(|_| false)));
        let _worker = Worker::start(&app);
        let order = until(&app, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (2, 2));
        // Verdicts of an earlier round may be repeated after the end, but not changed.
        assert_eq!(say(&[("token.a.0", false), ("token.a.3", false)]).await, taken_as(0, 2));
        assert_eq!(say(&[("token.a.3", true)]).await.0, 409);
    })
    .await;
}

#[tokio::test]
async fn a_verdict_is_recorded_even_if_its_reason_holds_characters_that_cannot_be_stored() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        let (key, job) = taken(&app, &service, &shop, 4).await;
        let site = Site::open(&app).await;
        for (token, reason) in [("token.a.0", r"Captcha \ud83d"), ("token.a.1", r"\u0000Banned")] {
            let text = format!(
                r#"{{"results":[{{"token":"{token}","ok":false,"reason":"{reason}"}}],"took":1e400}}"#
            );
            let answer = body(report_text(&site, &app, &job, SECRET, &text)).await;
            assert_eq!(answer, taken_as(1, 0), "{reason}");
        }
        service.behaves(|call| Reply::json(&call.results(|_| true)));
        let _worker = Worker::start(&app);
        let order = until(&app, &shop, &key, is_done).await;
        assert_eq!((order.failed.len(), order.succeeded.len()), (2, 1));
        for (text, status) in [
            ("{", 400),
            (r#"{"results":7}"#, 422),
            (r#"[[{"token":"token.a.2","ok":true}]]"#, 422),
            (r#"{"results":[{"token":"\u0000","ok":true}]}"#, 422),
        ] {
            assert_eq!(send(report_text(&site, &app, &job, SECRET, text)).await.status(), status, "{text}");
        }
    })
    .await;
}

#[tokio::test]
async fn results_are_checked_for_their_signature_before_the_job_is_looked_up() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let (key, job) = taken(&app, &service, &shop, 2).await;
        let site = Site::open(&app).await;
        let good = results([("token.a.0", true)]);
        for job in [job.as_str(), UNKNOWN_JOB, "x"] {
            let path = format!("/api/delivery/{job}/result");
            assert_eq!(send(site.post(&path, &good)).await.status(), 401, "unsigned");
            assert_eq!(send(report(&site, &app, job, ANOTHER_SECRET, &good)).await.status(), 401);
            let other_body = report(&site, &app, job, SECRET, &good).body("{}");
            assert_eq!(send(other_body).await.status(), 401);
        }
        let large = results([("x".repeat(70_000).as_str(), true)]);
        for job in [UNKNOWN_JOB, "x"] {
            assert_eq!(send(report(&site, &app, job, SECRET, &good)).await.status(), 404);
            assert_eq!(send(report(&site, &app, job, SECRET, &large)).await.status(), 401);
        }
        assert_eq!(
            send(report(&site, &app, &job, SECRET, &large)).await.status(),
            422,
            "it is read of a job that is there"
        );
        let late = report(&site, &app, &job, SECRET, &good);
        app.clock.advance(std::time::Duration::from_secs(301));
        assert_eq!(send(late).await.status(), 401, "stale");
        for (body, status) in [(json!({}), 422), (json!({"results": [{"token": "token.a.0"}]}), 422)] {
            assert_eq!(send(report(&site, &app, &job, SECRET, &body)).await.status(), status);
        }
        assert!(shop.order(&key).await.succeeded.is_empty());
        assert_eq!(send(report(&site, &app, &job, SECRET, &good)).await.status(), 200);
        assert!(is_done(&shop.order(&key).await));
    })
    .await;
}

#[tokio::test]
async fn results_signed_with_another_sellers_secret_are_refused() {
    on_both(async |app, service| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let (own, foreign) = (own_secret(&shop, &service).await, own_secret(&other, &service).await);
        shop.restock(&tokens("a", 1)).await;
        let (key, job) = taken(&app, &service, &shop, 2).await;
        let site = Site::open(&app).await;
        let good = results([("token.a.0", true)]);
        assert_eq!(send(report(&site, &app, &job, &foreign, &good)).await.status(), 401);
        assert!(shop.order(&key).await.succeeded.is_empty());
        assert_eq!(body(report(&site, &app, &job, &own, &good)).await, taken_as(1, 0));
        assert!(is_done(&shop.order(&key).await));
    })
    .await;
}

#[tokio::test]
async fn guesses_at_a_results_signature_are_rate_limited_without_blocking_signed_results() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let (_, job) = taken(&app, &service, &shop, 2).await;
        let good = results([("token.a.0", true)]);
        for guessed in [job.as_str(), UNKNOWN_JOB] {
            let mut config = unlimited();
            config.limits.public_per_minute = 1;
            let site = Site::open_with(&app, config).await;
            for status in [401, 429] {
                let guess = report(&site, &app, guessed, ANOTHER_SECRET, &good);
                assert_eq!(send(guess).await.status(), status, "{guessed}");
            }
            assert_eq!(send(report(&site, &app, &job, SECRET, &good)).await.status(), 200);
        }
    })
    .await;
}

#[tokio::test]
async fn an_api_key_neither_replaces_nor_invalidates_the_signature_of_results() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let (key, job) = taken(&app, &service, &shop, 2).await;
        let site = Site::open(&app).await;
        let desk = Desk::of(&shop).await;
        let (_, made) = desk.post("/api/api-keys", &json!({"name": "A program", "scopes": ["orders"]})).await;
        let good = results([("token.a.0", true)]);
        for api_key in [made["key"].as_str().expect("a key"), "bdk_of_nobody"] {
            let path = format!("/api/delivery/{job}/result");
            let unsigned = site.post(&path, &good).header("Authorization", api_key);
            assert_eq!(send(unsigned).await.status(), 401, "no key stands for a signature");
            let signed = report(&site, &app, &job, SECRET, &good).header("Authorization", api_key);
            assert_eq!(send(signed).await.status(), 200, "no key stands in its way");
        }
        assert!(is_done(&shop.order(&key).await));
    })
    .await;
}

#[tokio::test]
async fn a_200_with_results_for_some_tokens_counts_and_the_rest_may_be_reported_later() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        service.behaves(|_| Reply::json(&results([("token.a.1", true)])));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 4).await;
        until(&app, &shop, &key, |order| order.succeeded.len() == 1).await;
        let job = service.calls()[0].job()["jobId"].as_str().expect("a text").to_owned();
        let site = Site::open(&app).await;
        let rest = results([("token.a.0", true)]);
        assert_eq!(body(report(&site, &app, &job, SECRET, &rest)).await, taken_as(1, 0));
        assert!(is_done(&shop.order(&key).await));
        assert_eq!(service.calls().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn results_reported_after_the_last_attempt_still_count_and_continue_the_order() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        service.behaves(|_| Reply::status(410));
        let _worker = Worker::start(&app);
        let key = redeemed(&shop, 4).await;
        until(&app, &shop, &key, is_waiting).await;
        let job = service.calls()[0].job()["jobId"].as_str().expect("a text").to_owned();
        let site = Site::open(&app).await;
        let first = results([("token.a.0", false)]);
        assert_eq!(body(report(&site, &app, &job, SECRET, &first)).await, taken_as(1, 0));
        assert!(is_waiting(&shop.order(&key).await));
        service.behaves(super::service::Call::all_delivered);
        let last = results([("token.a.1", true)]);
        assert_eq!(body(report(&site, &app, &job, SECRET, &last)).await, taken_as(1, 0));
        let order = until(&app, &shop, &key, is_done).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (2, 1));
        assert_eq!(service.ids()[1], format!("{job}.2"));
    })
    .await;
}

#[tokio::test]
async fn the_same_results_reported_concurrently_are_applied_once() {
    on_both(async |app, service| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let (key, job) = taken(&app, &service, &shop, 4).await;
        let site = Site::open(&app).await;
        let all = results([("token.a.0", true), ("token.a.1", false)]);
        let calls = (0..20).map(|_| body(report(&site, &app, &job, SECRET, &all)));
        let answers = futures::future::join_all(calls).await;
        assert!(answers.iter().all(|(status, _)| *status == 200));
        assert_eq!(answers.iter().filter(|answer| **answer == taken_as(2, 0)).count(), 1);
        let order = shop.order(&key).await;
        assert_eq!((order.succeeded.len(), order.failed.len()), (1, 1));
    })
    .await;
}
