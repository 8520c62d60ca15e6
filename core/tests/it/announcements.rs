//! Announcements to log channels: once, in order, and recorded with their reason.

use std::time::Duration;

use boostdesk_core::closing;
use boostdesk_core::developers::event_endpoints::{self, NewEndpoint};
use boostdesk_core::events::{Event, Topic};
use boostdesk_core::ids::ChannelId;
use boostdesk_core::messenger::announcements::{self, Announcement, Content, Posted, Recipient};
use boostdesk_core::messenger::channel_problems;
use boostdesk_core::people::auth::{self, OwnerStart};
use boostdesk_core::shop::delivery::{self, Verdict};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::orders::OrderState;
use boostdesk_core::shop::stock::{self, StockName, Wanted};
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{Shop, details, guild, on_both, tokens};
use futures::{FutureExt, TryStreamExt};
use secrecy::{ExposeSecret, SecretString};

fn channel() -> ChannelId {
    ChannelId::parse("918430295761048371").expect("18 digits")
}

async fn shop_with_log_channel(app: &boostdesk_core::App, threshold: i64) -> Shop {
    let shop = Shop::open(app, 1).await;
    set_threshold(&shop, threshold).await;
    shop
}

/// Sets the log channel, too.
async fn set_threshold(shop: &Shop, threshold: i64) {
    let change = move |settings: &mut StorefrontInput| {
        settings.log_channel_id = Some(channel());
        settings.low_stock_threshold = Some(threshold);
    };
    storefronts::update(&shop.app, &shop.user_id, &shop.guild, change).await.unwrap();
}

/// Returns all announcements that wait, in order, each taken out as if it had been sent.
async fn say_all(app: &boostdesk_core::App) -> Vec<String> {
    let mut said = Vec::new();
    loop {
        let due = announcements::due(app).await.unwrap();
        if due.is_empty() {
            return said;
        }
        for announcement in due {
            said.push(word(&announcement));
            announcements::attempting(app, announcement.id, &channel()).await.unwrap();
            announcements::remove(app, announcement.id).await.unwrap();
        }
    }
}

fn word(announcement: &Announcement) -> String {
    match &announcement.content {
        Content::OwnerCode { code } => format!("owner {}", code.expose()),
        Content::OrderRedeemed { order, .. } => format!("redeemed {}", order.order_id),
        Content::OrderFinished { order } => {
            assert_eq!(order.state, OrderState::Done);
            format!("finished {}", order.order_id)
        }
        Content::StockLow { available, .. } => format!("low {available}"),
        Content::StockEmpty { .. } => "empty".to_owned(),
        Content::CodeReset { username } => format!("reset {username}"),
        Content::EndpointDisabled { host } => format!("disabled {host}"),
    }
}

#[tokio::test]
async fn an_order_is_announced_when_it_is_redeemed_and_when_it_is_done() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 0).await;
        shop.restock(&tokens("a", 5)).await;
        let key = shop.key(4).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        shop.redeem(&key, details("mika")).await.unwrap();
        assert_eq!(say_all(&app).await, [format!("redeemed {}", key.expose())]);

        let order = shop.order(&key).await;
        let verdict = |token: &SecretString| Verdict {
            token: token.expose_secret().to_owned(),
            delivered: true,
            reason: None,
        };
        let verdicts: Vec<Verdict> = order.pending.iter().map(verdict).collect();
        delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), verdicts.clone(), &By::System)
            .await
            .unwrap();
        delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), verdicts, &By::System).await.unwrap();
        assert_eq!(say_all(&app).await, [format!("finished {}", key.expose())]);
    })
    .await;
}

/// The closed shop's log channel is in the server that another seller has now.
#[tokio::test]
async fn announcements_of_a_closed_shop_are_dropped_once_another_seller_has_its_guild() {
    on_both(async |app| {
        let (shop, other) = (shop_with_log_channel(&app, 0).await, Shop::open(&app, 2).await);
        shop.restock(&tokens("a", 2)).await;
        let (first, second) = (shop.key(2).await, shop.key(2).await);
        shop.redeem(&first, details("mika")).await.unwrap();
        shop.redeem(&second, details("mika")).await.unwrap();
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        assert_eq!(announcements::due(&app).await.unwrap().len(), 1, "its own seller is told");
        let named = StorefrontInput {
            name: Some("Other".to_owned()),
            log_channel_id: Some(channel()),
            ..StorefrontInput::default()
        };
        storefronts::add(&app, &other.user_id, &shop.guild, named).await.unwrap();
        while announcements::next_due(&app).await.unwrap().is_some() {
            assert!(say_all(&app).await.is_empty());
        }
        // Only those of the closed one.
        let other = Shop { guild: shop.guild, ..other };
        other.restock(&tokens("b", 20)).await;
        let key = other.key(2).await;
        other.redeem(&key, details("mika")).await.unwrap();
        assert_eq!(say_all(&app).await, [format!("redeemed {}", key.expose())]);
    })
    .await;
}

