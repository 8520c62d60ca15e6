//! A database that is away, full or locked: how it is reported, and that nothing is lost or done twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use boostdesk_core::db::{Dialect, Failure, Tx};
use boostdesk_core::events::{Event, Topic};
use boostdesk_core::execute_on_db;
use boostdesk_core::ids::UserId;
use boostdesk_core::on_db;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth;
use boostdesk_core::shop::redeem::RedeemError;
use boostdesk_core::shop::stock::{self, StockError, StockName};
use boostdesk_core::testing::{
    Setup, Shop, TestApp, details, empty_disk, fill_disk, in_no_time, on_both, tokens,
};
use boostdesk_core::watching::outages::Trouble;
use futures::FutureExt;
use futures::future::join_all;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::sync::Barrier;
use tokio::task::yield_now;
use tokio::time::timeout;

async fn run(tx: &mut Tx, sql: &'static str) -> Result<(), Failure> {
    on_db!(tx, driver => async { sqlx::query(sql).fetch_optional(driver).await.map(drop) })
}

/// Waits until so many wait for a lock.
async fn until_waiting(looker: &mut PgConnection, count: i64) {
    let sql = "SELECT COUNT(*) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let enough = async {
        let mut those: i64 = 0;
        while those < count {
            those = sqlx::query_scalar(sql).fetch_one(&mut *looker).await.expect("an answer");
        }
    };
    timeout(Duration::from_mins(1), enough).await.expect("so many wait");
}

/// Holds a table's rows on PostgreSQL until the connection is closed.
async fn hold(app: &TestApp, table: &str) -> PgConnection {
    let mut holder = PgConnection::connect(&app.url).await.expect("a connection");
    let sql = format!("BEGIN; SELECT 1 FROM {table} FOR UPDATE");
    holder.execute(AssertSqlSafe(sql)).await.expect("it holds them");
    holder
}

/// One row of a megabyte.
const LARGE: &str = "INSERT INTO chat_rooms (room, revision) VALUES (HEX(ZEROBLOB(500000)), 0)";

#[tokio::test]
async fn on_a_full_disk_writes_fail_as_temporary_and_no_key_or_token_is_lost() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock(&tokens("a", 20)).await;
    let keys = shop.keys(2, 20).await;
    fill_disk(&app).await;
    let more = stock::import(&app, &shop.user_id, &shop.guild, StockName::OneMonth, tokens("b", 5000)).await;
    assert!(matches!(&more, Err(StockError::Failure(failure)) if failure.is_passing()), "{more:?}");
    for answer in join_all(keys.iter().map(|key| shop.redeem(key, details("mika")))).await {
        let told = matches!(&answer, Err(RedeemError::Failure(failure)) if failure.is_passing());
        assert!(told || answer.is_ok(), "{answer:?}");
    }
    empty_disk(&app).await;
    for key in &keys {
        shop.redeem(key, details("mika")).await.expect("each key is spent once, now or before");
    }
    let level = shop.level().await;
    assert_eq!(level.reserved, 20);
    let rest = shop.export(None).await.len();
    assert_eq!(i64::try_from(rest).expect("a few thousand"), level.available, "levels and tokens agree");
}

#[tokio::test]
async fn a_full_disk_is_an_outage_that_neither_a_rejection_nor_an_empty_write_ends() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let outages = || app.outages.ongoing().into_iter().map(|outage| (outage.trouble, outage.why));
    let reject = || app.db.write(|_| async { Err::<(), _>(Failure::Inconsistent("on purpose")) }.boxed());
    reject().await.expect_err("rejected on purpose");
    assert_eq!(outages().count(), 0);
    fill_disk(&app).await;
    stock::import(&app, &shop.user_id, &shop.guild, StockName::OneMonth, tokens("b", 5000))
        .await
        .expect_err("there is no room");
    reject().await.expect_err("rejected on purpose");
    app.db.write(|_| async { Ok::<_, Failure>(()) }.boxed()).await.expect("it changes nothing");
    app.db.try_writing(&app.rng).await.expect_err("there is no room");
    let told: Vec<_> = outages().collect();
    let [(Trouble::Writes, why)] = &told[..] else { panic!("one outage of writes: {told:?}") };
    assert!(why.contains("full"), "{told:?}");
    empty_disk(&app).await;
    app.db.try_writing(&app.rng).await.expect("there is room");
    assert_eq!(outages().count(), 0);
}

