//! Stock that runs low: said once, and not again before it was above the threshold.

mod queries;

use crate::App;
use crate::db::{Result, Tx};
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::StorefrontId;
use crate::outbox::announcements::{self, Kind};
use crate::outbox::seller_events::{self, SellerEvent, StockFacts};
use crate::shop::stock_name::StockName;

text_enum! {
    /// What the seller was told last of a stock's level.
    enum Announced {
        Nothing = "nothing",
        Low = "low",
        Empty = "empty",
    }
}

/// The stock's level went down. The caller holds it.
pub(crate) async fn fell(
    tx: &mut Tx,
    app: &App,
    storefront_id: &StorefrontId,
    stock: StockName,
    now: Timestamp,
) -> Result<()> {
    let empty = match queries::mark_fallen(tx, storefront_id, stock).await? {
        Some(Announced::Empty) => true,
        Some(Announced::Low) => false,
        Some(Announced::Nothing) | None => return Ok(()),
    };
    let level = queries::level(tx, storefront_id, stock).await?;
    let facts = StockFacts {
        guild_id: level.guild_id,
        stock: stock.as_str(),
        available: level.available,
        threshold: level.low_stock_threshold,
    };
    let (kind, event) = if empty {
        // One word of it is enough.
        announcements::take_back(tx, storefront_id, Kind::StockLow, stock.as_str()).await?;
        (Kind::StockEmpty, SellerEvent::StockEmpty(facts))
    } else {
        (Kind::StockLow, SellerEvent::StockLow(facts))
    };
    seller_events::write(tx, app, &level.user_id, &event).await?;
    announcements::announce(tx, storefront_id, kind, stock.as_str(), now).await
}

/// The level went up, or the threshold changed.
pub(crate) async fn rose(tx: &mut Tx, storefront_id: &StorefrontId) -> Result<()> {
    queries::mark_risen(tx, storefront_id).await
}
