//! Exports and imports let others write: how much one transaction moves, and how long others wait for it.

use std::time::{Duration, Instant};

use boostdesk_core::db::Dialect;
use boostdesk_core::events::Topic;
use boostdesk_core::execute_on_db;
use boostdesk_core::shop::stock::{self, StockName, Wanted};
use boostdesk_core::testing::{Setup, Shop, TestApp, on_both, tokens};
use futures::FutureExt;
use futures::TryStreamExt;
use secrecy::SecretString;

const STOCK: StockName = StockName::OneMonth;
/// The most tokens that one transaction moves.
const PIECE: usize = 500;

/// Returns how many transactions published a change of stock during `work`.
async fn pieces_of<T>(app: &TestApp, work: impl Future<Output = T>) -> (usize, T) {
    let mut heard = app.events.listen(&[Topic::Stock]);
    let done = work.await;
    let mut pieces = 0;
    while heard.next().now_or_never().is_some() {
        pieces += 1;
    }
    (pieces, done)
}

#[tokio::test]
async fn an_import_or_export_moves_at_most_500_tokens_per_transaction() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let all = 4 * PIECE + 1;
        let (pieces, imported) = pieces_of(&app, shop.restock(&tokens("a", all))).await;
        assert_eq!((pieces, imported.added), (5, all));
        let export = stock::export(&app, &shop.user_id, &shop.guild, STOCK, Wanted::default());
        let (pieces, id) = pieces_of(&app, export).await;
        assert_eq!(pieces, 5);
        let id = id.expect("tokens are taken out");
        let taken = stock::exported(&app, &shop.user_id, &shop.guild, &id).await.expect("it is there");
        let taken: Vec<Vec<SecretString>> = taken.try_collect().await.expect("it is read");
        assert_eq!(taken.iter().map(Vec::len).sum::<usize>(), all);
        assert!(taken.iter().all(|piece| piece.len() <= PIECE), "{:?}", taken.iter().map(Vec::len));
    })
    .await;
}

/// SQLite has one writer, so a wait is counted in pieces, which does not depend on the machine. When a write comes, one
/// piece is under way, and one may have been handed over before it.
#[tokio::test]
async fn on_sqlite_a_write_waits_for_at_most_two_pieces_of_an_import_or_export() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
    let list = tokens("a", 20 * PIECE);
    let mut work = std::pin::pin!(async {
        shop.restock(&list).await;
        shop.export(None).await;
    });
    let mut heard = app.events.listen(&[Topic::Stock]);
    let (mut writes, mut longest) = (0, 0);
    loop {
        tokio::select! {
            biased;
            () = touch(&other) => writes += 1,
            () = &mut work => break,
        }
        let mut pieces = 0;
        while heard.next().now_or_never().is_some() {
            pieces += 1;
        }
        longest = longest.max(pieces);
    }
    assert!(writes > 10, "others got their turns: {writes}");
    assert!(longest <= 2, "a write has waited for {longest} pieces");
}

/// A write without a read before it: it waits for the writer from its start.
async fn touch(shop: &Shop) {
    let user_id = shop.user_id.clone();
    let work = shop.app.db.write(move |tx| {
        async move {
            execute_on_db!(tx, driver => sqlx::query("UPDATE users SET username = username WHERE id = $1")
                .bind(&user_id)
                .execute(driver))
        }
        .boxed()
    });
    assert_eq!(work.await.expect("it is written"), 1);
}

/// Imports and exports as many lines as one call may have, while another shop writes one row after the other.
#[tokio::test]
#[ignore = "a measurement: `make soak`"]
#[expect(clippy::print_stdout, reason = "what it measures is for whoever asks")]
async fn ninety_nine_percent_of_writes_wait_at_most_100_ms_during_a_large_import_and_export() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let list = tokens("a", 100_000);
        let work = async {
            shop.restock(&list).await;
            shop.export(None).await;
        };
        let mut work = std::pin::pin!(work);
        let mut waits = Vec::new();
        loop {
            let began = Instant::now();
            let write = other.keys(2, 1);
            tokio::select! {
                biased;
                _ = write => waits.push(began.elapsed()),
                () = &mut work => break,
            }
        }
        waits.sort();
        let at = |share: f64| {
            #[expect(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a share of a list"
            )]
            let place = ((waits.len() - 1) as f64 * share) as usize;
            waits[place]
        };
        println!(
            "{} writes of another shop: median {:?}, 99 % {:?}, longest {:?}",
            waits.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
        assert!(at(0.99) <= Duration::from_millis(100), "others wait too long");
    })
    .await;
}
