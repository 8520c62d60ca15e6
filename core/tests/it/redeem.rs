//! A key is spent exactly once, whoever redeems it and in whatever order.

use std::collections::HashSet;
use std::time::Duration;

use boostdesk_core::db::Failure;
use boostdesk_core::events::Topic;
use boostdesk_core::shop::blocklist::{self, BlockKind};
use boostdesk_core::shop::keys::{self, KeyFilter, KeyStatus};
use boostdesk_core::shop::redeem::{self, Details, RedeemError};
use boostdesk_core::testing::{Shop, details, guild, on_both, tokens};
use boostdesk_core::{shop::keys::RedeemKey, shop::orders};
use futures::FutureExt;
use futures::future::join_all;
use secrecy::ExposeSecret;
use tokio::task::yield_now;
use tokio::time::timeout;

fn is_stock(error: &RedeemError) -> bool {
    matches!(error, RedeemError::NotEnoughStock)
}

#[tokio::test]
async fn a_redeem_creates_an_order_whose_id_is_the_key() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 5)).await;
        let key = shop.key(6).await;
        shop.redeem(&key, details("mika")).await.unwrap();

        let order = shop.order(&key).await;
        assert_eq!(order.id, key.order_id());
        assert_eq!((order.amount, order.pending.len()), (6, 3));
        assert_eq!(order.guild_id, shop.guild);
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved), (2, 3));
    })
    .await;
}

#[tokio::test]
async fn a_key_redeemed_by_a_hundred_clients_at_once_is_spent_once() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 50)).await;
        let key = shop.key(4).await;
        let all = (0..100).map(|client| shop.redeem(&key, details(&format!("client{client}"))));
        let answers = join_all(all).await;

        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        let refused = answers.iter().filter(|a| matches!(a, Err(RedeemError::AlreadyRedeemed))).count();
        assert_eq!(refused, 99);
        assert_eq!(orders::ids(&app, &shop.user_id).await.unwrap().total, 1);
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved), (48, 2));
    })
    .await;
}

/// Redeems like a customer who tries again when told that the server is overloaded.
async fn redeem_at_last(shop: &Shop, key: &RedeemKey) -> Result<(), RedeemError> {
    let tries = async {
        loop {
            match shop.redeem(key, details("x")).await {
                Err(RedeemError::Failure(Failure::Overloaded)) => yield_now().await,
                answer => return answer,
            }
        }
    };
    timeout(Duration::from_mins(2), tries).await.expect("everybody has their turn")
}

#[tokio::test]
async fn with_stock_for_fifty_orders_exactly_fifty_of_two_hundred_concurrent_redeems_succeed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 100)).await;
        let keys = shop.keys(4, 200).await;
        let answers = join_all(keys.iter().map(|key| redeem_at_last(&shop, key))).await;

        let redeemed: Vec<&RedeemKey> =
            keys.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(key, _)| key).collect();
        assert_eq!(redeemed.len(), 50);
        assert!(answers.iter().filter_map(|answer| answer.as_ref().err()).all(is_stock));
        let mut held = HashSet::new();
        for key in redeemed {
            for token in shop.order(key).await.pending {
                assert!(held.insert(token.expose_secret().to_owned()), "a token in two orders");
            }
        }
        assert_eq!(held.len(), 100);

        // The other keys are still good once there is stock again.
        shop.restock(&tokens("b", 300)).await;
        let later: Vec<_> =
            keys.iter().zip(&answers).filter(|(_, answer)| answer.is_err()).map(|(key, _)| key).collect();
        for answer in join_all(later.into_iter().map(|key| redeem_at_last(&shop, key))).await {
            answer.unwrap();
        }
        assert_eq!(orders::ids(&app, &shop.user_id).await.unwrap().total, 200);
    })
    .await;
}

#[tokio::test]
async fn repeating_a_redeem_with_the_same_details_succeeds_without_a_second_order() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 5)).await;
        let key = shop.key(4).await;
        // Optional details are not validated.
        let first =
            Details { bio: Some(" h\0i ".to_owned()), avatar: Some("ä".repeat(9000)), ..details("mika") };
        shop.redeem(&key, first.clone()).await.unwrap();
        shop.redeem(&key, Details { bio: Some("hi".to_owned()), ..first.clone() }).await.unwrap();

        let other = || Some("other".to_owned());
        for different in [
            Details { invite: "other".to_owned(), ..first.clone() },
            Details { email: "other@example.com".to_owned(), ..first.clone() },
            Details { displayname: other(), ..first.clone() },
            Details { bio: other(), ..first.clone() },
            Details { avatar: other(), ..first.clone() },
            Details { banner: other(), ..first.clone() },
        ] {
            let told = shop.redeem(&key, different.clone()).await;
            assert!(matches!(told, Err(RedeemError::AlreadyRedeemed)), "{different:?}");
        }
        assert_eq!(orders::ids(&app, &shop.user_id).await.unwrap().total, 1);
        assert_eq!(shop.level().await.reserved, 2);
    })
    .await;
}

