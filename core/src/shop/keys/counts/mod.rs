//! How many keys of a storefront have each status: counters that triggers maintain, never a count of rows.

mod queries;

use crate::App;
use crate::db::Result;
use crate::ids::StorefrontId;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyCounts {
    pub unused: i64,
    pub redeemed: i64,
    pub revoked: i64,
}

pub(super) async fn of(app: &App, storefront_id: &StorefrontId) -> Result<KeyCounts> {
    let kept = queries::kept(&mut app.db.read().await?, storefront_id).await?;
    Ok(KeyCounts {
        unused: kept.made - kept.redeemed - kept.revoked,
        redeemed: kept.redeemed,
        revoked: kept.revoked,
    })
}