#[tokio::test]
async fn when_sqlite_rolls_back_the_transaction_all_writes_of_the_batch_so_far_fail() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    fill_disk(&app).await;
    // The work alone, and in a batch with others before and after it.
    for (count, turn) in [(1, 0), (2, 0), (2, 1), (3, 1)] {
        let works = (0..count).map(|number| {
            let id = shop.user_id.clone();
            app.db.write(move |tx| {
                async move {
                    if number != turn {
                        return rename(tx, &id, &format!("{number} of {count} with {turn}")).await;
                    }
                    // The work ignores the full disk, but SQLite has rolled the transaction back by then.
                    assert!(run(tx, LARGE).await.is_err(), "there is no room");
                    Ok(())
                }
                .boxed()
            })
        });
        let before = name(&app, &shop.user_id).await;
        let answers = in_no_time(join_all(works)).await;
        for (number, answer) in answers.iter().enumerate().take(turn + 1) {
            let told = answer.as_ref().is_err_and(Failure::is_passing);
            assert!(told, "{number} of {count} with {turn}: {answer:?}");
        }
        // Works after it run by themselves, and may find room.
        let after = answers.iter().enumerate().skip(turn + 1).rfind(|(_, answer)| answer.is_ok());
        let expected = after.map_or(before, |(number, _)| format!("{number} of {count} with {turn}"));
        assert_eq!(name(&app, &shop.user_id).await, expected, "nothing of the batch is there");
    }
}

#[tokio::test]
async fn every_write_of_a_batch_lost_to_a_full_disk_fails_as_temporary_even_a_rejected_one() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    fill_disk(&app).await;
    let before = name(&app, &shop.user_id).await;
    let answers = in_no_time(join_all((0..3).map(|number| {
        let id = shop.user_id.clone();
        app.db.write(move |tx| {
            async move {
                match number {
                    0 => rename(tx, &id, "changed").await,
                    // Fails as if because of that change.
                    1 => Err(Failure::Inconsistent("on purpose")),
                    _ => {
                        assert!(run(tx, LARGE).await.is_err(), "there is no room");
                        Ok(())
                    }
                }
            }
            .boxed()
        })
    })))
    .await;
    for answer in &answers {
        assert!(answer.as_ref().is_err_and(Failure::is_passing), "{answer:?}");
    }
    assert_eq!(name(&app, &shop.user_id).await, before);
}

/// As above, where a script is rejected that may have been so because of a change that is lost.
#[tokio::test]
async fn a_script_rejected_within_a_batch_that_is_lost_fails_as_temporary() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let script = |name: &'static str| {
        let id = shop.user_id.clone();
        app.db.write_script(move |script| {
            let put = script.put("UPDATE users SET username = username WHERE id = $1 AND username = $2");
            put.bind(&id).bind(name).changing(1, "another name");
        })
    };
    fill_disk(&app).await;
    let before: &'static str = name(&app, &shop.user_id).await.leak();
    let id = shop.user_id.clone();
    let change = app.db.write(move |tx| async move { rename(tx, &id, "changed").await }.boxed());
    let fill = app.db.write(|tx| {
        async move {
            assert!(run(tx, LARGE).await.is_err(), "there is no room");
            Ok::<_, Failure>(())
        }
        .boxed()
    });
    let (changed, rejected, _) = in_no_time(async { tokio::join!(change, script(before), fill) }).await;
    changed.expect_err("its batch is lost");
    assert!(rejected.as_ref().is_err_and(Failure::is_passing), "{rejected:?}");
    assert_eq!(name(&app, &shop.user_id).await, before);
}

