//! Exports and imports run in pieces: repeating a call that was cut off between them finishes it, and nothing is lost.

use std::pin::pin;
use std::time::Duration;

use boostdesk_core::closing;
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::clock::LocalTime;
use boostdesk_core::ids::UserId;
use boostdesk_core::kept_answers::{Once, RepeatError};
use boostdesk_core::outbox::seller_events::KeySource;
use boostdesk_core::people::activity_log::{self, Client, Filter};
use boostdesk_core::people::auth::{self, OwnerStart};
use boostdesk_core::shop::keys::{self, CreateKeys};
use boostdesk_core::shop::stock::{self, Imported, StockError, StockName, Wanted};
use boostdesk_core::shop::storefronts::{self, StorefrontError, StorefrontInput};
use boostdesk_core::testing::{Shop, TestApp, details, on_both, tokens};
use futures::TryStreamExt;
use secrecy::{ExposeSecret, SecretString};

const STOCK: StockName = StockName::OneMonth;

fn once(app: &TestApp, shop: &Shop, digest: &str) -> Once {
    Once::new(app, &shop.user_id, "/export", "a key", digest)
}

async fn read(shop: &Shop, id: &boostdesk_core::ids::ExportId) -> Vec<String> {
    let pieces = stock::exported(&shop.app, &shop.user_id, &shop.guild, id).await.expect("it is there");
    let pieces: Vec<Vec<SecretString>> = pieces.try_collect().await.expect("it is read");
    pieces.concat().iter().map(|token| token.expose_secret().to_owned()).collect()
}

/// Returns the log's entries about stock, newest first.
async fn told(app: &TestApp) -> Vec<String> {
    let page =
        activity_log::list(app, &Filter::default(), None, None, &LocalTime::default()).await.expect("a page");
    let of_stock = page.entries.into_iter().filter(|entry| entry.action.starts_with("stock_"));
    of_stock.map(|entry| entry.details).collect()
}

#[tokio::test]
async fn repeating_an_interrupted_export_with_the_same_idempotency_key_finishes_it() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1300)).await;
        let wanted = || Wanted { count: Some(1200), key_name: None, once: Some(once(&app, &shop, "body")) };
        let mut heard = app.events.listen(&[Topic::Stock]);
        tokio::select! {
            biased;
            _ = heard.next() => {}
            _ = stock::export(&app, &shop.user_id, &shop.guild, STOCK, wanted()) => panic!("it goes in pieces"),
        }
        let listed = stock::exports(&app, &shop.user_id, &shop.guild, STOCK).await.expect("a list");
        let [cut_off] = &listed[..] else { panic!("{listed:?}") };
        assert!((1..1200).contains(&cut_off.count), "{cut_off:?}");
        assert_eq!(told(&app).await[0], format!("{} tokens taken out of One Month Tokens", cut_off.count));

        let id = stock::export(&app, &shop.user_id, &shop.guild, STOCK, wanted()).await.expect("it ends");
        assert_eq!(id, cut_off.id);
        let expected: Vec<String> = (0..1200).map(|number| format!("token.a.{number}")).collect();
        assert_eq!(read(&shop, &id).await, expected);
        assert_eq!(shop.level().await.available, 100);
        let log =
            ["1,200 tokens taken out of One Month Tokens", "1,300 tokens added to One Month Tokens"];
        assert_eq!(told(&app).await, log, "one entry for all pieces");
        let other = Wanted { once: Some(once(&app, &shop, "another body")), ..wanted() };
        let refused = stock::export(&app, &shop.user_id, &shop.guild, STOCK, other).await;
        assert!(matches!(refused, Err(StockError::Repeat(RepeatError::OtherBody))));
    })
    .await;
}

/// Begins `work`, which moves 500 tokens at a time, and lets `change` happen after the first 500. Returns what became of it.
async fn after_the_first_piece<T>(
    app: &TestApp,
    work: impl Future<Output = T>,
    change: impl Future<Output = ()>,
) -> T {
    let mut heard = app.events.listen(&[Topic::Stock]);
    let mut work = pin!(work);
    tokio::select! {
        biased;
        _ = heard.next() => {}
        _ = &mut work => panic!("it goes in pieces"),
    }
    change.await;
    work.await
}

#[tokio::test]
async fn an_export_under_way_takes_no_more_once_its_seller_is_removed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1300)).await;
        let export = Box::pin(stock::export(&app, &shop.user_id, &shop.guild, STOCK, Wanted::default()));
        let remove = async {
            closing::remove_seller(&app, shop.user_id.as_str()).await.unwrap();
        };
        let id = after_the_first_piece(&app, export, remove).await.expect("it ends");
        assert_eq!(read(&shop, &id).await.len(), 500);
    })
    .await;
}

