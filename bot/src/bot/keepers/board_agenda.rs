//! Decides when a guild's stock boards are looked at. Nothing here knows a board, the platform or the database.
//!
//! Each guild has a schedule of its own: a failure in one shop delays no other shop's board, and another shop's sales
//! do not trigger a retry.

use std::collections::HashMap;
use std::time::Duration;

use boostdesk_core::events::{Event, Topic};
use boostdesk_core::foundation::rng::Rng;
use boostdesk_core::ids::GuildId;
use tokio::time::{Instant, sleep_until};

use crate::bot::backoff::Backoff;

/// Several changes become one edit.
const GATHER: Duration = Duration::from_secs(1);
const BACKOFF: Backoff = Backoff::between(Duration::from_secs(3), Duration::from_secs(30));
/// The pause for a channel that may not be written to: somebody has to fix it first.
const AGAIN_AFTER_PROBLEM: Duration = Duration::from_mins(1);

/// The state of a guild's boards after a look at them, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    Current,
    Problem,
    /// Not current. The platform must be left alone for at least this long.
    Behind(Duration),
}

/// The guild whose boards are meant. `None`: a pass over all boards, to find those that are not current.
pub(super) type Whose = Option<GuildId>;

/// Has no entry for guilds whose boards are current and that nothing was heard of.
#[derive(Debug, Default)]
pub(super) struct Agenda(HashMap<Whose, Item>);

#[derive(Debug)]
struct Item {
    /// When it should be looked at, if nothing forbids it.
    due: Option<Instant>,
    /// Set after a refusal or failure: the platform is not asked sooner, however much is sold meanwhile.
    not_before: Option<Instant>,
    /// Something was done by hand that may have fixed it, so `not_before` is ignored.
    is_urgent: bool,
    is_looked_at: bool,
    backoff: Backoff,
}

impl Agenda {
    /// Returns an agenda with a pass over all boards due at once.
    pub(super) fn of_all() -> Self {
        let mut agenda = Self::default();
        agenda.item(&None).want(Instant::now());
        agenda
    }

    pub(super) fn heard(&mut self, event: &Event) {
        let item = self.item(&event.guild_id);
        item.want(Instant::now() + GATHER);
        // The board was given another channel, the bot was let in again, or the storefront was changed: all by hand.
        item.is_urgent |= event.guild_id.is_some() && event.topic != Topic::Stock;
    }

    /// This board is not current.
    pub(super) fn found(&mut self, guild: GuildId) {
        self.item(&Some(guild)).want(Instant::now());
    }

    /// Waits until something is due. Whatever is returned is not due again before it has [`ended`](Self::ended). Cancel safe.
    pub(super) async fn due(&mut self) -> Vec<Whose> {
        match self.0.values().filter_map(Item::due).min() {
            Some(first) => sleep_until(first).await,
            None => std::future::pending().await,
        }
        let now = Instant::now();
        let due = self.0.iter_mut().filter(|(_, item)| item.due().is_some_and(|due| due <= now));
        due.map(|(whose, item)| {
            (item.due, item.is_urgent, item.is_looked_at) = (None, false, true);
            whose.clone()
        })
        .collect()
    }

    /// Records the outcome of a look.
    pub(super) fn ended(&mut self, whose: &Whose, state: State, rng: &Rng) {
        let item = self.item(whose);
        item.is_looked_at = false;
        let pause = match state {
            State::Current if item.due.is_none() => {
                self.0.remove(whose);
                return;
            }
            State::Current => None,
            State::Problem => Some(AGAIN_AFTER_PROBLEM),
            State::Behind(least) => Some(item.backoff.failed(rng).max(least)),
        };
        if !matches!(state, State::Behind(_)) {
            item.backoff.succeeded();
        }
        item.not_before = pause.map(|pause| Instant::now() + pause);
        if let Some(again) = item.not_before {
            item.want(again);
        }
    }

    fn item(&mut self, whose: &Whose) -> &mut Item {
        self.0.entry(whose.clone()).or_insert(Item {
            due: None,
            not_before: None,
            is_urgent: false,
            is_looked_at: false,
            backoff: BACKOFF,
        })
    }
}

impl Item {
    /// Makes it due at this moment, or sooner.
    fn want(&mut self, by: Instant) {
        self.due = Some(self.due.map_or(by, |due| due.min(by)));
    }

    /// When it may be looked at. `None`: not before something else happens.
    fn due(&self) -> Option<Instant> {
        let due = self.due.filter(|_| !self.is_looked_at)?;
        Some(if self.is_urgent { due } else { self.not_before.map_or(due, |least| due.max(least)) })
    }
}

