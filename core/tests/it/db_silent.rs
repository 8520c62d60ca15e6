//! PostgreSQL that goes silent: no answer, and no end of the connection either. And one that answers with something else.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boostdesk_core::db::{Db, Dialect, Failure, Patience, Upgrade};
use boostdesk_core::events::Events;
use boostdesk_core::testing::{Relay, Setup, TestApp};
use boostdesk_core::{execute_on_db, on_db};
use futures::FutureExt;
use futures::future::join_all;
use tokio::sync::oneshot;
use tokio::task::yield_now;
use tokio::time::timeout;

/// Longer than all deadlines together.
const ENOUGH: Duration = Duration::from_secs(90);

/// Opens a database behind a relay. The app, which has made it, is connected directly.
async fn behind_a_relay() -> (Relay, Db, TestApp) {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let relay = Relay::to(&app.url).await;
    let outages = app.outages.clone();
    let db = Db::open(
        &relay.url,
        Upgrade::Refused,
        Events::default(),
        outages,
        "relayed".to_owned(),
        Patience::default(),
    )
    .await;
    (relay, db.expect("it is there"), app)
}

#[tokio::test]
async fn reads_on_silent_postgresql_connections_fail_and_the_pool_regains_all_its_connections() {
    let (relay, db, _app) = behind_a_relay().await;
    let most = db.pool().most;
    let all = join_all((0..most).map(|_| db.read())).await;
    relay.hush();
    let reads = all.into_iter().map(|conn| async {
        let mut conn = conn.expect("a connection");
        on_db!(conn, driver => sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM users").fetch_one(driver))
    });
    for read in timeout(ENOUGH, join_all(reads)).await.expect("each ends") {
        assert!(matches!(&read, Err(failure) if failure.is_passing()), "{read:?}");
    }
    // Nobody waits in line for longer than a pool lets them.
    let freed = async {
        while db.answers().await.is_err() {
            yield_now().await;
        }
    };
    timeout(ENOUGH, freed).await.expect("the database answers others");
    for answer in join_all((0..most).map(|_| db.answers())).await {
        answer.expect("and as many at once as before");
    }
}

#[tokio::test]
async fn a_write_on_a_silent_postgresql_connection_fails_and_later_writes_succeed() {
    let (relay, db, _app) = behind_a_relay().await;
    let (begins, begun) = oneshot::channel();
    let (goes_on, hushed) = oneshot::channel::<()>();
    // A write's closure may be called again, so it must be `Clone`.
    let steps = Arc::new(Mutex::new(Some((begins, hushed))));
    let writing = db.write(move |tx| {
        async move {
            execute_on_db!(tx, driver => sqlx::query("UPDATE users SET username = username").execute(driver))?;
            let (begins, hushed) = steps.lock().expect("nobody panics").take().expect("it is begun once");
            begins.send(()).expect("the test waits");
            hushed.await.expect("the test goes on");
            execute_on_db!(tx, driver => sqlx::query("UPDATE users SET username = username").execute(driver))
        }
        .boxed()
    });
    let hushing = async {
        begun.await.expect("it begins");
        relay.hush();
        goes_on.send(()).expect("it waits");
    };
    let (written, ()) = tokio::join!(timeout(ENOUGH, writing), hushing);
    let written: Result<u64, Failure> = written.expect("it ends");
    assert!(matches!(&written, Err(failure) if failure.is_passing()), "{written:?}");
    let next = db.write(|tx| {
        async move {
            execute_on_db!(tx, driver => sqlx::query("UPDATE users SET username = username").execute(driver))
        }
        .boxed()
    });
    let next: Result<u64, Failure> = timeout(ENOUGH, next).await.expect("it ends");
    next.expect("another connection was made");
}

#[tokio::test]
async fn reads_and_writes_fail_as_temporary_while_postgresql_cannot_serve_new_connections() {
    let (mut relay, db, _app) = behind_a_relay().await;
    let write = || db.write(|_| async { Ok::<_, Failure>(()) }.boxed());
    relay.refuse().await;
    for _ in 0..3 {
        let (read, written) = (db.answers().await, write().await);
        assert!(matches!(&read, Err(failure) if failure.is_passing()), "{read:?}");
        assert!(matches!(&written, Err(failure) if failure.is_passing()), "{written:?}");
    }
    relay.shut().await;
    relay.open().await;
    db.answers().await.expect("it is back");
    write().await.expect("it is back");
}