#[tokio::test]
async fn the_owners_export_from_a_closed_shop_takes_no_more_once_its_seller_opens_it_again() {
    on_both(async |app| {
        let code = auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        let owner = auth::sign_in(&app, code.expose(), &Client::default()).await.unwrap().user_id;
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1300)).await;
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        let export = Box::pin(stock::export(&app, &owner, &shop.guild, STOCK, Wanted::default()));
        let input = StorefrontInput { name: Some("Again".to_owned()), ..StorefrontInput::default() };
        let open = async {
            storefronts::add_proven(&app, &shop.user_id, &shop.guild, input).await.unwrap();
        };
        after_the_first_piece(&app, export, open).await.expect("it ends");
        assert_eq!(shop.level().await.available, 800);
    })
    .await;
}

#[tokio::test]
async fn an_import_under_way_adds_nothing_more_to_a_shop_that_has_closed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let import = Box::pin(stock::import(&app, &shop.user_id, &shop.guild, STOCK, tokens("a", 1300)));
        let close = async { closing::delete_storefront(&app, &shop.user_id, &shop.guild).await.unwrap() };
        let refused = after_the_first_piece(&app, import, close).await;
        assert!(matches!(refused, Err(StockError::Storefront(StorefrontError::NotFound))), "{refused:?}");
        let input = StorefrontInput { name: Some("Again".to_owned()), ..StorefrontInput::default() };
        storefronts::add_proven(&app, &shop.user_id, &shop.guild, input).await.unwrap();
        assert_eq!(shop.level().await.available, 500);
    })
    .await;
}

#[tokio::test]
async fn an_export_that_is_deleted_while_it_is_read_is_not_taken_for_complete() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1300)).await;
        let wanted = Wanted { count: Some(1200), ..Wanted::default() };
        let id = stock::export(&app, &shop.user_id, &shop.guild, STOCK, wanted).await.expect("an export");
        let pieces = stock::exported(&app, &shop.user_id, &shop.guild, &id).await.expect("it is there");
        let mut pieces = pin!(pieces);
        pieces.try_next().await.expect("it is read").expect("a first piece");
        app.clock.advance(Duration::from_hours(24));
        stock::forget_old(&app).await.expect("it is deleted");
        pieces.try_next().await.expect_err("it ends too early");
    })
    .await;
}

#[tokio::test]
async fn an_exported_token_that_another_seller_imports_into_another_stock_is_sold_there() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.restock(&tokens("a", 1)).await;
        let token = shop.export(None).await.concat();
        let stock = StockName::ThreeMonth;
        let imported = stock::import(&app, &other.user_id, &other.guild, stock, token.clone()).await.unwrap();
        assert_eq!(imported.added, 1);
        let wanted = CreateKeys { stock, amount: 2, count: 1, note: None };
        let made = keys::create(&app, &other.user_id, &other.guild, wanted, KeySource::Seller).await;
        let key = made.unwrap().remove(0);
        other.redeem(&key, details("mika")).await.unwrap();
        assert_eq!(other.order(&key).await.pending[0].expose_secret(), token);
    })
    .await;
}

#[tokio::test]
async fn keys_can_be_redeemed_between_the_pieces_of_an_export() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1100)).await;
        let keys = shop.keys(2, 20).await;
        let sell = async {
            for key in &keys {
                shop.redeem(key, details("mika")).await.expect("there are tokens left");
            }
        };
        let taken = after_the_first_piece(&app, Box::pin(shop.export(None)), sell).await;
        let level = shop.level().await;
        assert_eq!((taken.len(), level.reserved, level.available), (1080, 20, 0));
    })
    .await;
}

