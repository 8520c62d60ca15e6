//! Answers that go on.

use axum::http::HeaderName;

/// Keeps nginx from holding events back.
pub(crate) const NOT_HELD_BACK: (HeaderName, &str) = (HeaderName::from_static("x-accel-buffering"), "no");
