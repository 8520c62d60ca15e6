//! Who calls, and what they may reach: sessions and their cookie, limits, and the bounds of a seller's own domain.
//!
//! Handlers ask for these as extractors. No answer's body is made here, and no feature is known beyond these bounds.

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
