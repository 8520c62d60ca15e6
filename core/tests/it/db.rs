//! What the two databases promise, whatever is built on them.

use std::os::unix::fs::PermissionsExt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::db::{Db, Dialect, Failure, Patience, Tx, Upgrade};
use boostdesk_core::events::{Event, Events, Topic};
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::ids::UserId;
use boostdesk_core::on_db;
use boostdesk_core::testing::{Log, Setup, Shop, TestApp, in_no_time, on_both, tokens};
use boostdesk_core::watching::outages::Outages;
use futures::future::join_all;
use futures::{FutureExt, poll};
use tokio::sync::Barrier;
use tokio::task::yield_now;
use tokio::time::{Instant, timeout};
use tracing::Level;

/// How long a test waits for anything.
const TIMEOUT: Duration = Duration::from_mins(1);

async fn rename(tx: &mut Tx, id: &UserId, name: &str) -> Result<(), Failure> {
    let changed = boostdesk_core::execute_on_db!(tx, driver => sqlx::query(
        "UPDATE users SET username = $2 WHERE id = $1",
    )
    .bind(id)
    .bind(name)
    .execute(driver))?;
    assert_eq!(changed, 1);
    Ok(())
}

async fn name(db: &Db, id: &UserId) -> String {
    let mut conn = db.read().await.unwrap();
    on_db!(conn, driver => sqlx::query_scalar("SELECT username FROM users WHERE id = $1")
        .bind(id)
        .fetch_one(driver))
    .unwrap()
}

#[tokio::test]
async fn the_bundled_sqlite_is_new_enough_to_avoid_the_wal_reset_corruption() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut conn = app.db.read().await.unwrap();
    let version: String =
        on_db!(conn, driver => sqlx::query_scalar("SELECT sqlite_version()").fetch_one(driver)).unwrap();
    let version: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
    // Older ones can corrupt the database when the write-ahead log is reset.
    assert!(version >= vec![3, 51, 3], "{version:?}");
}

#[tokio::test]
async fn sqlite_is_compiled_with_the_configured_options() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut conn = app.db.read().await.unwrap();
    let options: Vec<String> =
        on_db!(conn, driver => sqlx::query_scalar("PRAGMA compile_options").fetch_all(driver)).unwrap();
    for wanted in ["DEFAULT_MEMSTATUS=0", "ENABLE_QPSG"] {
        assert!(options.iter().any(|has| has == wanted), "{options:?}");
    }
    assert!(!options.iter().any(|has| has == "ENABLE_MEMORY_MANAGEMENT"), "{options:?}");
}

#[tokio::test]
async fn a_write_that_fails_or_panics_is_rolled_back_without_affecting_concurrent_writes() {
    on_both(async |app| {
        let shops = [Shop::open(&app, 1).await, Shop::open(&app, 2).await, Shop::open(&app, 3).await];
        let mut events = app.events.listen(&[Topic::Activity]);
        let works = (0..60).map(|number| {
            let (id, turn) = (shops[number % 3].user_id.clone(), number % 3);
            app.db.write(move |tx| {
                async move {
                    rename(tx, &id, &format!("name {number}")).await?;
                    tx.publish(Event::of_user(Topic::Activity, &id));
                    match turn {
                        0 => Ok(()),
                        1 => Err(Failure::Inconsistent("on purpose")),
                        _ => panic!("on purpose"),
                    }
                }
                .boxed()
            })
        });
        let answers = join_all(works).await;
        for (number, answer) in answers.iter().enumerate() {
            assert_eq!(answer.is_ok(), number % 3 == 0, "{number}: {answer:?}");
        }
        assert!(name(&app.db, &shops[0].user_id).await.starts_with("name "));
        assert_eq!(name(&app.db, &shops[1].user_id).await, "seller2");
        assert_eq!(name(&app.db, &shops[2].user_id).await, "seller3");
        while let Some(event) = events.next().now_or_never() {
            assert!(event.concerns(&shops[0].user_id), "an event of a work that was rolled back");
        }
    })
    .await;
}

/// Renames two sellers in one script. `rows`: how many rows each statement must change.
async fn rename_both(
    db: &Db,
    ids: [&UserId; 2],
    name: &str,
    rows: i64,
    refused: bool,
) -> Result<(), Failure> {
    let ([first, second], name) = (ids.map(UserId::clone), name.to_owned());
    db.write(move |tx| {
        async move {
            let mut script = tx.script();
            for id in [first, second] {
                script
                    .put("UPDATE users SET username = $2 WHERE id = $1 AND username <> '$1'")
                    .bind(&id)
                    .bind(format!("{name} {id}"))
                    .changing(rows, "not so many sellers");
            }
            script.run().await?;
            if refused { Err(Failure::Inconsistent("on purpose")) } else { Ok(()) }
        }
        .boxed()
    })
    .await
}

