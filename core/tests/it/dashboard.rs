//! The home screen's counts, and pages of orders.

use std::time::Duration;

use boostdesk_core::execute_on_db;
use boostdesk_core::foundation::clock::LocalTime;
use boostdesk_core::ids::{OrderId, UserId};
use boostdesk_core::people::activity_log::Action;
use boostdesk_core::shop::delivery::{self, Verdict};
use boostdesk_core::shop::future_times;
use boostdesk_core::shop::members::{self, NewMember};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::order_list::{self, Filter};
use boostdesk_core::shop::orders::{self, Page};
use boostdesk_core::shop::storefronts::{self, Role, StorefrontInput};
use boostdesk_core::testing::{Setup, Shop, details, guild, on_both, tokens};
use boostdesk_core::{App, shop::dashboard};
use futures::FutureExt;
use secrecy::ExposeSecret;

const HOUR: Duration = Duration::from_hours(1);

async fn redeem_and_deliver(app: &App, shop: &Shop, amount: i64) -> OrderId {
    let key = shop.key(amount).await;
    shop.redeem(&key, details("mika")).await.unwrap();
    let verdicts = shop.order(&key).await.pending;
    let verdicts = verdicts
        .iter()
        .map(|token| Verdict { token: token.expose_secret().to_owned(), delivered: true, reason: None })
        .collect();
    delivery::record_verdicts(app, &shop.user_id, &key.order_id(), verdicts, &By::System).await.unwrap();
    key.order_id()
}

#[tokio::test]
async fn new_orders_are_counted_over_an_hour_and_delivered_boosts_over_24_hours() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.restock(&tokens("a", 20)).await;
        other.restock(&tokens("b", 20)).await;
        redeem_and_deliver(&app, &shop, 4).await;
        redeem_and_deliver(&app, &other, 10).await;
        app.clock.advance(HOUR / 2);
        redeem_and_deliver(&app, &shop, 6).await;
        let home = async || {
            let home = dashboard::home(&app, &shop.user_id).await.unwrap();
            (home.total_orders, home.new_orders, home.boosts_24h)
        };
        assert_eq!(home().await, (2, 2, 10));
        app.clock.advance(HOUR / 2);
        assert_eq!(home().await, (2, 1, 10));
        app.clock.advance(HOUR / 2);
        assert_eq!(home().await, (2, 0, 10));
        app.clock.advance(HOUR * 45 / 2);
        assert_eq!(home().await, (2, 0, 6));
        app.clock.advance(HOUR);
        assert_eq!(home().await, (2, 0, 0));
    })
    .await;
}

async fn a_helper_of(app: &App, shop: &Shop) -> UserId {
    let helper = NewMember { username: "vera".to_owned(), role: Role::Viewer, until: None, discord_id: None };
    members::add(app, &shop.user_id, &shop.guild, helper).await.unwrap().0
}

#[tokio::test]
async fn a_helper_sees_only_the_counts_of_their_own_storefront() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let second = Shop { guild: guild(2), ..shop.clone() };
        let input = StorefrontInput { name: Some("Second".to_owned()), ..StorefrontInput::default() };
        storefronts::add_proven(&app, &shop.user_id, &second.guild, input).await.unwrap();
        let helper = a_helper_of(&app, &shop).await;
        shop.restock(&tokens("a", 20)).await;
        second.restock(&tokens("b", 20)).await;
        redeem_and_deliver(&app, &shop, 4).await;
        redeem_and_deliver(&app, &second, 10).await;
        app.clock.advance(HOUR);
        redeem_and_deliver(&app, &shop, 6).await;
        redeem_and_deliver(&app, &second, 2).await;
        let home = async |user_id| {
            let home = dashboard::home(&app, user_id).await.unwrap();
            (home.total_orders, home.new_orders, home.boosts_24h)
        };
        assert_eq!(home(&helper).await, (2, 1, 10));
        assert_eq!(home(&shop.user_id).await, (4, 2, 22));
        let days = dashboard::orders_per_day(&app, &helper, &ahead(0)).await.unwrap();
        assert_eq!((days.len(), days[13].orders, days[13].boosts, days[12].orders), (14, 2, 10, 0));
        app.clock.advance(HOUR * 47 / 2);
        assert_eq!(home(&helper).await, (2, 0, 6));
        let days = dashboard::orders_per_day(&app, &helper, &ahead(0)).await.unwrap();
        assert_eq!((days[13].orders, days[12].orders, days[12].boosts), (0, 2, 10));
    })
    .await;
}

