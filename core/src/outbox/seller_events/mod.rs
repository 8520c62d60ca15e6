//! Events for sellers' own services. `developers` reads them and sends them.
//!
//! Nothing here reads events, and storefronts, stocks and keys are known here by their names only.

mod queries;

use serde::Serialize;

use crate::App;
use crate::db::{Result, Tx};
use crate::events::{Event, Topic};
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::{EventEndpointId, GuildId, OrderId, UserId};
use crate::seal::{Place, Purpose};

text_enum! {
    pub enum EventType {
        OrderRedeemed = "order.redeemed",
        OrderFinished = "order.finished",
        OrderWaiting = "order.waiting",
        StockLow = "stock.low",
        StockEmpty = "stock.empty",
        KeyCreated = "key.created",
        StoreRefused = "store.refused",
        /// Sent when the seller asks for it, whichever events the endpoint gets otherwise.
        Test = "test",
    }
}

text_enum! {
    /// Who had keys made.
    pub enum KeySource {
        Seller = "seller",
        Store = "store",
        Api = "api",
        Bot = "bot",
    }
}

/// An event, with the facts that are sent.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum SellerEvent {
    OrderRedeemed(OrderFacts),
    OrderFinished(OrderFacts),
    OrderWaiting(OrderFacts),
    StockLow(StockFacts),
    StockEmpty(StockFacts),
    KeyCreated(KeyFacts),
    StoreRefused(RefusalFacts),
    Test {},
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderFacts {
    pub order_id: OrderId,
    /// The storefront's.
    pub guild_id: GuildId,
    pub stock: &'static str,
    pub amount: i64,
    pub state: &'static str,
    /// Tokens.
    pub successful: i64,
    pub failed: i64,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StockFacts {
    pub guild_id: GuildId,
    pub stock: &'static str,
    pub available: i64,
    pub threshold: i64,
}

/// Facts about a batch of keys, never the keys.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyFacts {
    pub guild_id: GuildId,
    pub stock: &'static str,
    pub amount: i64,
    pub count: i64,
    pub note: Option<String>,
    pub source: KeySource,
}

/// Store calls that were refused in the last minute.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefusalFacts {
    pub guild_id: GuildId,
    pub provider: &'static str,
    /// The verdict of the last one.
    pub verdict: &'static str,
    pub count: i64,
}

impl SellerEvent {
    pub fn event_type(&self) -> EventType {
        match self {
            Self::OrderRedeemed(_) => EventType::OrderRedeemed,
            Self::OrderFinished(_) => EventType::OrderFinished,
            Self::OrderWaiting(_) => EventType::OrderWaiting,
            Self::StockLow(_) => EventType::StockLow,
            Self::StockEmpty(_) => EventType::StockEmpty,
            Self::KeyCreated(_) => EventType::KeyCreated,
            Self::StoreRefused(_) => EventType::StoreRefused,
            Self::Test {} => EventType::Test,
        }
    }

    fn body(&self, at: Timestamp) -> String {
        let body = Body { r#type: self.event_type(), timestamp: at.rfc3339(), data: self };
        serde_json::to_string(&body).expect("an event has a JSON form")
    }
}

#[derive(Serialize)]
struct Body<'a> {
    r#type: EventType,
    timestamp: String,
    data: &'a SellerEvent,
}

/// Tells each of the user's enabled endpoints that asked for events of this type.
pub(crate) async fn write(tx: &mut Tx, app: &App, user_id: &UserId, event: &SellerEvent) -> Result<()> {
    for endpoint in queries::enabled_endpoints(tx, user_id).await? {
        if endpoint.events.split(',').any(|wanted| wanted == event.event_type().as_str()) {
            write_to(tx, app, &endpoint.id, event).await?;
        }
    }
    Ok(())
}

/// Tells one endpoint, whatever it asked for.
pub(crate) async fn write_to(
    tx: &mut Tx,
    app: &App,
    endpoint_id: &EventEndpointId,
    event: &SellerEvent,
) -> Result<()> {
    let (now, message_id) = (app.clock.now(), app.rng.uuid());
    let row = body_row(endpoint_id, &message_id);
    let body_sealed = app.seal.seal(&Place::row(Purpose::EventBody, &row), &event.body(now), &app.rng);
    let delivery = queries::NewDelivery { message_id, event: event.event_type(), body_sealed, at: now };
    queries::insert(tx, endpoint_id, &delivery).await?;
    tx.publish(Event::of_all(Topic::EventDeliveries));
    Ok(())
}

/// What identifies the row of a delivery, to which its body is sealed.
pub(crate) fn body_row<'a>(endpoint_id: &'a EventEndpointId, message_id: &'a str) -> [&'a str; 2] {
    [endpoint_id.as_str(), message_id]
}
