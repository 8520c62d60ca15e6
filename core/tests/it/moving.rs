//! A shop on SQLite goes on in PostgreSQL, and back.

use std::path::Path;

use boostdesk_core::db::backup::{copy_postgres, copy_sqlite, move_into_postgres};
use boostdesk_core::db::{Dialect, Tables};
use boostdesk_core::shop::keys::RedeemKey;
use boostdesk_core::shop::order_list::{self, Filter, OrderStatus};
use boostdesk_core::shop::orders::Page;
use boostdesk_core::testing::{Setup, Shop, TestApp, app_on, details, postgres_database, tokens};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection};

/// What the text format of COPY writes in another way, and what it must not take for something else. A message and the one that
/// answers it, the later one first. A picture of all kinds of bytes.
const ROWS_OF_MANY_KINDS: &str = r"
    INSERT INTO suggestions (customer_name, title, description, status, created_at)
    VALUES ('', '\N', 'a' || char(9) || 'b' || char(10) || 'c' || char(13) || char(10) || 'd\te\\f', 'pending', -1),
           ('Zoë 🌷', '\.', '', 'pending', 9223372036854775807);
    INSERT INTO chat_authors (id, user_id, name, seen_at) VALUES ('a', NULL, 'a', 0);
    INSERT INTO chat_messages (id, room, author_id, author, content, mentions, reply_to, created_at, revision)
    VALUES (5, 'global', 'a', 'a', 'an answer', '[]', 7, 0, 2), (7, 'global', 'a', 'a', 'a question', '[]', NULL, 0, 1);
    INSERT INTO logos (storefront_id, picture) SELECT id, X'00FF5C0A0D09' FROM storefronts LIMIT 1;
    INSERT INTO announcements (kind, subject, at, due_at) VALUES ('code_reset', 'gone', 0, 0);
    DELETE FROM announcements WHERE subject = 'gone'";

const ANOTHER_ANNOUNCEMENT: &str =
    "INSERT INTO announcements (kind, subject, at, due_at) VALUES ('code_reset', 'new', 0, 0) RETURNING id";

/// A table's rows as texts, sorted.
type Rows = Vec<Vec<Option<String>>>;

#[tokio::test]
async fn every_row_of_a_sqlite_copy_is_moved_into_postgres() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let (shop, redeemed, unspent) = a_shop_and_its_copy(&copy).await;
    let url = postgres_database().await;
    move_into_postgres(&copy, &url).await.unwrap();

    let mut before = SqliteConnection::connect(&format!("sqlite://{}", copy.display())).await.unwrap();
    let mut after = PgConnection::connect(&url).await.unwrap();
    expect_same_rows(&mut before, &mut after).await;

    // Another announcement does not get the number of the one that is gone.
    let number: i64 = sqlx::query_scalar(ANOTHER_ANNOUNCEMENT).fetch_one(&mut after).await.unwrap();
    let gone: i64 = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = 'announcements'")
        .fetch_one(&mut before)
        .await
        .unwrap();
    assert_eq!(number, gone + 1);

    let shop = Shop { app: app_on(&url, Setup::default()).await, ..shop };
    expect_sales_to_go_on(&shop, &redeemed, &unspent).await;
}

#[tokio::test]
async fn every_row_of_postgres_is_copied_into_a_sqlite_database_like_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (first, copy) = (folder.path().join("first.db"), folder.path().join("copy.db"));
    let (shop, redeemed, unspent) = a_shop_and_its_copy(&first).await;
    let from = postgres_database().await;
    move_into_postgres(&first, &from).await.unwrap();
    copy_postgres(&from, &copy).await.unwrap();

    let url = format!("sqlite://{}", copy.display());
    let mut before = PgConnection::connect(&from).await.unwrap();
    let mut after = SqliteConnection::connect(&url).await.unwrap();
    expect_same_rows(&mut after, &mut before).await;
    let kinds = "SELECT DISTINCT typeof(id) || typeof(created_at) FROM chat_messages
                 UNION ALL SELECT DISTINCT typeof(admin) || typeof(username) FROM users
                 UNION ALL SELECT DISTINCT typeof(picture) FROM logos";
    let kinds: Vec<String> = sqlx::query_scalar(kinds).fetch_all(&mut after).await.unwrap();
    assert_eq!(kinds, ["integerinteger", "integertext", "blob"]);
    let number: i64 = sqlx::query_scalar(ANOTHER_ANNOUNCEMENT).fetch_one(&mut after).await.unwrap();
    let expected: i64 = sqlx::query_scalar(ANOTHER_ANNOUNCEMENT).fetch_one(&mut before).await.unwrap();
    assert_eq!(number, expected, "not the number of the one that is gone");
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut after).await.unwrap();
    assert_eq!(sound, "ok");
    let foreign: Vec<String> =
        sqlx::query_scalar("PRAGMA foreign_key_check").fetch_all(&mut after).await.unwrap();
    assert!(foreign.is_empty(), "{foreign:?}");
    let new = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut new = SqliteConnection::connect(&new.url).await.unwrap();
    assert_eq!(schema(&mut after).await, schema(&mut new).await);

    let shop = Shop { app: app_on(&url, Setup::default()).await, ..shop };
    expect_sales_to_go_on(&shop, &redeemed, &unspent).await;
}