#[cfg(test)]
mod tests {
    use boostdesk_core::ids::UserId;
    use boostdesk_core::testing::guild;
    use futures::FutureExt;
    use tokio::time::advance;

    use super::*;

    fn seller() -> UserId {
        UserId::parse(&Rng::seeded(1).uuid()).expect("an id")
    }

    fn event(topic: Topic, number: u32) -> Event {
        Event::of_storefront(topic, &seller(), &guild(number))
    }

    /// What is due by now.
    fn due(agenda: &mut Agenda) -> Vec<Whose> {
        let mut due = agenda.due().now_or_never().unwrap_or_default();
        due.sort_unstable();
        due
    }

    /// Waits until it becomes due, and nothing else with it. Returns how long that took.
    async fn wait_for(agenda: &mut Agenda, whose: &Whose) -> Duration {
        let since = Instant::now();
        assert_eq!(agenda.due().await, vec![whose.clone()]);
        since.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn events_of_a_guild_within_a_second_make_its_boards_due_once() {
        let rng = Rng::seeded(1);
        let mut agenda = Agenda::of_all();
        assert_eq!(due(&mut agenda), [None], "all of them at first");
        agenda.found(guild(1));
        agenda.ended(&None, State::Current, &rng);
        assert_eq!(due(&mut agenda), [Some(guild(1))], "what was found is due at once");
        agenda.heard(&event(Topic::Stock, 1));
        agenda.heard(&event(Topic::Stock, 2));
        advance(GATHER / 2).await;
        agenda.heard(&event(Topic::Stock, 2));
        assert_eq!(wait_for(&mut agenda, &Some(guild(2))).await, GATHER / 2);
        agenda.ended(&Some(guild(2)), State::Current, &rng);
        agenda.ended(&Some(guild(1)), State::Current, &rng);
        assert_eq!(due(&mut agenda), [Some(guild(1))], "it was heard of during the look");
        agenda.ended(&Some(guild(1)), State::Current, &rng);
        assert!(agenda.0.is_empty(), "what is current takes no room");
    }

    #[tokio::test(start_paused = true)]
    async fn failed_board_update_is_retried_only_after_its_pause_despite_stock_events() {
        let rng = Rng::seeded(1);
        let mut agenda = Agenda::default();
        let whose = Some(guild(1));
        agenda.found(guild(1));
        assert_eq!(due(&mut agenda), vec![whose.clone()]);
        for (state, least) in [
            (State::Behind(Duration::ZERO), Duration::from_secs(3)),
            (State::Behind(Duration::ZERO), Duration::from_secs(6)),
            (State::Behind(Duration::from_mins(2)), Duration::from_mins(2)),
            (State::Problem, AGAIN_AFTER_PROBLEM),
            (State::Behind(Duration::ZERO), Duration::from_secs(3)),
        ] {
            agenda.ended(&whose, state, &rng);
            agenda.heard(&event(Topic::Stock, 1));
            agenda.found(guild(1));
            agenda.heard(&event(Topic::Stock, 2));
            assert_eq!(wait_for(&mut agenda, &Some(guild(2))).await, GATHER, "another shop's board");
            agenda.ended(&Some(guild(2)), State::Current, &rng);
            let waited = GATHER + wait_for(&mut agenda, &whose).await;
            assert!(waited >= least && waited <= least.mul_f64(1.25), "{state:?}: {waited:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn manual_change_ends_the_pause_after_a_board_problem() {
        let rng = Rng::seeded(1);
        let mut agenda = Agenda::default();
        let whose = Some(guild(1));
        agenda.found(guild(1));
        assert_eq!(due(&mut agenda), vec![whose.clone()]);
        agenda.ended(&whose, State::Problem, &rng);
        agenda.heard(&event(Topic::StockBoards, 1));
        assert_eq!(wait_for(&mut agenda, &whose).await, GATHER, "the board was given a channel");
        agenda.heard(&event(Topic::Storefronts, 1));
        agenda.ended(&whose, State::Problem, &rng);
        assert_eq!(wait_for(&mut agenda, &whose).await, GATHER, "it was done during the look");
        agenda.ended(&whose, State::Problem, &rng);
        agenda.heard(&Event::of_user(Topic::Storefronts, &seller()));
        assert_eq!(wait_for(&mut agenda, &None).await, GATHER, "something of all of the seller's shops");
        agenda.found(guild(1));
        agenda.ended(&None, State::Current, &rng);
        assert_eq!(GATHER + wait_for(&mut agenda, &whose).await, AGAIN_AFTER_PROBLEM, "as a problem does");
    }
}
