//! Keeps to the platform's rate limits: per bucket, as its answers tell, and globally when it says so.
//!
//! Replaces serenity's limiter, which counts by route, forgets the global limit before it has waited for it, and calls
//! the real platform whatever `discord.api_base` says (`http/ratelimiting.rs` of 0.12.5).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;
use serenity::all::{LightMethod, Request, Route};
use tokio::time::{Instant, sleep, timeout};
use twilight_http_ratelimiting::{Bucket, Endpoint, Method as Verb, Permit, RateLimitHeaders, RateLimiter};

/// Requests per second that the platform allows a bot in total.
const GLOBAL: u16 = 50;
/// The pause when the platform does not say how long.
const UNSAID: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Pace {
    limiter: RateLimiter,
    interactions: UsedUp,
    blocked: Block,
    /// Blocks look-ups of invites alone.
    invites_blocked: Block,
    /// Blocks first answers to interactions alone.
    first_answers_blocked: Block,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            limiter: RateLimiter::new(GLOBAL),
            interactions: UsedUp::default(),
            blocked: Block::default(),
            invites_blocked: Block::default(),
            first_answers_blocked: Block::default(),
        }
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

/// Until when no messages may be sent or edited by interactions' tokens. The limiter would keep a queue of each token for ever: it
/// removes only those of known buckets (`actor.rs` of twilight-http-ratelimiting 0.18).
#[derive(Debug, Default)]
struct UsedUp(Mutex<HashMap<String, Instant>>);

impl UsedUp {
    fn left(&self, interaction: &str) -> Duration {
        let used_up = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        used_up
            .get(interaction)
            .map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()))
    }

    fn extend(&self, interaction: String, until: Instant) {
        let mut used_up = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        used_up.retain(|_, until| *until > now);
        let known = used_up.entry(interaction).or_insert(until);
        *known = until.max(*known);
    }
}

pub(super) enum Turn {
    /// A first answer to an interaction.
    FirstAnswer,
    Invite,
    /// The path's beginning, up to the interaction's token.
    Interaction(String),
    InBucket(Permit),
}

/// What an answer's headers say about limits.
pub(super) struct Said {
    to_first_answer: bool,
    retry_after: Option<Duration>,
    has_bucket: bool,
}

impl Pace {
    /// Waits for the request's turn. Errors: it would wait for longer than `longest`; holds how long.
    pub(super) async fn wait(&self, request: &Request<'_>, longest: Duration) -> Result<Turn, Duration> {
        let until = Instant::now() + longest;
        // First answers to interactions have no bucket and do not count towards the global limit.
        if matches!(request.route_ref(), Route::InteractionResponse { .. }) {
            until_free(|| self.first_answers_blocked.left(), until).await?;
            return Ok(Turn::FirstAnswer);
        }
        // The limiter takes each code for a route of its own, and lets one request at a time go on a route it does not know.
        if matches!(request.route_ref(), Route::Invite { .. }) {
            until_free(|| self.blocked.left().max(self.invites_blocked.left()), until).await?;
            return Ok(Turn::Invite);
        }
        let path = request.route_ref().path();
        let path = path.split_once("/api/v10/").map_or("", |(_, path)| path);
        if let Some(interaction) = interaction_of(path) {
            until_free(|| self.blocked.left().max(self.interactions.left(interaction)), until).await?;
            return Ok(Turn::Interaction(interaction.to_owned()));
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
        let permit = self.permit(Endpoint { method, path: kind_of(path) }, longest).await?;
        until_free(|| self.blocked.left(), until).await?;
        Ok(Turn::InBucket(permit))
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
            limits.reset_at = limits.reset_at.max((Instant::now() + pause).into_std());
        }
        let (to_first_answer, has_bucket) = (matches!(turn, Turn::FirstAnswer), limits.is_some());
        match turn {
            Turn::FirstAnswer => {}
            Turn::Invite => {
                if let Some(limits) = limits.filter(|limits| limits.remaining == 0) {
                    self.invites_blocked.extend(limits.reset_at.into());
                }
            }
            Turn::Interaction(interaction) => {
                if let Some(limits) = limits.filter(|limits| limits.remaining == 0) {
                    self.interactions.extend(interaction, limits.reset_at.into());
                }
            }
            Turn::InBucket(permit) => permit.complete(limits),
        }
        Said { to_first_answer, retry_after, has_bucket }
    }

    /// How long to wait after a 429. A global limit, and one without a bucket, blocks every call; first answers only if it was said to one.
    pub(super) fn come_back_later(&self, said: &Said, body: &Value) -> Duration {
        let pause = said
            .retry_after
            .or_else(|| {
                body["retry_after"].as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            })
            .unwrap_or(UNSAID);
        if !said.has_bucket || body["global"].as_bool() == Some(true) {
            let until = Instant::now() + pause;
            self.blocked.extend(until);
            if said.to_first_answer {
                self.first_answers_blocked.extend(until);
            }
        }
        pause
    }
}

/// Waits until nothing is left of a block. Looks again after each wait, as a block may have been extended meanwhile.
async fn until_free(left: impl Fn() -> Duration, until: Instant) -> Result<(), Duration> {
    loop {
        let left = left();
        if left.is_zero() {
            return Ok(());
        }
        if left > until.saturating_duration_since(Instant::now()) {
            return Err(left);
        }
        sleep(left).await;
    }
}

/// `webhooks/{application}/{token}/…` → `webhooks/{application}/{token}`.
fn interaction_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("webhooks/")?;
    let token = rest.find('/')? + 1;
    let end = rest[token..].find('/').map_or(rest.len(), |length| token + length);
    Some(&path[..path.len() - rest.len() + end])
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
    used_up.map_or(Duration::ZERO, |bucket| {
        Instant::from_std(bucket.reset_at).saturating_duration_since(Instant::now())
    })
}

