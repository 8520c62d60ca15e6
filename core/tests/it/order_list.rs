//! What searches for orders find, even if it is more than they count.

use boostdesk_core::db::{Dialect, Failure, Tx};
use boostdesk_core::execute_on_db;
use boostdesk_core::ids::OrderId;
use boostdesk_core::shop::order_list::{self, Filter, MOST_COUNTED, OrderStatus};
use boostdesk_core::shop::orders::Page;
use boostdesk_core::shop::redeem::Details;
use boostdesk_core::testing::{Shop, details, on_both};
use futures::FutureExt;

const OLD: i64 = 10_100;
/// More than a search looks at one by one, and more than it counts.
const NEW: i64 = 10_100;
const ALL: i64 = OLD + NEW;
/// How many of the oldest orders are partial.
const PARTIAL: i64 = 50;
/// The guild that the new orders' invites lead to.
const CUSTOMERS: &str = "90411726395";

#[tokio::test]
async fn a_search_with_many_results_caps_its_total_and_pages_through_them() {
    use OrderStatus::{Completed, Failed, Partial, Waiting};
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        // PostgreSQL keeps each version of a count for as long as the transaction lasts.
        for first in (1..=ALL).step_by(1000) {
            let last = (first + 999).min(ALL);
            app.db.write(move |tx| async move { fill(tx, first, last).await }.boxed()).await.unwrap();
        }
        app.db.write(|tx| analyze(tx).boxed()).await.unwrap();
        for (search, status, found, newest, step) in [
            // Each order is found by its id and by its email.
            ("new", None, NEW, ALL, 1),
            ("discord.gg/Lofi-Lounge", None, ALL, ALL, 1),
            ("lofi", Some(Failed), ALL / 2, ALL - 1, 2),
            (CUSTOMERS, None, NEW, ALL, 1),
            ("Ärger-", None, NEW, ALL, 1),
            // All matches are older than the orders that are looked at one by one.
            ("old", None, OLD, OLD, 1),
            (shop.guild.as_str(), None, OLD, OLD, 1),
            // A filter that matches some of many results.
            ("old", Some(Failed), OLD / 2, OLD - 1, 2),
            ("old", Some(Partial), PARTIAL, PARTIAL * 2, 2),
            ("lofi", Some(Completed), ALL / 2 - PARTIAL, ALL, 2),
            ("new", Some(Partial), 0, 0, 2),
            ("old", Some(Waiting), 0, 0, 1),
            ("old-0000", None, MOST_COUNTED, MOST_COUNTED, 1),
            ("new-0001", None, 20_000 - OLD, 20_000, 1),
            ("nothing", None, 0, 0, 1),
            // Quoted: the whole of a term.
            ("\"LOFI-lounge\"", None, ALL, ALL, 1),
            ("\"lofi\"", None, 0, 0, 1),
            ("\"old-00000004@example.com\"", None, 1, 5, 1),
        ] {
            let total = found.min(MOST_COUNTED);
            for (page, size) in [(1, 20), (40, 7), (334, 30), (500, 30), (i64::MAX, 9)] {
                let filter = Filter { search: search.to_owned(), status, guild: None };
                let list = order_list::page(
                    &app,
                    &shop.user_id,
                    &filter,
                    Page::parse(Some(page), Some(size)).unwrap(),
                )
                .await
                .unwrap();
                let what = format!("{search}, {status:?}, page {page} of {size}");
                assert_eq!((list.total, list.total_is_capped), (total, found > MOST_COUNTED), "{what}");
                let first = (page - 1).saturating_mul(size).min(found);
                let expected: Vec<String> =
                    (first..found.min(first + size)).map(|place| email(newest - place * step)).collect();
                let emails: Vec<_> = list.orders.iter().map(|order| order.email.clone()).collect();
                assert_eq!(emails, expected, "{what}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_quoted_search_matches_whole_terms_only() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let bobs = shop.order_of("Bob@Mail.co").await;
        let strangers = shop.order_of("bob@mail.com").await;
        for (search, found) in [
            ("bob@mail.co", vec![&strangers, &bobs]),
            ("\"bob@mail.co\"", vec![&bobs]),
            (" \"BOB@MAIL.CO\" ", vec![&bobs]),
            ("\"bob@mail.com\"", vec![&strangers]),
            ("\"bob@mail\"", vec![]),
            ("\"bob@mail.co", vec![]),
        ] {
            assert_eq!(shop.found(search).await, found.into_iter().cloned().collect::<Vec<_>>(), "{search}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_order_search_treats_final_and_medial_sigma_as_the_same_letter() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let order = [shop.order_of("ΚΩΣΤΑΣ@example.com").await];
        for search in ["ΚΩΣ", "κωσ", "κως", "ΚΩΣΤΑΣ", "κωστας"] {
            assert_eq!(shop.found(search).await, order, "{search}");
        }
    })
    .await;
}

/// Orders of a shop, by whose they are.
trait Orders {
    async fn order_of(&self, email: &str) -> OrderId;
    async fn found(&self, search: &str) -> Vec<OrderId>;
}

impl Orders for Shop {
    async fn order_of(&self, email: &str) -> OrderId {
        let key = self.key(2).await;
        self.restock(&format!("token.{email}")).await;
        let details = Details { email: email.to_owned(), ..details("mika") };
        self.redeem(&key, details).await.unwrap();
        key.order_id()
    }

    async fn found(&self, search: &str) -> Vec<OrderId> {
        let filter = Filter { search: search.to_owned(), ..Filter::default() };
        let list = order_list::page(&self.app, &self.user_id, &filter, Page::parse(None, None).unwrap())
            .await
            .unwrap();
        list.orders.into_iter().map(|order| order.id).collect()
    }
}

/// The email of the order with this number; emails count from 0.
fn email(number: i64) -> String {
    let kind = if number > OLD { "NEW" } else { "OLD" };
    format!("{kind}-{:08}@example.com", number - 1)
}

/// Adds orders with these numbers: every other one failed, the rest completed or partial. The new ones were sold by a
/// store, and their customers' guild is known.
async fn fill(tx: &mut Tx, first: i64, last: i64) -> Result<(), Failure> {
    execute_on_db!(tx, driver => sqlx::query(
        "INSERT INTO store_sales (storefront_id, provider, purchase, answer_sealed, created_at)
         WITH RECURSIVE n(i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
         SELECT s.id, 'standard', 'ÄRGER-' || i, 'sealed', i FROM n CROSS JOIN storefronts s WHERE i > $3 ORDER BY i",
    )
    .bind(first)
    .bind(last)
    .bind(OLD)
    .execute(driver))?;
    execute_on_db!(tx, driver => sqlx::query(
        "INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, stock, amount, status, sale_id, created_at,
                                  redeemed_at)
         WITH RECURSIVE n(i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
         SELECT s.id, 'fingerprint ' || i, 'sealed', 'OneMonthTokens.txt', 2, 'redeemed',
                (SELECT p.id FROM store_sales p
                 WHERE p.storefront_id = s.id AND p.provider = 'standard' AND p.purchase = 'ÄRGER-' || i), i, i
         FROM n CROSS JOIN storefronts s ORDER BY i",
    )
    .bind(first)
    .bind(last)
    .execute(driver))?;
    execute_on_db!(tx, driver => sqlx::query(
        "INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email, guild_id,
                             details_fingerprint, state, standing, succeeded, created_at, done_at)
         SELECT named.id, s.id, s.user_id, i, named.key_id, 'OneMonthTokens.txt', 2, 'https://discord.gg/LOFI-lounge',
                named.id || '@example.com', CASE WHEN i > $3 THEN $5 || SUBSTR(named.id, 5) END, 'fingerprint', 'done',
                CASE WHEN i % 2 = 1 THEN 'failed' WHEN i > $4 THEN 'completed' ELSE 'partial' END, 1 - i % 2, i, i
         FROM (SELECT created_at AS i, id AS key_id, storefront_id,
                      CASE WHEN created_at > $3 THEN 'NEW-' ELSE 'OLD-' END
                      || SUBSTR(CAST(99999999 + created_at AS TEXT), 2) AS id
               FROM redeem_keys WHERE created_at >= $1 AND created_at <= $2) AS named
         JOIN storefronts s ON s.id = named.storefront_id ORDER BY i",
    )
    .bind(first)
    .bind(last)
    .bind(OLD)
    .bind(PARTIAL * 2)
    .bind(CUSTOMERS)
    .execute(driver))?;
    execute_on_db!(tx, driver => sqlx::query(
        "INSERT INTO order_terms (user_id, term, seller_sequence)
         WITH o AS (
             SELECT o.user_id, o.seller_sequence, o.id, o.email, COALESCE(o.guild_id, s.guild_id) AS guild_id
             FROM orders o JOIN storefronts s ON s.id = o.storefront_id
             WHERE o.created_at >= $1 AND o.created_at <= $2)
         SELECT user_id, LOWER(id), seller_sequence FROM o
         UNION ALL SELECT user_id, LOWER(email), seller_sequence FROM o
         UNION ALL SELECT user_id, 'lofi-lounge', seller_sequence FROM o
         UNION ALL SELECT user_id, guild_id, seller_sequence FROM o
         UNION ALL SELECT user_id, 'ärger-' || seller_sequence, seller_sequence FROM o WHERE seller_sequence > $3",
    )
    .bind(first)
    .bind(last)
    .bind(OLD)
    .execute(driver))?;
    Ok(())
}

/// Otherwise PostgreSQL plans for empty tables until it analyzes them by itself.
async fn analyze(tx: &mut Tx) -> Result<(), Failure> {
    if tx.dialect() == Dialect::Postgres {
        execute_on_db!(tx, driver => sqlx::query("ANALYZE").execute(driver))?;
    }
    Ok(())
}
