//! Searches that find more orders than they count.

use boostdesk_core::db::{Dialect, Failure, Tx};
use boostdesk_core::execute_on_db;
use boostdesk_core::shop::order_list::{self, Filter, MOST_COUNTED, OrderStatus};
use boostdesk_core::testing::{Shop, on_both};
use futures::FutureExt;

/// More than are looked through one after the other.
const NEW: i64 = 20_100;
const OLD: i64 = 10_100;

#[tokio::test]
async fn a_search_that_finds_many_counts_some_and_pages_through_them() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        // PostgreSQL keeps each version of a count for as long as the transaction lasts.
        for first in (1..=OLD + NEW).step_by(1000) {
            let last = (first + 999).min(OLD + NEW);
            app.db.write(move |tx| async move { fill(tx, first, last).await }.boxed()).await.unwrap();
        }
        app.db.write(|tx| analyze(tx).boxed()).await.unwrap();
        for (search, status, newest, step) in [
            // Each by its id and by its email.
            ("new", None, OLD + NEW, 1),
            ("NEW-000", Some(OrderStatus::Failed), OLD + NEW - 1, 2),
            ("discord.gg/Lofi-Lounge", None, OLD + NEW, 1),
            // All before those that are looked through.
            ("old", None, OLD, 1),
        ] {
            for (page, size) in [(1, 20), (3, 7), (100, 100), (334, 30)] {
                let filter = Filter { search: search.to_owned(), status, guild: None };
                let found = order_list::page(&app, &shop.user_id, &filter, page, size).await.unwrap();
                assert_eq!((found.total, found.total_is_capped), (MOST_COUNTED, true), "{search}");
                let first = newest - (page - 1) * size * step;
                let expected: Vec<String> = (0..size).map(|place| email(first - place * step)).collect();
                let emails: Vec<_> = found.orders.iter().map(|order| order.email.clone()).collect();
                assert_eq!(emails, expected, "{search}, page {page} of {size}");
            }
            let beyond = Filter { search: search.to_owned(), status, guild: None };
            let beyond = order_list::page(&app, &shop.user_id, &beyond, MOST_COUNTED + 1, 1).await.unwrap();
            assert!(beyond.orders.is_empty() && beyond.total_is_capped, "{search}");
        }
        for (search, status, count) in [
            ("old", Some(OrderStatus::Failed), OLD / 2),
            ("old", Some(OrderStatus::Partial), 0),
            ("new-0002", None, MOST_COUNTED),
            ("nothing", None, 0),
        ] {
            let filter = Filter { search: search.to_owned(), status, guild: None };
            let found = order_list::page(&app, &shop.user_id, &filter, 1, 20).await.unwrap();
            assert_eq!((found.total, found.total_is_capped), (count, false), "{search}");
        }
    })
    .await;
}

fn email(number: i64) -> String {
    let kind = if number > OLD { "NEW" } else { "OLD" };
    format!("{kind}-{number:08}@example.com")
}

/// Orders with these numbers, every other one failed, the rest completed.
async fn fill(tx: &mut Tx, first: i64, last: i64) -> Result<(), Failure> {
    execute_on_db!(tx, driver => sqlx::query(
        "INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, stock, amount, status, created_at, redeemed_at)
         WITH RECURSIVE n(i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
         SELECT s.id, 'fingerprint ' || i, 'sealed', 'OneMonthTokens.txt', 2, 'redeemed', i, i
         FROM n CROSS JOIN storefronts s ORDER BY i",
    )
    .bind(first)
    .bind(last)
    .execute(driver))?;
    execute_on_db!(tx, driver => sqlx::query(
        "INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                             details_fingerprint, state, standing, succeeded, created_at, done_at)
         SELECT named.id, s.id, s.user_id, i, named.key_id, 'OneMonthTokens.txt', 2, 'https://discord.gg/LOFI-lounge',
                named.id || '@example.com', 'fingerprint', 'done',
                CASE i % 2 WHEN 0 THEN 'completed' ELSE 'failed' END, 1 - i % 2, i, i
         FROM (SELECT created_at AS i, id AS key_id, storefront_id,
                      CASE WHEN created_at > $3 THEN 'NEW-' ELSE 'OLD-' END
                      || SUBSTR(CAST(100000000 + created_at AS TEXT), 2) AS id
               FROM redeem_keys WHERE created_at >= $1 AND created_at <= $2) AS named
         JOIN storefronts s ON s.id = named.storefront_id ORDER BY i",
    )
    .bind(first)
    .bind(last)
    .bind(OLD)
    .execute(driver))?;
    execute_on_db!(tx, driver => sqlx::query(
        "INSERT INTO order_terms (user_id, term, seller_sequence)
         SELECT user_id, LOWER(id), seller_sequence FROM orders WHERE created_at >= $1 AND created_at <= $2
         UNION ALL SELECT user_id, LOWER(email), seller_sequence FROM orders WHERE created_at >= $1 AND created_at <= $2
         UNION ALL SELECT user_id, 'lofi-lounge', seller_sequence FROM orders WHERE created_at >= $1 AND created_at <= $2",
    )
    .bind(first)
    .bind(last)
    .execute(driver))?;
    Ok(())
}

/// PostgreSQL would plan for tables without rows until it looks at them by itself.
async fn analyze(tx: &mut Tx) -> Result<(), Failure> {
    if tx.dialect() == Dialect::Postgres {
        execute_on_db!(tx, driver => sqlx::query("ANALYZE").execute(driver))?;
    }
    Ok(())
}
