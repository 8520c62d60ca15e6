//! Records what became of tokens: counters, replacements, and the end of the order.

use super::queries::{self, Counts, OpenToken, OrderContext, Place, TokenRow};
use crate::App;
use crate::db::{Failure, Result, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::ids::TokenId;
use crate::outbox::announcements::{self, Kind};
use crate::outbox::seller_events::{self, OrderFacts, SellerEvent};
use crate::people::activity_log::{self, Action};
use crate::people::auth;
use crate::shop::low_stock;
use crate::shop::order_history::{self, By};
use crate::shop::orders::{OrderOutcome, OrderState};
use crate::shop::stock::{BOOSTS_PER_TOKEN, TokenState};

/// An order, and the transaction that settles tokens of it.
#[derive(Debug)]
pub(super) struct Settling<'t> {
    pub tx: &'t mut Tx,
    pub app: &'t App,
    pub order: &'t OrderContext,
    pub now: Timestamp,
}

#[derive(Debug, Clone)]
pub(super) enum Outcome {
    Delivered,
    Failed {
        reason: Option<String>,
    },
    /// Nobody can know: the seller decides.
    Unknown,
}

#[derive(Debug, Clone)]
pub(super) struct Settled {
    pub token_id: TokenId,
    /// How many tokens stood in this one's place before it.
    pub replacement: i64,
    pub outcome: Outcome,
}

/// A reported verdict, compared with what is known of the token.
#[derive(Debug)]
pub(super) enum Comparison {
    Known,
    /// The token was settled differently before.
    Contrary,
    New(Settled),
}

impl OrderContext {
    /// An event for the seller's screens.
    pub(super) fn event(&self, topic: Topic) -> Event {
        Event::of_storefront(topic, &self.user_id, &self.storefront_guild_id)
    }
}

impl TokenRow {
    pub(super) fn compare(&self, delivered: bool, reason: Option<String>) -> Comparison {
        match (self.state, delivered) {
            (TokenState::Delivered, true) | (TokenState::Failed, false) => Comparison::Known,
            (TokenState::Delivered, false) | (TokenState::Failed, true) => Comparison::Contrary,
            _ => Comparison::New(Settled {
                token_id: self.id,
                replacement: self.replacement,
                outcome: if delivered { Outcome::Delivered } else { Outcome::Failed { reason } },
            }),
        }
    }
}

/// The state that tokens get which replace failed ones.
#[derive(Debug, Clone, Copy)]
pub(super) enum Replacements {
    /// For a worker that attempts them at once.
    Attempting,
    /// For the seller, or for the next round.
    Reserved,
}

impl Replacements {
    fn state(self) -> TokenState {
        match self {
            Self::Attempting => TokenState::Attempting,
            Self::Reserved => TokenState::Reserved,
        }
    }
}

/// What [`Settling::write_down`] has recorded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written {
    pub delivered: i64,
    pub failed: i64,
    /// How many tokens of the stock are left.
    pub available: i64,
}

