//! Deletes old messages. Their files are swept with other orphans.

use std::time::Duration;

use futures::FutureExt;

use super::queries;
use crate::App;
use crate::db::{PIECE, Result};

const DAY: Duration = Duration::from_hours(24);

/// Deletes messages that are older than `days`; 0 keeps all. Returns how many.
pub async fn forget_old(app: &App, days: u32) -> Result<u64> {
    if days == 0 {
        return Ok(0);
    }
    let until = app.clock.now().minus(DAY * days);
    app.db
        .write_in_pieces(PIECE, move |tx| {
            async move { queries::forget_until(tx, until, PIECE).await }.boxed()
        })
        .await
}