/// Nobody sells from that stock any more, and whoever exports it knows its level.
#[tokio::test]
async fn exporting_stock_from_a_closed_shop_announces_no_low_stock() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 5).await;
        shop.restock(&tokens("a", 10)).await;
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        let wanted = Wanted { count: Some(7), ..Wanted::default() };
        let name = StockName::OneMonth;
        let id = stock::export(&app, &shop.user_id, &shop.guild, name, wanted).await.unwrap();
        let pieces = stock::exported(&app, &shop.user_id, &shop.guild, &id).await.unwrap();
        let pieces: Vec<Vec<SecretString>> = pieces.try_collect().await.unwrap();
        assert_eq!(pieces.concat().len(), 7);
        assert!(announcements::next_due(&app).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn replacing_a_failed_token_of_a_closed_shop_announces_no_low_stock() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 7).await;
        shop.restock(&tokens("a", 10)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        // The second one is the automatic replacement.
        for _ in 0..2 {
            let token = shop.order(&key).await.pending[0].expose_secret().to_owned();
            let failed = vec![Verdict { token, delivered: false, reason: None }];
            delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), failed, &By::System)
                .await
                .unwrap();
        }
        say_all(&app).await;
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        delivery::replace(&app, &shop.user_id, &key.order_id(), None, None, &By::System).await.unwrap();
        assert!(announcements::next_due(&app).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn a_shop_without_a_log_channel_queues_no_announcements() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        shop.redeem(&shop.key(4).await, details("mika")).await.unwrap();
        assert!(announcements::next_due(&app).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn low_and_empty_stock_is_announced_once_until_it_is_above_the_threshold_again() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 2).await;
        let stock_words = async || -> Vec<String> {
            say_all(&app).await.into_iter().filter(|word| !word.starts_with("redeemed")).collect()
        };
        // An import that stays below the threshold does not lower the level.
        shop.restock(&tokens("a", 2)).await;
        assert!(stock_words().await.is_empty());
        shop.restock(&tokens("b", 4)).await;
        let redeem_token = async || shop.redeem(&shop.key(2).await, details("mika")).await.unwrap();
        for _ in 0..3 {
            redeem_token().await;
        }
        assert!(stock_words().await.is_empty());
        redeem_token().await;
        assert_eq!(stock_words().await, ["low 2"]);
        redeem_token().await;
        assert!(stock_words().await.is_empty());
        redeem_token().await;
        assert_eq!(stock_words().await, ["empty"]);

        // A level at the threshold is not above it.
        shop.restock(&tokens("c", 2)).await;
        redeem_token().await;
        redeem_token().await;
        assert!(stock_words().await.is_empty());

        shop.restock(&tokens("d", 3)).await;
        shop.export(None).await;
        assert_eq!(stock_words().await, ["empty"]);
    })
    .await;
}

#[tokio::test]
async fn low_stock_is_announced_again_after_reopening_the_shop_with_a_lower_threshold() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 5).await;
        shop.restock(&tokens("a", 6)).await;
        shop.export(Some(1)).await;
        assert_eq!(say_all(&app).await, ["low 5"]);
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        let input = StorefrontInput {
            name: Some("Nova".to_owned()),
            log_channel_id: Some(channel()),
            low_stock_threshold: Some(2),
            ..StorefrontInput::default()
        };
        storefronts::add_proven(&app, &shop.user_id, &shop.guild, input).await.unwrap();
        shop.export(Some(2)).await;
        assert_eq!(say_all(&app).await, [""; 0]);
        shop.export(Some(1)).await;
        assert_eq!(say_all(&app).await, ["low 2"]);
    })
    .await;
}

