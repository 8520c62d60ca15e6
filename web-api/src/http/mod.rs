//! The shapes of requests and answers: extractors, the one shape of errors, conditional answers, caches in memory.
//!
//! The lowest layer: nothing here knows the state, a caller or a feature.

pub(crate) mod ack;
pub(crate) mod changes;
pub(crate) mod conditional;
pub(crate) mod csv;
pub(crate) mod cursor;
pub(crate) mod download;
pub(crate) mod error;
pub(crate) mod extract;
pub(crate) mod field_errors;
pub(crate) mod negotiation;
pub(crate) mod repeatable;
pub(crate) mod short_cache;
pub(crate) mod stream;
