//! Two calls that compete at the same moment: one of them is first, and the ledger adds up whichever it was.
//!
//! `BOOSTDESK_RACE_ROUNDS=100` for a hundred rounds of each.

use std::env;
use std::sync::Arc;

use boostdesk_core::outbox::seller_events::KeySource;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::people::auth::{self, AuthError};
use boostdesk_core::ports::InviteError;
use boostdesk_core::shop::delivery::{self, DeliveryError, Verdict};
use boostdesk_core::shop::keys::{self, CreateKeys, KeyError};
use boostdesk_core::shop::members::{self, MemberError, NewMember};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::orders::{self, OrderState};
use boostdesk_core::shop::redeem::RedeemError;
use boostdesk_core::shop::stock::StockName;
use boostdesk_core::shop::storefronts::{Role, StorefrontError, StorefrontInput};
use boostdesk_core::testing::{Invites, Setup, Shop, details, on_both, on_both_with, tokens};
use boostdesk_core::{App, closing, execute_on_db, on_db};
use futures::FutureExt;
use secrecy::ExposeSecret;
use tokio::sync::Barrier;

fn rounds() -> u32 {
    let wanted = env::var("BOOSTDESK_RACE_ROUNDS").ok();
    wanted.map_or(12, |number| number.parse().expect("BOOSTDESK_RACE_ROUNDS is a number"))
}

/// Lets both go at the same moment, on threads of their own.
async fn race<A, B>(
    one: impl Future<Output = A> + Send + 'static,
    other: impl Future<Output = B> + Send + 'static,
) -> (A, B)
where
    A: Send + 'static,
    B: Send + 'static,
{
    let gate = Arc::new(Barrier::new(2));
    let begin = gate.clone();
    let one = tokio::spawn(async move {
        begin.wait().await;
        one.await
    });
    let other = tokio::spawn(async move {
        gate.wait().await;
        other.await
    });
    let (one, other) = tokio::join!(one, other);
    (one.expect("it does not panic"), other.expect("nor does the other"))
}

/// The redeem of one of the shop's keys, as a future of its own.
fn redeem(shop: &Shop, key: &keys::RedeemKey) -> impl Future<Output = Result<(), RedeemError>> + use<> {
    let (shop, key) = (shop.clone(), key.clone());
    async move { shop.redeem(&key, details("mika")).await }
}

