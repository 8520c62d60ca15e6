//! Invites are looked up on the platform at redeem, and later if it could not be asked then.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use boostdesk_core::events::Topic;
use boostdesk_core::ids::GuildId;
use boostdesk_core::ports::InviteError;
use boostdesk_core::shop::blocklist::{self, BlockKind};
use boostdesk_core::shop::order_list::{self, Filter};
use boostdesk_core::shop::orders::Page;
use boostdesk_core::shop::redeem::{self, RedeemError};
use boostdesk_core::testing::{Invites, Setup, Shop, details, on_both_with, tokens};
use boostdesk_core::watching::outages::Trouble;
use futures::FutureExt;
use futures::future::ready;
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

fn customers_guild() -> GuildId {
    GuildId::parse("730182645519203846").expect("18 digits")
}

const KNOWN: u8 = 0;
const UNKNOWN: u8 = 1;
const DOWN: u8 = 2;

/// What the platform answers.
type Mood = Arc<AtomicU8>;

fn answer(code: &str, mood: &AtomicU8) -> Result<GuildId, InviteError> {
    assert_eq!(code, "lofi-lounge");
    match mood.load(Ordering::SeqCst) {
        KNOWN => Ok(customers_guild()),
        UNKNOWN => Err(InviteError::Unknown),
        _ => Err(InviteError::Unreachable),
    }
}

async fn on_both_with_platform(test: impl AsyncFn(Shop, Mood)) {
    let platform = Mood::default();
    let mood = platform.clone();
    let invites = Invites(move |code: &str| ready(answer(code, &mood)).boxed());
    let setup = Setup { chat_platform: Some(Arc::new(invites)), ..Setup::default() };
    on_both_with(setup, async |app| {
        platform.store(KNOWN, Ordering::SeqCst);
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 5)).await;
        test(shop, platform.clone()).await;
    })
    .await;
}

#[tokio::test]
async fn an_order_belongs_to_the_guild_that_its_invite_leads_to() {
    on_both_with_platform(async |shop, _| {
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        assert_eq!(shop.order(&key).await.guild_id, customers_guild());
    })
    .await;
}

#[tokio::test]
async fn an_unknown_invite_is_refused_and_the_key_stays_redeemable() {
    on_both_with_platform(async |shop, platform| {
        let key = shop.key(2).await;
        platform.store(UNKNOWN, Ordering::SeqCst);
        assert!(matches!(shop.redeem(&key, details("mika")).await, Err(RedeemError::BadInvite)));
        platform.store(KNOWN, Ordering::SeqCst);
        shop.redeem(&key, details("mika")).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn repeating_a_redeem_succeeds_even_if_the_invite_has_become_unknown() {
    on_both_with_platform(async |shop, platform| {
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        platform.store(UNKNOWN, Ordering::SeqCst);
        shop.redeem(&key, details("mika")).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn while_the_platform_is_down_a_redeem_succeeds_and_its_guild_is_resolved_later() {
    on_both_with_platform(async |shop, platform| {
        let key = shop.key(2).await;
        platform.store(DOWN, Ordering::SeqCst);
        shop.redeem(&key, details("mika")).await.unwrap();
        assert_eq!(shop.order(&key).await.guild_id, shop.guild);
        let troubles =
            || shop.app.outages.ongoing().into_iter().map(|outage| outage.trouble).collect::<Vec<_>>();
        let stop = CancellationToken::new();
        let resolving = tokio::spawn(redeem::resolve_invites(shop.app.clone(), stop.clone()));
        let noticed = async {
            while !troubles().contains(&Trouble::Invites) {
                yield_now().await;
            }
        };
        timeout(Duration::from_mins(2), noticed).await.expect("it is asked, and gives no answer");
        stop.cancel();
        resolving.await.unwrap();
        shop.app.clock.advance(Duration::from_mins(5));

        platform.store(KNOWN, Ordering::SeqCst);
        let mut events = shop.app.events.listen(&[Topic::Orders]);
        let stop = CancellationToken::new();
        let resolving = tokio::spawn(redeem::resolve_invites(shop.app.clone(), stop.clone()));
        while shop.order(&key).await.guild_id != customers_guild() {
            events.next().await;
        }
        stop.cancel();
        resolving.await.unwrap();
        assert_eq!(troubles(), [], "and it is over");
        let told = shop.order(&key).await.history.into_iter().map(|step| (step.by, step.what));
        let found = format!("The invite leads to server {}", customers_guild());
        assert!(told.into_iter().any(|step| step == ("system".to_owned(), found.clone())));
        for (guild, orders) in [(customers_guild(), 1), (shop.guild.clone(), 0)] {
            let filter = Filter { search: guild.to_string(), ..Filter::default() };
            let found = order_list::page(&shop.app, &shop.user_id, &filter, Page::parse(None, None).unwrap())
                .await
                .unwrap();
            assert_eq!(found.total, orders, "{guild}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_redeem_for_a_blocklisted_guild_is_refused() {
    on_both_with_platform(async |shop, _| {
        let key = shop.key(2).await;
        let guild = customers_guild();
        let block =
            blocklist::add(&shop.app, &shop.user_id, BlockKind::Guild, guild.as_str(), None).await.unwrap();
        assert!(matches!(shop.redeem(&key, details("mika")).await, Err(RedeemError::Refused)));
        blocklist::remove(&shop.app, &shop.user_id, &block).await.unwrap();
        shop.redeem(&key, details("mika")).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn an_order_says_that_its_guild_found_out_later_is_on_the_blocklist() {
    on_both_with_platform(async |shop, platform| {
        let key = shop.key(2).await;
        let guild = customers_guild();
        blocklist::add(&shop.app, &shop.user_id, BlockKind::Guild, guild.as_str(), None).await.unwrap();
        platform.store(DOWN, Ordering::SeqCst);
        shop.redeem(&key, details("mika")).await.unwrap();
        platform.store(KNOWN, Ordering::SeqCst);
        let mut events = shop.app.events.listen(&[Topic::Orders]);
        let stop = CancellationToken::new();
        let resolving = tokio::spawn(redeem::resolve_invites(shop.app.clone(), stop.clone()));
        while shop.order(&key).await.guild_id != guild {
            events.next().await;
        }
        stop.cancel();
        resolving.await.unwrap();
        let told = format!("The invite leads to server {guild}, which is on the blocklist");
        assert!(shop.order(&key).await.history.iter().any(|step| step.what == told));
    })
    .await;
}

#[tokio::test]
async fn an_invite_lookup_scheduled_while_the_clock_was_ahead_is_brought_forward() {
    on_both_with_platform(async |shop, platform| {
        let ahead = Duration::from_hours(3);
        let key = shop.key(2).await;
        platform.store(DOWN, Ordering::SeqCst);
        shop.app.clock.advance(ahead);
        shop.redeem(&key, details("mika")).await.unwrap();
        shop.app.clock.set_back(ahead);
        assert_eq!(redeem::shorten_waits(&shop.app).await.unwrap(), 1);
        assert_eq!(redeem::shorten_waits(&shop.app).await.unwrap(), 0);
    })
    .await;
}
