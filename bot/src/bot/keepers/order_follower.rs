//! Keeps answers that show an order current until it is done.

use std::time::Duration;

use boostdesk_core::db::Result;
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::messenger::followed_orders::{self, FollowedOrder, Seen};
use boostdesk_core::shop::orders::OrderState;
use boostdesk_core::watching::outages::Trouble;
use secrecy::ExposeSecret;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, debug, debug_span};

use crate::bot::backoff::Backoff;
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::platform::PlatformError;

const TOPICS: [Topic; 2] = [Topic::Orders, Topic::FollowedOrders];
/// Several changes become one edit.
const GATHER: Duration = Duration::from_millis(300);
const BACKOFF: Backoff = Backoff::between(Duration::from_secs(2), Duration::from_secs(30));
const LOOK: Duration = Duration::from_secs(30);

/// The state of the answers, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Current,
    /// Not current. The platform must be left alone for at least this long.
    Behind(Duration),
}

/// `left`: answers whose time to be edited ends before this may have been left by an earlier process.
pub(crate) async fn run(bot: Bot, left: Timestamp, stop: CancellationToken) {
    let mut events = bot.app.events.listen(&TOPICS);
    let mut backoff = BACKOFF;
    while !stop.is_cancelled() {
        let done = tokio::select! {
            () = stop.cancelled() => return,
            done = catch_up(&bot, left) => done,
        };
        bot.app.outages.note(Trouble::Database, "followed orders", &done);
        let state = done.unwrap_or(State::Behind(Duration::ZERO));
        let wait = async {
            match state {
                State::Current => {
                    backoff.succeeded();
                    let _ = timeout(LOOK, events.next()).await;
                    sleep(GATHER).await;
                }
                State::Behind(least) => sleep(backoff.failed(&bot.app.rng).max(least)).await,
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = wait => {}
        }
    }
}

/// Updates the answers that are not current, and returns the worst state of any.
async fn catch_up(bot: &Bot, left: Timestamp) -> Result<State> {
    let mut worst = State::Current;
    for followed in followed_orders::list(&bot.app, left).await? {
        let span = debug_span!("followed order", otel.kind = "consumer");
        bot.app.traces.continue_order(&span, &followed.order.public().order_id);
        worst = worst.max(show(bot, &followed).instrument(span).await?);
    }
    Ok(worst)
}

async fn show(bot: &Bot, followed: &FollowedOrder) -> Result<State> {
    let message = match &followed.order {
        Seen::ByCustomer(order) => embeds::order_status(&bot.product, order),
        Seen::ByShop { order, packs } => embeds::sellers_order(&bot.product, order, *packs),
    };
    let digest = embeds::digest(&message);
    if digest != followed.shown {
        let answer = followed.answer.expose_secret().split_once(' ');
        let Some((Ok(application), token)) = answer.map(|(id, token)| (id.parse(), token)) else {
            followed_orders::unfollow(&bot.app, followed.id).await?;
            return Ok(State::Current);
        };
        match bot.platform.edit_answer(application, token, &message).await {
            Ok(()) => followed_orders::shows(&bot.app, followed.id, &digest).await?,
            Err(error @ PlatformError::Refused { .. }) => {
                // The answer was deleted, or is too old to be edited.
                debug!(%error, "an answer follows its order no more");
                followed_orders::unfollow(&bot.app, followed.id).await?;
                return Ok(State::Current);
            }
            Err(error) => return Ok(State::Behind(error.pause())),
        }
    }
    if followed.order.public().state == OrderState::Done {
        followed_orders::unfollow(&bot.app, followed.id).await?;
    }
    Ok(State::Current)
}
