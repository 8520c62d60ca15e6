//! The process is killed in the middle of selling, through every store: each purchase gets one key, and repeated calls
//! get the same answer.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::chance::Chance;
use super::connection::{Connection, Lost};
use super::shop::Shop;
use super::stores::{self, STORES};
use super::{a_database, wait_until};
use crate::commands::GUILD;
use crate::http::{self, Answer};

const LIVES: usize = 15;
const CALLERS: usize = 8;
/// New purchases per process; those of the one before are asked for again.
const PURCHASES: usize = 6;
const LONGEST_REST: Duration = Duration::from_millis(30);

/// The answer for each purchase.
type Answers = Mutex<HashMap<usize, String>>;

#[test]
fn store_purchase_gets_one_key_and_always_the_same_answer_despite_kills_on_sqlite() {
    check("sales on SQLite", &Shop::open(None));
}

#[test]
fn store_purchase_gets_one_key_and_always_the_same_answer_despite_kills_on_postgresql() {
    check("sales on PostgreSQL", &Shop::open(Some(&a_database())));
}

fn check(what: &str, shop: &Shop) {
    connect(shop);
    let (answers, mut chance) = (Answers::default(), Chance::new(what));
    for life in 0..LIVES {
        live_and_die(shop, &answers, life, chance.below(CALLERS * PURCHASES), chance.up_to(LONGEST_REST));
    }
    let process = shop.start();
    let mut connection = Connection::open(process.web).expect("it answers");
    for purchase in 0..LIVES * PURCHASES {
        let answer = buy(&mut connection, purchase).expect("it answers");
        note(&answers, purchase, &answer);
        let (store, call) = stores::call(purchase);
        let path = format!("/api/storefronts/{GUILD}/keys?q={}%20{}", store.name, call.purchase);
        let keys = connection.get(&path, &shop.seller).expect("it answers").json();
        assert_eq!(keys["keys"].as_array().map(Vec::len), Some(1), "{keys}");
        // Whop's answer has no key in it.
        if store.name != "whop" {
            assert_eq!(keys["keys"][0]["key"], answer.body.as_str());
        }
    }
    process.stop();
}

fn live_and_die(shop: &Shop, answers: &Answers, life: usize, least: usize, rest: Duration) {
    let process = shop.start();
    let (count, ending) = (AtomicUsize::new(0), AtomicBool::new(false));
    let first = life.saturating_sub(1) * PURCHASES;
    thread::scope(|scope| {
        for caller in 0..CALLERS {
            let (count, ending, web) = (&count, &ending, process.web);
            scope.spawn(move || {
                let Ok(mut connection) = Connection::open(web) else { return };
                // Each caller begins with another purchase.
                for turn in 0..2 * PURCHASES {
                    let purchase = first + (turn + caller) % (2 * PURCHASES);
                    if purchase >= LIVES * PURCHASES {
                        continue;
                    }
                    match buy(&mut connection, purchase) {
                        // Too busy to answer in time: the purchase is asked for again.
                        Ok(answer) if answer.status == 503 => continue,
                        Ok(answer) => note(answers, purchase, &answer),
                        Err(lost) => {
                            assert!(ending.load(Ordering::SeqCst), "{lost}, and nobody was to end it");
                            return;
                        }
                    }
                    count.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        wait_until("some are answered", || count.load(Ordering::SeqCst) >= least);
        thread::sleep(rest);
        ending.store(true, Ordering::SeqCst);
        process.kill();
    });
}

/// All answers for a purchase must be the same as the first.
fn note(answers: &Answers, purchase: usize, answer: &Answer) {
    assert_eq!(answer.status, 200, "{}", answer.body);
    let mut answers = answers.lock().expect("nobody panicked");
    let first = answers.entry(purchase).or_insert_with(|| answer.body.clone());
    assert_eq!(*first, answer.body, "purchase {purchase} was answered in two ways");
}

fn buy(connection: &mut Connection, purchase: usize) -> Result<Answer, Lost> {
    let (store, call) = stores::call(purchase);
    connection.post_signed(&format!("/api/autobuy/{}/{GUILD}", store.name), &call.headers, &call.body)
}

fn connect(shop: &Shop) {
    let process = shop.start();
    let rows = json!([{ "product": "42", "stock": "OneMonthTokens.txt", "amount": 2 }]);
    for store in STORES {
        let path = format!("/api/storefronts/{GUILD}/stores/{}", store.name);
        let secret = json!({ "secret": store.secret });
        let secret = http::post(process.web, &format!("{path}/secrets"), &shop.seller, &secret);
        let mapped = http::put(process.web, &format!("{path}/products"), &shop.seller, &rows);
        let enabled = http::put(process.web, &path, &shop.seller, &json!({ "enabled": true }));
        for answer in [secret, mapped, enabled] {
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
    }
    process.stop();
}
