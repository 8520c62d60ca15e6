//! The process is killed without warning, over and over, in the middle of redeeming and delivering; and asked to end in the
//! middle of it. Nothing that a customer or the seller was told may turn out untrue.
//!
//! `BOOSTDESK_CRASHES` is how often it is killed on each database, `BOOSTDESK_CRASH_SEED` repeats a run's choices.

mod audit;
mod chance;
mod connection;
mod ledger;
mod sales;
mod seller;
mod shop;
mod stores;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use boostdesk_core::testing::postgres_database;

use self::audit::audit;
use self::chance::Chance;
use self::connection::Connection;
use self::ledger::{Ledger, Work};
use self::seller::Seller;
use self::shop::{Process, Shop, kill};
use crate::commands::GUILD;
use crate::process::TIMEOUT;

const CRASHES: usize = 100;
const CUSTOMERS: usize = 8;
/// The most answers that a process is to give before it is killed; the number is random.
const MOST_ANSWERS: usize = 12;
/// The longest time from the last of them to the kill.
const LONGEST_REST: Duration = Duration::from_millis(100);
/// The longest time from the start to a kill before the first request.
const LONGEST_START: Duration = Duration::from_millis(80);
/// The longest time from the last crash to the last order done, on a busy machine. On PostgreSQL 20 s are the leases of the dead.
const LONGEST_SETTLING: Duration = Duration::from_mins(4);
/// Answers before the process is asked to end.
const SOME: usize = 60;

#[test]
fn kills_lose_and_duplicate_no_acknowledged_redeem_or_token_on_sqlite() {
    check_crashes("on SQLite", &Shop::open(None));
}

#[test]
fn kills_lose_and_duplicate_no_acknowledged_redeem_or_token_on_postgresql() {
    check_crashes("on PostgreSQL", &Shop::open(Some(&a_database())));
}

#[test]
fn sigterm_cuts_off_no_answer_and_leaves_no_unanswered_change_on_sqlite() {
    check_orderly_end(&Shop::open(None));
}

#[test]
fn sigterm_cuts_off_no_answer_and_leaves_no_unanswered_change_on_postgresql() {
    check_orderly_end(&Shop::open(Some(&a_database())));
}

fn a_database() -> String {
    tokio::runtime::Runtime::new().expect("threads can be started").block_on(postgres_database())
}

#[expect(clippy::print_stderr, reason = "says what a run was made of")]
fn check_crashes(what: &str, shop: &Shop) {
    let crashes = std::env::var("BOOSTDESK_CRASHES").ok();
    let crashes = crashes.map_or(CRASHES, |count| count.parse().expect("BOOSTDESK_CRASHES is a number"));
    let (ledger, mut chance) = (Ledger::default(), Chance::new(what));
    for life in 0..crashes {
        if life % 10 == 9 {
            let starting = shop.launch();
            thread::sleep(chance.up_to(LONGEST_START));
            kill(starting);
        } else {
            live_and_die(shop, &ledger, chance.below(MOST_ANSWERS + 1), chance.up_to(LONGEST_REST));
        }
    }
    settle(shop, &ledger);
    eprintln!("{what}, in {crashes} lives: {}", ledger.summary());
    audit(shop, &ledger);
}

/// Runs one process, from its start until it is killed.
fn live_and_die(shop: &Shop, ledger: &Ledger, answers: usize, rest: Duration) {
    let process = shop.start();
    shop.hand_out_keys(&process, ledger);
    let answers = ledger.answers() + answers;
    let ending = AtomicBool::new(false);
    thread::scope(|scope| {
        let customers = let_customers_in(scope, shop, &process, ledger, &ending);
        wait_until("some are answered", || ledger.answers() >= answers);
        thread::sleep(rest);
        ending.store(true, Ordering::SeqCst);
        process.kill();
        join(customers);
    });
}