#[tokio::test]
async fn low_stock_is_announced_again_below_a_threshold_that_was_lowered() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 5).await;
        shop.restock(&tokens("a", 6)).await;
        shop.export(Some(1)).await;
        assert_eq!(say_all(&app).await, ["low 5"]);
        set_threshold(&shop, 2).await;
        shop.export(Some(2)).await;
        assert_eq!(say_all(&app).await, [""; 0]);
        shop.export(Some(1)).await;
        assert_eq!(say_all(&app).await, ["low 2"]);
    })
    .await;
}

#[tokio::test]
async fn pending_stock_changes_are_announced_once_as_low_or_empty_by_the_current_level() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 5).await;
        shop.restock(&tokens("a", 6)).await;
        shop.export(None).await;
        shop.restock(&tokens("b", 3)).await;
        assert_eq!(say_all(&app).await, ["low 3"]);

        // Low first and then empty, before either is posted: only one is.
        shop.restock(&tokens("c", 4)).await;
        shop.export(Some(3)).await;
        shop.export(None).await;
        assert_eq!(say_all(&app).await, ["empty"]);
    })
    .await;
}

#[tokio::test]
async fn empty_stock_is_announced_next_time_if_the_previous_announcement_was_never_posted() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 5).await;
        let service = NewEndpoint {
            url: "https://hooks.example.com/in".to_owned(),
            events: vec!["stock.empty".to_owned()],
            description: None,
        };
        let service = event_endpoints::create(&app, &shop.user_id, service).await.unwrap().id;
        let heard = async || {
            let page = event_endpoints::deliveries(&app, &shop.user_id, &service, None).await.unwrap();
            page.deliveries.len()
        };
        // The shop's channel cannot be reached.
        let put_off = async || {
            let due = announcements::due(&app).await.unwrap();
            let pause = Duration::from_mins(1);
            announcements::put_off(&app, due[0].id, pause, Posted::No).await.unwrap();
            app.clock.advance(pause);
            word(&due[0])
        };
        shop.restock(&tokens("a", 6)).await;
        shop.export(Some(2)).await;
        assert_eq!(say_all(&app).await, ["low 4"]);
        shop.export(None).await;
        assert_eq!(put_off().await, "empty");
        shop.restock(&tokens("b", 3)).await;
        assert_eq!(say_all(&app).await, [""; 0], "that it is low was told");
        shop.export(None).await;
        assert_eq!(say_all(&app).await, ["empty"]);
        shop.restock(&tokens("c", 3)).await;
        shop.export(None).await;
        assert_eq!(say_all(&app).await, [""; 0], "it was told");
        assert_eq!(heard().await, 1, "a service hears of it as it happens");

        // "Low" was not posted before either.
        shop.restock(&tokens("d", 6)).await;
        shop.export(Some(2)).await;
        assert_eq!(put_off().await, "low 4");
        shop.export(None).await;
        assert_eq!(put_off().await, "empty");
        shop.restock(&tokens("e", 3)).await;
        assert_eq!(put_off().await, "low 3");
        shop.export(None).await;
        assert_eq!(put_off().await, "empty");
        shop.restock(&tokens("f", 2)).await;
        assert_eq!(say_all(&app).await, ["low 2"]);
        shop.export(None).await;
        assert_eq!(say_all(&app).await, ["empty"]);

        // Nobody knows whether it was posted.
        shop.restock(&tokens("g", 6)).await;
        shop.export(None).await;
        let due = announcements::due(&app).await.unwrap();
        announcements::attempting(&app, due[0].id, &channel()).await.unwrap();
        shop.restock(&tokens("h", 2)).await;
        assert_eq!(say_all(&app).await, ["empty", "low 2"], "whoever says it looks whether it is there");
        shop.export(None).await;
        assert_eq!(say_all(&app).await, [""; 0]);
        assert_eq!(heard().await, 3, "once until there is enough again");

        // Restocked and empty again, while nothing can be posted.
        for name in ["i", "j"] {
            shop.restock(&tokens(name, 6)).await;
            shop.export(None).await;
            assert_eq!(put_off().await, "empty");
        }
        // And again, while the last one is about to be posted.
        let due = announcements::due(&app).await.unwrap();
        shop.restock(&tokens("k", 6)).await;
        shop.export(None).await;
        assert!(!announcements::attempting(&app, due[0].id, &channel()).await.unwrap(), "it is taken back");
        assert_eq!(say_all(&app).await, ["empty"]);
    })
    .await;
}

