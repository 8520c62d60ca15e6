//! A guild has one open storefront, and closing one loses nothing.

use std::sync::{Arc, Once};

use boostdesk_core::closing;
use boostdesk_core::ids::{DiscordId, GuildId};
use boostdesk_core::shop::members::{self, NewMember};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::storefronts::{self, Role, StorefrontError, StorefrontInput};
use boostdesk_core::testing::{Shop, details, guild, on_both, tokens};
use boostdesk_core::{App, shop::delivery, shop::live_stock, shop::orders};
use futures::future::join_all;
use secrecy::ExposeSecret;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

fn named(name: &str) -> StorefrontInput {
    StorefrontInput { name: Some(name.to_owned()), ..StorefrontInput::default() }
}

#[tokio::test]
async fn only_one_of_several_concurrent_claims_to_a_guild_succeeds() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let claims = join_all(
            [&shop, &other, &shop, &other]
                .map(|shop| storefronts::add(&app, &shop.user_id, const_guild(), named("New"))),
        )
        .await;
        assert_eq!(claims.iter().filter(|claim| claim.is_ok()).count(), 1);
        let taken = |claim: &Result<_, StorefrontError>| !matches!(claim, Err(error) if !matches!(error, StorefrontError::GuildTaken));
        assert!(claims.iter().all(taken), "{claims:?}");
    })
    .await;
}

fn const_guild() -> &'static GuildId {
    static GUILD: std::sync::LazyLock<GuildId> = std::sync::LazyLock::new(|| guild(7));
    &GUILD
}

#[tokio::test]
async fn a_storefronts_name_has_something_to_see_and_turns_no_text_around() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let add = async |name| storefronts::add(&app, &shop.user_id, const_guild(), named(name)).await;
        for name in ["\u{200b}\u{200b}", "\u{2800}", "Shop \u{202e}evil txt.exe", "two\nlines"] {
            let refused = add(name).await;
            assert!(matches!(refused, Err(StorefrontError::Invalid(_))), "{name:?}: {refused:?}");
        }
        add("متجر 👨‍👩‍👧 می‌خواهم").await.expect("letters of any script, and emoji");
    })
    .await;
}

async fn close(app: &App, shop: &Shop) -> Result<(), StorefrontError> {
    closing::delete_storefront(app, &shop.user_id, &shop.guild).await
}

#[tokio::test]
async fn a_closed_storefront_keeps_its_orders_and_comes_back_with_its_stock() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.restock(&tokens("a", 3)).await;
        let (key, unused) = (shop.key(2).await, shop.key(2).await);
        shop.redeem(&key, details("mika")).await.unwrap();
        assert!(matches!(close(&app, &shop).await, Err(StorefrontError::OrdersUnderWay)));
        let token = shop.order(&key).await.pending[0].expose_secret().to_owned();
        let verdict = delivery::Verdict { token, delivered: true, reason: None };
        delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), vec![verdict], &By::System)
            .await
            .unwrap();

        close(&app, &shop).await.unwrap();
        assert!(live_stock::read(&app, &shop.guild).await.unwrap().is_none());
        assert!(shop.redeem(&unused, details("mika")).await.is_err());
        orders::public_status(&app, &shop.guild, &key.order_id()).await.unwrap();
        // The guild is free, and each seller's storefront there has its own stock.
        storefronts::add(&app, &other.user_id, &shop.guild, named("Other")).await.unwrap();
        assert_eq!(live_stock::read(&app, &shop.guild).await.unwrap().unwrap().one_month_tokens, 0);
        closing::delete_storefront(&app, &other.user_id, &shop.guild).await.unwrap();
        storefronts::add(&app, &shop.user_id, &shop.guild, named("Again")).await.unwrap();
        assert_eq!(shop.level().await.available, 2);
        shop.redeem(&unused, details("mika")).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn invalid_storefront_settings_are_rejected_and_valid_ones_normalised() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let update = async |input| {
            storefronts::update(&app, &shop.user_id, &shop.guild, |settings| *settings = input).await
        };
        let some = |text: &str| Some(text.to_owned());
        let bad = [
            StorefrontInput::default(),
            named("  "),
            named(&"x".repeat(101)),
            StorefrontInput { embed_color: some("pink"), ..named("x") },
            StorefrontInput { store_link: some("javascript:alert(1)"), ..named("x") },
            StorefrontInput { discord_link: some("discord.gg/x"), ..named("x") },
            StorefrontInput { embed_footer: Some("x".repeat(2049)), ..named("x") },
            StorefrontInput { low_stock_threshold: Some(-1), ..named("x") },
        ];
        for input in bad {
            assert!(matches!(update(input).await, Err(StorefrontError::Invalid(_))));
        }
        let input = StorefrontInput {
            embed_color: some(" 6d4aff "),
            embed_footer: some(" "),
            store_link: some("https://store.example.com/x"),
            ..named(" Nova ")
        };
        let saved = update(input).await.unwrap();
        assert_eq!((saved.name.as_str(), saved.embed_color.as_str()), ("Nova", "6d4aff"));
        assert_eq!((saved.embed_footer, saved.low_stock_threshold), (None, 10));
    })
    .await;
}

