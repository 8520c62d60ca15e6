//! What must be true once every order is done, seen from outside: as the seller, and as a customer.

use std::collections::{BTreeMap, BTreeSet};

use boostdesk_core::ports::Fulfilled;
use boostdesk_core::shop::delivery::Simulated;
use serde_json::json;

use super::connection::texts;
use super::ledger::{Ledger, Redeem, STOCKS};
use super::seller::Seller;
use super::shop::{FAILURES, Shop};
use crate::commands::GUILD;

/// Tokens of one stock that orders used up.
#[derive(Default)]
struct Used {
    /// The order of each token.
    orders: BTreeMap<String, String>,
    delivered: usize,
    failed: usize,
}

/// Checks everything once nothing is in doubt and every order is done.
pub(super) fn audit(shop: &Shop, ledger: &Ledger) {
    let mut seller = Seller::sign_in(shop);
    let acknowledged = ledger.acknowledged();
    check_lists(&mut seller, ledger, &acknowledged);

    let mut used: BTreeMap<&str, Used> = STOCKS.map(|stock| (stock, Used::default())).into();
    for redeem in &acknowledged {
        check_order(&mut seller, redeem, used.get_mut(redeem.stock).expect("one of the two"));
    }
    let boosts: usize = used.values().map(|used| used.delivered * 2).sum();
    check_home(&mut seller, acknowledged.len(), boosts);
    for (stock, used) in used {
        check_stock(&mut seller, stock, used, &ledger.imported(stock));
    }
    seller.sign_out();
}

/// Every acknowledged key has one order, and other keys have none.
fn check_lists(seller: &mut Seller, ledger: &Ledger, acknowledged: &[Redeem]) {
    let spent: BTreeSet<String> = acknowledged.iter().map(|redeem| redeem.key.clone()).collect();
    let orders = seller.get("/api/dashboard/fetch-dashboard-orders");
    let ids = texts(&orders["folders"]);
    assert_eq!(ids.len(), spent.len(), "an order for each");
    assert_eq!(ids.into_iter().collect::<BTreeSet<_>>(), spent, "orders and acknowledged keys");
    assert_eq!(orders["total"], json!(spent.len()));
    assert_eq!(seller.keys("redeemed"), spent, "spent keys and acknowledged keys");
    assert_eq!(seller.keys("unused"), ledger.unspent(), "keys that nobody got");
}

fn check_order(seller: &mut Seller, redeem: &Redeem, used: &mut Used) {
    let key = &redeem.key;
    let order = seller.get(&format!("/api/dashboard/orders/{key}/order.json"));
    let (success, failed) = (texts(&order["tokens-used"]["success"]), texts(&order["tokens-used"]["failed"]));
    let facts = [
        ("orderId", json!(key)),
        ("stock", json!(redeem.stock)),
        ("amount", json!(redeem.amount)),
        ("BBGuildID", json!(GUILD)),
        ("state", json!("done")),
        ("pending", json!([])),
    ];
    for (name, expected) in facts {
        assert_eq!(order[name], expected, "{name} of {order}");
    }
    assert_eq!(order["customer"]["email"], redeem.email, "{order}");

    let public = seller.get(&format!("/api/fetch/{GUILD}/order/{key}/status"));
    assert_eq!(
        (&public["successfulTokens"], &public["failedTokens"], &public["state"]),
        (&json!(success.len()), &json!(failed.len()), &json!("done")),
        "{public} of {order}"
    );

    let wanted = usize::try_from(redeem.amount / 2).expect("a few");
    let all = success.len() + failed.len();
    assert!(success.len() <= wanted, "more than was paid for: {order}");
    assert!((wanted..=wanted * 2).contains(&all), "one replacement at most: {order}");

    let adapter = Simulated::new(FAILURES);
    for (tokens, delivered) in [(&success, true), (&failed, false)] {
        for token in tokens {
            let outcome = adapter.outcome(token) == Fulfilled::Delivered;
            assert_eq!(outcome, delivered, "what became of {token} in {order}");
            let other = used.orders.insert(token.clone(), key.clone());
            assert_eq!(other, None, "{token} is in {key} too");
        }
    }
    used.delivered += success.len();
    used.failed += failed.len();
}

fn check_home(seller: &mut Seller, orders: usize, boosts: usize) {
    let home = seller.get("/api/dashboard/fetch-dashboard-data");
    assert_eq!((&home["totalOrders"], &home["boostsL24"]), (&json!(orders), &json!(boosts)), "{home}");
    let days = seller.get("/api/dashboard/orders-per-day");
    let sum = |name: &str| -> u64 {
        days["days"].as_array().into_iter().flatten().filter_map(|day| day[name].as_u64()).sum()
    };
    assert_eq!((json!(sum("orders")), json!(sum("boosts"))), (json!(orders), json!(boosts)), "{days}");
}

/// Every imported token is in one place, and the levels agree.
fn check_stock(seller: &mut Seller, stock: &str, used: Used, imported: &BTreeSet<String>) {
    let level = |seller: &mut Seller| {
        let levels = seller.get(&format!("/api/storefronts/{GUILD}/stock"));
        let level = levels.as_array().into_iter().flatten().find(|level| level["stock"] == stock);
        level.cloned().unwrap_or_else(|| panic!("no {stock} in {levels}"))
    };
    let counts = |available: usize| {
        json!({
            "stock": stock, "available": available, "reserved": 0,
            "delivered": used.delivered, "failed": used.failed,
        })
    };
    let before = level(seller);
    let exported = seller.export(stock);
    assert_eq!(before, counts(exported.len()), "the level of {stock}");
    assert_eq!(level(seller), counts(0), "with nothing left");

    let mut found = used.orders;
    for token in exported {
        let other = found.insert(token.clone(), "the stock".to_owned());
        assert_eq!(other, None, "{token} is in stock too");
    }
    let found: BTreeSet<String> = found.into_keys().collect();
    let (lost, strange) = (imported.difference(&found), found.difference(imported));
    let (lost, strange): (Vec<_>, Vec<_>) = (lost.collect(), strange.collect());
    assert!(lost.is_empty() && strange.is_empty(), "of {stock}, lost: {lost:?}, out of nowhere: {strange:?}");
}
