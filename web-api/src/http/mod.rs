//! What handlers share: extractors, the one shape of errors, sessions, conditional answers, caches.
//!
//! Nothing here knows a feature.

pub(crate) mod conditional;
pub(crate) mod error;
pub(crate) mod extract;
pub(crate) mod field_errors;
pub(crate) mod negotiation;
pub(crate) mod session;
pub(crate) mod short_cache;