#[tokio::test]
async fn trying_whether_something_can_be_written_leaves_nothing() {
    on_both(async |app| {
        app.outages.failed(Trouble::Writes, "", &"its disk is full");
        app.db.try_writing(&app.rng).await.expect("there is room");
        assert_eq!(app.outages.ongoing(), []);
        let mut conn = app.db.read().await.expect("a connection");
        let sql = "SELECT COUNT(*) FROM registered_commands";
        let left: i64 = on_db!(conn, driver => sqlx::query_scalar(sql).fetch_one(driver)).expect("a number");
        assert_eq!(left, 0);
    })
    .await;
}

#[tokio::test]
async fn a_script_without_statements_does_nothing() {
    on_both(async |app| app.db.write_script(|_| {}).await.expect("there is nothing to do")).await;
}

#[tokio::test]
async fn when_sqlite_rolls_back_a_rerun_batch_none_of_its_writes_runs_alone() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    fill_disk(&app).await;
    let before = name(&app, &shop.user_id).await;
    let runs = Arc::new(AtomicUsize::new(0));
    let answers = in_no_time(join_all((0..3).map(|number| {
        let (id, runs) = (shop.user_id.clone(), runs.clone());
        app.db.write(move |tx| {
            async move {
                match number {
                    0 if runs.fetch_add(1, Ordering::Relaxed) == 0 => Ok(()),
                    0 => {
                        assert!(run(tx, LARGE).await.is_err(), "there is no room");
                        Ok(())
                    }
                    1 => rename(tx, &id, "by itself").await,
                    _ => {
                        rename(tx, &id, "refused").await?;
                        Err(Failure::Inconsistent("on purpose"))
                    }
                }
            }
            .boxed()
        })
    })))
    .await;
    for answer in &answers {
        assert!(answer.as_ref().is_err_and(Failure::is_passing), "{answer:?}");
    }
    assert_eq!(name(&app, &shop.user_id).await, before);
}

/// The most works of any kind in one commit on SQLite.
const BATCH: usize = 128;

#[tokio::test]
async fn writes_rejected_before_changing_anything_neither_count_toward_a_batch_nor_end_it() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let mut events = app.events.listen(&[Topic::Activity]);
    let (last, begun) = (BATCH - 1, app.commits());
    // All of them wait before the first one runs.
    let answers = in_no_time(join_all((0..=BATCH).map(|number| {
        let id = shop.user_id.clone();
        app.db.write(move |tx| {
            async move {
                let is_kept = [1, last, BATCH].contains(&number);
                let user = Event::of_user(Topic::Activity, &id);
                tx.publish(if is_kept { user } else { Event::of_all(Topic::Activity) });
                if is_kept {
                    return rename(tx, &id, &number.to_string()).await;
                }
                run(tx, "SELECT username FROM users").await?;
                Err(Failure::Inconsistent("on purpose"))
            }
            .boxed()
        })
    })))
    .await;
    for (number, answer) in answers.iter().enumerate() {
        assert_eq!(answer.is_ok(), [1, last, BATCH].contains(&number), "{number}: {answer:?}");
    }
    assert_eq!(app.commits() - begun, 2, "the last one had to wait for the next commit");
    assert_eq!(name(&app, &shop.user_id).await, BATCH.to_string());
    // After so many answers tokio's budget for this task is used up: let it have another turn.
    yield_now().await;
    let heard: Vec<Event> = std::iter::from_fn(|| events.next().now_or_never()).collect();
    let kept = Event::of_user(Topic::Activity, &shop.user_id);
    assert_eq!(heard, [kept.clone(), kept], "one of each commit, and none of a refused work's");
}

