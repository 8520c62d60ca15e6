//! Writes down what became of tokens: counters, replacements, and the end of the order.

use super::queries::{self, Finished, OpenToken, OrderContext};
use crate::App;
use crate::clock::Timestamp;
use crate::db::{Failure, Result, Tx};
use crate::events::{Event, Topic};
use crate::ids::TokenId;
use crate::outbox::{self, Kind};
use crate::people::activity_log::{self, Action};
use crate::seller_events::{self, OrderFacts, SellerEvent};
use crate::shop::low_stock;
use crate::shop::orders::OrderState;
use crate::shop::stock::{BOOSTS_PER_TOKEN, TokenState};

#[derive(Debug)]
pub(super) enum Outcome {
    Delivered,
    Failed {
        reason: Option<String>,
    },
    /// Nobody can know: the seller decides.
    Unknown,
}

#[derive(Debug)]
pub(super) struct Settled {
    pub token_id: TokenId,
    /// How many tokens stood in this one's place before it.
    pub replacement: i64,
    pub outcome: Outcome,
}

/// How fresh tokens that replace failed ones are to be held.
#[derive(Debug, Clone, Copy)]
pub(super) enum Replacements {
    /// By a worker that attempts them at once.
    Attempting,
    /// For the seller.
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

/// The caller holds the order's job. Returns the tokens that replace failed ones.
pub(super) async fn settle(
    tx: &mut Tx,
    app: &App,
    order: &OrderContext,
    results: &[Settled],
    max_replacements: i64,
    replacements: Replacements,
    now: Timestamp,
) -> Result<Vec<OpenToken>> {
    let (mut delivered, mut failed, mut to_replace) = (0, 0, Vec::new());
    for result in results {
        let (state, reason) = match &result.outcome {
            Outcome::Delivered => (TokenState::Delivered, None),
            Outcome::Failed { reason } => (TokenState::Failed, reason.as_deref()),
            Outcome::Unknown => (TokenState::SetAside, None),
        };
        match result.outcome {
            Outcome::Delivered => delivered += 1,
            Outcome::Failed { .. } => {
                failed += 1;
                if result.replacement < max_replacements {
                    to_replace.push(result.replacement + 1);
                }
            }
            Outcome::Unknown => {}
        }
        if !queries::settle_token(tx, &order.id, result.token_id, state, reason, now).await? {
            return Err(Failure::Inconsistent("a token was settled twice"));
        }
    }
    let available = queries::move_settled(tx, order, delivered, failed).await?;
    let fresh = replace(tx, app, order, &to_replace, available, replacements, now).await?;
    queries::count_on_order(tx, &order.id, delivered, failed).await?;
    if delivered > 0 {
        queries::add_boosts(tx, &order.user_id, delivered * BOOSTS_PER_TOKEN, now).await?;
    }
    finish_or_hand_over(tx, app, order, now).await?;
    for topic in [Topic::Orders, Topic::Stock] {
        tx.publish(Event::of_storefront(topic, &order.user_id, &order.storefront_guild_id));
    }
    Ok(fresh)
}

async fn replace(
    tx: &mut Tx,
    app: &App,
    order: &OrderContext,
    to_replace: &[i64],
    available: i64,
    replacements: Replacements,
    now: Timestamp,
) -> Result<Vec<OpenToken>> {
    let count = to_replace.len().min(usize::try_from(available).unwrap_or_default());
    let mut fresh = Vec::with_capacity(count);
    for replacement in &to_replace[..count] {
        fresh.push(queries::take_replacement(tx, order, *replacement, replacements.state()).await?);
    }
    if count > 0 {
        queries::move_replacements(tx, order, i64::try_from(count).expect("at most 50")).await?;
        low_stock::fell(tx, app, &order.storefront_id, order.stock, now).await?;
    }
    Ok(fresh)
}

async fn finish_or_hand_over(tx: &mut Tx, app: &App, order: &OrderContext, now: Timestamp) -> Result<()> {
    let open = queries::open_states(tx, &order.id).await?;
    if open.is_empty() {
        let finished = queries::finish(tx, &order.id, now).await?;
        seller_events::write(tx, app, &order.user_id, &finished_event(order, &finished)).await?;
        let succeeded = finished.succeeded * BOOSTS_PER_TOKEN;
        let action = match succeeded {
            done if done >= order.amount => Action::OrderCompleted,
            0 => Action::OrderFailed,
            _ => Action::OrderPartial,
        };
        let details = format!("{} · {succeeded} of {} boosts delivered", order.id, order.amount);
        activity_log::record(tx, &order.user_id, action, &details, now).await?;
        let about = Kind::OrderFinished;
        return outbox::announce(tx, &order.storefront_id, about, order.id.as_str(), now).await;
    }
    let set_aside = open.iter().filter(|state| **state == TokenState::SetAside).count();
    if set_aside == open.len() && queries::hand_over(tx, &order.id).await? {
        let details = format!("{} · {set_aside} tokens wait for your verdict", order.id);
        activity_log::record(tx, &order.user_id, Action::TokensSetAside, &details, now).await?;
    }
    Ok(())
}

fn finished_event(order: &OrderContext, finished: &Finished) -> SellerEvent {
    SellerEvent::OrderFinished(OrderFacts {
        order_id: order.id.clone(),
        guild_id: order.storefront_guild_id.clone(),
        stock: order.stock.as_str(),
        amount: order.amount,
        state: OrderState::Done.as_str(),
        successful: finished.succeeded,
        failed: finished.failed,
    })
}