#[tokio::test]
async fn a_script_in_a_transaction_runs_completely_or_not_at_all() {
    on_both(async |app| {
        let (one, two) = (Shop::open(&app, 1).await.user_id, Shop::open(&app, 2).await.user_id);
        let nobody = UserId::random(&app.rng);
        let names = async || [name(&app.db, &one).await, name(&app.db, &two).await];
        let before = names().await;
        // What a script sets up at its first run is lost with the transaction, and has to be set up again.
        for _ in 0..2 {
            let refused = rename_both(&app.db, [&one, &two], "lost", 1, true).await;
            assert!(matches!(refused, Err(Failure::Inconsistent("on purpose"))), "{refused:?}");
            assert_eq!(names().await, before);
        }
        for turn in ["first", "second"] {
            rename_both(&app.db, [&one, &two], turn, 1, false).await.unwrap();
            assert_eq!(names().await, [format!("{turn} {one}"), format!("{turn} {two}")]);
            let failed = rename_both(&app.db, [&two, &nobody], "half", 1, false).await;
            assert!(matches!(failed, Err(Failure::Inconsistent("not so many sellers"))), "{failed:?}");
            assert_eq!(names().await, [format!("{turn} {one}"), format!("{turn} {two}")]);
        }
    })
    .await;
}

/// As [`rename_both`], but the script is the whole transaction.
async fn rename_both_by_script(db: &Db, ids: [&UserId; 2], name: &str) -> Result<(), Failure> {
    let ([first, second], name) = (ids.map(UserId::clone), name.to_owned());
    db.write_script(move |script| {
        for id in [&first, &second] {
            script
                .put("UPDATE users SET username = $2 WHERE id = $1")
                .bind(id)
                .bind(format!("{name} {id}"))
                .changing(1, "not so many sellers");
            script.publish(Event::of_user(Topic::Activity, id));
        }
    })
    .await
}

#[tokio::test]
async fn write_script_is_atomic_and_commits_once() {
    on_both(async |app| {
        let (one, two) = (Shop::open(&app, 1).await.user_id, Shop::open(&app, 2).await.user_id);
        let nobody = UserId::random(&app.rng);
        let names = async || [name(&app.db, &one).await, name(&app.db, &two).await];
        let before = names().await;
        let mut events = app.events.listen(&[Topic::Activity]);
        // Alone: first when its setup has to be made, then again.
        for _ in 0..2 {
            let failed = rename_both_by_script(&app.db, [&one, &nobody], "half").await;
            assert!(matches!(failed, Err(Failure::Inconsistent("not so many sellers"))), "{failed:?}");
            assert_eq!(names().await, before);
        }
        assert!(events.next().now_or_never().is_none(), "an event of what never was");
        for turn in ["first", "second"] {
            let begun = app.commits();
            rename_both_by_script(&app.db, [&one, &two], turn).await.unwrap();
            assert_eq!(app.commits() - begun, 1);
            assert_eq!(names().await, [format!("{turn} {one}"), format!("{turn} {two}")]);
            assert!(events.next().await.concerns(&one));
            assert!(events.next().await.concerns(&two));
        }
        // Together with other scripts.
        let scripts = (0..9).map(|number| {
            let other = if number % 3 == 1 { &nobody } else { &two };
            let (db, ids) = (app.db.clone(), [&one, other]);
            async move { rename_both_by_script(&db, ids, &number.to_string()).await }
        });
        for (number, answer) in join_all(scripts).await.iter().enumerate() {
            assert_eq!(answer.is_ok(), number % 3 != 1, "{number}: {answer:?}");
        }
        let [first, second] = names().await;
        assert_eq!(first.split_once(' ').unwrap().0, second.split_once(' ').unwrap().0, "one script's names");
        assert!(!["1", "4", "7"].contains(&first.split_once(' ').unwrap().0), "{first}");
    })
    .await;
}

#[tokio::test]
async fn a_write_completes_even_if_its_future_is_dropped() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let id = shop.user_id.clone();
        let mut events = app.events.listen(&[Topic::Activity]);
        let write = app.db.write(move |tx| {
            async move {
                rename(tx, &id, "changed").await?;
                tx.publish(Event::of_user(Topic::Activity, &id));
                Ok::<_, Failure>(())
            }
            .boxed()
        });
        in_no_time(async {
            // The write is polled once, then dropped.
            assert!(write.now_or_never().is_none());
            events.next().await;
        })
        .await;
        assert_eq!(name(&app.db, &shop.user_id).await, "changed");
    })
    .await;
}