#[tokio::test]
async fn a_write_rejected_after_changing_rows_is_undone_and_earlier_ones_of_its_batch_rerun() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let mut events = app.events.listen(&[Topic::Activity]);
    let (runs, begun) = (Arc::new(AtomicUsize::new(0)), app.commits());
    let answers = in_no_time(join_all((0..4).map(|number| {
        let (id, runs) = (shop.user_id.clone(), runs.clone());
        app.db.write(move |tx| {
            async move {
                runs.fetch_add(1, Ordering::Relaxed);
                append(tx, &id, number).await?;
                tx.publish(Event::of_user(Topic::Activity, &id));
                if number == 2 { Err(Failure::Inconsistent("on purpose")) } else { Ok(()) }
            }
            .boxed()
        })
    })))
    .await;
    for (number, answer) in answers.iter().enumerate() {
        assert_eq!(answer.is_ok(), number != 2, "{number}: {answer:?}");
    }
    assert_eq!(name(&app, &shop.user_id).await, "seller1013");
    assert_eq!(runs.load(Ordering::Relaxed), 6, "the first two ran twice");
    assert_eq!(app.commits() - begun, 2, "those that ran twice waited for nobody else");
    let heard = std::iter::from_fn(|| events.next().now_or_never()).count();
    assert_eq!(heard, 2, "one of each commit");
}

/// To SQLite a script is one statement, and it undoes only that.
#[tokio::test]
async fn a_script_that_fails_a_check_does_not_make_its_batch_rerun() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let script = |checked: i64| {
        let id = shop.user_id.clone();
        app.db.write_script(move |script| {
            let put = script.put("UPDATE users SET username = username || '-' WHERE id = $1").bind(&id);
            put.changing(checked, "not so many sellers");
        })
    };
    // The first run sets the script up for all others.
    script(1).await.unwrap();
    let (runs, begun) = (Arc::new(AtomicUsize::new(0)), app.commits());
    let work = |number| {
        let (id, runs) = (shop.user_id.clone(), runs.clone());
        app.db.write(move |tx| {
            async move {
                runs.fetch_add(1, Ordering::Relaxed);
                append(tx, &id, number).await
            }
            .boxed()
        })
    };
    let (first, refused, second, kept) =
        in_no_time(async { tokio::join!(work(1), script(2), work(2), script(1)) }).await;
    assert!(matches!(refused, Err(Failure::Inconsistent("not so many sellers"))), "{refused:?}");
    for done in [first, second, kept] {
        done.unwrap();
    }
    assert_eq!(name(&app, &shop.user_id).await, "seller1-12-");
    assert_eq!(runs.load(Ordering::Relaxed), 2, "none of them ran twice");
    assert_eq!(app.commits() - begun, 1);
}

/// Appends a digit to the seller's name, as one script.
fn append_by_script(app: &TestApp, id: &UserId, digit: usize) -> impl Future<Output = Result<(), Failure>> {
    let id = id.clone();
    app.db.write_script(move |script| {
        script
            .put("UPDATE users SET username = username || $2 WHERE id = $1")
            .bind(&id)
            .bind(digit.to_string())
            .changing(1, "not so many sellers");
        script.publish(Event::of_user(Topic::Activity, &id));
    })
}

#[tokio::test]
async fn scripts_queued_together_run_in_order_and_are_committed_once() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    // Without a check, and with a change for any value that it is given.
    let append = |digit: usize| {
        app.db.write_script(move |script| {
            script
                .put(
                    "UPDATE users SET username = username || COALESCE($1, '?') WHERE username LIKE 'seller%'",
                )
                .bind(digit.to_string());
        })
    };
    let begun = app.commits();
    let answers = in_no_time(join_all((0..5).map(append))).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(name(&app, &shop.user_id).await, "seller101234");
    assert_eq!(app.commits() - begun, 1);
}

#[tokio::test]
async fn different_scripts_and_writes_queued_together_run_in_order() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let (kinds, begun) = ([0, 0, 1, 0, 1, 1, 2, 0, 0, 2], app.commits());
    let answers = in_no_time(join_all(kinds.iter().enumerate().map(|(digit, kind)| {
        let id = shop.user_id.clone();
        // Without checks, a script that is run as one of the other kind would silently do nothing.
        let script = match kind {
            0 => "UPDATE users SET username = username || $2 WHERE id = $1",
            1 => "UPDATE users SET username = username || $1 WHERE id = $2",
            _ => {
                return app.db.write(move |tx| async move { append(tx, &id, digit).await }.boxed()).boxed();
            }
        };
        let values = if *kind == 0 {
            [id.to_string(), digit.to_string()]
        } else {
            [digit.to_string(), id.to_string()]
        };
        app.db
            .write_script(move |said| {
                said.put(script).bind(&values[0]).bind(&values[1]);
            })
            .boxed()
    })))
    .await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(name(&app, &shop.user_id).await, "seller10123456789");
    assert_eq!(app.commits() - begun, 1);
}

