//! How the platform says what is left of a limit, and how long to wait.

use serde_json::json;

use crate::call::Reply;

pub(super) type Headers = Vec<(&'static str, String)>;

pub(super) fn rate_limited(seconds: f64, global: bool) -> Reply {
    let body = json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": global });
    Reply { status: 429, body }
}

pub(super) fn told_to_wait(route: &str, seconds: f64, global: bool) -> Headers {
    let mut headers = vec![("retry-after", seconds.ceil().to_string())];
    if global {
        headers
            .extend([("x-ratelimit-global", "true".to_owned()), ("x-ratelimit-scope", "global".to_owned())]);
    } else {
        headers.extend(bucket_headers(route, 5, 0, seconds));
        headers.push(("x-ratelimit-scope", "user".to_owned()));
    }
    headers
}

pub(super) fn bucket_headers(route: &str, limit: u32, remaining: u32, reset_after: f64) -> Headers {
    let now = jiff::Timestamp::now();
    #[expect(clippy::cast_precision_loss, reason = "milliseconds are enough")]
    let reset = now.as_millisecond() as f64 / 1000.0 + reset_after;
    let bucket = route.bytes().fold(5381_u64, |hash, byte| hash.wrapping_mul(33) ^ u64::from(byte));
    vec![
        ("x-ratelimit-limit", limit.to_string()),
        ("x-ratelimit-remaining", remaining.to_string()),
        ("x-ratelimit-reset", format!("{reset:.3}")),
        ("x-ratelimit-reset-after", format!("{reset_after:.3}")),
        ("x-ratelimit-bucket", format!("{bucket:016x}")),
    ]
}
