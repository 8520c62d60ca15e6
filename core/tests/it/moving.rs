//! A shop on SQLite goes on in PostgreSQL.

use std::path::Path;

use boostdesk_core::db::Dialect;
use boostdesk_core::db::backup::{copy_sqlite, move_into_postgres};
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
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), CAST(data_type AS TEXT)
         FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_sqlx_migrations'
         ORDER BY table_name, ordinal_position",
    )
    .fetch_all(&mut after)
    .await
    .unwrap();
    let mut filled = 0;
    for columns in columns.chunk_by(|one, next| one.0 == next.0) {
        let table = &columns[0].0;
        let (on_sqlite, on_postgres) = selects(table, columns);
        let expected = rows(sqlx::query(AssertSqlSafe(on_sqlite)).fetch_all(&mut before).await.unwrap());
        let found = rows(sqlx::query(AssertSqlSafe(on_postgres)).fetch_all(&mut after).await.unwrap());
        assert_eq!(found, expected, "{table}");
        filled += usize::from(!expected.is_empty());
    }
    assert!(filled > 15, "{filled} tables have rows");

    // Another announcement does not get the number of the one that is gone.
    let number: i64 = sqlx::query_scalar(
        "INSERT INTO announcements (kind, subject, at, due_at) VALUES ('code_reset', 'new', 0, 0) RETURNING id",
    )
    .fetch_one(&mut after)
    .await
    .unwrap();
    let gone: i64 = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = 'announcements'")
        .fetch_one(&mut before)
        .await
        .unwrap();
    assert_eq!(number, gone + 1);

    let shop = Shop { app: app_on(&url, Setup::default()).await, ..shop };
    shop.redeem(&redeemed, details("noor")).await.unwrap_err();
    shop.redeem(&unspent, details("noor")).await.unwrap();
    shop.redeem(&shop.key(2).await, details("noor")).await.unwrap_err();
    let waiting = Filter { status: Some(OrderStatus::Waiting), ..Filter::default() };
    let page = Page::parse(None, None).unwrap();
    let list = order_list::page(&shop.app, &shop.user_id, &waiting, page).await.unwrap();
    assert_eq!((list.orders.len(), list.total), (2, 2), "counted before and after");
    shop.app.db.close().await;
}

#[tokio::test]
async fn a_copy_that_cannot_be_moved_leaves_no_row_in_postgres() {
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
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let users: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM users").fetch_one(&mut conn).await.unwrap();
    assert_eq!(users, 0);
}

/// Returns a shop, the key of its order, and one that is unspent; and makes a copy of it at that moment.
async fn a_shop_and_its_copy(
    copy: &Path,
) -> (Shop, boostdesk_core::shop::keys::RedeemKey, boostdesk_core::shop::keys::RedeemKey) {
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
