//! This process's metrics, for its operator: figures in memory that nobody waits for.
//!
//! Each feature counts here what it does; the web side exports all of it for Prometheus. A label holds one of a few words:
//! never a guild, a user, an order, an address or a secret.

mod gateway;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

pub use gateway::{Gateway, GatewayFigures};

/// Clones share the same figures.
#[derive(Debug, Clone, Default)]
pub struct Metrics {
    redeems: Family<Outcome, Counter>,
    announcements: Family<Outcome, Counter>,
    event_deliveries: Family<Outcome, Counter>,
    fulfilment_calls: Family<Outcome, Counter>,
    store_calls: Family<Verdict, Counter>,
    /// The chat platform's gateway, as the bot sees it.
    pub gateway: Gateway,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Verdict {
    verdict: &'static str,
}

impl Metrics {
    /// A redeem was answered.
    pub fn redeemed(&self, outcome: &'static str) {
        count(&self.redeems, &Outcome { outcome }, 1);
    }

    /// The chat platform was given an announcement, or did not take it.
    pub fn announced(&self, outcome: &'static str) {
        count(&self.announcements, &Outcome { outcome }, 1);
    }

    /// A seller's service was told of an event, or could not be.
    pub fn event_delivered(&self, outcome: &'static str) {
        count(&self.event_deliveries, &Outcome { outcome }, 1);
    }

    /// A service that delivers was given a round of an order, or could not be.
    pub fn fulfilment_called(&self, outcome: &'static str) {
        count(&self.fulfilment_calls, &Outcome { outcome }, 1);
    }

    /// A store called.
    pub fn store_called(&self, verdict: &'static str) {
        count(&self.store_calls, &Verdict { verdict }, 1);
    }

    /// Begins each counter at zero, so that the first occurrence shows as an increase.
    pub fn begin(&self, words: &Words<'_>) {
        let families = [
            (&self.redeems, words.redeems),
            (&self.announcements, words.announcements),
            (&self.event_deliveries, words.event_deliveries),
            (&self.fulfilment_calls, words.fulfilment_calls),
        ];
        for (family, outcomes) in families {
            for outcome in outcomes {
                count(family, &Outcome { outcome }, 0);
            }
        }
        for verdict in words.verdicts {
            count(&self.store_calls, &Verdict { verdict }, 0);
        }
    }

    pub fn register(&self, registry: &mut Registry) {
        registry.register("redeems", "Redeems answered, by what came of them", self.redeems.clone());
        registry.register(
            "announcements",
            "Announcements given to the chat platform, by what came of it",
            self.announcements.clone(),
        );
        registry.register(
            "event_deliveries",
            "Calls of sellers' services with an event, by what came of them",
            self.event_deliveries.clone(),
        );
        registry.register(
            "fulfilment_calls",
            "Calls of services that deliver, by what came of them",
            self.fulfilment_calls.clone(),
        );
        registry.register("store_calls", "Calls of stores, by their verdict", self.store_calls.clone());
    }
}

/// All the words that may stand in a label.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    pub redeems: &'a [&'static str],
    pub announcements: &'a [&'static str],
    pub event_deliveries: &'a [&'static str],
    pub fulfilment_calls: &'a [&'static str],
    pub verdicts: &'a [&'static str],
}

fn count<L>(family: &Family<L, Counter>, label: &L, more: u64)
where
    L: Clone + std::hash::Hash + Eq,
{
    family.get_or_create_owned(label).inc_by(more);
}
