//! Rows that are older than they are kept.

use std::time::Duration;

use boostdesk_core::chat::{self, Author, NewMessage, ROOM, Span, Speaker};
use boostdesk_core::people::activity_log;
use boostdesk_core::testing::{Shop, on_both};

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn old_log_entries_go_and_younger_ones_stay() {
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
async fn old_messages_go_and_answers_to_them_stay() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let speaker =
            Speaker { subject: shop.user_id.to_string(), user_id: Some(shop.user_id.clone()), admin: false };
        let author = Author::parse("mika", "Mika").unwrap();
        let say = async |content: &str, reply_to: Option<String>| {
            let new = NewMessage { content: content.to_owned(), reply_to, ..NewMessage::default() };
            chat::send(&app, &speaker, &author, new).await.unwrap()
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
