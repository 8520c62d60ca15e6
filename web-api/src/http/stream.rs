//! Answers that are streams.

use axum::http::HeaderName;

/// Keeps nginx from buffering events.
pub(crate) const NOT_HELD_BACK: (HeaderName, &str) = (HeaderName::from_static("x-accel-buffering"), "no");
