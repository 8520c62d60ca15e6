//! Keeps answers that show an order current until it is done.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use boostdesk_core::db::Result;
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::foundation::rng::Rng;
use boostdesk_core::ids::FollowedOrderId;
use boostdesk_core::messenger::followed_orders::{self, FollowedOrder, Seen, Wanted};
use boostdesk_core::shop::orders::OrderState;
use boostdesk_core::watching::outages::Trouble;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use secrecy::ExposeSecret;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, debug, debug_span, warn};

use crate::bot::backoff::Backoff;
use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::LIFE_ANSWERED;
use crate::bot::platform::PlatformError;

const TOPICS: [Topic; 2] = [Topic::Orders, Topic::FollowedOrders];
/// Several changes become one edit.
const GATHER: Duration = Duration::from_millis(300);
const BACKOFF: Backoff = Backoff::between(Duration::from_secs(2), Duration::from_secs(30));
const LOOK: Duration = Duration::from_secs(30);
/// Database reads at a time: a change may concern many answers, and others need the database, too.
const READS: usize = 2;
/// Edits at a time: others need the platform, too.
const EDITS: usize = 32;

/// An answer may still be on its way to the platform for this long, which says until then that there is none.
const ON_ITS_WAY: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Current,
    /// Not current. The platform must not be asked about this answer for at least this long.
    Behind(Duration),
}

/// `left`: answers whose time to be edited ends before this may have been left by an earlier process.
pub(crate) async fn run(bot: Bot, left: Timestamp, stop: CancellationToken) {
    let mut events = bot.app.events.listen(&TOPICS);
    let mut agenda = Agenda::default();
    let (mut backoff, mut look_at, mut is_read) = (BACKOFF, Instant::now(), true);
    // Whether something has happened since the last listing began, and until then.
    let (mut heard, mut changed) = (false, false);
    // Each answer by itself, so that a slow one delays no other.
    let (turns, mut looks) = (Turns::default(), FuturesUnordered::new());
    // Beside the looks, which hold connections that it may be waiting for.
    let mut listing = FuturesUnordered::new();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            Some((id, done)) = looks.next() => {
                let next = agenda.ended(id, done, &bot.app.rng);
                if let Some(next) = next && is_read {
                    look_at = look_at.min(next);
                }
            }
            _ = events.next(), if is_read => {
                heard = true;
                look_at = look_at.min(Instant::now() + GATHER);
            }
            () = sleep_until(look_at), if listing.is_empty() => {
                (changed, heard) = (changed || heard, false);
                look_at = Instant::now() + LOOK;
                listing.push(followed_orders::list(&bot.app, left));
            }
            Some(listed) = listing.next() => {
                bot.app.outages.note(Trouble::Database, "followed orders", &listed);
                is_read = listed.is_ok();
                look_at = if let Ok(all) = listed {
                    backoff.succeeded();
                    let due = agenda.due(all, std::mem::take(&mut changed));
                    looks.extend(due.into_iter().map(|followed| look(&bot, &turns, followed)));
                    look_at.min(Instant::now() + agenda.next().min(LOOK))
                } else {
                    Instant::now() + backoff.failed(&bot.app.rng)
                };
            }
        }
    }
}

struct Turns {
    reads: Semaphore,
    edits: Semaphore,
}

impl Default for Turns {
    fn default() -> Self {
        Self { reads: Semaphore::new(READS), edits: Semaphore::new(EDITS) }
    }
}

/// Which answers are looked at now, and which could not be edited.
#[derive(Default)]
struct Agenda {
    /// Whether the answer has to be looked at again, because something has changed meanwhile.
    at_work: HashMap<FollowedOrderId, bool>,
    /// When each is tried again.
    behind: HashMap<FollowedOrderId, (Backoff, Instant)>,
}

impl Agenda {
    /// Returns those of all answers that are to be looked at now. `changed`: whether something has changed since the last time.
    fn due(&mut self, mut all: Vec<FollowedOrder>, changed: bool) -> Vec<FollowedOrder> {
        let known: HashSet<_> = all.iter().map(|followed| followed.id).collect();
        self.behind.retain(|id, _| known.contains(id));
        all.retain(|followed| self.begin(followed.id, changed));
        all
    }

    /// Returns whether an answer is to be looked at now.
    fn begin(&mut self, id: FollowedOrderId, changed: bool) -> bool {
        if let Some(again) = self.at_work.get_mut(&id) {
            *again |= changed;
            return false;
        }
        let is_due = self.behind.get(&id).is_none_or(|(_, again)| *again <= Instant::now());
        if is_due {
            self.at_work.insert(id, false);
        }
        is_due
    }

