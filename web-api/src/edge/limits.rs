//! How often one address, or one session, may ask. Per process, and kept in memory.

use std::fmt;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

use boostdesk_core::config;

use crate::edge::client_address::{ClientAddress, neighbourhood};
use crate::http::error::ApiError;

/// Calls of one API key a minute. All may come at once; they then become available again evenly.
const API_KEY_PER_MINUTE: u32 = 600;
/// Calls of one store connection a minute. Those with a wrong signature, and those that need none, count apart, as many each.
const STORE_CALLS_PER_MINUTE: u32 = 600;
/// The weight of a session's call, where a [`Weight::Leaf`] weighs 1. A page of 100 orders takes 101 of those, so that the
/// default limit has room for 50 such pages at once, and 200 a minute.
const CALL: NonZeroU32 = NonZeroU32::new(20).expect("more than 0");
/// How often quiet callers are forgotten.
const SWEEP: Duration = Duration::from_secs(30);

/// The kinds of calls that an address is limited in. Each has a limit of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Login,
    Redeem,
    Public,
    Preview,
    /// A call with a session token or API key that has not been valid here before. As many as [`Kind::Public`].
    Stranger,
}

/// How much a session's call counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Call,
    /// One of the many small reads that a page is made of.
    Leaf,
}

/// What is fetched for a user. Each kind has a limit of its own: a preview leads to one picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fetch {
    Preview,
    Picture,
}

/// Who has called as a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoreCaller {
    /// The signature is right.
    Store,
    /// The signature is wrong.
    Refused,
    /// The signature does not matter: it is a test that sells nothing, or the store is not connected.
    Anybody,
}

#[derive(Clone)]
pub(crate) struct Limits(Arc<Inner>);

struct Inner {
    login: PerMinute<IpAddr>,
    redeem: PerMinute<IpAddr>,
    public: PerMinute<IpAddr>,
    preview: PerMinute<IpAddr>,
    stranger: PerMinute<IpAddr>,
    sessions: PerMinute<Box<str>>,
    previews: PerMinute<Box<str>>,
    pictures: PerMinute<Box<str>>,
    api_keys: PerMinute<Box<str>>,
    chat: PerMinute<Box<str>>,
    stores: PerMinute<Box<str>>,
    refused_stores: PerMinute<Box<str>>,
    like_stores: PerMinute<Box<str>>,
}

impl Limits {
    pub(crate) fn new(settings: &config::Limits) -> Self {
        Self(Arc::new(Inner {
            login: PerMinute::new(settings.login_per_minute),
            redeem: PerMinute::new(settings.redeem_per_minute),
            public: PerMinute::new(settings.public_per_minute),
            preview: PerMinute::new(settings.preview_per_minute),
            stranger: PerMinute::new(settings.public_per_minute),
            sessions: PerMinute::in_bursts(settings.session_per_minute, CALL),
            previews: PerMinute::new(settings.preview_per_minute),
            pictures: PerMinute::new(settings.preview_per_minute),
            api_keys: PerMinute::new(API_KEY_PER_MINUTE),
            stores: PerMinute::new(STORE_CALLS_PER_MINUTE),
            refused_stores: PerMinute::new(STORE_CALLS_PER_MINUTE),
            like_stores: PerMinute::new(STORE_CALLS_PER_MINUTE),
            chat: PerMinute::in_bursts(settings.chat_messages_per_minute, NonZeroU32::MIN),
        }))
    }

    /// Counts one call of `kind` from this address, or refuses it.
    pub(crate) fn count(&self, kind: Kind, ClientAddress(address): ClientAddress) -> Result<(), ApiError> {
        let limit = match kind {
            Kind::Login => &self.0.login,
            Kind::Redeem => &self.0.redeem,
            Kind::Public => &self.0.public,
            Kind::Preview => &self.0.preview,
            Kind::Stranger => &self.0.stranger,
        };
        limit.count(&neighbourhood(address)).map_err(too_many)
    }

    /// Counts one call of somebody who is signed in, or refuses it.
    pub(crate) fn count_session(&self, subject: &str, weight: Weight) -> Result<(), ApiError> {
        let weight = match weight {
            Weight::Call => CALL,
            Weight::Leaf => NonZeroU32::MIN,
        };
        self.0.sessions.count_as(weight, &subject.into()).map_err(too_many)
    }

    /// Counts one fetch for somebody who is signed in, or refuses it.
    pub(crate) fn count_fetch(&self, fetch: Fetch, subject: &str) -> Result<(), ApiError> {
        let limit = match fetch {
            Fetch::Preview => &self.0.previews,
            Fetch::Picture => &self.0.pictures,
        };
        limit.count(&subject.into()).map_err(too_many)
    }

    /// Counts one call with this API key, or refuses it.
    pub(crate) fn count_api_key(&self, id: &str) -> Result<(), ApiError> {
        self.0.api_keys.count(&id.into()).map_err(too_many)
    }

    /// Counts one message, edit or deletion in the chat, or refuses it.
    pub(crate) fn count_chat(&self, subject: &str) -> Result<(), ApiError> {
        self.0.chat.count(&subject.into()).map_err(too_many)
    }

    /// Counts one call of a store connection, or refuses it. `connection` must exist, so that memory stays bounded.
    pub(crate) fn count_store_call(&self, caller: StoreCaller, connection: &str) -> Result<(), ApiError> {
        let limit = match caller {
            StoreCaller::Store => &self.0.stores,
            StoreCaller::Refused => &self.0.refused_stores,
            StoreCaller::Anybody => &self.0.like_stores,
        };
        limit.count(&connection.into()).map_err(too_many)
    }