fn let_customers_in<'scope>(
    scope: &'scope Scope<'scope, '_>,
    shop: &'scope Shop,
    process: &Process,
    ledger: &'scope Ledger,
    ending: &'scope AtomicBool,
) -> Vec<ScopedJoinHandle<'scope, ()>> {
    let web = process.web;
    let customer = move || {
        let Ok(mut connection) = Connection::open(web) else {
            assert!(ending.load(Ordering::SeqCst), "nobody may connect");
            return;
        };
        while let Some(work) = ledger.next() {
            match shop.send(&mut connection, &work) {
                Ok(answer) => ledger.answered(work, &answer),
                Err(lost) => {
                    assert!(ending.load(Ordering::SeqCst), "{lost} for {work:?}, and nobody was to end it");
                    ledger.lost(work, &lost);
                    return;
                }
            }
        }
    };
    (0..CUSTOMERS).map(|_| scope.spawn(customer)).collect()
}

fn join(customers: Vec<ScopedJoinHandle<'_, ()>>) {
    for customer in customers {
        customer.join().unwrap_or_else(|violation| std::panic::resume_unwind(violation));
    }
}

/// Repeats all that was not answered, and waits until every order is done: on PostgreSQL the leases of the dead must run out.
fn settle(shop: &Shop, ledger: &Ledger) {
    let process = shop.start();
    let mut connection = Connection::open(process.web).expect("it answers");
    let deadline = Instant::now() + LONGEST_SETTLING;
    while let Some(work) = ledger.next_in_doubt() {
        assert!(Instant::now() < deadline, "still refused after {LONGEST_SETTLING:?}: {work:?}");
        let answer = shop.send(&mut connection, &work).expect("it answers");
        ledger.answered(work, &answer);
    }
    for redeem in ledger.acknowledged() {
        let path = format!("/api/fetch/{GUILD}/order/{}/status", redeem.key);
        loop {
            let answer = connection.get(&path, "").expect("it answers");
            assert_eq!(answer.status, 200, "{redeem:?}: {}", answer.body);
            if answer.json()["state"] == "done" {
                break;
            }
            assert!(Instant::now() < deadline, "not done after {LONGEST_SETTLING:?}: {}", answer.body);
            thread::sleep(Duration::from_millis(20));
        }
    }
    process.stop();
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    while !is_so() {
        assert!(Instant::now() < deadline, "{TIMEOUT:?} went by before {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends SIGTERM while requests are at every stage: a request without an answer has changed nothing.
fn check_orderly_end(shop: &Shop) {
    let ledger = Ledger::default();
    let process = shop.start();
    shop.hand_out_keys(&process, &ledger);
    let ending = AtomicBool::new(false);
    thread::scope(|scope| {
        let customers = let_customers_in(scope, shop, &process, &ledger, &ending);
        wait_until("some are answered", || ledger.answers() >= SOME);
        ending.store(true, Ordering::SeqCst);
        process.stop();
        join(customers);
    });
    assert_eq!(ledger.cut_off(), 0, "answers that began and did not end");

    let mut seller = Seller::sign_in(shop);
    let unused = seller.keys("unused");
    seller.sign_out();
    let process = shop.start();
    let mut connection = Connection::open(process.web).expect("it answers");
    let owned: Vec<String> = ledger.acknowledged().into_iter().map(|redeem| redeem.key).collect();
    while let Some(work) = ledger.next_in_doubt() {
        match &work {
            Work::Redeem(redeem) => assert!(
                unused.contains(&redeem.key) || owned.contains(&redeem.key),
                "spent without an answer: {redeem:?}"
            ),
            Work::Import(_) => {}
        }
        let answer = shop.send(&mut connection, &work).expect("it answers");
        if let Work::Import(import) = &work {
            assert_eq!(answer.json()["duplicates"], 0, "imported without an answer: {import:?}");
        }
        ledger.answered(work, &answer);
    }
    process.stop();
    settle(shop, &ledger);
    audit(shop, &ledger);
}
