//! Deletes old messages. Their files are swept with other orphans.

use futures::FutureExt;

use super::queries;
use crate::App;
use crate::db::{PIECE, Result};

/// Deletes messages that are older than `days`; 0 keeps all. Returns how many.
pub async fn forget_old(app: &App, days: u32) -> Result<u64> {
    let forget = app.db.forget_older(app.clock.now(), days, |tx, until| {
        async move { queries::forget_until(tx, until, PIECE).await }.boxed()
    });
    forget.await
}