/// A work that takes this long.
async fn take(tx: &mut Tx, id: &UserId, name: &str, long: Duration) -> Result<(), Failure> {
    tokio::time::pause();
    tokio::time::advance(long).await;
    tokio::time::resume();
    rename(tx, id, name).await
}

#[tokio::test]
async fn a_write_whose_caller_leaves_while_it_waits_for_long_is_not_done() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let write = |id: &UserId, name: &'static str| {
            let id = id.clone();
            app.db.write(move |tx| async move { rename(tx, &id, name).await }.boxed())
        };
        // As many as may write at a time. The barrier opens when all have begun, and then lets them end.
        let writers = match app.db.dialect() {
            Dialect::Sqlite => 1,
            Dialect::Postgres => 12,
        };
        let barrier = Arc::new(Barrier::new(writers + 1));
        let slow = (0..writers).map(|_| {
            let barrier = barrier.clone();
            app.db.write(move |_| {
                async move {
                    barrier.wait().await;
                    barrier.wait().await;
                    Ok::<_, Failure>(())
                }
                .boxed()
            })
        });
        let meanwhile = async {
            barrier.wait().await;
            // Each is polled once, then dropped.
            assert!(write(&shop.user_id, "forsaken").now_or_never().is_none());
            let script = rename_both_by_script(&app.db, [&shop.user_id; 2], "forsaken");
            assert!(script.now_or_never().is_none());
            let mut patient = pin!(write(&other.user_id, "patient"));
            assert!(poll!(&mut patient).is_pending());
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(4)).await;
            tokio::time::resume();
            barrier.wait().await;
            patient.await
        };
        let before = name(&app.db, &shop.user_id).await;
        let all = async { tokio::join!(join_all(slow), meanwhile) };
        let (slow, patient) = timeout(TIMEOUT, all).await.expect("all of them can begin");
        for done in slow {
            done.unwrap();
        }
        patient.unwrap();
        let another = app.another(Setup::default()).await;
        // Finishes what it has begun.
        app.db.close().await;
        assert_eq!(name(&another.db, &shop.user_id).await, before);
        assert_eq!(name(&another.db, &other.user_id).await, "patient");
        another.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn slow_writes_on_sqlite_do_not_wait_for_each_others_commit() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let write = || {
        let id = shop.user_id.clone();
        app.db.write(move |tx| async move { take(tx, &id, "slow", Duration::from_millis(200)).await }.boxed())
    };
    let begun = app.commits();
    join_all([write(), write(), write()]).await.into_iter().for_each(|done| done.unwrap());
    assert_eq!(app.commits() - begun, 3);
}

#[tokio::test]
async fn a_process_receives_events_of_changes_made_by_another_process() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let other = app.another(Setup::default()).await;
        let listening = tokio::spawn({
            let db = other.db.clone();
            async move { db.listen_to_others().await }
        });
        let mut events = other.events.listen(&[Topic::Stock]);
        let restocking = async {
            // Repeated until it is heard, as the listener may not be there yet.
            for round in 0.. {
                shop.restock(&tokens(&format!("round{round}"), 1)).await;
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            _ = events.next() => {},
            () = restocking => unreachable!("it goes on until it is heard"),
        }
        listening.abort();
        other.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn on_sqlite_other_processes_commits_are_published_before_complete_until_passes_them() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let other = Shop { app: app.another(Setup::default()).await, ..Shop::open(&app, 1).await };
    for round in ["a", "b"] {
        let mut events = app.events.listen(&[Topic::Stock]);
        other.restock(&tokens(round, 1)).await;
        let committed = Instant::now();
        let confirmed = async {
            while app.events.complete_until().is_none_or(|until| until <= committed) {
                yield_now().await;
            }
        };
        timeout(TIMEOUT, confirmed).await.expect("the database looks for others again and again");
        let heard = events.next().now_or_never().expect("it is published by then");
        assert_eq!(heard, Event::everything(), "by whom it was done, and what, SQLite does not say");
    }
}

#[tokio::test]
async fn on_postgresql_complete_until_is_always_none() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let mut events = app.events.listen(&[Topic::Stock]);
    shop.restock(&tokens("a", 1)).await;
    events.next().await;
    assert_eq!(app.events.complete_until(), None, "a connection that hangs tells nothing");
}