/// The script fails by a check, in the database, or by a panic in its own code.
#[tokio::test]
async fn a_failing_script_in_a_batch_does_not_fail_the_others() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let mut before = name(&app, &shop.user_id).await;
    for way in ["check", "database", "panic"] {
        let (puts, begun) = (Arc::new(AtomicUsize::new(0)), app.commits());
        let mut events = app.events.listen(&[Topic::Activity]);
        let answers = in_no_time(join_all((0..6).map(|digit| {
            let (id, puts, fails) = (shop.user_id.clone(), puts.clone(), digit == 2);
            app.db.write_script(move |script| {
                puts.fetch_add(1, Ordering::Relaxed);
                assert!(!(fails && way == "panic"), "on purpose");
                let is_null = fails && way == "database";
                // The last two are of another kind.
                let sql = if digit < 4 {
                    "UPDATE users SET username = username || $2 WHERE id = $1"
                } else {
                    "UPDATE users SET username = username || $2 WHERE $1 = id"
                };
                script
                    .put(sql)
                    .bind(&id)
                    .bind((!is_null).then(|| digit.to_string()))
                    .changing(if fails && way == "check" { 2 } else { 1 }, "not so many sellers");
                script.publish(Event::of_user(Topic::Activity, &id));
            })
        })))
        .await;
        for (digit, answer) in answers.iter().enumerate() {
            assert_eq!(answer.is_ok(), digit != 2, "{way} {digit}: {answer:?}");
        }
        before.push_str("01345");
        assert_eq!(name(&app, &shop.user_id).await, before, "{way}");
        // A failed check leaves the batch as it is; after a database failure the rest waits for the next commit.
        let commits = if way == "database" { 2 } else { 1 };
        assert_eq!(app.commits() - begun, commits, "{way}");
        let heard = std::iter::from_fn(|| events.next().now_or_never()).count();
        assert_eq!(u64::try_from(heard).unwrap(), commits, "{way}: one of each commit");
        assert!(puts.load(Ordering::Relaxed) > 6, "{way}: they were tried together");
    }
}

#[tokio::test]
async fn scripts_that_ran_together_are_rerun_when_their_batch_is_rolled_back() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let id = shop.user_id.clone();
    let failing = app.db.write(move |tx| {
        async move {
            append(tx, &id, 9).await?;
            Err::<(), _>(Failure::Inconsistent("on purpose"))
        }
        .boxed()
    });
    let script = |digit| append_by_script(&app, &shop.user_id, digit);
    let (one, two, three, refused, after) =
        in_no_time(async { tokio::join!(script(1), script(2), script(3), failing, script(4)) }).await;
    assert!(matches!(refused, Err(Failure::Inconsistent("on purpose"))), "{refused:?}");
    for done in [one, two, three, after] {
        done.unwrap();
    }
    assert_eq!(name(&app, &shop.user_id).await, "seller11234");
}

#[tokio::test]
async fn a_write_rejected_on_rerun_gets_its_own_error_and_the_first_write_still_commits() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let runs = Arc::new(AtomicUsize::new(0));
    let answers = in_no_time(join_all((0..3).map(|number| {
        let (id, runs) = (shop.user_id.clone(), runs.clone());
        app.db.write(move |tx| {
            async move {
                append(tx, &id, number).await?;
                let refused = number == 2 || number == 1 && runs.fetch_add(1, Ordering::Relaxed) > 0;
                if refused { Err(Failure::Inconsistent("on purpose")) } else { Ok(()) }
            }
            .boxed()
        })
    })))
    .await;
    assert!(answers[0].is_ok(), "{:?}", answers[0]);
    assert!(matches!(answers[1], Err(Failure::Inconsistent("on purpose"))), "{:?}", answers[1]);
    // It may have been refused because of a change that was rolled back.
    assert!(answers[2].as_ref().is_err_and(Failure::is_passing), "{:?}", answers[2]);
    assert_eq!(name(&app, &shop.user_id).await, "seller10");
}

