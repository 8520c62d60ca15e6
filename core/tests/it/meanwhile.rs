//! A shop that changes while a redeem is under way: here, while the platform is asked about the invite.

use std::sync::{Arc, Mutex, mpsc};

use boostdesk_core::closing;
use boostdesk_core::developers::event_endpoints::{self, NewEndpoint};
use boostdesk_core::events::Topic;
use boostdesk_core::ids::ChannelId;
use boostdesk_core::messenger::announcements;
use boostdesk_core::on_db;
use boostdesk_core::shop::blocklist::{self, BlockKind};
use boostdesk_core::shop::fulfilment::{self, Mode};
use boostdesk_core::shop::keys::{self, RedeemKey};
use boostdesk_core::shop::redeem::RedeemError;
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{Invites, Setup, Shop, details, guild, in_no_time, on_both_with, tokens};
use futures::FutureExt;
use futures::future::BoxFuture;

/// In stock: enough for none of the default thresholds to call it low.
const TOKENS: usize = 40;
const LOG_CHANNEL: &str = "918430295761048371";

/// Redeems in a shop set up as `before`, and runs `change` meanwhile. Then `check` looks at the outcome.
async fn with_a_change<C>(
    before: StorefrontInput,
    change: impl Fn(Shop, RedeemKey) -> C,
    check: impl AsyncFn(&Shop, Result<(), RedeemError>),
) where
    C: Future<Output = ()> + Send + 'static,
{
    let meanwhile = Arc::new(Mutex::new(None::<BoxFuture<'static, ()>>));
    let next = meanwhile.clone();
    let invites = Invites(move |_: &str| {
        let change = next.lock().unwrap().take().expect("one redeem, one invite");
        change.map(|()| Ok(guild(2))).boxed()
    });
    let setup = Setup { chat_platform: Some(Arc::new(invites)), ..Setup::default() };
    on_both_with(setup, async |app| {
        let shop = Shop::open(&app, 1).await;
        change_storefront(&shop, before.clone()).await;
        shop.restock(&tokens("a", TOKENS)).await;
        let key = shop.key(4).await;
        *meanwhile.lock().unwrap() = Some(change(shop.clone(), key.clone()).boxed());
        // An invite that takes too long is not waited for.
        let done = in_no_time(shop.redeem(&key, details("mika"))).await;
        check(&shop, done).await;
    })
    .await;
}

fn with_log_channel() -> StorefrontInput {
    StorefrontInput { log_channel_id: ChannelId::parse(LOG_CHANNEL), ..StorefrontInput::default() }
}

async fn change_storefront(shop: &Shop, input: StorefrontInput) {
    let input = StorefrontInput { name: Some("Shop".to_owned()), ..input };
    storefronts::update(&shop.app, &shop.user_id, &shop.guild, |settings| *settings = input).await.unwrap();
}

/// Returns how many announcements wait for the shop's log channel.
async fn told(shop: &Shop) -> usize {
    let mut count = 0;
    while let Some(announcement) = announcements::due(&shop.app).await.unwrap().pop() {
        let channel = ChannelId::parse(LOG_CHANNEL).unwrap();
        announcements::attempting(&shop.app, announcement.id, &channel).await.unwrap();
        announcements::remove(&shop.app, announcement.id).await.unwrap();
        count += 1;
    }
    count
}

#[tokio::test]
async fn a_redeem_succeeds_when_nothing_changes_meanwhile() {
    with_a_change(
        with_log_channel(),
        |_, _| async {},
        async |shop, done| {
            done.unwrap();
            assert_eq!(shop.level().await.reserved, 2);
            assert_eq!(told(shop).await, 1);
        },
    )
    .await;
}

#[tokio::test]
async fn a_redeem_is_refused_when_the_shop_closes_meanwhile() {
    with_a_change(
        with_log_channel(),
        |shop, _| async move { closing::delete_storefront(&shop.app, &shop.user_id, &shop.guild).await.unwrap() },
        async |_, done| assert!(matches!(done, Err(RedeemError::Closed)), "{done:?}"),
    )
    .await;
}

#[tokio::test]
async fn a_redeem_is_refused_when_its_key_is_revoked_meanwhile() {
    with_a_change(
        with_log_channel(),
        |shop, key| async move {
            keys::revoke(&shop.app, &shop.user_id, &shop.guild, key.expose()).await.unwrap();
        },
        async |shop, done| {
            assert!(matches!(done, Err(RedeemError::Revoked)), "{done:?}");
            assert_eq!(shop.level().await.reserved, 0);
        },
    )
    .await;
}

#[tokio::test]
async fn a_redeem_is_refused_when_the_customer_is_blocklisted_meanwhile() {
    with_a_change(
        with_log_channel(),
        |shop, _| async move {
            let email = details("mika").email;
            blocklist::add(&shop.app, &shop.user_id, BlockKind::Email, &email, None).await.unwrap();
        },
        async |shop, done| {
            assert!(matches!(done, Err(RedeemError::Refused)), "{done:?}");
            assert_eq!(shop.level().await.reserved, 0);
        },
    )
    .await;
}

#[tokio::test]
async fn an_order_is_announced_in_a_log_channel_that_was_set_meanwhile() {
    with_a_change(
        StorefrontInput::default(),
        |shop, _| async move { change_storefront(&shop, with_log_channel()).await },
        async |shop, done| {
            done.unwrap();
            assert_eq!(told(shop).await, 1);
        },
    )
    .await;
}

#[tokio::test]
async fn low_stock_is_announced_by_a_threshold_that_was_raised_meanwhile() {
    with_a_change(
        with_log_channel(),
        |shop, _| async move {
            let low_stock_threshold = i64::try_from(TOKENS).ok();
            change_storefront(&shop, StorefrontInput { low_stock_threshold, ..with_log_channel() }).await;
        },
        async |shop, done| {
            done.unwrap();
            // One about the order, one about the stock.
            assert_eq!(told(shop).await, 2);
        },
    )
    .await;
}

#[tokio::test]
async fn a_new_orders_delivery_job_uses_the_fulfilment_mode_chosen_meanwhile() {
    let (couriers, listening) = mpsc::channel();
    with_a_change(
        with_log_channel(),
        |shop, _| {
            let couriers = couriers.clone();
            async move {
                let url = Some("https://hooks.example.com/in");
                fulfilment::save(&shop.app, &shop.user_id, &shop.guild, Mode::Webhook, url).await.unwrap();
                couriers.send(shop.app.events.listen(&[Topic::DeliveryJobs])).unwrap();
            }
        },
        async |shop, done| {
            done.unwrap();
            let mut courier = listening.try_recv().expect("the shop was changed meanwhile");
            assert!(courier.next().now_or_never().is_some(), "whoever carries it out is called");
            let mut conn = shop.app.db.read().await.unwrap();
            let ways: Vec<String> =
                on_db!(conn, driver => sqlx::query_scalar("SELECT way FROM delivery_jobs").fetch_all(driver))
                    .unwrap();
            assert_eq!(ways, ["storefront"]);
        },
    )
    .await;
}

#[tokio::test]
async fn the_order_event_is_queued_for_an_event_endpoint_that_was_created_meanwhile() {
    with_a_change(
        with_log_channel(),
        |shop, _| async move {
            let wanted = NewEndpoint {
                url: "https://hooks.example.com/in".to_owned(),
                events: vec!["order.redeemed".to_owned()],
                description: None,
            };
            event_endpoints::create(&shop.app, &shop.user_id, wanted).await.unwrap();
        },
        async |shop, done| {
            done.unwrap();
            let endpoint = event_endpoints::list(&shop.app, &shop.user_id).await.unwrap().remove(0);
            let deliveries = event_endpoints::deliveries(&shop.app, &shop.user_id, &endpoint.id, None).await;
            assert_eq!(deliveries.unwrap().deliveries.len(), 1);
        },
    )
    .await;
}
