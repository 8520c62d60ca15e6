//! What happens to storefronts and orders when a storefront is closed, taken over, or its seller removed.

use std::sync::{Arc, Mutex};

use boostdesk_core::foundation::clock::LocalTime;
use boostdesk_core::ids::{ChannelId, DiscordId, GuildId};
use boostdesk_core::people::activity_log::{self, Client, Filter};
use boostdesk_core::people::auth::{self, AuthError, Seller};
use boostdesk_core::ports::{ChatPlatform, GuildError, InviteError};
use boostdesk_core::shop::delivery::{self, Verdict};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::orders::{self, OrderState};
use boostdesk_core::shop::storefronts::{self, Storefront, StorefrontError, StorefrontInput};
use boostdesk_core::testing::{Setup, Shop, details, guild, in_no_time, on_both, on_both_with, tokens};
use boostdesk_core::{App, closing};
use futures::FutureExt;
use futures::future::BoxFuture;
use secrecy::ExposeSecret;
use url::Url;

fn named(name: &str) -> StorefrontInput {
    StorefrontInput { name: Some(name.to_owned()), ..StorefrontInput::default() }
}

async fn run(app: &App, sql: &'static str, id: &str) {
    let id = id.to_owned();
    let write = app.db.write(move |tx| {
        async move {
            boostdesk_core::execute_on_db!(tx, driver => sqlx::query(sql).bind(&id).execute(driver))
        }
        .boxed()
    });
    write.await.unwrap();
}

#[tokio::test]
async fn the_activity_log_says_whether_the_seller_or_the_operator_closed_a_shop() {
    on_both(async |app| {
        let shops = [Shop::open(&app, 1).await, Shop::open(&app, 2).await, Shop::open(&app, 3).await];
        closing::delete_storefront(&app, &shops[0].user_id, &shops[0].guild).await.unwrap();
        closing::close_storefront(&app, &shops[1].guild).await.unwrap();
        closing::remove_seller(&app, shops[2].user_id.as_str()).await.unwrap();
        let page =
            activity_log::list(&app, &Filter::default(), None, None, &LocalTime::default()).await.unwrap();
        let closed = page.entries.into_iter().filter(|entry| entry.action == "storefront_deleted");
        let told: Vec<_> = closed.map(|entry| entry.details.split_once(") ").unwrap().1.to_owned()).collect();
        assert_eq!(told, ["was closed by the operator", "was closed by the operator", "was deleted"]);
    })
    .await;
}

#[tokio::test]
async fn removing_a_seller_ends_their_open_orders_with_the_tokens_delivered_so_far() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let mut keys = Vec::new();
        for shop in [&shop, &other] {
            shop.restock(&tokens(shop.guild.as_str(), 5)).await;
            let key = shop.key(4).await;
            shop.redeem(&key, details("mika")).await.unwrap();
            let token = shop.order(&key).await.pending[0].expose_secret().to_owned();
            let delivered = vec![Verdict { token, delivered: true, reason: None }];
            delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), delivered, &By::System)
                .await
                .unwrap();
            keys.push(key);
        }
        closing::remove_seller(&app, shop.user_id.as_str()).await.unwrap();

        let ended = orders::public_status(&app, &shop.guild, &keys[0].order_id()).await.unwrap();
        assert_eq!((ended.state, ended.succeeded, ended.failed), (OrderState::Done, 1, 1));
        let goes_on = orders::public_status(&app, &other.guild, &keys[1].order_id()).await.unwrap();
        assert_eq!((goes_on.succeeded, goes_on.failed), (1, 0));
        assert_ne!(goes_on.state, OrderState::Done);
        // Tokens that may have been handed over do not return to the stock.
        let owner = auth::add_seller(&app, "another", None, false).await.unwrap().0;
        let opened = storefronts::add_proven(&app, &owner.id, &shop.guild, named("Another")).await.unwrap();
        assert_eq!(opened.user_id, owner.id);
    })
    .await;
}

#[tokio::test]
async fn end_left_over_ends_open_orders_of_sellers_that_were_already_removed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        assert_eq!(delivery::end_left_over(&app).await.unwrap(), 0, "its seller is there");
        // As an earlier version left it.
        run(&app, "UPDATE users SET removed_at = 1 WHERE id = $1", shop.user_id.as_str()).await;
        assert_eq!(delivery::end_left_over(&app).await.unwrap(), 1);
        let ended = orders::public_status(&app, &shop.guild, &key.order_id()).await.unwrap();
        assert_eq!((ended.state, ended.succeeded, ended.failed), (OrderState::Done, 0, 2));
        assert_eq!(delivery::end_left_over(&app).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn end_left_over_spares_an_order_while_one_of_its_tokens_is_being_delivered() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        run(&app, "UPDATE users SET removed_at = 1 WHERE id = $1", shop.user_id.as_str()).await;
        // No worker leaves it like this: whoever attempts a token holds its order.
        let order = key.order_id();
        run(&app, "UPDATE tokens SET state = 'attempting' WHERE order_id = $1", order.as_str()).await;
        assert_eq!(delivery::end_left_over(&app).await.unwrap(), 0);
        // It does not delay the orders of others, before or behind it.
        for number in 2..6 {
            let other = Shop::open(&app, number).await;
            other.restock(&tokens(&format!("b{number}"), 1)).await;
            other.redeem(&other.key(2).await, details("mika")).await.unwrap();
            run(&app, "UPDATE users SET removed_at = 1 WHERE id = $1", other.user_id.as_str()).await;
        }
        assert_eq!(delivery::end_left_over(&app).await.unwrap(), 4);
        let goes_on = orders::public_status(&app, &shop.guild, &order).await.unwrap();
        assert_ne!(goes_on.state, OrderState::Done);
    })
    .await;
}

