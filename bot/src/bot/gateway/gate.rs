//! Holds back serenity's reconnects until they may start, and sets their address.
//!
//! serenity 0.12 connects again at once, whatever went wrong (issue #1433: 1,100 times a second to a server that accepts and
//! closes), and never to `resume_gateway_url` (PR #2832, not released). Before each connection it reads the address
//! from behind a lock; the gate holds that lock.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard};

/// How often the gate looks for a connection that waits.
pub(super) const LOOK: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(super) struct Gate {
    address: Arc<Mutex<String>>,
    /// While this guard is held, nobody connects.
    bolt: OwnedMutexGuard<String>,
}

impl Gate {
    /// Returns a gate that is shut.
    pub(super) async fn shut(address: Arc<Mutex<String>>) -> Self {
        let bolt = address.clone().lock_owned().await;
        Self { address, bolt }
    }

    /// Lets a waiting connection through to `address`. Returns whether one was waiting.
    pub(super) async fn let_through(self, address: Option<&str>) -> (Self, bool) {
        let Self { address: lock, mut bolt } = self;
        if let Some(address) = address {
            address.clone_into(&mut bolt);
        }
        drop(bolt);
        // The lock is fair: a waiting connection gets it before `try_lock_owned` can.
        match lock.clone().try_lock_owned() {
            Ok(bolt) => (Self { address: lock, bolt }, false),
            Err(_) => (Self::shut(lock).await, true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn waiting_connection_passes_the_gate_once_to_the_address_that_was_set() {
        let address = Arc::new(Mutex::new("ws://first".to_owned()));
        let gate = Gate::shut(address.clone()).await;
        let (gate, passed) = gate.let_through(Some("ws://second")).await;
        assert!(!passed, "nobody waits");
        let waiting = tokio::spawn({
            let address = address.clone();
            async move { address.lock().await.clone() }
        });
        tokio::task::yield_now().await;
        let (gate, passed) = gate.let_through(None).await;
        assert!(passed);
        assert_eq!(waiting.await.expect("it passed"), "ws://second");
        assert!(!gate.let_through(None).await.1, "nobody waits any more");
    }
}
