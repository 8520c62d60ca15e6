//! Stock comes in once, goes out once, and its levels always agree with its tokens.

use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::db::{Dialect, Failure};
use boostdesk_core::shop::stock::{self, Imported, StockError, StockName, Wanted};
use boostdesk_core::shop::storefronts::StorefrontError;
use boostdesk_core::testing::{Setup, Shop, TestApp, details, on_both, tokens};
use futures::FutureExt;
use futures::future::join_all;
use tokio::sync::Notify;
use tokio::time::timeout;

/// How long a test waits for anything.
const TIMEOUT: Duration = Duration::from_mins(1);

#[tokio::test]
async fn an_import_counts_added_duplicate_and_invalid_lines() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let text = "one\r\ntwo\n\none\nwith space\nthree";
        let preview = stock::preview(&app, &shop.user_id, &shop.guild, text).await.unwrap();
        let expected = Imported { added: 3, duplicates: 1, invalid: 1 };
        assert_eq!(preview.counts, expected);
        assert_eq!((preview.duplicate_lines, preview.invalid_lines), (vec![4], vec![5]));
        assert_eq!(shop.level().await.available, 0, "a preview changes nothing");

        assert_eq!(shop.restock(text).await, expected);
        assert_eq!(shop.restock("two\nfour").await, Imported { added: 1, duplicates: 1, invalid: 0 });
        let again = stock::preview(&app, &shop.user_id, &shop.guild, "x\nfour").await.unwrap();
        assert_eq!((again.counts.added, again.duplicate_lines), (1, vec![2]));
        assert_eq!(shop.level().await.available, 4);
    })
    .await;
}

#[tokio::test]
async fn concurrent_imports_of_the_same_tokens_by_two_sellers_add_each_token_once() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let text = tokens("same", 300);
        let answers =
            join_all((0..8).map(|n| if n % 2 == 0 { shop.restock(&text) } else { other.restock(&text) }));
        let added: usize = answers.await.iter().map(|imported| imported.added).sum();
        assert_eq!(added, 300);
        assert_eq!(shop.level().await.available + other.level().await.available, 300);
    })
    .await;
}

#[tokio::test]
async fn an_export_hands_out_the_oldest_tokens_once() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 10)).await;
        let export = async |count| shop.export(count).await;
        assert_eq!(export(Some(2)).await, ["token.a.0", "token.a.1"]);
        assert_eq!(export(None).await.len(), 8);
        assert!(export(Some(5)).await.is_empty());
        assert_eq!(shop.level().await.available, 0);
        // What was taken out may be brought back.
        assert_eq!(shop.restock("token.a.1").await.added, 1);
        assert_eq!(export(None).await, ["token.a.1"]);
        let wanted = Wanted { count: Some(0), ..Wanted::default() };
        let none = stock::export(&app, &shop.user_id, &shop.guild, StockName::OneMonth, wanted).await;
        assert!(matches!(none, Err(StockError::BadCount)));
    })
    .await;
}

#[tokio::test]
async fn concurrent_exports_and_redeems_never_take_the_same_token() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 60)).await;
        let keys = shop.keys(2, 60).await;
        let exports = join_all((0..30).map(|_| shop.export(Some(1))));
        let redeems = join_all(keys.iter().map(|key| shop.redeem(key, details("mika"))));
        let (exports, redeems) = tokio::join!(exports, redeems);
        let exported: usize = exports.iter().map(Vec::len).sum();
        let redeemed = redeems.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(exported + redeemed, 60);
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved), (0, i64::try_from(redeemed).unwrap()));
    })
    .await;
}

#[tokio::test]
async fn a_seller_cannot_read_or_export_another_sellers_stock() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.restock("mine").await;
        let levels = stock::levels(&app, &other.user_id, &shop.guild).await;
        assert!(matches!(levels, Err(StockError::Storefront(StorefrontError::NotFound))));
        let export =
            stock::export(&app, &other.user_id, &shop.guild, StockName::OneMonth, Wanted::default()).await;
        assert!(matches!(export, Err(StockError::Storefront(StorefrontError::NotFound))));
        assert_eq!(shop.level().await.available, 1);
    })
    .await;
}

#[tokio::test]
async fn reimporting_a_list_does_not_wait_for_a_transaction_that_locks_its_tokens() {
    let app = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock(&tokens("a", 3)).await;
    let (held, let_go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (holds, goes) = (held.clone(), let_go.clone());
    let db = app.app.db.clone();
    let delivering = tokio::spawn(async move {
        db.write(move |tx| {
            let (holds, goes) = (holds.clone(), goes.clone());
            async move {
                boostdesk_core::execute_on_db!(tx, driver => sqlx::query("UPDATE tokens SET reason = 'x'").execute(driver))?;
                holds.notify_one();
                goes.notified().await;
                Ok::<_, Failure>(())
            }
            .boxed()
        })
        .await
    });
    held.notified().await;
    let list = format!("{}\nfresh", tokens("a", 3));
    let again = timeout(TIMEOUT, stock::import(&app, &shop.user_id, &shop.guild, StockName::OneMonth, list));
    let again = again.await.expect("it does not wait").unwrap();
    assert_eq!((again.added, again.duplicates), (1, 3));
    let_go.notify_one();
    delivering.await.unwrap().unwrap();
}
