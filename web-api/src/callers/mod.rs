//! Who calls, and what they may reach: sessions and their cookie, limits, and the bounds of a seller's own domain.
//!
//! Handlers ask for these as extractors. No body of an answer is made here, and no feature but these bounds is known.

pub(crate) mod admission;
pub(crate) mod api_key;
pub(crate) mod login_call;
pub(crate) mod own_domain;
pub(crate) mod public_call;
pub(crate) mod rights;
pub(crate) mod scopes;
pub(crate) mod seller;
pub(crate) mod session;
pub(crate) mod session_cookie;
