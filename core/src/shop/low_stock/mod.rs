//! Stock that runs low: said once, and not again before it was above the threshold. That it is empty is news to the log channel once
//! more where it could not be told before some came.

mod queries;

use self::queries::Level;
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
    let level = queries::level(tx, storefront_id, stock).await?;
    let Some(announced) = level.news() else { return Ok(()) };
    queries::mark_fallen(tx, storefront_id, stock, announced).await?;
    let facts = StockFacts {
        guild_id: level.guild_id,
        stock: stock.as_str(),
        available: level.available,
        threshold: level.low_stock_threshold,
    };
    // What could not be said yet is said as it is now.
    announcements::take_back(tx, storefront_id, Kind::StockEmpty, stock.as_str()).await?;
    let was_waiting = announcements::take_back(tx, storefront_id, Kind::StockLow, stock.as_str()).await?;
    if announced == Announced::Low {
        seller_events::write(tx, app, &level.user_id, &SellerEvent::StockLow(facts)).await?;
        return announcements::announce(tx, storefront_id, Kind::StockLow, stock.as_str(), now).await;
    }
    if !level.empty_heard {
        seller_events::write(tx, app, &level.user_id, &SellerEvent::StockEmpty(facts)).await?;
    }
    announcements::announce(tx, storefront_id, Kind::StockEmpty, stock.as_str(), now).await?;
    if was_waiting || level.announced == Announced::Nothing {
        // Behind it, for when there is some again before anything was said: one word of it is enough.
        announcements::announce(tx, storefront_id, Kind::StockLow, stock.as_str(), now).await?;
    }
    Ok(())
}

/// Takes down that there is some again: that it was empty is news to the log channel the next time, while sellers' services have heard
/// it. Returns `false`, and changes nothing, where there is none.
pub(crate) async fn mark_low_again(
    tx: &mut Tx,
    storefront_id: &StorefrontId,
    stock: StockName,
) -> Result<bool> {
    queries::mark_low_again(tx, storefront_id, stock).await
}

/// The level went up, or the threshold changed.
pub(crate) async fn rose(tx: &mut Tx, storefront_id: &StorefrontId) -> Result<()> {
    queries::mark_risen(tx, storefront_id).await
}

impl Level {
    /// What the seller is to be told, if it is new.
    fn news(&self) -> Option<Announced> {
        match self.announced {
            Announced::Nothing | Announced::Low if self.available == 0 => Some(Announced::Empty),
            Announced::Nothing if self.available <= self.low_stock_threshold => Some(Announced::Low),
            Announced::Nothing | Announced::Low | Announced::Empty => None,
        }
    }
}
