//! Limits the lists that are imported at once: one of each seller, and few in all, so that they do not fill the memory.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use boostdesk_core::ids::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::edge::concurrency::{Place, Places, Turns};
use crate::http::error::{ApiError, Result};

/// Lists in memory at the same time, of up to 8 MiB each.
const AT_ONCE: usize = 6;
/// Lists of one seller that may wait or be read at the same time. Those that wait are not in memory.
const WAITING: u32 = 50;
/// How long a list waits for its turn: half of what its request may take.
const TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(crate) struct ImportTurns {
    waiting: Places<UserId>,
    sellers: Turns<UserId>,
    all: Arc<Semaphore>,
}

/// A seller's turn, until dropped.
#[derive(Debug)]
#[expect(dead_code, reason = "held until dropped")]
pub(crate) struct ImportTurn {
    waited: Place<UserId>,
    own: OwnedSemaphorePermit,
    one_of_all: OwnedSemaphorePermit,
}

impl ImportTurns {
    pub(crate) fn new() -> Self {
        Self { waiting: Places::new(WAITING), sellers: Turns::new(1), all: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Waits for this seller's turn. To be called before the list is read, so that it does not wait in memory.
    ///
    /// Errors: 429 when too many of theirs wait already, or it does not come in time.
    pub(crate) async fn take(&self, seller: &UserId) -> Result<ImportTurn> {
        let waited = self.waiting.take(seller.clone()).ok_or_else(too_many)?;
        let turn = async {
            let own = self.sellers.take(seller.clone()).await;
            let one_of_all = self.all.clone().acquire_owned().await.map_err(ApiError::broken)?;
            Ok(ImportTurn { waited, own, one_of_all })
        };
        timeout(TIMEOUT, turn).await.unwrap_or_else(|_| Err(too_many()))
    }
}

fn too_many() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many lists at once. Please wait until the others have been read.",
    )
    .retry_after(Duration::from_secs(5))
}
