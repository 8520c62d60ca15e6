//! The names of an order's outcome: core, the databases' triggers and the dashboard each have a version of their own.

use std::path::Path;

use boostdesk_core::db::{Failure, Tx};
use boostdesk_core::ids::OrderId;
use boostdesk_core::shop::orders::OrderOutcome;
use boostdesk_core::shop::stock::BOOSTS_PER_TOKEN;
use boostdesk_core::testing::{Shop, details, on_both, tokens};
use boostdesk_core::{execute_on_db, on_db};
use futures::FutureExt;

const AMOUNTS: [i64; 3] = [2, 4, 100];

/// Returns each number of delivered tokens that an amount allows, with its outcome.
fn ends(amount: i64) -> impl Iterator<Item = (i64, OrderOutcome)> {
    (0..=amount / BOOSTS_PER_TOKEN).map(move |succeeded| (succeeded, OrderOutcome::of(succeeded, amount)))
}

#[tokio::test]
async fn the_databases_final_standing_of_an_order_equals_cores_outcome() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 60)).await;
        for amount in AMOUNTS {
            let key = shop.key(amount).await;
            shop.redeem(&key, details("mika")).await.unwrap();
            for (succeeded, outcome) in ends(amount) {
                let id = key.order_id();
                let end = app.db.write(move |tx| async move { end(tx, &id, succeeded).await }.boxed());
                let standing = end.await.unwrap();
                assert_eq!(standing, outcome.as_str(), "{succeeded} tokens of an order of {amount} boosts");
            }
        }
    })
    .await;
}

/// Returns the order's standing once it is done with so many tokens, whatever it was before.
async fn end(tx: &mut Tx, id: &OrderId, succeeded: i64) -> Result<String, Failure> {
    execute_on_db!(tx, driver => sqlx::query("UPDATE orders SET state = 'queued', succeeded = 0 WHERE id = $1")
        .bind(id)
        .execute(driver))?;
    execute_on_db!(tx, driver => sqlx::query("UPDATE orders SET state = 'done', succeeded = $2 WHERE id = $1")
        .bind(id)
        .bind(succeeded)
        .execute(driver))?;
    Ok(on_db!(tx, driver => sqlx::query_scalar("SELECT standing FROM orders WHERE id = $1")
        .bind(id)
        .fetch_one(driver))?)
}

/// The dashboard's own test reads this table. `make outcomes` writes it.
#[test]
fn the_dashboards_table_of_order_outcomes_is_up_to_date_with_core() {
    let lines: Vec<String> = AMOUNTS
        .into_iter()
        .flat_map(|amount| ends(amount).map(move |end| (amount, end)))
        .map(|(amount, (succeeded, outcome))| {
            format!(r#"  {{ "amount": {amount}, "succeeded": {succeeded}, "outcome": "{outcome}" }}"#)
        })
        .collect();
    let table = format!("[\n{}\n]\n", lines.join(",\n"));
    let copy =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../dashboard-ui/src/shared/order-outcome.table.json");
    if std::env::var_os("BOOSTDESK_WRITE_OUTCOMES").is_some() {
        return std::fs::write(copy, table).unwrap();
    }
    assert!(
        std::fs::read_to_string(copy).unwrap() == table,
        "`make outcomes` writes dashboard-ui/src/shared/order-outcome.table.json anew"
    );
}