#[tokio::test]
async fn the_new_orders_count_stays_correct_with_many_older_orders() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 40)).await;
        for made in 1..=40 {
            shop.redeem(&shop.key(2).await, details("mika")).await.unwrap();
            app.clock.advance(HOUR / 12);
            let home = dashboard::home(&app, &shop.user_id).await.unwrap();
            assert_eq!((home.total_orders, home.new_orders), (made, made.min(11)));
        }
    })
    .await;
}

#[tokio::test]
async fn an_order_written_late_with_an_earlier_timestamp_is_still_counted() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 20)).await;
        let behind = Shop { app: app.another(Setup::default()).await, ..shop.clone() };
        app.clock.advance(Duration::from_secs(1));
        redeem_and_deliver(&app, &shop, 4).await;
        app.clock.advance(Duration::from_secs(1));
        redeem_and_deliver(&app, &shop, 2).await;
        redeem_and_deliver(&behind.app, &behind, 6).await;
        let today = dashboard::orders_per_day(&app, &shop.user_id, &ahead(0)).await.unwrap();
        let today = today.last().unwrap();
        assert_eq!((today.orders, today.boosts), (3, 12));
        app.clock.advance(HOUR * 24);
        let home = dashboard::home(&app, &shop.user_id).await.unwrap();
        assert_eq!((home.total_orders, home.new_orders, home.boosts_24h), (3, 0, 0));
        behind.app.db.close().await;
    })
    .await;
}

#[tokio::test]
async fn the_chart_groups_orders_by_day_in_the_visitors_time_zone() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 20)).await;
        // 2026-11-20 09:14 UTC, then 23:14 UTC, which is the next day in UTC+2.
        redeem_and_deliver(&app, &shop, 4).await;
        app.clock.advance(HOUR * 14);
        redeem_and_deliver(&app, &shop, 6).await;
        let days = async |offset| {
            let days = dashboard::orders_per_day(&app, &shop.user_id, &ahead(offset)).await.unwrap();
            assert_eq!(days.len(), 14);
            let last: Vec<_> = days.into_iter().map(|day| (day.date, day.orders, day.boosts)).collect();
            last[12..].to_vec()
        };
        let day = |date: &str, orders, boosts| (date.to_owned(), orders, boosts);
        assert_eq!(days(0).await, [day("2026-11-19", 0, 0), day("2026-11-20", 2, 10)]);
        assert_eq!(days(120).await, [day("2026-11-20", 1, 4), day("2026-11-21", 1, 6)]);
    })
    .await;
}

#[tokio::test]
async fn times_written_while_the_clock_was_ahead_are_brought_back_and_hold_back_none_that_follow() {
    on_both(async |app| {
        let ahead = HOUR * 24 * 10;
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        shop.restock(&tokens("a", 20)).await;
        other.restock(&tokens("b", 20)).await;
        let right = redeem_and_deliver(&app, &shop, 2).await;
        let others = redeem_and_deliver(&app, &other, 2).await;
        let helper = a_helper_of(&app, &shop).await;
        app.clock.advance(HOUR);
        assert!(!future_times::are_there(&app).await.unwrap());
        app.clock.advance(ahead);
        redeem_and_deliver(&app, &shop, 4).await;
        app.clock.set_back(ahead);
        redeem_and_deliver(&app, &shop, 6).await;

        assert!(future_times::are_there(&app).await.unwrap());
        // Two orders, and their boosts.
        assert_eq!(future_times::bring_back(&app).await.unwrap(), 4);
        assert_eq!(future_times::bring_back(&app).await.unwrap(), 0);
        assert!(!future_times::are_there(&app).await.unwrap());
        let found = orders::ids(&app, &shop.user_id).await.unwrap().orders;
        let now = app.clock.now();
        let times: Vec<_> = found.iter().map(|(_, at)| *at).collect();
        assert_eq!(times, [now, now, now.minus(HOUR)]);
        assert_eq!(found[2].0, right);
        let filter = Filter::default();
        let page = Page::parse(None, None).unwrap();
        let orders_page = order_list::page(&app, &shop.user_id, &filter, page).await.unwrap();
        let done: Vec<_> = orders_page.orders.iter().map(|order| order.done_at.unwrap()).collect();
        assert_eq!(done, times, "each was delivered at once");
        assert_eq!(orders::ids(&app, &other.user_id).await.unwrap().orders, [(others, now.minus(HOUR))]);

        app.clock.advance(HOUR * 2);
        let last = redeem_and_deliver(&app, &shop, 2).await;
        let newest = orders::ids(&app, &shop.user_id).await.unwrap().orders.swap_remove(0);
        assert_eq!(newest, (last, app.clock.now()));
        let home = dashboard::home(&app, &shop.user_id).await.unwrap();
        assert_eq!((home.total_orders, home.new_orders, home.boosts_24h), (4, 1, 14));
        app.clock.advance(HOUR * 23);
        for user in [&shop.user_id, &helper] {
            assert_eq!(dashboard::home(&app, user).await.unwrap().boosts_24h, 2);
        }
    })
    .await;
}

