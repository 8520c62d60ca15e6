//! An adapter for demonstrations and tests: a token's own text decides whether it fails, so every run is the same.

use futures::FutureExt;
use futures::future::BoxFuture;
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};

use crate::ports::{Fulfil, Fulfilled, Fulfilment};

#[derive(Debug)]
pub struct Simulated {
    /// The share of tokens that fail, 0.0 to 1.0.
    failures: f64,
}

impl Simulated {
    pub fn new(failures: f64) -> Self {
        Self { failures }
    }

    /// What becomes of this token, whenever it is asked.
    pub fn outcome(&self, token: &str) -> Fulfilled {
        let digest = Sha256::digest(token.as_bytes());
        let first: [u8; 4] = digest[..4].try_into().expect("a digest has 32 bytes");
        let share = f64::from(u32::from_be_bytes(first)) / (f64::from(u32::MAX) + 1.0);
        if share < self.failures {
            Fulfilled::Failed { reason: "simulated failure".to_owned() }
        } else {
            Fulfilled::Delivered
        }
    }
}

impl Fulfilment for Simulated {
    fn deliver<'a>(&'a self, task: &'a Fulfil) -> BoxFuture<'a, Fulfilled> {
        async { self.outcome(task.token.expose_secret()) }.boxed()
    }

    fn ask<'a>(&'a self, task: &'a Fulfil) -> BoxFuture<'a, Option<Fulfilled>> {
        async { Some(self.outcome(task.token.expose_secret())) }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simulated_adapter_fails_the_configured_share_of_tokens_repeatably() {
        let failing = |share| {
            let adapter = Simulated::new(share);
            (0..10_000).filter(|n| adapter.outcome(&format!("token-{n}")) != Fulfilled::Delivered).count()
        };
        assert_eq!(failing(0.0), 0);
        assert_eq!(failing(1.0), 10_000);
        assert!((2_800..3_200).contains(&failing(0.3)), "{}", failing(0.3));
        assert_eq!(failing(0.3), failing(0.3));
    }
}