#[tokio::test]
async fn with_a_threshold_of_zero_only_empty_stock_is_announced() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 0).await;
        shop.restock(&tokens("a", 2)).await;
        for _ in 0..2 {
            shop.redeem(&shop.key(2).await, details("mika")).await.unwrap();
        }
        let words = say_all(&app).await;
        assert_eq!(words.iter().filter(|word| *word == "empty").count(), 1, "{words:?}");
        assert!(words.iter().all(|word| !word.starts_with("low")), "{words:?}");
    })
    .await;
}

#[tokio::test]
async fn an_access_code_reset_is_announced_in_the_log_channel_of_the_sellers_open_storefront() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 0).await;
        let input = StorefrontInput {
            name: Some("Closed".to_owned()),
            log_channel_id: Some(channel()),
            ..StorefrontInput::default()
        };
        storefronts::add_proven(&app, &shop.user_id, &guild(2), input).await.unwrap();
        closing::close_storefront(&app, &guild(2)).await.unwrap();
        auth::reset_code_of(&app, shop.user_id.as_str(), "Reset in a test").await.unwrap();
        assert_eq!(say_all(&app).await, ["reset seller1"]);
    })
    .await;
}

#[tokio::test]
async fn only_the_access_code_of_the_latest_start_is_announced_to_the_owner() {
    on_both(async |app| {
        let start = || OwnerStart { announce: true, ..OwnerStart::default() };
        auth::start_owner(&app, start()).await.unwrap();
        let code = auth::start_owner(&app, start()).await.unwrap();
        let due = announcements::due(&app).await.unwrap();
        assert!(matches!(due[0].to, Recipient::Owner));
        assert_eq!(say_all(&app).await, [format!("owner {}", code.expose())]);
    })
    .await;
}

#[tokio::test]
async fn a_postponed_announcement_holds_back_later_ones_for_the_same_channel() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 0).await;
        shop.restock(&tokens("a", 5)).await;
        let (first, second) = (shop.key(2).await, shop.key(2).await);
        shop.redeem(&first, details("mika")).await.unwrap();
        shop.redeem(&second, details("mika")).await.unwrap();
        let due = announcements::due(&app).await.unwrap();
        assert_eq!(due.len(), 1);
        let id = due[0].id;
        announcements::attempting(&app, id, &channel()).await.unwrap();
        announcements::put_off(&app, id, Duration::from_secs(5), Posted::Maybe).await.unwrap();
        assert!(announcements::due(&app).await.unwrap().is_empty());

        app.clock.advance(Duration::from_secs(5));
        let again = announcements::due(&app).await.unwrap();
        assert_eq!((again[0].id, again[0].attempted_channel.clone()), (id, Some(channel())));
        announcements::put_off(&app, id, Duration::ZERO, Posted::No).await.unwrap();
        assert_eq!(announcements::due(&app).await.unwrap()[0].attempted_channel, None);
        let words = say_all(&app).await;
        assert_eq!(words, [format!("redeemed {}", first.expose()), format!("redeemed {}", second.expose())]);
    })
    .await;
}

#[tokio::test]
async fn an_announcement_waits_an_hour_at_most_however_long_the_platform_asks_for() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 0).await;
        auth::reset_code_of(&app, shop.user_id.as_str(), "Reset in a test").await.unwrap();
        let due = announcements::due(&app).await.unwrap();
        announcements::put_off(&app, due[0].id, Duration::from_hours(24), Posted::No).await.unwrap();
        app.clock.advance(Duration::from_mins(59));
        assert_eq!(say_all(&app).await, [""; 0]);
        app.clock.advance(Duration::from_mins(1));
        assert_eq!(say_all(&app).await, ["reset seller1"]);
    })
    .await;
}

#[tokio::test]
async fn open_dashboards_are_told_once_of_a_channel_problem_and_once_that_it_is_over() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 0).await;
        let mut events = app.events.listen(&[Topic::Storefronts]);
        let mut heard = || std::iter::from_fn(|| events.next().now_or_never()).collect::<Vec<_>>();
        let told = [Event::of_user(Topic::Storefronts, &shop.user_id)];
        let (user, guild, channel) = (&shop.user_id, Some(&shop.guild), channel());
        for _ in 0..2 {
            channel_problems::note(&app, user, guild, channel.as_str(), "It is gone.").await.unwrap();
        }
        assert_eq!(heard(), told);
        for _ in 0..2 {
            channel_problems::mended(&app, user, channel.as_str()).await.unwrap();
        }
        assert_eq!(heard(), told);
    })
    .await;
}