    /// Until `shutdown`, forgets callers who have been quiet for long enough to start anew, so that memory does not grow.
    pub(crate) async fn sweep(self, shutdown: CancellationToken) {
        let mut tick = interval(SWEEP);
        while shutdown.run_until_cancelled(tick.tick()).await.is_some() {
            let Inner {
                login,
                redeem,
                public,
                preview,
                stranger,
                sessions,
                previews,
                pictures,
                api_keys,
                chat,
                stores,
                refused_stores,
                like_stores,
            } = &*self.0;
            for limit in [login, redeem, public, preview, stranger] {
                limit.forget_quiet();
            }
            for limit in [sessions, previews, pictures, api_keys, chat, stores, refused_stores, like_stores] {
                limit.forget_quiet();
            }
        }
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Limits")
    }
}

fn too_many(wait: Duration) -> ApiError {
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests. Please wait a moment and try again.")
        .retry_after(wait)
}

type Limiter<K, C> = RateLimiter<K, DashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// So many calls at once, and as many again in each minute that follows, spread evenly. `None`: no limit.
struct PerMinute<K: Hash + Eq + Clone, C: Clock = MonotonicClock>(Option<Limiter<K, C>>);

impl<K: Hash + Eq + Clone> PerMinute<K> {
    /// 0: no limit.
    fn new(calls: u32) -> Self {
        Self::with_clock(calls, MonotonicClock)
    }

    /// A quarter of a minute's calls at once, and `calls` in each minute that follows. 0: no limit. A call weighs
    /// `call`, so that others can weigh less.
    fn in_bursts(calls: u32, call: NonZeroU32) -> Self {
        Self::in_bursts_by(calls, call, MonotonicClock)
    }
}

impl<K: Hash + Eq + Clone, C: Clock> PerMinute<K, C> {
    fn with_clock(calls: u32, clock: C) -> Self {
        Self(
            NonZeroU32::new(calls)
                .map(|calls| RateLimiter::dashmap_with_clock(Quota::per_minute(calls), clock)),
        )
    }

    fn in_bursts_by(calls: u32, call: NonZeroU32, clock: C) -> Self {
        let at_once = NonZeroU32::new((calls / 4).max(1)).expect("1 or more").saturating_mul(call);
        let quota = NonZeroU32::new(calls)
            .map(|calls| Quota::per_minute(calls.saturating_mul(call)).allow_burst(at_once));
        Self(quota.map(|quota| RateLimiter::dashmap_with_clock(quota, clock)))
    }

    /// Counts a call.
    ///
    /// Errors: how long to wait.
    fn count(&self, key: &K) -> Result<(), Duration> {
        self.count_as(NonZeroU32::MIN, key)
    }

    /// Counts a call by its weight, which must not exceed what is allowed at once.
    ///
    /// Errors: how long to wait.
    fn count_as(&self, weight: NonZeroU32, key: &K) -> Result<(), Duration> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        let counted =
            limiter.check_key_n(key, weight).expect("no call weighs more than what is free at once");
        counted.map_err(|refused| refused.wait_time_from(limiter.clock().now()))
    }

    fn forget_quiet(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn a_per_minute_limit_refills_evenly() {
        let clock = FakeRelativeClock::default();
        let limit = PerMinute::with_clock(5, clock.clone());
        for _ in 0..5 {
            assert_eq!(limit.count(&"a"), Ok(()));
        }
        assert_eq!(limit.count(&"a"), Err(Duration::from_secs(12)));
        assert_eq!(limit.count(&"b"), Ok(()), "another caller is another count");
        clock.advance(Duration::from_secs(12));
        assert_eq!(limit.count(&"a"), Ok(()));
        assert_eq!(limit.count(&"a"), Err(Duration::from_secs(12)));
    }

    #[test]
    fn callers_that_made_no_calls_for_a_while_are_dropped_from_memory() {
        let clock = FakeRelativeClock::default();
        let limit = PerMinute::with_clock(5, clock.clone());
        assert_eq!(limit.count(&"a"), Ok(()));
        clock.advance(Duration::from_mins(2));
        limit.forget_quiet();
        assert!(limit.0.as_ref().is_some_and(RateLimiter::is_empty));
    }

    #[test]
    fn a_limit_of_zero_means_no_limit() {
        for limit in [PerMinute::new(0), PerMinute::in_bursts(0, CALL)] {
            assert!((0..10_000).all(|_| limit.count_as(CALL, &"a").is_ok()));
        }
    }

    #[test]
    fn a_burst_is_a_quarter_of_a_minutes_calls_and_a_light_call_costs_a_twentieth_of_one() {
        let clock = FakeRelativeClock::default();
        let limit = PerMinute::in_bursts_by(1200, CALL, clock.clone());
        let at_once = |weight, key| (0..10_000).take_while(|_| limit.count_as(weight, &key).is_ok()).count();
        assert_eq!(at_once(CALL, "calls"), 300);
        assert_eq!(at_once(NonZeroU32::MIN, "leaves"), 6000);
        clock.advance(Duration::from_secs(1));
        assert_eq!((at_once(CALL, "calls"), at_once(NonZeroU32::MIN, "leaves")), (20, 400));
        let least = PerMinute::in_bursts_by(1, CALL, clock.clone());
        assert_eq!(least.count_as(CALL, &"a"), Ok(()), "the smallest limit lets one through");
        let few = PerMinute::in_bursts_by(4, NonZeroU32::MIN, clock);
        assert_eq!((few.count(&"a"), few.count(&"a")), (Ok(()), Err(Duration::from_secs(15))));
    }
}
