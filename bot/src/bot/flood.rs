//! Keeps one person from filling lists or trying keys without end.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use serenity::all::UserId;

const WRITING: u32 = 5;
const WRITING_EVERY: Duration = Duration::from_mins(1);
const REDEEMING: u32 = 10;
const REDEEMING_EVERY: Duration = Duration::from_secs(6);
/// Above this many people, those who have been quiet are forgotten.
const REMEMBERED: usize = 10_000;

#[derive(Debug)]
pub(crate) struct Flood {
    writing: DefaultKeyedRateLimiter<UserId>,
    redeeming: DefaultKeyedRateLimiter<UserId>,
}

impl Default for Flood {
    fn default() -> Self {
        let limiter = |burst: u32, every| {
            let burst = NonZeroU32::new(burst).expect("a literal above 0");
            let quota = Quota::with_period(every).expect("a literal above 0").allow_burst(burst);
            RateLimiter::keyed(quota)
        };
        Self { writing: limiter(WRITING, WRITING_EVERY), redeeming: limiter(REDEEMING, REDEEMING_EVERY) }
    }
}

impl Flood {
    /// Returns whether this person may send another suggestion or bug report now.
    pub(crate) fn may_write(&self, user_id: UserId) -> bool {
        is_within(&self.writing, user_id)
    }

    /// Returns whether this person may try another key now.
    pub(crate) fn may_redeem(&self, user_id: UserId) -> bool {
        is_within(&self.redeeming, user_id)
    }
}

fn is_within(limiter: &DefaultKeyedRateLimiter<UserId>, user_id: UserId) -> bool {
    if limiter.len() > REMEMBERED {
        limiter.retain_recent();
    }
    limiter.check_key(&user_id).is_ok()
}
