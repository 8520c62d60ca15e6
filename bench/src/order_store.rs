//! Shops with many orders. Writing a million takes a while, so these shops are kept below the target folder for a day,
//! or until the schema changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::HEXLOWER;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};

use crate::disk::Disk;
use crate::least_shop;
use crate::machine::kept_files;
use crate::product::Server;
use crate::shop::{GUILD, Shop};
use crate::table::note;

const DAY: Duration = Duration::from_hours(24);
/// A file that is written last, so that a shop without it is incomplete.
const WHOLE: &str = "whole";
/// The id of the order with the number `i`, in SQL. Spelled like a key, from ten digits in fives.
const ID: &str = "'RX81P-V6NDK-' || SUBSTR(CAST(1000000000 + i AS TEXT), 1, 5) || '-'
                  || SUBSTR(CAST(1000000000 + i AS TEXT), 6, 5)";

/// Returns the id of the order with this number.
pub(crate) fn id(number: usize) -> String {
    let digits = (1_000_000_000 + number).to_string();
    format!("RX81P-V6NDK-{}-{}", &digits[..5], &digits[5..])
}

/// Returns the path of an order's status.
pub(crate) fn status_path(number: usize) -> String {
    format!("/api/fetch/{GUILD}/order/{}/status", id(number))
}

/// A shop on SQLite with so many orders, which may have been made for an earlier run.
pub(crate) async fn kept(count: usize) -> Shop {
    let schema = schema_of(&Shop::open(None)).await;
    let shops = kept_files().join(format!("orders-{count}"));
    let folder = shops.join(schema);
    if is_fresh(&folder) {
        return Shop::again_in(folder);
    }
    note(&format!("{count} orders are written …"));
    // Shops of another schema, of another day, or incomplete ones.
    let _ = fs::remove_dir_all(&shops);
    let shop = Shop::open_in(folder);
    fill(&shop, None, count).await;
    least_shop::with_orders(&least(&shop), count, ID);
    fs::write(shop.folder().join(WHOLE), "").expect("the target folder is ours");
    shop
}

/// Starts a bare shop with the same orders.
pub(crate) fn bare(shop: &Shop) -> Server {
    Server::bare_shop(&least(shop), Disk::AsItIs)
}

/// Starts the peer with the same orders.
pub(crate) fn peer(shop: &Shop) -> Option<Server> {
    Server::peer(&least(shop), Disk::AsItIs)
}

fn least(shop: &Shop) -> PathBuf {
    shop.folder().join("least.db")
}

fn is_fresh(folder: &Path) -> bool {
    let made = fs::metadata(folder.join(WHOLE)).and_then(|whole| whole.modified());
    made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age < DAY))
}

/// Returns the newest migration's number and the start of its checksum.
async fn schema_of(shop: &Shop) -> String {
    let mut connection = connect(shop).await;
    let (version, checksum): (i64, Vec<u8>) =
        sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version DESC LIMIT 1")
            .fetch_one(&mut connection)
            .await
            .expect("the product has migrated it");
    connection.close().await.expect("it is there");
    format!("{version}-{}", HEXLOWER.encode(&checksum[..4]))
}

async fn connect(shop: &Shop) -> SqliteConnection {
    let url = format!("sqlite://{}", shop.database().display());
    SqliteConnection::connect(&url).await.expect("it is there")
}

/// Adds `count` finished orders, a minute apart, the last one a minute ago, by the same SQL on both databases. Only the
/// last tenth has log entries, as older ones are deleted by themselves.
pub(crate) async fn fill(shop: &Shop, postgres: Option<&str>, count: usize) {
    let sql = statements(count);
    if let Some(url) = postgres {
        let mut connection = PgConnection::connect(url).await.expect("it answers");
        connection.execute(AssertSqlSafe(sql)).await.expect("the schema is known");
        // PostgreSQL does the same by itself after so many changes.
        connection.execute("VACUUM ANALYZE").await.expect("PostgreSQL");
        connection.close().await.expect("it answers");
    } else {
        let mut connection = connect(shop).await;
        // No durability needed: an incomplete shop is made anew.
        let fast = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
                    PRAGMA cache_size = -200000; PRAGMA locking_mode = EXCLUSIVE";
        connection.execute(fast).await.expect("SQLite knows these");
        connection.execute(AssertSqlSafe(sql)).await.expect("the schema is known");
        connection.execute("PRAGMA journal_mode = WAL").await.expect("SQLite knows this");
        connection.close().await.expect("it is there");
    }
}

fn statements(count: usize) -> String {
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_millis();
    let numbers =
        format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})");
    let at = format!("{now} - CAST({count} - i + 1 AS BIGINT) * 60000");
    let email = "'customer' || CAST(1000000000 + i AS TEXT) || '@example.com'";
    let orders = format!(
        "BEGIN;
         {numbers}
         INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, stock, amount, status, created_at, redeemed_at)
         SELECT s.id, 'fingerprint ' || CAST(1000000000 + i AS TEXT), 'sealed', 'OneMonthTokens.txt', 2, 'redeemed', {at}, {at}
         FROM n CROSS JOIN storefronts s ORDER BY i;
         {numbers}
         INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                             details_fingerprint, state, standing, succeeded, created_at, done_at)
         SELECT {ID}, s.id, s.user_id, i, i, 'OneMonthTokens.txt', 2, 'lofi-lounge', {email}, 'fingerprint',
                'done', 'completed', 1, {at}, {at}
         FROM n CROSS JOIN storefronts s ORDER BY i;
         {numbers}
         INSERT INTO tokens (storefront_id, stock, token_fingerprint, token_sealed, state, order_id, created_at, settled_at)
         SELECT s.id, 'OneMonthTokens.txt', 'fingerprint ' || CAST(1000000000 + i AS TEXT), 'sealed', 'delivered', {ID}, {at}, {at}
         FROM n CROSS JOIN storefronts s ORDER BY i;
         {numbers}
         INSERT INTO delivery_jobs (id, order_id, state, run_at)
         SELECT 'job ' || CAST(1000000000 + i AS TEXT), {ID}, 'done', {at} FROM n;
         {numbers}
         INSERT INTO boost_totals (user_id, at, total) SELECT s.user_id, {at}, i * 2 FROM n CROSS JOIN storefronts s ORDER BY i;
         {numbers}
         INSERT INTO activity (user_id, action, severity, details, at)
         SELECT s.user_id, 'order_completed', 'success', {ID} || ' · 2 of 2 boosts delivered', {at}
         FROM n CROSS JOIN storefronts s WHERE i > {count} - {count} / 10 ORDER BY i;
         UPDATE users SET order_count = {count}, boost_count = {count} * 2;
         UPDATE stock_levels SET delivered = {count} WHERE stock = 'OneMonthTokens.txt';"
    );
    let terms = [email, "'lofi-lounge'", &format!("LOWER({ID})")].map(|term| {
        format!(
            "{numbers}
             INSERT INTO order_terms (user_id, term, seller_sequence)
             SELECT s.user_id, {term}, i FROM n CROSS JOIN storefronts s ORDER BY i;"
        )
    });
    [&orders, &terms.concat(), "COMMIT;"].concat()
}