#[tokio::test]
async fn finished_and_empty_announcements_are_dropped_if_the_order_resumes_and_stock_returns() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let token = shop.order(&key).await.pending[0].expose_secret().to_owned();
        let failed = Verdict { token, delivered: false, reason: None };
        delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), vec![failed], &By::System)
            .await
            .unwrap();
        let waiting = async || announcements::next_due(&app).await.unwrap().is_some();
        assert_eq!(say_all(&app).await.first(), Some(&format!("redeemed {}", key.expose())));
        let token = shop.order(&key).await.pending[0].expose_secret().to_owned();
        let failed = Verdict { token, delivered: false, reason: None };
        delivery::record_verdicts(&app, &shop.user_id, &key.order_id(), vec![failed], &By::System)
            .await
            .unwrap();
        assert!(waiting().await, "its end, and that nothing is left, are to be told");
        shop.restock(&tokens("b", 9)).await;
        delivery::replace(&app, &shop.user_id, &key.order_id(), None, None, &By::System).await.unwrap();
        while waiting().await {
            assert_eq!(say_all(&app).await, [""; 0], "the order goes on, and there is stock again");
        }
    })
    .await;
}

#[tokio::test]
async fn a_postponed_announcement_begins_anew_at_once_when_the_log_channel_changes() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 0).await;
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let due = announcements::due(&app).await.unwrap();
        announcements::put_off(&app, due[0].id, Duration::from_mins(5), Posted::No).await.unwrap();
        let change = async |channel: &str| {
            let channel = ChannelId::parse(channel);
            storefronts::update(&app, &shop.user_id, &shop.guild, |settings| {
                settings.log_channel_id = channel;
            })
            .await
            .unwrap();
        };
        change(channel().as_str()).await;
        assert!(announcements::due(&app).await.unwrap().is_empty(), "it is the same one");
        change("180000000000000002").await;
        assert_eq!(announcements::due(&app).await.unwrap()[0].attempts, 0, "tries elsewhere do not count");
        assert_eq!(say_all(&app).await, [format!("redeemed {}", key.expose())]);
    })
    .await;
}

#[tokio::test]
async fn announcements_older_than_a_week_are_deleted_unsent() {
    on_both(async |app| {
        let shop = shop_with_log_channel(&app, 0).await;
        auth::reset_code_of(&app, shop.user_id.as_str(), "Reset in a test").await.unwrap();
        app.clock.advance(Duration::from_hours(7 * 24 + 1));
        assert_eq!(announcements::forget_old(&app).await.unwrap(), 1);
        assert!(say_all(&app).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn an_announcement_scheduled_while_the_clock_was_ahead_is_brought_forward() {
    on_both(async |app| {
        let ahead = Duration::from_hours(3);
        let shop = shop_with_log_channel(&app, 0).await;
        shop.restock(&tokens("a", 5)).await;
        let key = shop.key(4).await;
        app.clock.advance(ahead);
        shop.redeem(&key, details("mika")).await.unwrap();
        app.clock.set_back(ahead);
        assert_eq!(say_all(&app).await, Vec::<String>::new());
        assert_eq!(announcements::shorten_waits(&app).await.unwrap(), 1);
        assert_eq!(announcements::shorten_waits(&app).await.unwrap(), 0);
        app.clock.advance(announcements::LONGEST_PAUSE);
        let announcement = announcements::due(&app).await.unwrap().remove(0);
        // Our own longest pause, with jitter, is not shortened: it does not come from a clock that was ahead.
        let pause = announcements::LONGEST_PAUSE + Duration::from_secs(75);
        announcements::put_off(&app, announcement.id, pause, Posted::No).await.unwrap();
        assert_eq!(announcements::shorten_waits(&app).await.unwrap(), 0);
        app.clock.advance(pause);
        assert_eq!(say_all(&app).await, [format!("redeemed {}", key.expose())]);
    })
    .await;
}
