//! Rows older than their retention are deleted.

use std::time::Duration;

use boostdesk_core::chat::{self, Author, NewMessage, ROOM, Span, Speaker};
use boostdesk_core::db::Failure;
use boostdesk_core::execute_on_db;
use boostdesk_core::foundation::clock::LocalTime;
use boostdesk_core::people::activity_log::{self, Filter, LogCounts};
use boostdesk_core::testing::{Shop, on_both};
use futures::FutureExt;
use futures::future::join_all;

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn log_entries_older_than_the_retention_are_deleted_and_younger_ones_kept() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for token in 0..700 {
            shop.restock(&format!("old{token}")).await;
        }
        let old = entries(&app, &shop).await;
        app.clock.advance(DAY * 30);
        shop.restock("young").await;
        assert_eq!(activity_log::forget_old(&app, 0).await.unwrap(), 0, "0 keeps all");
        assert_eq!(activity_log::forget_old(&app, 31).await.unwrap(), 0);
        assert_eq!(activity_log::forget_old(&app, 30).await.unwrap(), 0, "to the day");
        app.clock.advance(Duration::from_millis(1));
        assert!(activity_log::forget_old(&app, 30).await.unwrap() >= old);
        assert_eq!(entries(&app, &shop).await, 1, "the young one");
    })
    .await;
}

#[tokio::test]
async fn the_activity_logs_counts_match_its_rows_after_inserts_rollbacks_and_deletions() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        assert_eq!(counted(&app).await, kept(&app).await);
        let before = kept(&app).await;
        // Many at once; on PostgreSQL they use several connections.
        let log = async |severity: &'static str, action: &'static str, keep: bool| {
            let (user, at) = (shop.user_id.clone(), app.clock.now());
            let logged = app.db.write(move |tx| {
                async move {
                    execute_on_db!(tx, driver => sqlx::query(
                        "INSERT INTO activity (user_id, action, severity, details, at) VALUES ($1, $2, $3, '', $4)",
                    )
                    .bind(&user)
                    .bind(action)
                    .bind(severity)
                    .bind(at)
                    .execute(driver))?;
                    if keep { Ok(()) } else { Err(Failure::Inconsistent("it is undone")) }
                }
                .boxed()
            });
            assert_eq!(logged.await.is_ok(), keep);
        };
        let kinds =
            [("error", "order_failed"), ("warning", "access_code_reset"), ("info", "stock_exported")];
        join_all(kinds.iter().cycle().take(30).map(|(severity, action)| log(severity, action, true))).await;
        let now = kept(&app).await;
        assert_eq!(now, counted(&app).await);
        assert_eq!(now, (before.0 + 30, before.1 + 10, before.2 + 10));
        log("error", "order_failed", false).await;
        assert_eq!(kept(&app).await, now, "what is undone is not counted");

        app.clock.advance(DAY * 2);
        log("error", "order_failed", true).await;
        activity_log::forget_old(&app, 1).await.unwrap();
        assert_eq!(kept(&app).await, (1, 1, 0));
        assert_eq!(counted(&app).await, (1, 1, 0));
    })
    .await;
}

/// The counts of entries, errors and resets that admins read.
async fn kept(app: &boostdesk_core::App) -> (i64, i64, i64) {
    let page = activity_log::list(app, &Filter::default(), None, None, &LocalTime::default()).await.unwrap();
    let LogCounts { total, errors, access_code_resets, .. } = page.counts;
    (total, errors, access_code_resets)
}

/// The same, counted from the rows.
async fn counted(app: &boostdesk_core::App) -> (i64, i64, i64) {
    let mut conn = app.db.read().await.unwrap();
    boostdesk_core::on_db!(conn, driver => sqlx::query_as(
        "SELECT COUNT(*), COUNT(*) FILTER (WHERE severity = 'error'),
                COUNT(*) FILTER (WHERE action = 'access_code_reset') FROM activity",
    )
    .fetch_one(driver))
    .unwrap()
}

async fn entries(app: &boostdesk_core::App, shop: &Shop) -> u64 {
    let mut conn = app.db.read().await.unwrap();
    let found: i64 = boostdesk_core::on_db!(conn, driver => sqlx::query_scalar(
        "SELECT COUNT(*) FROM activity WHERE user_id = $1",
    )
    .bind(&shop.user_id)
    .fetch_one(driver))
    .unwrap();
    found.unsigned_abs()
}

#[tokio::test]
async fn deleting_old_chat_messages_keeps_newer_replies_without_their_quote() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let speaker =
            Speaker { subject: shop.user_id.to_string(), user_id: Some(shop.user_id.clone()), admin: false };
        let author = Author::parse("mika", "Mika").unwrap();
        let say = async |content: &str, reply_to: Option<String>| {
            let new = NewMessage { content: content.to_owned(), reply_to, ..NewMessage::default() };
            chat::send(&app, &speaker, &author, new).await.unwrap().message
        };
        let old = say("long ago", None).await;
        app.clock.advance(DAY * 10);
        let young = say("today", Some(old.id.to_string())).await;
        assert_eq!(chat::forget_old(&app, 0).await.unwrap(), 0, "0 keeps all");
        assert_eq!(chat::forget_old(&app, 9).await.unwrap(), 1);
        let left = chat::history(&app, ROOM, Span::Newest, 100).await.unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].id, young.id);
        assert!(left[0].reply_to.is_none());
    })
    .await;
}
