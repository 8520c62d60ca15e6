//! Keeps to the platform's rate limits: per bucket, as its answers tell, and globally when it says so.
//!
//! Replaces serenity's limiter, which counts by route, forgets the global limit before it has waited for it, and calls
//! the real platform whatever `discord.api_base` says (`http/ratelimiting.rs` of 0.12.5).

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;
use serenity::all::{LightMethod, Request, Route};
use tokio::time::{sleep, timeout};
use twilight_http_ratelimiting::{Bucket, Endpoint, Method as Verb, Permit, RateLimitHeaders, RateLimiter};

/// Requests per second that the platform allows a bot in total.
const GLOBAL: u16 = 50;
/// The pause when the platform does not say how long.
const UNSAID: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Pace {
    limiter: RateLimiter,
    blocked: Block,
    /// Blocks look-ups of invites alone.
    invites_blocked: Block,
}

impl Default for Pace {
    fn default() -> Self {
        let (blocked, invites_blocked) = (Block::default(), Block::default());
        Self { limiter: RateLimiter::new(GLOBAL), blocked, invites_blocked }
    }
}

/// The time until which nothing is sent.
#[derive(Debug)]
struct Block(Mutex<Instant>);

impl Default for Block {
    fn default() -> Self {
        Self(Mutex::new(Instant::now()))
    }
}

impl Block {
    fn left(&self) -> Duration {
        let until = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        until.saturating_duration_since(Instant::now())
    }

    fn extend(&self, until: Instant) {
        let mut blocked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *blocked = until.max(*blocked);
    }
}

pub(super) enum Turn {
    /// A first answer to an interaction, which has no limit.
    Free,
    Invite,
    InBucket(Permit),
}

/// What an answer's headers say about limits.
pub(super) struct Said {
    retry_after: Option<Duration>,
    has_bucket: bool,
}

impl Pace {
    /// Waits for the request's turn. Errors: it would wait for longer than `longest`; holds how long.
    pub(super) async fn wait(&self, request: &Request<'_>, longest: Duration) -> Result<Turn, Duration> {
        // The platform does not limit first answers to interactions, and they have no time to wait.
        if matches!(request.route_ref(), Route::InteractionResponse { .. }) {
            return Ok(Turn::Free);
        }
        let until = Instant::now() + longest;
        // The limiter takes each code for a route of its own, and lets one request at a time go on a route it does not know.
        if matches!(request.route_ref(), Route::Invite { .. }) {
            Self::until_free(&[&self.blocked, &self.invites_blocked], until).await?;
            return Ok(Turn::Invite);
        }
        let blocked = self.blocked.left();
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
        let path = kind_of(path.split_once("/api/v10/").map_or("", |(_, path)| path));
        let permit = self.permit(Endpoint { method, path }, longest).await?;
        Self::until_free(&[&self.blocked], until).await?;
        Ok(Turn::InBucket(permit))
    }

    /// Waits until no block is left. Looks again after each wait, as a block may have been extended meanwhile.
    async fn until_free(blocks: &[&Block], until: Instant) -> Result<(), Duration> {
        loop {
            let left = blocks.iter().map(|block| block.left()).max().unwrap_or_default();
            if left.is_zero() {
                return Ok(());
            }
            if left > until.saturating_duration_since(Instant::now()) {
                return Err(left);
            }
            sleep(left).await;
        }
    }

    async fn permit(&self, endpoint: Endpoint, longest: Duration) -> Result<Permit, Duration> {
        let comes_soon = move |bucket| pause_of(bucket) <= longest;
        match timeout(longest, self.limiter.acquire_if(endpoint.clone(), comes_soon)).await {
            Ok(Some(permit)) => Ok(permit),
            // The bucket is used up, or too many wait for it.
            Ok(None) | Err(_) => Err(pause_of(self.limiter.bucket(endpoint).await).max(UNSAID)),
        }
    }

    /// Takes the limits from an answer.
    pub(super) fn heard(&self, turn: Turn, status: StatusCode, headers: &HeaderMap) -> Said {
        let retry_after = seconds(headers, "retry-after");
        let mut limits = bucket(headers);
        if status == StatusCode::TOO_MANY_REQUESTS
            && let (Some(limits), Some(pause)) = (&mut limits, retry_after)
        {
            limits.remaining = 0;
            limits.reset_at = limits.reset_at.max(Instant::now() + pause);
        }
        let has_bucket = limits.is_some();
        match turn {
            Turn::Free => {}
            Turn::Invite => {
                if let Some(limits) = limits.filter(|limits| limits.remaining == 0) {
                    self.invites_blocked.extend(limits.reset_at);
                }
            }
            Turn::InBucket(permit) => permit.complete(limits),
        }
        Said { retry_after, has_bucket }
    }

