//! SQLite's connections for reading: few, reused, and returned when their thread is free.

use std::time::Duration;

use boostdesk_core::db::{Conn, Dialect, Driver, Failure};
use boostdesk_core::on_db;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use futures::{FutureExt, StreamExt};
use sqlx::Executor;
use tokio::join;
use tokio::task::yield_now;
use tokio::time::{advance, pause};

const MOST: u32 = 4;
/// A query that takes far longer than a moment.
const LONG: &str =
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000000)
     SELECT COUNT(*) FROM numbers";

async fn ask(conn: &mut Conn, sql: &'static str) -> i64 {
    let answer: Result<i64, Failure> = on_db!(conn, driver => sqlx::query_scalar(sql).fetch_one(driver));
    answer.expect("an answer")
}

#[tokio::test]
async fn sequential_reads_reuse_a_single_connection() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    for _ in 0..10 {
        assert_eq!(ask(&mut app.db.read().await.expect("a connection"), "SELECT 1").await, 1);
    }
    let pool = app.db.pool();
    assert_eq!((pool.open, pool.in_use, pool.most), (1, 0, MOST));
}

/// How long the first one reads while the second one waits, by the paused clock.
const TURN: Duration = Duration::from_millis(1);

/// Returns how many connections there are afterwards.
async fn take_turns(app: &TestApp) -> u32 {
    let first = app.db.read().await.expect("a connection");
    let first_reads = async {
        advance(TURN).await;
        drop(first);
    };
    let (second, ()) = join!(app.db.read(), first_reads);
    drop(second.expect("a connection"));
    app.db.pool().open
}

#[tokio::test]
async fn a_reader_that_waits_briefly_reuses_the_connection_just_returned() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    pause();
    assert_eq!(take_turns(&app).await, 1);
}

#[tokio::test]
async fn repeated_waiting_for_a_connection_eventually_opens_another() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    pause();
    let mut turns = 1;
    while take_turns(&app).await == 1 {
        turns += 1;
        assert!(turns < 20, "they wait on and on");
    }
    assert!(turns > 5, "another one after {turns} turns");
}

#[tokio::test]
async fn a_reader_waits_while_all_connections_are_in_use() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut held = Vec::new();
    for _ in 0..MOST {
        held.push(app.db.read().await.expect("a connection"));
    }
    assert_eq!(app.db.pool().in_use, MOST);
    let next = app.db.read();
    tokio::pin!(next);
    assert!(next.as_mut().now_or_never().is_none(), "there are no more");
    held.pop();
    assert_eq!(ask(&mut next.await.expect("it has come back"), "SELECT 1").await, 1);
}

#[tokio::test]
async fn a_cancelled_query_occupies_its_connection_until_it_finishes() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut held = Vec::new();
    for _ in 0..MOST {
        held.push(app.db.read().await.expect("a connection"));
    }
    // There is no await from here on, so no connection is returned meanwhile.
    for mut conn in held {
        assert!(ask(&mut conn, LONG).now_or_never().is_none(), "it takes longer than a moment");
    }
    assert_eq!(app.db.pool().in_use, MOST, "nobody else sets another one to work meanwhile");
    while app.db.pool().in_use > 0 {
        yield_now().await;
    }
    assert_eq!(app.db.pool().open, MOST);
    assert_eq!(ask(&mut app.db.read().await.expect("a connection"), "SELECT 1").await, 1);
}

#[tokio::test]
async fn a_connection_returned_with_unread_rows_keeps_no_stale_snapshot() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    for count in 1..=3 {
        let mut conn = app.db.read().await.expect("a connection");
        let Driver::Sqlite(driver) = conn.driver() else { unreachable!("it is SQLite") };
        let mut rows = driver.fetch("SELECT name FROM sqlite_schema");
        rows.next().await.expect("a row").expect("it is readable");
        drop(rows);
        drop(conn);
        Shop::open(&app, count).await;
        let mut conn = app.db.read().await.expect("a connection");
        assert_eq!(ask(&mut conn, "SELECT COUNT(*) FROM storefronts").await, i64::from(count));
    }
}

#[tokio::test]
async fn after_closing_new_reads_fail_while_an_open_read_finishes() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut under_way = app.db.read().await.expect("a connection");
    app.db.close().await;
    assert_eq!(ask(&mut under_way, "SELECT 1").await, 1, "who reads goes on");
    drop(under_way);
    assert!(matches!(app.db.read().await, Err(Failure::Closed)));
    assert_eq!(app.db.pool().open, 0);
}
