//! Answers in chat that follow an order, and what is left of them after a crash.

use std::time::Duration;

use boostdesk_core::closing;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::ids::FollowedOrderId;
use boostdesk_core::messenger::followed_orders::{self, Eyes, Seen};
use boostdesk_core::on_db;
use boostdesk_core::shop::members::{self, NewMember};
use boostdesk_core::shop::storefronts::Role;
use boostdesk_core::testing::{Shop, TestApp, details, on_both, tokens};
use secrecy::{ExposeSecret, SecretString};

const ANSWER: &str = "an application and its token";

/// Makes an order and an answer that follows it for a minute. Returns the answer's id.
async fn follow(app: &TestApp) -> FollowedOrderId {
    let shop = Shop::open(app, 1).await;
    follow_in(&shop, Eyes::Customer).await
}

/// As `follow`, in a shop that is there.
async fn follow_in(shop: &Shop, eyes: Eyes) -> FollowedOrderId {
    shop.restock(&tokens("a", 5)).await;
    let key = shop.key(2).await;
    shop.redeem(&key, details("mika")).await.unwrap();
    let until = shop.app.clock.now().plus(Duration::from_mins(1));
    followed_orders::follow(&shop.app, &key.order_id(), eyes, &SecretString::from(ANSWER), until)
        .await
        .unwrap()
}

/// Returns what the only answer is to show.
async fn seen(app: &TestApp) -> Seen {
    let given = followed_orders::list(app, app.clock.now()).await.unwrap();
    followed_orders::wanted(app, &given[0]).await.unwrap().expect("the order").order
}

/// A time after the answers that `follow` makes have ended.
fn later(app: &TestApp) -> Timestamp {
    app.clock.now().plus(Duration::from_mins(2))
}

#[tokio::test]
async fn an_order_whose_answer_may_not_have_been_sent_is_listed_only_for_the_next_process() {
    on_both(async |app| {
        let id = follow(&app).await;
        assert!(followed_orders::list(&app, app.clock.now()).await.unwrap().is_empty());
        let left = followed_orders::list(&app, later(&app)).await.unwrap();
        assert_eq!((left.len(), left[0].id, left[0].shown.as_str()), (1, id, ""));
        let wanted = followed_orders::wanted(&app, &left[0]).await.unwrap().expect("the order");
        assert_eq!(wanted.answer.expose_secret(), ANSWER);

        followed_orders::shows(&app, id, "digest").await.unwrap();
        let given = followed_orders::list(&app, app.clock.now()).await.unwrap();
        assert_eq!((given.len(), given[0].shown.as_str()), (1, "digest"));

        followed_orders::unfollow(&app, id).await.unwrap();
        assert!(followed_orders::list(&app, later(&app)).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_shown_answer_is_no_longer_followed_after_the_platforms_time_limit() {
    on_both(async |app| {
        let id = follow(&app).await;
        followed_orders::shows(&app, id, "digest").await.unwrap();
        app.clock.advance(Duration::from_mins(1));
        assert!(followed_orders::list(&app, app.clock.now()).await.unwrap().is_empty());
        assert!(followed_orders::list(&app, later(&app)).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_removed_sellers_answer_shows_what_its_customer_sees() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let id = follow_in(&shop, Eyes::Shop { reader: shop.user_id.clone(), packs: true }).await;
        followed_orders::shows(&app, id, "digest").await.unwrap();
        assert!(matches!(seen(&app).await, Seen::ByShop { packs: true, .. }));
        closing::remove_seller(&app, shop.user_id.as_str()).await.unwrap();
        assert!(matches!(seen(&app).await, Seen::ByCustomer(_)));
    })
    .await;
}

#[tokio::test]
async fn a_helpers_answer_loses_its_buttons_when_they_become_a_viewer() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let new = NewMember { username: "pia".to_owned(), role: Role::Packer, until: None, discord_id: None };
        let (pia, _) = members::add(&app, &shop.user_id, &shop.guild, new).await.unwrap();
        let id = follow_in(&shop, Eyes::Shop { reader: pia.clone(), packs: true }).await;
        followed_orders::shows(&app, id, "digest").await.unwrap();
        assert!(matches!(seen(&app).await, Seen::ByShop { packs: true, .. }));
        members::change(&app, &shop.user_id, &shop.guild, &pia, Some(Role::Viewer), None).await.unwrap();
        assert!(matches!(seen(&app).await, Seen::ByShop { packs: false, .. }));
        members::remove(&app, &shop.user_id, &shop.guild, &pia).await.unwrap();
        assert!(matches!(seen(&app).await, Seen::ByCustomer(_)));
    })
    .await;
}

#[tokio::test]
async fn an_answer_that_has_ended_is_forgotten_with_its_token() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        follow_in(&shop, Eyes::Customer).await;
        app.clock.advance(Duration::from_mins(2));
        follow_in(&shop, Eyes::Customer).await;
        let mut conn = app.db.read().await.unwrap();
        let kept: i64 = on_db!(conn, driver => sqlx::query_scalar("SELECT COUNT(*) FROM followed_orders")
            .fetch_one(driver))
        .unwrap();
        assert_eq!(kept, 1);
    })
    .await;
}
