//! What every connection and request passes before it reaches a router, and its answer on the way back: the accept loop, TLS,
//! and a stack of tower services with hosts, limits, metrics and security headers.
//!
//! Nothing here knows a handler, a caller's session or a page.

pub(crate) mod answer_body;
pub(crate) mod arrival;
mod certificate_news;
pub(crate) mod certificate_store;
pub(crate) mod certificates;
pub(crate) mod client_address;
pub(crate) mod concurrency;
pub(crate) mod connection;
pub(crate) mod conversation;
pub(crate) mod doors;
pub(crate) mod familiar_tokens;
pub(crate) mod hosts;
pub(crate) mod limits;
pub(crate) mod listener;
pub(crate) mod metrics;
pub(crate) mod redirect;
pub(crate) mod request_id;
pub(crate) mod rest_of_request;
pub(crate) mod route_table;
pub(crate) mod seat;
pub(crate) mod server;
pub(crate) mod stack;
pub(crate) mod telling_body;
pub(crate) mod tls;
pub(crate) mod trace;
pub(crate) mod watch;
pub(crate) mod worded_refusals;