fn bucket(headers: &HeaderMap) -> Option<RateLimitHeaders> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    Some(RateLimitHeaders {
        bucket: text(RateLimitHeaders::BUCKET)?.as_bytes().to_vec(),
        limit: text(RateLimitHeaders::LIMIT)?.parse().ok()?,
        remaining: text(RateLimitHeaders::REMAINING)?.parse().ok()?,
        reset_at: (Instant::now() + seconds(headers, RateLimitHeaders::RESET_AFTER)?).into_std(),
    })
}

fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let seconds: f64 = headers.get(name)?.to_str().ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};
    use serenity::all::{ApplicationId, ChannelId, InteractionId, MessageId};

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
    async fn request_is_refused_when_its_bucket_stays_used_up_beyond_the_longest_wait() {
        let pace = Pace::default();
        answered(&pace, first(&pace, &request()).await, "0", "60").await;
        let pause = pace.wait(&request(), LONGEST).await.err().expect("it is used up");
        assert!(pause > LONGEST && pause <= Duration::from_secs(61), "{pause:?}");
    }

    fn edit_answer(token: &str) -> Request<'_> {
        let application_id = ApplicationId::new(1);
        let route = Route::WebhookOriginalInteractionResponse { application_id, token };
        Request::new(route, LightMethod::Patch)
    }

    #[tokio::test(start_paused = true)]
    async fn messages_of_one_interaction_share_a_limit_of_their_own() {
        let pace = Pace::default();
        answered(&pace, first(&pace, &edit_answer("a")).await, "0", "60").await;
        let application_id = ApplicationId::new(1);
        let route = Route::WebhookFollowupMessages { application_id, token: "a" };
        let follow_up = Request::new(route, LightMethod::Post);
        let pause = pace.wait(&follow_up, LONGEST).await.err().expect("it is used up");
        assert!(pause > LONGEST && pause <= Duration::from_mins(1), "{pause:?}");
        pace.wait(&edit_answer("b"), Duration::ZERO).await.expect("another interaction is not");
        sleep(Duration::from_secs(55)).await;
        pace.wait(&follow_up, LONGEST).await.expect("it is waited for");
    }

    #[tokio::test(start_paused = true)]
    async fn interactions_that_are_free_again_are_forgotten() {
        let pace = Pace::default();
        for number in 0..20 {
            answered(&pace, first(&pace, &edit_answer(&number.to_string())).await, "0", "2").await;
            sleep(Duration::from_secs(1)).await;
        }
        assert!(pace.interactions.0.lock().expect("nobody panicked").len() <= 2);
    }

    #[tokio::test(start_paused = true)]
    async fn request_waits_for_a_bucket_that_is_free_within_the_longest_wait() {
        let pace = Pace::default();
        answered(&pace, first(&pace, &request()).await, "0", "5").await;
        pace.wait(&request(), LONGEST).await.expect("it is waited for");
    }

    #[tokio::test(start_paused = true)]
    async fn request_behind_an_unanswered_one_is_refused_after_the_longest_wait() {
        let pace = Pace::default();
        let before = first(&pace, &request()).await;
        assert_eq!(pace.wait(&request(), LONGEST).await.err(), Some(UNSAID));
        answered(&pace, before, "4", "1").await;
        pace.wait(&request(), LONGEST).await.expect("nobody is before it any more");
    }

    #[tokio::test(start_paused = true)]
    async fn first_answers_wait_only_for_what_the_platform_says_of_first_answers() {
        let pace = Pace::default();
        answered(&pace, first(&pace, &request()).await, "0", "60").await;
        let said = Said { to_first_answer: false, retry_after: Some(LONGEST), has_bucket: false };
        pace.come_back_later(&said, &Value::Null);
        let interaction_id = InteractionId::new(1);
        let answer =
            Request::new(Route::InteractionResponse { interaction_id, token: "a" }, LightMethod::Post);
        let turn = pace.wait(&answer, Duration::ZERO).await.expect("other limits do not matter");
        let said = pace.heard(turn, StatusCode::TOO_MANY_REQUESTS, &HeaderMap::new());
        let pause = pace.come_back_later(&said, &serde_json::json!({"retry_after": 2.5}));
        assert_eq!(pause, Duration::from_millis(2500));
        assert!(pace.wait(&answer, Duration::from_secs(2)).await.is_err(), "nothing is sent meanwhile");
        let began = Instant::now();
        pace.wait(&answer, LONGEST).await.expect("it is waited for");
        assert_eq!(began.elapsed(), pause);
    }

    #[tokio::test(start_paused = true)]
    async fn edits_of_messages_in_one_channel_share_a_bucket() {
        let pace = Pace::default();
        answered(&pace, first(&pace, &edit(1)).await, "0", "60").await;
        assert!(pace.wait(&edit(2), LONGEST).await.is_err());
        let (channel_id, message_id) = (ChannelId::new(7), MessageId::new(1));
        let elsewhere = Request::new(Route::ChannelMessage { channel_id, message_id }, LightMethod::Patch);
        pace.wait(&elsewhere, LONGEST).await.expect("another channel has its own");
    }

    #[tokio::test(start_paused = true)]
    async fn invite_lookups_run_concurrently_and_share_a_limit_of_their_own() {
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

    #[tokio::test(start_paused = true)]
    async fn limit_of_all_calls_applies_to_invite_lookups() {
        let pace = Pace::default();
        let said = Said { to_first_answer: false, retry_after: Some(LONGEST * 2), has_bucket: false };
        pace.come_back_later(&said, &Value::Null);
        assert_eq!(pace.wait(&look_up("a"), LONGEST).await.err(), Some(LONGEST * 2));
    }
}