/// Checks with SQL of its own that nothing is inconsistent.
async fn assert_that_the_ledger_adds_up(app: &App) {
    let mut conn = app.db.read().await.expect("a connection");
    let levels = "SELECT COUNT(*) FROM stock_levels l LEFT JOIN (
             SELECT storefront_id, stock,
                    SUM(CASE WHEN state = 'available' THEN 1 ELSE 0 END) AS available,
                    SUM(CASE WHEN state IN ('reserved', 'attempting', 'set_aside') THEN 1 ELSE 0 END) AS reserved,
                    SUM(CASE WHEN state = 'delivered' THEN 1 ELSE 0 END) AS delivered,
                    SUM(CASE WHEN state = 'failed' THEN 1 ELSE 0 END) AS failed
             FROM tokens GROUP BY storefront_id, stock
         ) t ON t.storefront_id = l.storefront_id AND t.stock = l.stock
         WHERE l.available <> COALESCE(t.available, 0) OR l.reserved <> COALESCE(t.reserved, 0)
            OR l.delivered <> COALESCE(t.delivered, 0) OR l.failed <> COALESCE(t.failed, 0)";
    let orders = "SELECT COUNT(*) FROM orders o
         WHERE o.amount <> 2 * (SELECT COUNT(*) FROM tokens t WHERE t.order_id = o.id)";
    let spent = "SELECT COUNT(*) FROM redeem_keys k
         WHERE (SELECT COUNT(*) FROM orders o WHERE o.key_id = k.id) <> CASE WHEN k.status = 'redeemed' THEN 1 ELSE 0 END";
    for (what, sql) in [
        ("levels equal tokens by state", levels),
        ("an order holds the tokens that it is for", orders),
        ("a spent key has one order", spent),
    ] {
        let wrong: i64 =
            on_db!(conn, driver => sqlx::query_scalar(sql).fetch_one(driver)).expect("it is counted");
        assert_eq!(wrong, 0, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_redeemed_and_revoked_at_once_ends_as_only_one_of_the_two() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 200)).await;
        for _ in 0..rounds() {
            let key = shop.key(2).await;
            let (seller, taken_back) = (shop.clone(), key.clone());
            let revoke = async move {
                keys::revoke(&seller.app, &seller.user_id, &seller.guild, taken_back.expose()).await
            };
            match race(redeem(&shop, &key), revoke).await {
                (Ok(()), Err(KeyError::AlreadyRedeemed)) | (Err(RedeemError::Revoked), Ok(())) => {}
                both => panic!("{both:?}"),
            }
        }
        assert_that_the_ledger_adds_up(&app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_redeemed_and_exported_at_once_is_only_sold_or_only_exported() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for round in 0..rounds() {
            shop.restock(&format!("token.{round}")).await;
            let key = shop.key(2).await;
            let seller = shop.clone();
            match race(redeem(&shop, &key), async move { seller.export(None).await }).await {
                (Ok(()), taken) => assert!(taken.is_empty(), "sold, and given out: {taken:?}"),
                (Err(RedeemError::NotEnoughStock), taken) => assert_eq!(taken.len(), 1),
                (other, _) => panic!("{other:?}"),
            }
        }
        assert_that_the_ledger_adds_up(&app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redeem_racing_with_closing_the_shop_either_succeeds_or_is_refused_as_closed() {
    on_both(async |app| {
        for round in 1..=rounds() {
            let shop = Shop::open(&app, round).await;
            shop.restock(&format!("token.{round}")).await;
            let key = shop.key(2).await;
            let seller = shop.clone();
            let end = async move {
                let app = &seller.app;
                match round % 3 {
                    // A seller's own deletion waits for orders; an operator's closing does not.
                    0 => closing::delete_storefront(app, &seller.user_id, &seller.guild).await.is_ok(),
                    1 => closing::close_storefront(app, &seller.guild).await.is_ok(),
                    _ => closing::remove_seller(app, seller.user_id.as_str()).await.is_ok(),
                }
            };
            let (redeemed, ended) = race(redeem(&shop, &key), end).await;
            match redeemed {
                Ok(()) => assert_eq!(ended, round % 3 != 0, "{round}"),
                Err(RedeemError::Closed) => assert!(ended, "{round}"),
                Err(other) => panic!("{round}: {other}"),
            }
        }
        assert_that_the_ledger_adds_up(&app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_keys_are_created_after_a_shop_has_closed() {
    on_both(async |app| {
        for round in 1..=rounds() {
            let shop = Shop::open(&app, round).await;
            let (seller, gone) = (shop.clone(), shop.clone());
            let create = async move {
                let wanted = CreateKeys { stock: StockName::OneMonth, amount: 2, count: 1, note: None };
                keys::create(&seller.app, &seller.user_id, &seller.guild, wanted, KeySource::Seller).await
            };
            let close = async move {
                if round % 2 == 0 {
                    closing::remove_seller(&gone.app, gone.user_id.as_str()).await.map(|_| ())
                } else {
                    closing::close_storefront(&gone.app, &gone.guild).await.map(|_| ())
                }
            };
            let (made, closed) = race(create, close).await;
            closed.unwrap();
            let refused = |error: &KeyError| {
                matches!(
                    error,
                    KeyError::Storefront(
                        StorefrontError::NotFound | StorefrontError::Auth(AuthError::NoSession)
                    )
                )
            };
            assert!(made.as_ref().err().is_none_or(refused), "{made:?}");
            let mut conn = app.db.read().await.unwrap();
            let last: String = on_db!(conn, driver => sqlx::query_scalar(
                "SELECT action FROM activity WHERE user_id = $1 ORDER BY id DESC LIMIT 1",
            )
            .bind(&shop.user_id)
            .fetch_one(driver))
            .unwrap();
            assert_eq!(last, "storefront_deleted", "{round}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_helper_remains_when_another_seller_takes_over_the_shop() {
    let platform = Invites(|_: &str| async { Err(InviteError::Unreachable) }.boxed());
    let setup = Setup { chat_platform: Some(Arc::new(platform)), ..Setup::default() };
    on_both_with(setup, async |app| {
        for round in 1..=rounds() {
            let shop = Shop::open(&app, round).await;
            let input = StorefrontInput { name: Some("Theirs".to_owned()), ..StorefrontInput::default() };
            let (heir, _) = auth::add_seller(&app, &format!("heir{round}"), None, false).await.unwrap();
            // A seller without a chat account manages no server; the storefront was never proven.
            app.db
                .write({
                    let guild = shop.guild.clone();
                    move |tx| {
                        async move {
                            execute_on_db!(tx, driver => sqlx::query(
                                "UPDATE storefronts SET proven_at = NULL WHERE guild_id = $1",
                            )
                            .bind(&guild)
                            .execute(driver))
                        }
                        .boxed()
                    }
                })
                .await
                .unwrap();
            let (seller, taken) = (shop.clone(), app.app.clone());
            let add = async move {
                let new = NewMember {
                    username: "pia".to_owned(),
                    role: Role::Packer,
                    until: None,
                    discord_id: None,
                };
                members::add(&seller.app, &seller.user_id, &seller.guild, new).await
            };
            let guild = shop.guild.clone();
            let take = async move { closing::take_over(&taken, &heir, &guild, input).await };
            let (added, taken) = race(add, take).await;
            taken.unwrap();
            assert!(matches!(added, Ok(_) | Err(MemberError::Storefront(_))), "{added:?}");
            let mut conn = app.db.read().await.unwrap();
            let helpers: i64 =
                on_db!(conn, driver => sqlx::query_scalar("SELECT COUNT(*) FROM members").fetch_one(driver))
                    .unwrap();
            assert_eq!(helpers, 0, "{round}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verdict_racing_with_removing_its_seller_counts_fully_or_not_at_all() {
    on_both(async |app| {
        for round in 1..=rounds() {
            let shop = Shop::open(&app, round).await;
            shop.restock(&tokens(shop.guild.as_str(), 6)).await;
            let mut keys = Vec::new();
            for _ in 0..3 {
                let key = shop.key(4).await;
                shop.redeem(&key, details("mika")).await.unwrap();
                keys.push(key);
            }
            let token = shop.order(&keys[2]).await.pending[0].expose_secret().to_owned();
            let (seller, order) = (shop.clone(), keys[2].order_id());
            let deliver = async move {
                let verdicts = vec![Verdict { token, delivered: true, reason: None }];
                delivery::record_verdicts(&seller.app, &seller.user_id, &order, verdicts, &By::System).await
            };
            let gone = shop.clone();
            let remove = async move { closing::remove_seller(&gone.app, gone.user_id.as_str()).await };
            let (delivered, removed) = race(deliver, remove).await;
            removed.unwrap();
            let succeeded = match delivered {
                Ok(()) => 1,
                Err(
                    DeliveryError::AlreadySettled | DeliveryError::BeingDelivered | DeliveryError::Order(_),
                ) => 0,
                Err(other) => panic!("{round}: {other}"),
            };
            for (key, succeeded) in keys.iter().zip([0, 0, succeeded]) {
                let ended = orders::public_status(&app, &shop.guild, &key.order_id()).await.unwrap();
                assert_eq!(
                    (ended.state, ended.succeeded, ended.failed),
                    (OrderState::Done, succeeded, 2 - succeeded),
                    "{round}"
                );
            }
        }
        assert_that_the_ledger_adds_up(&app).await;
    })
    .await;
}

/// Whoever signs in by an access code or a ticket while a reset ends it has no session afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_racing_with_a_code_reset_leaves_no_valid_session() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let mut code = shop.code.clone();
        for round in 0..rounds() {
            let ticket = auth::issue_ticket(&app, &shop.user_id).await.expect("a ticket");
            let (intruder, stolen) = (app.app.clone(), code.clone());
            let enter = async move {
                let client = Client::default();
                if round % 2 == 0 {
                    auth::sign_in(&intruder, stolen.expose(), &client).await
                } else {
                    auth::exchange_ticket(&intruder, &ticket, &client).await
                }
            };
            let (owner, id) = (app.app.clone(), shop.user_id.clone());
            let reset = async move { auth::reset_code_of(&owner, id.as_str(), "by the owner").await };
            let (entered, fresh) = race(enter, reset).await;
            code = fresh.expect("a new code");
            match entered {
                Ok(signed_in) => {
                    assert!(auth::session(&app, &signed_in.token).await.is_err(), "{round}");
                }
                Err(AuthError::WrongCode | AuthError::DeadTicket) => {}
                Err(error) => panic!("{round}: {error}"),
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_imports_of_the_same_tokens_in_opposite_order_both_succeed() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        for round in 0..rounds() {
            let text = tokens(&format!("round{round}"), 1200);
            let backwards = text.lines().rev().collect::<Vec<_>>().join("\n");
            let (one, two) = (shop.clone(), other.clone());
            let (one, two) =
                race(async move { one.restock(&text).await }, async move { two.restock(&backwards).await })
                    .await;
            assert_eq!(one.added + two.added, 1200);
        }
        assert_that_the_ledger_adds_up(&app).await;
    })
    .await;
}
