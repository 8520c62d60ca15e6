//! Which events are published when the bot joins or leaves a guild.

use boostdesk_core::closing;
use boostdesk_core::events::{Event, Topic};
use boostdesk_core::shop::bot_membership;
use boostdesk_core::testing::{Shop, guild, on_both};
use futures::FutureExt;

#[tokio::test]
async fn the_bots_join_or_leave_publishes_an_event_only_for_a_guild_with_an_open_storefront() {
    on_both(async |app| {
        let (open, closed) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        closing::delete_storefront(&app, &closed.user_id, &closed.guild).await.expect("it is closed");
        let mut events = app.events.listen(&[Topic::Storefronts]);
        let begun = app.commits();
        for guild in [&guild(3), &closed.guild] {
            bot_membership::moved(&app, guild).await.expect("it is looked up");
        }
        assert_eq!(app.commits(), begun, "nobody waits for the writer over a guild without one");
        bot_membership::moved(&app, &open.guild).await.expect("it is told");
        let wanted = Event::of_storefront(Topic::Storefronts, &open.user_id, &open.guild);
        assert_eq!(events.next().await, wanted);
        assert_eq!(events.next().now_or_never(), None);
    })
    .await;
}