#[tokio::test]
async fn closing_the_database_first_finishes_all_pending_writes() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let another = app.another(Setup::default()).await;
        // More writes than there are connections.
        let writes = (0..64).map(|number| {
            let (id, name) = (shop.user_id.clone(), format!("seller-{number}"));
            another.db.write(move |tx| async move { rename(tx, &id, &name).await }.boxed())
        });
        let (written, ()) = tokio::join!(join_all(writes), another.db.close());
        assert!(written.iter().all(Result::is_ok), "{written:?}");
    })
    .await;
}

#[tokio::test]
async fn an_unknown_database_url_scheme_is_rejected() {
    let opened = Db::open(
        "mysql://x",
        Upgrade::Allowed,
        Events::default(),
        Outages::new(Clock::system()),
        String::new(),
        Patience::default(),
    )
    .await;
    assert!(opened.unwrap_err().to_string().contains("sqlite://"));
}

#[tokio::test]
async fn a_slow_transaction_is_logged_without_the_values_it_writes() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (log, _catching) = Log::catch(Level::TRACE);
        let take = async |seconds| {
            let id = shop.user_id.clone();
            let work = app.db.write(move |tx| {
                async move {
                    rename(tx, &id, "nobody-may-know").await?;
                    tokio::time::pause();
                    tokio::time::advance(Duration::from_secs(seconds)).await;
                    tokio::time::resume();
                    Ok::<_, Failure>(())
                }
                .boxed()
            });
            let (before, began) = (log.lines().len(), Instant::now());
            work.await.unwrap();
            let lines = log.lines().split_off(before);
            let told = lines.iter().filter(|line| line.contains("a transaction took long"));
            (told.cloned().collect::<Vec<_>>(), began.elapsed())
        };
        // On a busy machine a transaction that does nothing may be slow, too.
        while let (told, took) = take(0).await
            && !told.is_empty()
        {
            assert!(took >= Duration::from_secs(1), "{told:?}");
        }
        let (told, _) = take(1).await;
        let lines = log.lines();
        assert_eq!(told.len(), 1, "{lines:?}");
        assert!(told[0].contains("a_slow_transaction_is_logged"), "by where it stands: {}", told[0]);
        for secret in ["nobody-may-know", "UPDATE users"] {
            assert!(!lines.iter().any(|line| line.contains(secret)), "{lines:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn secrets_are_not_in_the_database_in_plain_text() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock("a-very-secret-token").await;
    let key = shop.key(2).await;
    app.db.close().await;
    let path = app.url.strip_prefix("sqlite://").unwrap();
    assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    let file = std::fs::read(path).unwrap();
    let contains = |text: &str| file.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(contains("Shop 1"), "the file is the database");
    for secret in ["a-very-secret-token", key.expose(), shop.code.expose()] {
        assert!(!contains(secret));
    }
}

#[tokio::test]
async fn on_postgresql_only_one_process_leads_until_its_connection_is_terminated() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let other = app.another(Setup::default()).await;
    let mut first = app.db.try_to_lead().await.expect("nobody leads yet");
    assert!(other.db.try_to_lead().await.is_none());

    let mut conn = other.db.read().await.unwrap();
    boostdesk_core::execute_on_db!(conn, driver => sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )
    .execute(driver))
    .unwrap();
    first.lost().await;
    let _second = other.db.lead().await;
    assert!(app.db.try_to_lead().await.is_none());
}

#[tokio::test]
async fn on_sqlite_a_process_can_lead() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    assert!(app.db.try_to_lead().await.is_some());
}

/// `Db::read` hands out a SQLite connection without a check, so `Db::answers` has to query.
#[tokio::test]
async fn the_database_check_fails_when_a_table_is_missing_or_the_database_is_closed() {
    on_both(async |app| {
        app.db.answers().await.unwrap();
        let dropped = app.db.write(|tx| {
            async move {
                boostdesk_core::execute_on_db!(tx, driver => sqlx::query("DROP TABLE _sqlx_migrations").execute(driver))
            }
            .boxed()
        });
        dropped.await.unwrap();
        app.db.answers().await.unwrap_err();
    })
    .await;
    on_both(async |app| {
        app.db.close().await;
        app.db.answers().await.unwrap_err();
    })
    .await;
}

#[tokio::test]
async fn writer_ended_resolves_when_sqlites_writer_has_stopped() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    assert!(app.db.writer_ended().now_or_never().is_none());
    app.db.close().await;
    app.db.writer_ended().await;
}