/// A row that comes while the copy is made, into a table that has not been read yet, is not in it.
#[tokio::test]
async fn a_copy_of_postgres_shows_one_moment_while_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    Shop::open(&app, 1).await;
    let mut other = PgConnection::connect(&app.url).await.unwrap();
    let mut lock = other.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE").execute(&mut *lock).await.unwrap();
    let meanwhile = async {
        let mut others = PgConnection::connect(&app.url).await.unwrap();
        let waits = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND relation = CAST('sessions' AS REGCLASS)
                     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut others).await.unwrap() {}
        let late = "INSERT INTO suggestions (customer_name, title, description, status, created_at) VALUES ('', 'late', '', 'pending', 0)";
        sqlx::query(late).execute(&mut others).await.unwrap();
        lock.rollback().await.unwrap();
    };
    tokio::join!(copy_postgres(&app.url, &copy), meanwhile).0.unwrap();

    let mut after = SqliteConnection::connect(&format!("sqlite://{}", copy.display())).await.unwrap();
    let counts: (i64, i64) =
        sqlx::query_as("SELECT (SELECT COUNT(*) FROM users), (SELECT COUNT(*) FROM suggestions)")
            .fetch_one(&mut after)
            .await
            .unwrap();
    assert_eq!(counts, (1, 0));
}

/// The statements of the tables, indexes and triggers, sorted.
async fn schema(conn: &mut SqliteConnection) -> Vec<String> {
    sqlx::query_scalar("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
        .fetch_all(conn)
        .await
        .unwrap()
}

async fn expect_same_rows(sqlite: &mut SqliteConnection, postgres: &mut PgConnection) {
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), CAST(data_type AS TEXT)
         FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_sqlx_migrations'
         ORDER BY table_name, ordinal_position",
    )
    .fetch_all(&mut *postgres)
    .await
    .unwrap();
    let mut filled = 0;
    for columns in columns.chunk_by(|one, next| one.0 == next.0) {
        let table = &columns[0].0;
        let (on_sqlite, on_postgres) = selects(table, columns);
        let on_sqlite = rows(sqlx::query(AssertSqlSafe(on_sqlite)).fetch_all(&mut *sqlite).await.unwrap());
        let on_postgres =
            rows(sqlx::query(AssertSqlSafe(on_postgres)).fetch_all(&mut *postgres).await.unwrap());
        assert_eq!(on_sqlite, on_postgres, "{table}");
        filled += usize::from(!on_sqlite.is_empty());
    }
    assert!(filled > 15, "{filled} tables have rows");
}

/// One of the shop's keys is redeemed, the other is not.
async fn expect_sales_to_go_on(shop: &Shop, redeemed: &RedeemKey, unspent: &RedeemKey) {
    shop.redeem(redeemed, details("noor")).await.unwrap_err();
    shop.redeem(unspent, details("noor")).await.unwrap();
    shop.redeem(&shop.key(2).await, details("noor")).await.unwrap_err();
    let waiting = Filter { status: Some(OrderStatus::Waiting), ..Filter::default() };
    let page = Page::parse(None, None).unwrap();
    let list = order_list::page(&shop.app, &shop.user_id, &waiting, page).await.unwrap();
    assert_eq!((list.orders.len(), list.total), (2, 2), "counted before and after");
    shop.app.db.close().await;
}

#[tokio::test]
async fn a_copy_that_cannot_be_moved_leaves_nothing_in_postgres() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    a_shop_and_its_copy(&copy).await;
    let mut writer = SqliteConnection::connect(&format!("sqlite://{}", copy.display())).await.unwrap();
    // PostgreSQL's texts have no NUL.
    sqlx::query("UPDATE order_notes SET text = 'a' || char(0) || 'b'").execute(&mut writer).await.unwrap();
    sqlx::query("INSERT INTO order_notes (order_id, at, author, text) SELECT id, 0, 'mika', 'a' || char(0) || 'b' FROM orders")
        .execute(&mut writer)
        .await
        .unwrap();
    writer.close().await.unwrap();
    let url = postgres_database().await;
    let failed = move_into_postgres(&copy, &url).await.unwrap_err();
    assert!(failed.to_string().contains("invalid byte sequence"), "{failed}");
    assert!(Tables::are_none(&url).await.unwrap());
}

/// Returns a shop, the key of its order, and one that is unspent; and makes a copy of it at that moment.
async fn a_shop_and_its_copy(copy: &Path) -> (Shop, RedeemKey, RedeemKey) {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock(&tokens("a", 4)).await;
    let (redeemed, unspent) = (shop.key(4).await, shop.key(4).await);
    shop.redeem(&redeemed, details("mika")).await.unwrap();
    let mut conn = SqliteConnection::connect(&app.url).await.unwrap();
    sqlx::raw_sql(ROWS_OF_MANY_KINDS).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    copy_sqlite(&app.url, copy).await.unwrap();
    app.db.close().await;
    (shop, redeemed, unspent)
}

/// Statements that return a table's rows as the same texts on both databases.
fn selects(table: &str, columns: &[(String, String, String)]) -> (String, String) {
    let select = |text: fn(&str, &str) -> String| {
        let texts: Vec<String> = columns.iter().map(|(_, name, kind)| text(name, kind)).collect();
        format!("SELECT {} FROM {table}", texts.join(", "))
    };
    let on_sqlite = |name: &str, kind: &str| match kind {
        "bytea" => format!("lower(hex({name}))"),
        _ => format!("CAST({name} AS TEXT)"),
    };
    let on_postgres = |name: &str, kind: &str| match kind {
        "bytea" => format!("encode({name}, 'hex')"),
        "boolean" => format!("CAST(CAST({name} AS INT) AS TEXT)"),
        _ => format!("CAST({name} AS TEXT)"),
    };
    (select(on_sqlite), select(on_postgres))
}

fn rows<R: Row>(rows: Vec<R>) -> Rows
where
    usize: sqlx::ColumnIndex<R>,
    Option<String>: for<'r> sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    let row = |row: R| (0..row.len()).map(|column| row.get(column)).collect();
    let mut rows: Rows = rows.into_iter().map(row).collect();
    rows.sort_unstable();
    rows
}