async fn append(tx: &mut Tx, id: &UserId, number: usize) -> Result<(), Failure> {
    let name: String = on_db!(tx, driver => sqlx::query_scalar(
        "UPDATE users SET username = username || $2 WHERE id = $1 RETURNING username",
    )
    .bind(id)
    .bind(number.to_string())
    .fetch_one(driver))?;
    assert!(name.ends_with(&number.to_string()));
    Ok(())
}

async fn rename(tx: &mut Tx, id: &UserId, name: &str) -> Result<(), Failure> {
    execute_on_db!(tx, driver => sqlx::query("UPDATE users SET username = $2 WHERE id = $1")
        .bind(id)
        .bind(name)
        .execute(driver))
    .map(drop)
}

async fn name(app: &TestApp, id: &UserId) -> String {
    let mut conn = app.db.read().await.expect("a connection");
    on_db!(conn, driver => sqlx::query_scalar("SELECT username FROM users WHERE id = $1")
        .bind(id)
        .fetch_one(driver))
    .expect("a name")
}

#[tokio::test]
async fn a_terminated_connection_fails_the_redeem_as_temporary_and_leaves_the_key_unspent() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock("one").await;
    let key = shop.key(2).await;
    let mut knife = PgConnection::connect(&app.url).await.expect("a connection");
    let holder = hold(&app, "stock_levels").await;
    let cut = async {
        let mut cut = 0;
        while cut == 0 {
            let waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'";
            cut = sqlx::query(waiting).fetch_all(&mut knife).await.expect("an answer").len();
        }
    };
    let (answer, ()) = tokio::join!(shop.redeem(&key, details("mika")), cut);
    assert!(
        matches!(&answer, Err(RedeemError::Failure(failure)) if failure.is_passing()),
        "it may well succeed in a moment: {answer:?}"
    );
    holder.close().await.expect("it lets go");
    shop.redeem(&key, details("mika")).await.expect("the key is unspent");
}

#[tokio::test]
async fn on_postgresql_blocked_writes_leave_connections_free_for_reads() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock(&tokens("a", 20)).await;
    let keys = shop.keys(2, 20).await;
    // All connections are open already: only their number matters.
    drop(join_all((0..12).map(|_| app.db.read())).await);
    let mut looker = PgConnection::connect(&app.url).await.expect("a connection");
    let holder = hold(&app, "stock_levels").await;
    let redeems = join_all(keys.iter().map(|key| shop.redeem(key, details("mika"))));
    let read = async {
        until_waiting(&mut looker, 12).await;
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved), (20, 0));
        holder.close().await.expect("it lets go");
    };
    let (answers, ()) = tokio::join!(redeems, read);
    for answer in answers {
        answer.expect("its turn has come");
    }
}

#[tokio::test]
async fn a_session_is_still_accepted_while_its_row_is_locked_against_updates() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let signed_in = auth::sign_in(&app, shop.code.expose(), &Client::default()).await.expect("a session");
    let mut looker = PgConnection::connect(&app.url).await.expect("a connection");
    let holder = hold(&app, "sessions").await;
    app.clock.advance(Duration::from_mins(10));
    let session = auth::session(&app, &signed_in.token).await.expect("it is read");
    assert_eq!(session.user_id, shop.user_id);
    until_waiting(&mut looker, 1).await;
    holder.close().await.expect("it lets go");
}

#[tokio::test]
async fn postgresql_connections_have_statement_lock_and_idle_transaction_timeouts() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let mut conn = app.db.read().await.expect("a connection");
    for (setting, limit) in [
        ("SHOW statement_timeout", "14s"),
        ("SHOW lock_timeout", "10s"),
        ("SHOW idle_in_transaction_session_timeout", "20s"),
    ] {
        let told: String =
            on_db!(conn, driver => sqlx::query_scalar(setting).fetch_one(driver)).expect("a setting");
        assert_eq!(told, limit, "{setting}");
    }
}