impl Settling<'_> {
    /// Settles tokens one by one: each failed one is replaced at once. The caller holds the order's job. Returns the
    /// tokens that replace failed ones.
    pub(super) async fn settle(
        &mut self,
        results: &[Settled],
        replacements: Replacements,
        by: &By,
    ) -> Result<Vec<OpenToken>> {
        let written = self.write_down(results).await?;
        let failed = results.iter().filter(|result| matches!(result.outcome, Outcome::Failed { .. }));
        let places: Vec<Place> = failed
            .filter(|result| result.replacement < self.app.delivery.max_replacements)
            .map(|result| Place {
                failed: result.token_id,
                replacement: result.replacement + 1,
                round: self.order.round,
            })
            .collect();
        let fresh = self.replace(&places, written.available, replacements).await?;
        self.tell(written, fresh.len(), by).await?;
        let open = queries::open_states(self.tx, &self.order.id).await?;
        let set_aside = open.iter().filter(|state| **state == TokenState::SetAside).count();
        if open.is_empty() {
            self.finish().await?;
        } else if set_aside == open.len() {
            self.hand_over(set_aside).await?;
        }
        Ok(fresh)
    }

    /// Updates tokens, stock levels, the order's counters and its seller's total.
    pub(super) async fn write_down(&mut self, results: &[Settled]) -> Result<Written> {
        let order = self.order;
        let counted = |is_it: fn(&Outcome) -> bool| {
            let count = results.iter().filter(|result| is_it(&result.outcome)).count();
            i64::try_from(count).expect("at most 50")
        };
        let delivered = counted(|outcome| matches!(outcome, Outcome::Delivered));
        let failed = counted(|outcome| matches!(outcome, Outcome::Failed { .. }));
        // The stock's level is locked first, so that all who move its tokens wait for each other here.
        let available = queries::move_settled(self.tx, order, delivered, failed).await?;
        for result in results {
            let (state, reason) = match &result.outcome {
                Outcome::Delivered => (TokenState::Delivered, None),
                Outcome::Failed { reason } => (TokenState::Failed, reason.as_deref()),
                Outcome::Unknown => (TokenState::SetAside, None),
            };
            if !queries::settle_token(self.tx, &order.id, result.token_id, state, reason, self.now).await? {
                return Err(Failure::Inconsistent("a token was settled twice"));
            }
        }
        queries::count_on_order(self.tx, &order.id, delivered, failed).await?;
        if delivered > 0 {
            queries::add_boosts(self.tx, &order.user_id, delivered * BOOSTS_PER_TOKEN, self.now).await?;
        }
        for topic in [Topic::Orders, Topic::Stock] {
            self.tx.publish(order.event(topic));
        }
        Ok(Written { delivered, failed, available })
    }

    /// Fills as many of the places as the stock allows with fresh tokens. The caller has locked the stock's level.
    pub(super) async fn replace(
        &mut self,
        places: &[Place],
        available: i64,
        replacements: Replacements,
    ) -> Result<Vec<OpenToken>> {
        let count = places.len().min(usize::try_from(available).unwrap_or_default());
        let mut fresh = Vec::with_capacity(count);
        for place in &places[..count] {
            fresh.push(queries::take_replacement(self.tx, self.order, place, replacements.state()).await?);
        }
        if count > 0 {
            let order = self.order;
            queries::move_replacements(self.tx, order, i64::try_from(count).expect("at most 50")).await?;
            low_stock::fell(self.tx, self.app, &order.storefront_id, order.stock, self.now).await?;
        }
        Ok(fresh)
    }

    /// Adds the step to the order's history.
    pub(super) async fn tell(&mut self, written: Written, fresh: usize, by: &By) -> Result<()> {
        let counted = [
            (written.delivered, "delivered"),
            (written.failed, "failed"),
            (i64::try_from(fresh).expect("at most 50"), "replaced"),
        ];
        let parts =
            counted.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        let what: Vec<String> = parts.collect();
        if what.is_empty() {
            return Ok(());
        }
        let what = format!("Tokens: {}", what.join(", "));
        order_history::record(self.tx, &self.order.id, by, &what, self.now).await
    }

    /// The one place where an order is done.
    pub(super) async fn finish(&mut self) -> Result<()> {
        let (order, now) = (self.order, self.now);
        let finished = queries::finish(self.tx, &order.id, now).await?;
        let succeeded = finished.succeeded * BOOSTS_PER_TOKEN;
        let action = match OrderOutcome::of(finished.succeeded, order.amount) {
            OrderOutcome::Completed => Action::OrderCompleted,
            OrderOutcome::Partial => Action::OrderPartial,
            OrderOutcome::Failed => Action::OrderFailed,
        };
        let boosts = format!("{succeeded} of {} boosts delivered", order.amount);
        activity_log::record(self.tx, &order.user_id, action, &format!("{} · {boosts}", order.id), now)
            .await?;
        order_history::record(self.tx, &order.id, &By::System, &format!("Done: {boosts}"), now).await?;
        // Later work for the order continues the trace of what finished it.
        self.app.traces.begin_order(&order.id);
        let event = SellerEvent::OrderFinished(facts(order, OrderState::Done, &finished));
        seller_events::write(self.tx, self.app, &order.user_id, &event).await?;
        announcements::announce(self.tx, &order.storefront_id, Kind::OrderFinished, order.id.as_str(), now)
            .await
    }

    /// The one place where an order begins to wait for its seller. `set_aside`: how many tokens need a verdict.
    pub(super) async fn hand_over(&mut self, set_aside: usize) -> Result<()> {
        let (order, now) = (self.order, self.now);
        // Lock order as in a redeem: the seller before the order.
        let is_standing = auth::hold_if_standing(self.tx, &order.user_id).await?;
        let Some(so_far) = queries::hand_over(self.tx, &order.id).await? else { return Ok(()) };
        if !is_standing {
            return self.end().await;
        }
        let waiting = match set_aside {
            1 => "1 token waits for your verdict".to_owned(),
            more => format!("{more} tokens wait for your verdict"),
        };
        let details = format!("{} · {waiting}", order.id);
        activity_log::record(self.tx, &order.user_id, Action::TokensSetAside, &details, now).await?;
        order_history::record(self.tx, &order.id, &By::System, &waiting, now).await?;
        let event = SellerEvent::OrderWaiting(facts(order, OrderState::Waiting, &so_far));
        seller_events::write(self.tx, self.app, &order.user_id, &event).await
    }

    /// Ends an order that waits for a removed seller with the tokens delivered so far. Open tokens count as failed: one that was
    /// set aside may have been handed over, and must not be used again. The caller has locked the order's job.
    ///
    /// Errors: `Inconsistent` when a token is being attempted: nobody would settle it once the order is done.
    pub(super) async fn end(&mut self) -> Result<()> {
        let mut open = queries::tokens(self.tx, &self.order.id).await?;
        open.retain(|token| token.state.is_open());
        if !open.iter().all(|token| token.state.is_for_seller()) {
            return Err(Failure::Inconsistent("a token is attempted in an order that waits for its seller"));
        }
        let failed = |token: &TokenRow| Settled {
            token_id: token.id,
            replacement: token.replacement,
            outcome: Outcome::Failed { reason: Some("The seller was removed".to_owned()) },
        };
        let results: Vec<Settled> = open.iter().map(failed).collect();
        let written = self.write_down(&results).await?;
        self.tell(written, 0, &By::System).await?;
        self.finish().await
    }
}

fn facts(order: &OrderContext, state: OrderState, counts: &Counts) -> OrderFacts {
    OrderFacts {
        order_id: order.id.clone(),
        guild_id: order.storefront_guild_id.clone(),
        stock: order.stock.as_str(),
        amount: order.amount,
        state: state.as_str(),
        successful: counts.succeeded,
        failed: counts.failed,
    }
}