#[tokio::test]
async fn a_removed_seller_cannot_open_a_storefront() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        closing::remove_seller(&app, shop.user_id.as_str()).await.unwrap();
        for guild in [&shop.guild, &guild(7)] {
            // Like a call that was let in before the removal.
            let opened = storefronts::add_proven(&app, &shop.user_id, guild, named("Again")).await;
            assert!(matches!(opened, Err(StorefrontError::Auth(AuthError::NoSession))), "{opened:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_seller_with_more_than_a_hundred_shops_can_be_removed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for number in 100..220 {
            storefronts::add_proven(&app, &shop.user_id, &guild(number), named("One more")).await.unwrap();
        }
        closing::remove_seller(&app, shop.user_id.as_str()).await.unwrap();
        assert!(storefronts::list_all(&app).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_removed_seller_who_is_added_again_with_their_chat_account_has_their_keys_and_stock_again() {
    on_both(async |app| {
        let account = DiscordId::parse("200000000000000007").unwrap();
        let (seller, code) = auth::add_seller(&app, "mika", Some(&account), true).await.unwrap();
        let guild = guild(1);
        storefronts::add_proven(&app, &seller.id, &guild, named("Mika")).await.unwrap();
        let shop = Shop { app: app.clone(), user_id: seller.id.clone(), code, guild };
        shop.restock(&tokens("a", 3)).await;
        let keys = shop.keys(2, 2).await;
        shop.redeem(&keys[0], details("mika")).await.unwrap();
        closing::remove_seller(&app, "mika").await.unwrap();

        let (namesake, _) = auth::add_seller(&app, "mika", None, false).await.unwrap();
        assert_ne!(namesake.id, seller.id);
        let (again, code) = auth::add_seller(&app, "mika b", Some(&account), false).await.unwrap();
        assert_eq!(again, Seller { username: "mika b".to_owned(), admin: false, ..seller });
        assert_eq!(auth::seller_by_discord_id(&app, &account).await.unwrap(), Some(again.clone()));
        assert!(auth::sign_in(&app, shop.code.expose(), &Client::default()).await.is_err());
        auth::sign_in(&app, code.expose(), &Client::default()).await.unwrap();
        assert!(shop.redeem(&keys[1], details("mika")).await.is_err(), "the shop is not open yet");
        storefronts::add_proven(&app, &again.id, &shop.guild, named("Mika")).await.unwrap();
        shop.redeem(&keys[1], details("mika")).await.unwrap();
        assert_eq!(shop.level().await.available, 1);
        shop.order(&keys[0]).await;

        closing::remove_seller(&app, "mika b").await.unwrap();
        let (once_more, _) = auth::add_seller(&app, "mika b", Some(&account), false).await.unwrap();
        assert_eq!(once_more.id, again.id);
    })
    .await;
}

#[tokio::test]
async fn a_shop_is_not_taken_over_if_its_seller_proves_meanwhile_that_they_manage_the_server() {
    let platform = Arc::new(NoLongerTrue::default());
    let setup = Setup { chat_platform: Some(platform.clone()), ..Setup::default() };
    on_both_with(setup, async |app| {
        let account = DiscordId::parse("200000000000000007").unwrap();
        let (holder, _) = auth::add_seller(&app, "mika", Some(&account), false).await.unwrap();
        let (rival, _) = auth::add_seller(&app, "max", None, false).await.unwrap();
        // Without a bot nobody could say who manages the server.
        let without_bot = app.another(Setup::default()).await;
        let held = storefronts::add(&without_bot, &holder.id, &guild(1), named("Mika")).await.unwrap();
        without_bot.db.close().await;
        *platform.0.lock().unwrap() = Some((app.app.clone(), held));
        let taken = in_no_time(closing::take_over(&app, &rival, &guild(1), named("Max"))).await;
        assert!(matches!(taken, Err(StorefrontError::GuildTaken)), "{taken:?}");
        let open = storefronts::by_guild(&app, &guild(1)).await.unwrap().expect("it is still open");
        assert_eq!((open.user_id, open.name.as_str()), (holder.id, "Mika"));
    })
    .await;
}

/// A chat platform that says that a storefront's seller does not manage the guild, when they have just proven that they do.
#[derive(Debug, Default)]
struct NoLongerTrue(Mutex<Option<(App, Storefront)>>);

impl ChatPlatform for NoLongerTrue {
    fn guild_of_invite<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<GuildId, InviteError>> {
        async { Err(InviteError::Unreachable) }.boxed()
    }

    fn guild_of_channel<'a>(&'a self, _: &'a ChannelId) -> BoxFuture<'a, Option<GuildId>> {
        async { None }.boxed()
    }

    fn manages<'a>(&'a self, _: &'a DiscordId, _: &'a GuildId) -> BoxFuture<'a, Result<bool, GuildError>> {
        let (app, held) = self.0.lock().unwrap().take().expect("it is asked once");
        async move {
            storefronts::prove(&app, &held).await.unwrap();
            Ok(false)
        }
        .boxed()
    }

    fn is_in<'a>(&'a self, _: &'a GuildId) -> BoxFuture<'a, Option<bool>> {
        async { None }.boxed()
    }

    fn invitation<'a>(&'a self, _: Option<&'a GuildId>) -> BoxFuture<'a, Option<Url>> {
        async { None }.boxed()
    }
}