/// A change is applied once to check it, before it is written: here, the shop closes then.
#[tokio::test(flavor = "multi_thread")]
async fn settings_of_a_storefront_that_closes_meanwhile_are_not_changed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (seller, once) = (shop.clone(), Arc::new(Once::new()));
        let change = move |settings: &mut StorefrontInput| {
            settings.name = Some("Changed".to_owned());
            once.call_once(|| {
                block_in_place(|| Handle::current().block_on(close(&seller.app, &seller))).unwrap();
            });
        };
        let refused = storefronts::update(&app, &shop.user_id, &shop.guild, change).await;
        assert!(matches!(refused, Err(StorefrontError::NotFound)), "{refused:?}");
        let kept = storefronts::settings_before(&app, &shop.user_id, &shop.guild).await.unwrap();
        assert_eq!(kept.expect("it has closed").name.as_deref(), Some("Shop 1"));
    })
    .await;
}

#[tokio::test]
async fn a_helper_has_their_role_in_the_chat_of_their_storefronts_guild_only() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let account = DiscordId::parse("918430295761048371").expect("18 digits");
        let new = NewMember {
            username: "mona".to_owned(),
            role: Role::Manager,
            until: None,
            discord_id: Some(account.clone()),
        };
        let (mona, _) = members::add(&app, &shop.user_id, &shop.guild, new).await.unwrap();
        let in_chat = async |guild| {
            let helper = storefronts::helper_in_chat(&app, &account, guild).await.unwrap();
            helper.map(|helper| (helper.user_id, helper.role))
        };
        assert_eq!(in_chat(&shop.guild).await, Some((mona, Role::Manager)));
        assert_eq!(in_chat(&other.guild).await, None);
        assert_eq!(in_chat(const_guild()).await, None, "no storefront is there");
    })
    .await;
}

#[tokio::test]
async fn concurrent_changes_to_different_storefront_settings_are_both_kept() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for round in 0..20 {
            let (name, footer) = (format!("Shop {round}"), format!("Footer {round}"));
            let (new_name, new_footer) = (Some(name.clone()), Some(footer.clone()));
            let update = async |change: fn(&mut StorefrontInput, Option<String>), new| {
                storefronts::update(&app, &shop.user_id, &shop.guild, move |settings| change(settings, new))
                    .await
            };
            let done = tokio::join!(
                update(|settings, new| settings.name = new, new_name),
                update(|settings, new| settings.embed_footer = new, new_footer),
            );
            assert!(matches!(done, (Ok(_), Ok(_))), "{done:?}");
            let now = storefronts::by_guild(&app, &shop.guild).await.unwrap().unwrap();
            assert_eq!((now.name, now.embed_footer), (name, Some(footer)));
        }
    })
    .await;
}
