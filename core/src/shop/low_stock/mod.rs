//! Notices of low and empty stock: each is given once, and again only after stock was above the threshold. If stock came in before
//! the log channel could be told that it was empty, the channel is told the next time.

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

/// To be called when a stock's level has fallen. The caller has locked it. Of a closed shop nothing is told: nobody sells from its
/// stock any more.
pub(crate) async fn fell(
    tx: &mut Tx,
    app: &App,
    storefront_id: &StorefrontId,
    stock: StockName,
    now: Timestamp,
) -> Result<()> {
    let Some(level) = queries::level_of_open(tx, storefront_id, stock).await? else { return Ok(()) };
    let Some(announced) = level.news() else { return Ok(()) };
    queries::mark_fallen(tx, storefront_id, stock, announced).await?;
    let facts = StockFacts {
        guild_id: level.guild_id,
        stock: stock.as_str(),
        available: level.available,
        threshold: level.low_stock_threshold,
    };
    // Notices that still wait in the outbox are replaced by what is true now.
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
        // Queued behind it, for when stock comes in before either is posted: only one of the two is posted.
        announcements::announce(tx, storefront_id, Kind::StockLow, stock.as_str(), now).await?;
    }
    Ok(())
}

/// Records that stock came in before the notice of empty stock was posted: the log channel is told the next time, while sellers'
/// services have been told already. Returns `false`, and changes nothing, when the stock is still empty.
pub(crate) async fn mark_low_again(
    tx: &mut Tx,
    storefront_id: &StorefrontId,
    stock: StockName,
) -> Result<bool> {
    queries::mark_low_again(tx, storefront_id, stock).await
}

/// To be called when the level has risen, or the threshold has changed.
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
