//! Limits the lists that are imported at once: one of each seller, and few in all, so that they do not fill the memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use axum::http::StatusCode;
use boostdesk_core::ids::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::edge::concurrency::{Place, Places};
use crate::http::error::{ApiError, Result};

/// Lists in memory at the same time, of up to 8 MiB each.
const AT_ONCE: usize = 6;
/// Lists of one seller that may wait or be read at the same time.
const WAITING: u32 = 8;

#[derive(Debug)]
pub(crate) struct ImportTurns {
    waiting: Places<UserId>,
    sellers: Mutex<HashMap<UserId, Weak<Semaphore>>>,
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
        Self {
            waiting: Places::new(WAITING),
            sellers: Mutex::default(),
            all: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Waits for this seller's turn. To be called before the list is read, so that it does not wait in memory.
    ///
    /// Errors: 429 when too many of theirs wait already.
    pub(crate) async fn take(&self, seller: &UserId) -> Result<ImportTurn> {
        let waited = self.waiting.take(seller.clone()).ok_or_else(too_many)?;
        let own = self.of_seller(seller).acquire_owned().await.map_err(ApiError::broken)?;
        let one_of_all = self.all.clone().acquire_owned().await.map_err(ApiError::broken)?;
        Ok(ImportTurn { waited, own, one_of_all })
    }

    fn of_seller(&self, seller: &UserId) -> Arc<Semaphore> {
        let mut sellers = self.sellers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turns) = sellers.get(seller).and_then(Weak::upgrade) {
            return turns;
        }
        sellers.retain(|_, turns| turns.strong_count() > 0);
        let turns = Arc::new(Semaphore::new(1));
        sellers.insert(seller.clone(), Arc::downgrade(&turns));
        turns
    }
}

fn too_many() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many lists at once. Please wait until the others have been read.",
    )
    .retry_after(Duration::from_secs(5))
}
