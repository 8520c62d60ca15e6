//! Deletes old calls. Their sales stay, so that a store that repeats a call years later is answered the same.

use futures::FutureExt;

use super::queries;
use crate::App;
use crate::db::{PIECE, Result};

/// Deletes calls that are older than `days`; 0 keeps all. Returns how many. Calls that anybody can cause are limited by number
/// instead.
pub async fn forget_old(app: &App, days: u32) -> Result<u64> {
    let forget = app.db.forget_older(app.clock.now(), days, |tx, until| {
        async move { queries::forget_until(tx, until, PIECE).await }.boxed()
    });
    forget.await
}
