//! Many orders, and a service that is slow, hanging, failing, late, repeating and out of order, that dies and is started
//! again, while workers die.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::db::Dialect;
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::rng::Rng;
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::testing::{Shop, TestApp, details, tokens};
use serde_json::Value;

use super::service::{
    Call, Reply, SECRET, Service, Worker, fates, is_done, is_waiting, pass, redeemed, report, results,
};
use crate::support::{Site, send};

const AMOUNT: i64 = 6;

/// Tokens that end in 7 always fail.
fn is_good(token: &str) -> bool {
    !token.ends_with('7')
}

/// What the service has reported, and what it has yet to report, by job.
#[derive(Default)]
struct Book {
    told: BTreeMap<String, bool>,
    later: Vec<(String, Value)>,
}

/// Answers at random, but always the same for a token.
fn moody(book: Arc<Mutex<Book>>, rng: Rng) -> impl Fn(&Call) -> Reply {
    move |call| {
        let luck: [u8; 2] = rng.bytes();
        let mut book = book.lock().unwrap();
        let all = call.results(is_good);
        for token in call.tokens() {
            let ok = is_good(&token);
            book.told.insert(token, ok);
        }
        let job = call.job()["jobId"].as_str().expect("a text").to_owned();
        match luck[0] % 9 {
            0 => Reply::status(500),
            1 => Reply::Status(200, "half an ans".to_owned()),
            2 => {
                book.later.push((job, all));
                Reply::status(202)
            }
            3 => {
                // Late, twice, and in two parts, the last one first.
                let tokens = call.tokens();
                let (first, last) = tokens.split_at(usize::from(luck[1]) % (tokens.len() + 1));
                for part in [last, first, last] {
                    let verdicts = part.iter().map(|token| (token.as_str(), is_good(token)));
                    book.later.push((job.clone(), results(verdicts)));
                }
                Reply::status(202)
            }
            4 => Reply::json(&results(call.tokens().first().map(|token| (token.as_str(), is_good(token))))),
            // The service has decided, and then its answer is lost: it is asked the same again.
            5 => Reply::status(502),
            // It hangs for as long as anybody waits.
            6 => Reply::Nothing,
            _ => Reply::json(&all),
        }
    }
}

/// Reports what is left, newest first.
async fn say_later(site: &Site, app: &App, book: &Mutex<Book>) {
    loop {
        let next = book.lock().unwrap().later.pop();
        let Some((job, results)) = next else { return };
        let status = send(report(site, app, &job, SECRET, &results)).await.status().as_u16();
        assert_eq!(status, 200, "{results}");
    }
}

async fn every_order_ends_right(dialect: Dialect, orders: usize, processes: usize) {
    let (book, rng) = (Arc::<Mutex<Book>>::default(), Rng::seeded(7));
    let service = Service::start_mortal(moody(book.clone(), rng));
    let app = TestApp::new(dialect, service.setup()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock(&tokens("a", orders * 4)).await;
    let site = Site::open(&app).await;
    let mut keys = shop.keys(AMOUNT, i64::try_from(orders).expect("a few")).await;
    for key in &keys {
        shop.redeem(key, details("mika")).await.expect("the key is good");
    }
    keys.push(redeemed(&shop, 2).await);

    let mut others = Vec::new();
    for _ in 1..processes {
        others.push(app.another(service.setup()).await);
    }
    let mut events = app.events.listen(&[Topic::Orders]);
    let mut deaths = 0;
    for turn in 0.. {
        assert!(turn < 400, "the orders get there");
        // Each turn ends the workers in the middle of their work.
        let _workers: Vec<Worker> = std::iter::once(&*app).chain(&others).map(Worker::start).collect();
        let mut is_to_die = turn % 3 == 1;
        for count in 0..orders {
            if is_to_die && count == orders / 8 {
                service.die();
                (is_to_die, deaths) = (false, deaths + 1);
            }
            if tokio::time::timeout(Duration::from_millis(20), events.next()).await.is_err() {
                break;
            }
        }
        if is_to_die {
            service.die();
            deaths += 1;
        }
        service.start_again();
        say_later(&site, &app, &book).await;
        retry_waiting(&app, &shop, &keys).await;
        let done = all_are_done(&shop, &keys).await;
        if done {
            break;
        }
        for app in std::iter::once(&*app).chain(&others) {
            pass(app, Duration::from_hours(2)).await;
        }
    }
    assert!(deaths > 0, "the service dies");
    check_ledger(&shop, &keys, &service, &book).await;
    for other in others {
        other.db.close().await;
    }
    app.db.close().await;
}

async fn retry_waiting(app: &App, shop: &Shop, keys: &[RedeemKey]) {
    use boostdesk_core::shop::{delivery, order_history::By};
    for key in keys {
        if is_waiting(&shop.order(key).await) {
            let _ = delivery::retry(app, &shop.user_id, &key.order_id(), &By::System).await;
        }
    }
}

async fn all_are_done(shop: &Shop, keys: &[RedeemKey]) -> bool {
    for key in keys {
        if !is_done(&shop.order(key).await) {
            return false;
        }
    }
    true
}

async fn check_ledger(shop: &Shop, keys: &[RedeemKey], service: &Service, book: &Mutex<Book>) {
    let mut orders = Vec::new();
    for key in keys {
        let order = shop.order(key).await;
        // A failed token is replaced once.
        let wanted = usize::try_from(order.amount / 2).expect("a few");
        assert!(order.succeeded.len() + order.failed.len() >= wanted && order.succeeded.len() <= wanted);
        orders.push(order);
    }
    let fates = fates(&orders);
    // The orders agree with the service's reports.
    assert_eq!(fates, book.lock().unwrap().told);
    let (delivered, failed) =
        (fates.values().filter(|ok| **ok).count(), fates.values().filter(|ok| !**ok).count());
    let level = shop.level().await;
    let counts =
        [level.reserved, level.delivered, level.failed].map(|count| usize::try_from(count).expect("a few"));
    assert_eq!(counts, [0, delivered, failed]);
    // A round has the same tokens each time, and a token is in one round only.
    let mut rounds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for call in service.calls() {
        let before = rounds.insert(call.id().to_owned(), call.tokens());
        assert!(before.is_none_or(|before| before == call.tokens()), "{}", call.id());
    }
    let sent: Vec<&String> = rounds.values().flatten().collect();
    assert_eq!(sent.len(), fates.len(), "no token is in two rounds");
}

#[tokio::test]
async fn every_order_completes_consistently_despite_a_failing_service_and_dying_workers() {
    every_order_ends_right(Dialect::Sqlite, 60, 1).await;
}

#[tokio::test]
async fn every_order_completes_consistently_with_two_processes() {
    every_order_ends_right(Dialect::Postgres, 60, 2).await;
}

#[tokio::test]
#[ignore = "a soak of minutes"]
async fn a_thousand_orders_complete_consistently_on_both_databases() {
    every_order_ends_right(Dialect::Sqlite, 1000, 1).await;
    every_order_ends_right(Dialect::Postgres, 1000, 2).await;
}