    /// Returns when the answer is to be looked at again, if that is known.
    fn ended(&mut self, id: FollowedOrderId, done: Result<State>, rng: &Rng) -> Option<Instant> {
        let again = self.at_work.remove(&id) == Some(true);
        let least = match done {
            Ok(State::Current) => {
                self.behind.remove(&id);
                return again.then(|| Instant::now() + GATHER);
            }
            Ok(State::Behind(least)) => least,
            Err(failure) => {
                if !self.behind.contains_key(&id) {
                    warn!(%failure, "an answer in chat could not be brought up to date: {failure}");
                }
                Duration::ZERO
            }
        };
        let (backoff, again) = self.behind.entry(id).or_insert((BACKOFF, Instant::now()));
        *again = Instant::now() + backoff.failed(rng).max(least);
        Some(*again)
    }

    /// Returns how long until the next answer is tried again.
    fn next(&self) -> Duration {
        let waiting = self.behind.iter().filter(|(id, _)| !self.at_work.contains_key(id));
        let next = waiting.map(|(_, (_, again))| *again).min();
        next.map_or(Duration::MAX, |next| next.saturating_duration_since(Instant::now()))
    }
}

/// Brings one answer up to date.
async fn look(bot: &Bot, turns: &Turns, followed: FollowedOrder) -> (FollowedOrderId, Result<State>) {
    let span = debug_span!("followed order", otel.kind = "consumer");
    bot.app.traces.continue_order(&span, &followed.order_id);
    (followed.id, show(bot, turns, &followed).instrument(span).await)
}

async fn show(bot: &Bot, turns: &Turns, followed: &FollowedOrder) -> Result<State> {
    let wanted = {
        let _turn = turns.reads.acquire().await;
        followed_orders::wanted(&bot.app, followed).await?
    };
    let Some(Wanted { order, answer }) = wanted else { return Ok(State::Current) };
    let message = match &order {
        Seen::ByCustomer(order) => embeds::order_status(&bot.product, order),
        Seen::ByShop { order, packs } => embeds::sellers_order(&bot.product, order, *packs),
    };
    let digest = embeds::digest(&message);
    if digest != followed.shown {
        let answer = answer.expose_secret().split_once(' ');
        let Some((Ok(application), token)) = answer.map(|(id, token)| (id.parse(), token)) else {
            followed_orders::unfollow(&bot.app, followed.id).await?;
            return Ok(State::Current);
        };
        let _turn = turns.edits.acquire().await;
        match bot.platform.edit_answer(application, token, &message).await {
            Ok(()) => followed_orders::shows(&bot.app, followed.id, &digest).await?,
            Err(PlatformError::Refused { status: 404, .. }) if is_on_its_way(bot, followed) => {
                return Ok(State::Behind(Duration::ZERO));
            }
            Err(error @ PlatformError::Refused { .. }) => {
                // The answer was deleted, or is too old to be edited.
                debug!(%error, "an answer follows its order no more");
                followed_orders::unfollow(&bot.app, followed.id).await?;
                return Ok(State::Current);
            }
            Err(error) => return Ok(State::Behind(error.pause())),
        }
    }
    if order.public().state == OrderState::Done {
        followed_orders::unfollow(&bot.app, followed.id).await?;
    }
    Ok(State::Current)
}

/// Whether the answer is so new that the platform may not have it yet, as when the process that gave it was killed meanwhile.
fn is_on_its_way(bot: &Bot, followed: &FollowedOrder) -> bool {
    bot.app.clock.now() < followed.until.minus(LIFE_ANSWERED).plus(ON_ITS_WAY)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn answer_is_looked_at_again_only_if_something_changed_while_it_was_looked_at() {
        let (mut agenda, rng, id) = (Agenda::default(), Rng::seeded(1), "1".parse().expect("an id"));
        assert!(agenda.begin(id, true));
        assert!(!agenda.begin(id, false), "it is being looked at");
        assert_eq!(agenda.ended(id, Ok(State::Current), &rng), None);
        assert!(agenda.begin(id, false));
        assert!(!agenda.begin(id, true));
        assert_eq!(agenda.ended(id, Ok(State::Current), &rng), Some(Instant::now() + GATHER));
    }

    #[tokio::test(start_paused = true)]
    async fn answer_that_could_not_be_edited_is_looked_at_again_after_its_pause_whatever_changes() {
        let (mut agenda, rng, id) = (Agenda::default(), Rng::seeded(1), "1".parse().expect("an id"));
        assert!(agenda.begin(id, false));
        let least = Duration::from_secs(20);
        assert_eq!(agenda.ended(id, Ok(State::Behind(least)), &rng), Some(Instant::now() + least));
        assert_eq!(agenda.next(), least);
        assert!(!agenda.begin(id, true));
        advance(least).await;
        assert!(agenda.begin(id, false));
    }
}