#[tokio::test]
async fn whoever_looks_at_orders_stock_or_keys_hears_of_a_redeem() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 50)).await;
        // With a list, a redeem goes another way.
        for listed in [false, true] {
            if listed {
                blocklist::add(&app, &shop.user_id, BlockKind::Email, "x@example.com", None).await.unwrap();
            }
            let key = shop.key(2).await;
            let mut heard = app.events.listen(&[Topic::Orders, Topic::Stock, Topic::Keys]);
            shop.redeem(&key, details("mika")).await.unwrap();
            let mut topics = Vec::new();
            while let Some(event) = heard.next().now_or_never() {
                assert_eq!(event.guild_id.as_ref(), Some(&shop.guild));
                topics.push(event.topic);
            }
            for topic in [Topic::Orders, Topic::Stock, Topic::Keys] {
                assert!(topics.contains(&topic), "{topic:?} of {topics:?}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_refused_redeem_says_why_and_changes_nothing() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.restock(&tokens("a", 1)).await;
        let (key, foreign, revoked) = (shop.key(4).await, other.key(2).await, shop.key(2).await);
        keys::revoke(&app, &shop.user_id, &shop.guild, revoked.expose()).await.unwrap();

        let table = [
            (key.expose(), details("mika"), "Not enough stock right now. Your key is still valid."),
            (foreign.expose(), details("mika"), "Invalid redeem key."),
            ("AAAAA-AAAAA-AAAAA-AAAAA", details("mika"), "Invalid redeem key."),
            ("nonsense", details("mika"), "Invalid redeem key."),
            (revoked.expose(), details("mika"), "This key has been revoked."),
            ("", details("mika"), "Please fill in all required fields."),
            (
                key.expose(),
                Details { invite: " ".to_owned(), ..details("mika") },
                "Please fill in all required fields.",
            ),
            (
                key.expose(),
                Details { email: String::new(), ..details("mika") },
                "Please fill in all required fields.",
            ),
            (
                key.expose(),
                Details { email: "mika".to_owned(), ..details("mika") },
                "Please enter a valid email address.",
            ),
            (
                key.expose(),
                Details { invite: "https://evil.example/x".to_owned(), ..details("mika") },
                "Invalid server invite.",
            ),
            (
                key.expose(),
                Details {
                    invite: format!("https://discord.gg/nova?{}", "x".repeat(2048)),
                    ..details("mika")
                },
                "Invalid server invite.",
            ),
        ];
        for (key, details, sentence) in table {
            let answer = redeem::redeem(&app, &shop.guild, key, details).await;
            assert_eq!(answer.unwrap_err().to_string(), sentence);
        }
        let nowhere = redeem::redeem(&app, &guild(9), key.expose(), details("mika")).await;
        assert_eq!(nowhere.unwrap_err().to_string(), "Invalid redeem key.");
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved), (1, 0));
        let unused = KeyFilter { status: Some(KeyStatus::Unused), ..KeyFilter::default() };
        let unused = keys::list(&app, &shop.user_id, &shop.guild, unused, None, None);
        assert_eq!(unused.await.unwrap().keys.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_key_is_revoked_or_redeemed_never_both() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 40)).await;
        let keys = shop.keys(2, 40).await;
        let races = keys.iter().map(|key| async {
            tokio::join!(
                shop.redeem(key, details("mika")),
                keys::revoke(&app, &shop.user_id, &shop.guild, key.expose())
            )
        });
        let mut redeemed = 0;
        for (spent, revoked) in join_all(races).await {
            assert!(spent.is_ok() != revoked.is_ok(), "{spent:?} and {revoked:?}");
            redeemed += i64::from(spent.is_ok());
        }
        assert_eq!(shop.level().await.reserved, redeemed);
        assert_eq!(orders::ids(&app, &shop.user_id).await.unwrap().total, redeemed);
    })
    .await;
}

#[tokio::test]
async fn keys_are_listed_in_pages_and_filtered() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 1)).await;
        let keys = shop.keys(2, 5).await;
        shop.redeem(&keys[0], details("mika")).await.unwrap();
        let list = async |status, cursor: Option<String>| {
            let filter = KeyFilter { status, ..KeyFilter::default() };
            keys::list(&app, &shop.user_id, &shop.guild, filter, cursor.as_deref(), Some(2)).await.unwrap()
        };
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let page = list(None, cursor).await;
            seen.extend(page.keys.iter().map(|key| key.key.expose_secret().to_owned()));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        let made: Vec<String> = keys.iter().rev().map(|key| key.expose().to_owned()).collect();
        assert_eq!(seen, made);
        let redeemed = list(Some(KeyStatus::Redeemed), None).await;
        assert_eq!(redeemed.keys[0].key.expose_secret(), keys[0].expose());
        assert!(redeemed.keys[0].redeemed_at.is_some() && redeemed.next.is_none());
    })
    .await;
}

#[tokio::test]
async fn a_redeem_is_rolled_back_when_the_stock_level_exceeds_the_actual_tokens() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 3)).await;
        let key = shop.key(6).await;
        let lost = app.db.write(|tx| {
            async move {
                boostdesk_core::execute_on_db!(tx, driver => sqlx::query(
                    "DELETE FROM tokens WHERE id = (SELECT MAX(id) FROM tokens)",
                )
                .execute(driver))
            }
            .boxed()
        });
        let lost: Result<u64, Failure> = lost.await;
        assert_eq!(lost.unwrap(), 1);

        let refused = shop.redeem(&key, details("mika")).await.unwrap_err();
        assert!(matches!(refused, RedeemError::Failure(Failure::Inconsistent(_))), "{refused:?}");
        assert_eq!(orders::ids(&app, &shop.user_id).await.unwrap().total, 0);
        let level = shop.level().await;
        assert_eq!((level.available, level.reserved), (3, 0));
        // The key is unspent: once its token is back it can be redeemed.
        shop.restock(&tokens("b", 1)).await;
        shop.redeem(&key, details("mika")).await.unwrap();
    })
    .await;
}
