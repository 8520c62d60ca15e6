//! Session tokens and API keys that were valid here recently. They tell known callers from strangers for limits, and never who is
//! signed in: the database is asked for that, each time.

use std::time::Duration;

use boostdesk_core::seal::token_digest;
use moka::future::Cache;
use secrecy::SecretString;

const MOST: u64 = 20_000;
const LIFE: Duration = Duration::from_hours(24);

/// Keyed by the tokens' digests.
#[derive(Debug)]
pub(crate) struct FamiliarTokens(Cache<String, ()>);

impl FamiliarTokens {
    pub(crate) fn new() -> Self {
        Self(Cache::builder().max_capacity(MOST).time_to_idle(LIFE).build())
    }

    pub(crate) async fn knows(&self, token: &SecretString) -> bool {
        self.0.get(&token_digest(token)).await.is_some()
    }

    pub(crate) async fn add(&self, token: &SecretString) {
        self.0.insert(token_digest(token), ()).await;
    }

    pub(crate) async fn forget(&self, token: &SecretString) {
        self.0.invalidate(&token_digest(token)).await;
    }
}
