//! Rate limits: a few requests of a kind in a while, and patience after too many.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The sender of a request that comes later than this after a 429 knew of it.
const ON_ITS_WAY: Duration = Duration::from_millis(400);
/// How far a client's clock may be off.
const TOLERANCE: Duration = Duration::from_millis(60);

#[derive(Debug, Default)]
pub(super) struct Buckets {
    buckets: BTreeMap<String, Bucket>,
    /// 429s by the limits themselves, not by injected faults.
    pub(super) refused: usize,
}

#[derive(Debug)]
struct Bucket {
    used: u32,
    ends: Instant,
    /// When it was refused, and until when.
    refused: Option<(Instant, Instant)>,
}

/// How a bucket stands after a request.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) limit: u32,
    pub(super) remaining: u32,
    pub(super) reset_after: Duration,
    pub(super) refused: bool,
}

/// The requests of a route, and in how long a time.
fn limit(route: &str) -> (u32, Duration) {
    match route {
        "POST /channels/{channel_id}/messages" | "PATCH /channels/{channel_id}/messages/{message_id}" => {
            (5, Duration::from_secs(5))
        }
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
        | "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
        | "POST /webhooks/{webhook_id}/{webhook_token}" => (5, Duration::from_secs(2)),
        _ => (50, Duration::from_secs(1)),
    }
}

impl Buckets {
    pub(super) fn count(&mut self, route: &str, major: &str) -> Standing {
        let (limit, while_) = limit(route);
        let now = Instant::now();
        let fresh = Bucket { used: 0, ends: now + while_, refused: None };
        let bucket = self.buckets.entry(format!("{route} {major}")).or_insert(fresh);
        if bucket.ends <= now {
            (bucket.used, bucket.ends) = (0, now + while_);
        }
        let refused = bucket.used >= limit;
        if refused {
            bucket.refused = Some((now, bucket.ends));
            self.refused += 1;
        } else {
            bucket.used += 1;
        }
        let reset_after = bucket.ends.saturating_duration_since(now);
        Standing { limit, remaining: limit - bucket.used, reset_after, refused }
    }

    /// Records that a client was told to wait.
    pub(super) fn refuse(&mut self, route: &str, major: &str, seconds: f64) {
        let now = Instant::now();
        let bucket = self.buckets.entry(format!("{route} {major}"));
        let bucket = bucket.or_insert(Bucket { used: 0, ends: now, refused: None });
        bucket.refused = Some((now, now + Duration::from_secs_f64(seconds)));
    }

    /// Whether a request comes although its sender was told to wait.
    pub(super) fn is_impatient(&self, route: &str, major: &str) -> bool {
        let now = Instant::now();
        let refused = self.buckets.get(&format!("{route} {major}")).and_then(|bucket| bucket.refused);
        refused.is_some_and(|(since, until)| now > since + ON_ITS_WAY && now + TOLERANCE < until)
    }
}