#[tokio::test]
async fn repeating_an_interrupted_import_with_the_same_idempotency_key_finishes_it() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock("token.a.7").await;
        let list = format!("{}\n{}\nno token", tokens("a", 1300), "token.a.3");
        let import = || {
            let once = Once::new(&app, &shop.user_id, "/import", "a key", "body");
            stock::import_once(&app, &shop.user_id, &shop.guild, STOCK, list.clone(), Some(once))
        };
        let mut heard = app.events.listen(&[Topic::Stock]);
        tokio::select! {
            biased;
            _ = heard.next() => {}
            _ = import() => panic!("it goes in pieces"),
        }
        let so_far = shop.level().await.available;
        assert!((2..1300).contains(&so_far), "{so_far}");
        let log = told(&app).await;
        assert_eq!(log.len(), 2, "{log:?}");
        let begun = format!("{} tokens added to One Month Tokens, ", so_far - 1);
        assert!(log[0].starts_with(&begun), "{log:?}, {so_far}");
        let whole = Imported { added: 1299, duplicates: 2, invalid: 1 };
        // Both calls go on, and neither imports a piece that the other has imported.
        let (one, other) = tokio::join!(import(), import());
        assert_eq!((one.unwrap(), other.unwrap()), (whole, whole));
        assert_eq!(import().await.unwrap(), whole, "the same again answers the same");
        assert_eq!(shop.level().await.available, 1300);
        let log = [
            "1,299 tokens added to One Month Tokens, 2 duplicates skipped",
            "1 token added to One Month Tokens",
        ];
        assert_eq!(told(&app).await, log, "one entry for all pieces");
    })
    .await;
}

#[tokio::test]
async fn only_its_seller_and_the_owner_can_export_the_stock_of_a_closed_shop() {
    on_both(async |app| {
        let code = auth::start_owner(&app, OwnerStart::default()).await.unwrap();
        let owner = auth::sign_in(&app, code.expose(), &Client::default()).await.unwrap().user_id;
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.restock(&tokens("a", 5)).await;
        let take = async |user_id: &UserId, count: i64| {
            let wanted = Wanted { count: Some(count), ..Wanted::default() };
            let id = stock::export(&app, user_id, &shop.guild, STOCK, wanted).await?;
            let pieces = stock::exported(&app, user_id, &shop.guild, &id).await?;
            let pieces: Vec<Vec<SecretString>> = pieces.try_collect().await.expect("it is read");
            Ok::<_, StockError>(pieces.concat().len())
        };
        let is_refused = |done: Result<usize, StockError>| {
            matches!(done, Err(StockError::Storefront(StorefrontError::NotFound)))
        };
        assert!(is_refused(take(&owner, 1).await), "it is open");
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        assert_eq!(take(&shop.user_id, 1).await.unwrap(), 1);
        assert_eq!(take(&owner, 1).await.unwrap(), 1);
        assert!(is_refused(take(&other.user_id, 1).await));

        closing::remove_seller(&app, shop.user_id.as_str()).await.unwrap();
        let input = StorefrontInput { name: Some("Another".to_owned()), ..StorefrontInput::default() };
        storefronts::add_proven(&app, &other.user_id, &shop.guild, input).await.unwrap();
        assert_eq!(take(&other.user_id, 1).await.unwrap(), 0, "theirs is another");
        assert_eq!(take(&owner, 9).await.unwrap(), 3);
        assert_eq!(stock::exports(&app, &owner, &shop.guild, STOCK).await.unwrap().len(), 3);

        // With two closed storefronts here, it takes from the first that has stock.
        stock::import(&app, &other.user_id, &shop.guild, STOCK, tokens("b", 2)).await.unwrap();
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        assert_eq!(take(&owner, 1).await.unwrap(), 1);
        let log = activity_log::list(&app, &Filter::default(), None, Some(1), &LocalTime::default())
            .await
            .unwrap()
            .entries;
        let [entry] = &log[..] else { panic!("{log:?}") };
        assert_eq!((entry.action.as_str(), entry.username.as_deref()), ("stock_exported", Some("owner")));
        assert_eq!(stock::exports(&app, &owner, &shop.guild, STOCK).await.unwrap().len(), 4, "of both");

        // While the owner has a shop here, only its stock is taken; earlier exports from the others can still be read.
        let input = StorefrontInput { name: Some("Owner's".to_owned()), ..StorefrontInput::default() };
        storefronts::add_proven(&app, &owner, &shop.guild, input).await.unwrap();
        stock::import(&app, &owner, &shop.guild, STOCK, tokens("c", 3)).await.unwrap();
        assert_eq!(take(&owner, 2).await.unwrap(), 2);
        let exports = async || stock::exports(&app, &owner, &shop.guild, STOCK).await.unwrap().len();
        assert_eq!(exports().await, 5, "of all three");
        assert_eq!(take(&owner, 9).await.unwrap(), 1);
        assert_eq!(take(&owner, 9).await.unwrap(), 0);
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        assert_eq!(take(&owner, 9).await.unwrap(), 1, "the rest of the one before");
        assert_eq!(exports().await, 7);
    })
    .await;
}
