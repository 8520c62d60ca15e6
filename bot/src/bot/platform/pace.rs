//! Keeps to the platform's limits: per bucket as its answers tell them, and all of them when it says so.
//!
//! Instead of serenity's limiter, which goes by route, forgets the limit on everything before it has waited for it, and calls
//! the real platform whatever `discord.api_base` says (`http/ratelimiting.rs` of 0.12.5).

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;
use serenity::all::{LightMethod, Request, Route};
use tokio::time::{sleep, timeout};
use twilight_http_ratelimiting::{Bucket, Endpoint, Method as Verb, Permit, RateLimitHeaders, RateLimiter};

/// Requests a second that the platform grants to all of a bot.
const GLOBAL: u16 = 50;
/// When the platform does not say how long.
const UNSAID: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Pace {
    limiter: RateLimiter,
    blocked_until: Mutex<Instant>,
}

impl Default for Pace {
    fn default() -> Self {
        Self { limiter: RateLimiter::new(GLOBAL), blocked_until: Mutex::new(Instant::now()) }
    }
}

pub(super) struct Turn(Option<Permit>);

/// What an answer's head says of limits.
pub(super) struct Said {
    retry_after: Option<Duration>,
    has_bucket: bool,
}

impl Pace {
    /// Waits for its turn, `longest` at most. Returns after how long to come again where it would have to wait for longer.
    pub(super) async fn wait(&self, request: &Request<'_>, longest: Duration) -> Result<Turn, Duration> {
        // The platform lets first answers to interactions pass whatever else it limits, and none may wait for another.
        if matches!(request.route_ref(), Route::InteractionResponse { .. }) {
            return Ok(Turn(None));
        }
        let until = Instant::now() + longest;
        let blocked = self.blocked_for();
        if blocked > longest {
            return Err(blocked);
        }
        let method = match request.method_ref() {
            LightMethod::Delete => Verb::Delete,
            LightMethod::Patch => Verb::Patch,
            LightMethod::Post => Verb::Post,
            LightMethod::Put => Verb::Put,
            LightMethod::Get => Verb::Get,
        };
        let path = request.route_ref().path();
        let path = path.split_once("/api/v10/").map_or("", |(_, path)| path).to_owned();
        let permit = self.permit(Endpoint { method, path }, longest).await?;
        let blocked = self.blocked_for();
        if blocked > until.saturating_duration_since(Instant::now()) {
            return Err(blocked);
        }
        sleep(blocked).await;
        Ok(Turn(Some(permit)))
    }

    async fn permit(&self, endpoint: Endpoint, longest: Duration) -> Result<Permit, Duration> {
        let comes_soon = move |bucket| pause_of(bucket) <= longest;
        match timeout(longest, self.limiter.acquire_if(endpoint.clone(), comes_soon)).await {
            Ok(Some(permit)) => Ok(permit),
            // Used up, or too many wait for it.
            Ok(None) | Err(_) => Err(pause_of(self.limiter.bucket(endpoint).await).max(UNSAID)),
        }
    }

    fn blocked_for(&self) -> Duration {
        let until = *self.blocked_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.saturating_duration_since(Instant::now())
    }

    /// How long to wait after a 429. A limit on everything holds every call up, and one that is of no bucket is on everything.
    pub(super) fn come_back_later(&self, said: &Said, body: &Value) -> Duration {
        let pause = said
            .retry_after
            .or_else(|| {
                body["retry_after"].as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            })
            .unwrap_or(UNSAID);
        if !said.has_bucket || body["global"].as_bool() == Some(true) {
            let until = Instant::now() + pause;
            let mut blocked = self.blocked_until.lock().unwrap_or_else(PoisonError::into_inner);
            *blocked = until.max(*blocked);
        }
        pause
    }
}

impl Turn {
    /// Takes the limits from an answer.
    pub(super) fn heard(self, status: StatusCode, headers: &HeaderMap) -> Said {
        let retry_after = seconds(headers, "retry-after");
        let mut limits = bucket(headers);
        if status == StatusCode::TOO_MANY_REQUESTS
            && let (Some(limits), Some(pause)) = (&mut limits, retry_after)
        {
            limits.remaining = 0;
            limits.reset_at = limits.reset_at.max(Instant::now() + pause);
        }
        let has_bucket = limits.is_some();
        if let Some(permit) = self.0 {
            permit.complete(limits);
        }
        Said { retry_after, has_bucket }
    }
}

/// How long nobody has a turn in it.
fn pause_of(bucket: Option<Bucket>) -> Duration {
    let used_up = bucket.filter(|bucket| bucket.remaining == 0);
    used_up.map_or(Duration::ZERO, |bucket| bucket.reset_at.saturating_duration_since(Instant::now()))
}

fn bucket(headers: &HeaderMap) -> Option<RateLimitHeaders> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    Some(RateLimitHeaders {
        bucket: text(RateLimitHeaders::BUCKET)?.as_bytes().to_vec(),
        limit: text(RateLimitHeaders::LIMIT)?.parse().ok()?,
        remaining: text(RateLimitHeaders::REMAINING)?.parse().ok()?,
        reset_at: Instant::now() + seconds(headers, RateLimitHeaders::RESET_AFTER)?,
    })
}

fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let seconds: f64 = headers.get(name)?.to_str().ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};
    use serenity::all::ChannelId;

    use super::*;

    const LONGEST: Duration = Duration::from_secs(10);

    fn request() -> Request<'static> {
        let channel_id = ChannelId::new(918_430_295_761_048_371);
        Request::new(Route::Channel { channel_id }, LightMethod::Get)
    }

    async fn answered(turn: Turn, remaining: &'static str, reset_after: &'static str) {
        let headers = [
            (RateLimitHeaders::BUCKET, "channel"),
            (RateLimitHeaders::LIMIT, "5"),
            (RateLimitHeaders::REMAINING, remaining),
            (RateLimitHeaders::RESET_AFTER, reset_after),
        ];
        let headers =
            headers.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        turn.heard(StatusCode::OK, &HeaderMap::from_iter(headers));
        // Time stands still until the limiter has heard it, too.
        sleep(Duration::from_millis(1)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_bucket_that_is_used_up_for_longer() {
        let pace = Pace::default();
        answered(pace.wait(&request(), LONGEST).await.expect("it is the first"), "0", "60").await;
        let pause = pace.wait(&request(), LONGEST).await.err().expect("it is used up");
        assert!(pause > LONGEST && pause <= Duration::from_secs(61), "{pause:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_that_is_used_up_for_a_moment_is_waited_for() {
        let pace = Pace::default();
        answered(pace.wait(&request(), LONGEST).await.expect("it is the first"), "0", "5").await;
        pace.wait(&request(), LONGEST).await.expect("it is waited for");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_for_those_before_them() {
        let pace = Pace::default();
        let first = pace.wait(&request(), LONGEST).await.expect("it is the first");
        assert_eq!(pace.wait(&request(), LONGEST).await.err(), Some(UNSAID));
        answered(first, "4", "1").await;
        pace.wait(&request(), LONGEST).await.expect("nobody is before it any more");
    }
}