#[tokio::test]
async fn the_chart_uses_the_utc_offset_of_each_day_across_a_daylight_saving_change() {
    on_both(async |app| {
        // 2026-10-31 04:30 UTC, half past midnight in New York, whose clocks go back the night after.
        app.clock.set_back(HOUR * (20 * 24 + 4) + Duration::from_mins(44));
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 20)).await;
        redeem_and_deliver(&app, &shop, 4).await;
        app.clock.advance(HOUR * (5 * 24));
        let new_york = LocalTime::of_zone("America/New_York").unwrap();
        let days = dashboard::orders_per_day(&app, &shop.user_id, &new_york).await.unwrap();
        assert_eq!((days.len(), days[13].date.as_str()), (14, "2026-11-04"));
        let sold: Vec<_> =
            days.iter().filter(|day| day.orders > 0).map(|day| (&*day.date, day.boosts)).collect();
        assert_eq!(sold, [("2026-10-31", 4)]);
        assert!(LocalTime::of_zone("Mars/Olympus_Mons").is_none());
    })
    .await;
}

fn ahead(minutes: i64) -> LocalTime {
    LocalTime::ahead(minutes).expect("less than a day")
}

#[tokio::test]
async fn orders_come_in_pages_newest_first() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 20)).await;
        let mut made = Vec::new();
        for key in shop.keys(2, 7).await {
            shop.redeem(&key, details("mika")).await.unwrap();
            made.insert(0, key.order_id());
        }
        let page = async |page, size| {
            let page = orders::page(&app, &shop.user_id, Page::parse(Some(page), Some(size)).unwrap())
                .await
                .unwrap();
            assert_eq!(page.total, 7);
            page.orders.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
        };
        assert_eq!(page(1, 3).await, made[..3]);
        assert_eq!(page(2, 3).await, made[3..6]);
        assert_eq!(page(3, 3).await, made[6..]);
        assert!(page(4, 3).await.is_empty());
        assert!(page(i64::MAX, 100).await.is_empty());
        assert_eq!(orders::ids(&app, &shop.user_id).await.unwrap().orders.len(), 7);
    })
    .await;
}

#[tokio::test]
async fn home_shows_all_recent_activity_except_session_seller_added_and_vote_actions() {
    use Action::{SellerAdded, SessionEnded, SignedIn, SignedOut, SignedOutEverywhere, SuggestionVoted};
    let left_out = [SellerAdded, SessionEnded, SignedIn, SignedOut, SignedOutEverywhere, SuggestionVoted];
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        for action in Action::ALL {
            log(&app, &shop, *action).await;
            let home = dashboard::home(&app, &shop.user_id).await.unwrap();
            let is_told = home.recent_activity[0].action == action.as_str();
            assert_eq!(is_told, !left_out.contains(action), "{action}");
        }
    })
    .await;
}

async fn log(app: &App, shop: &Shop, action: Action) {
    let (user_id, at) = (shop.user_id.clone(), app.clock.now());
    let insert = app.db.write(move |tx| {
        async move {
            execute_on_db!(tx, driver => sqlx::query(
                "INSERT INTO activity (user_id, action, severity, details, at) VALUES ($1, $2, 'info', '', $3)",
            )
            .bind(&user_id)
            .bind(action)
            .bind(at)
            .execute(driver))
        }
        .boxed()
    });
    insert.await.unwrap();
}