#[tokio::test]
async fn postgresql_statement_over_its_time_limit_is_crowding_and_not_a_database_that_is_away() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let mut conn = app.db.read().await.expect("a connection");
    execute_on_db!(conn, driver => sqlx::query("SET statement_timeout = 1").execute(driver))
        .expect("it is set");
    let late = execute_on_db!(conn, driver => sqlx::query("SELECT pg_sleep(9)").execute(driver));
    assert!(late.expect_err("it is cut off").is_crowding());
}

#[tokio::test]
async fn two_deadlocked_postgresql_writes_both_succeed_after_a_retry() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let shops = [Shop::open(&app, 1).await, Shop::open(&app, 2).await];
    let both_have_begun = Arc::new(Barrier::new(2));
    let cross = |first: usize, second: usize, name: &'static str| {
        let (first, second) = (shops[first].user_id.clone(), shops[second].user_id.clone());
        let (begun, waited) = (both_have_begun.clone(), Arc::new(AtomicBool::new(false)));
        app.db.write(move |tx| {
            async move {
                rename(tx, &first, &format!("{name} first")).await?;
                // Only the first time: a retry finds the other one gone.
                if !waited.swap(true, Ordering::Relaxed) {
                    begun.wait().await;
                }
                rename(tx, &second, &format!("{name} second")).await
            }
            .boxed()
        })
    };
    let (one, other) = tokio::join!(cross(0, 1, "one"), cross(1, 0, "other"));
    one.expect("it goes through");
    other.expect("and so does the other");
    let names = (name(&app, &shops[0].user_id).await, name(&app, &shops[1].user_id).await);
    let expected = [("one first", "one second"), ("other second", "other first")];
    assert!(expected.contains(&(names.0.as_str(), names.1.as_str())), "one after the other: {names:?}");
}

#[tokio::test]
async fn a_postgresql_session_that_was_read_only_does_not_fail_writes_after_the_database_is_writable_again() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    let mut operator = PgConnection::connect(&app.url).await.expect("a connection");
    let database: String =
        sqlx::query_scalar("SELECT current_database()").fetch_one(&mut operator).await.expect("a name");
    let set = |what: &str| AssertSqlSafe(format!("ALTER DATABASE \"{database}\" {what}"));
    operator.execute(set("SET default_transaction_read_only = on")).await.expect("it is read-only");
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()";
    operator.execute(others).await.expect("the sessions end");
    let write = async || {
        app.db
            .write({
                let id = shop.user_id.clone();
                move |tx| async move { rename(tx, &id, "later").await }.boxed()
            })
            .await
    };
    // The pool finds out about its lost connections one by one.
    let read_only = async {
        while !matches!(write().await, Err(Failure::Unavailable(error)) if error.to_string().contains("read-only"))
        {
        }
    };
    timeout(Duration::from_mins(1), read_only).await.expect("it is read-only here, too");
    operator.execute(set("RESET default_transaction_read_only")).await.expect("it is writable");
    for _ in 0..32 {
        write().await.expect("a new session writes");
    }
}

#[tokio::test]
async fn writes_fail_as_temporary_while_sqlites_file_is_moved_away_and_the_check_says_so() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock(&tokens("a", 2)).await;
    let keys = shop.keys(2, 2).await;
    let file = app.url.strip_prefix("sqlite://").expect("a file");
    let elsewhere = format!("{file}.elsewhere");
    std::fs::rename(file, &elsewhere).expect("it is moved");
    let refused = shop.redeem(&keys[0], details("mika")).await;
    assert!(matches!(&refused, Err(RedeemError::Failure(failure)) if failure.is_passing()), "{refused:?}");
    let told = app.db.answers().await.expect_err("its file is gone").to_string();
    assert!(told.contains("was deleted or moved"), "{told}");
    std::fs::write(file, "").expect("another file");
    assert!(shop.redeem(&keys[0], details("mika")).await.is_err(), "another file is not the database");
    std::fs::rename(&elsewhere, file).expect("it is back");
    app.db.answers().await.expect("it is there again");
    shop.redeem(&keys[0], details("mika")).await.expect("the key is not spent yet");
}