    /// How long to wait after a 429. A global limit, and one without a bucket, blocks every call.
    pub(super) fn come_back_later(&self, said: &Said, body: &Value) -> Duration {
        let pause = said
            .retry_after
            .or_else(|| {
                body["retry_after"].as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            })
            .unwrap_or(UNSAID);
        if !said.has_bucket || body["global"].as_bool() == Some(true) {
            self.blocked.extend(Instant::now() + pause);
        }
        pause
    }
}

/// The path that limits are counted by: ids are left out, except for the second part's (the channel or guild).
fn kind_of(path: &str) -> String {
    let is_id = |part: &str| part.bytes().all(|digit| digit.is_ascii_digit());
    let parts = path.split('/').enumerate();
    let parts: Vec<&str> =
        parts.map(|(place, part)| if place > 1 && is_id(part) { "id" } else { part }).collect();
    parts.join("/")
}

/// How long the bucket is used up.
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
    use serenity::all::{ChannelId, MessageId};

    use super::*;

    const LONGEST: Duration = Duration::from_secs(10);
    const CHANNEL: ChannelId = ChannelId::new(918_430_295_761_048_371);

    fn request() -> Request<'static> {
        Request::new(Route::Channel { channel_id: CHANNEL }, LightMethod::Get)
    }

    fn edit(message: u64) -> Request<'static> {
        let message_id = MessageId::new(message);
        Request::new(Route::ChannelMessage { channel_id: CHANNEL, message_id }, LightMethod::Patch)
    }

    fn look_up(code: &str) -> Request<'_> {
        Request::new(Route::Invite { code }, LightMethod::Get)
    }

    async fn answered(pace: &Pace, turn: Turn, remaining: &'static str, reset_after: &'static str) {
        let headers = [
            (RateLimitHeaders::BUCKET, "channel"),
            (RateLimitHeaders::LIMIT, "5"),
            (RateLimitHeaders::REMAINING, remaining),
            (RateLimitHeaders::RESET_AFTER, reset_after),
        ];
        let headers =
            headers.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        pace.heard(turn, StatusCode::OK, &HeaderMap::from_iter(headers));
        // The paused clock moves on only once the limiter's task has handled it.
        sleep(Duration::from_millis(1)).await;
    }

    async fn first(pace: &Pace, request: &Request<'_>) -> Turn {
        pace.wait(request, LONGEST).await.expect("it is the first")
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_bucket_that_is_used_up_for_longer() {
        let pace = Pace::default();
        answered(&pace, first(&pace, &request()).await, "0", "60").await;
        let pause = pace.wait(&request(), LONGEST).await.err().expect("it is used up");
        assert!(pause > LONGEST && pause <= Duration::from_secs(61), "{pause:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_that_is_used_up_for_a_moment_is_waited_for() {
        let pace = Pace::default();
        answered(&pace, first(&pace, &request()).await, "0", "5").await;
        pace.wait(&request(), LONGEST).await.expect("it is waited for");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_for_those_before_them() {
        let pace = Pace::default();
        let before = first(&pace, &request()).await;
        assert_eq!(pace.wait(&request(), LONGEST).await.err(), Some(UNSAID));
        answered(&pace, before, "4", "1").await;
        pace.wait(&request(), LONGEST).await.expect("nobody is before it any more");
    }

    #[tokio::test(start_paused = true)]
    async fn messages_of_a_channel_have_one_bucket() {
        let pace = Pace::default();
        answered(&pace, first(&pace, &edit(1)).await, "0", "60").await;
        assert!(pace.wait(&edit(2), LONGEST).await.is_err());
        let (channel_id, message_id) = (ChannelId::new(7), MessageId::new(1));
        let elsewhere = Request::new(Route::ChannelMessage { channel_id, message_id }, LightMethod::Patch);
        pace.wait(&elsewhere, LONGEST).await.expect("another channel has its own");
    }

    #[tokio::test(start_paused = true)]
    async fn look_ups_of_invites_wait_for_none_before_them_and_for_their_limit() {
        let pace = Pace::default();
        let codes: Vec<String> = (0..20).map(|number| format!("invite{number}")).collect();
        let mut turns = Vec::new();
        for code in &codes {
            turns.push(pace.wait(&look_up(code), Duration::ZERO).await.expect("nobody waits"));
        }
        for (turn, remaining) in turns.into_iter().zip(["1", "0"]) {
            answered(&pace, turn, remaining, "60").await;
        }
        let pause = pace.wait(&look_up("another"), LONGEST).await.err().expect("they are used up");
        assert!(pause > LONGEST && pause <= Duration::from_mins(1), "{pause:?}");
        pace.wait(&request(), LONGEST).await.expect("nothing else is");
    }
}
