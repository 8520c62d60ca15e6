//! What every connection and request passes before it reaches a handler, and its answer on the way back: the accept loop, TLS,
//! hosts, limits, metrics, security headers.
//!
//! Nothing here knows a route, a handler or a page.

pub(crate) mod certificate_store;
pub(crate) mod certificates;
pub(crate) mod client_address;
pub(crate) mod concurrency;
pub(crate) mod connection;
pub(crate) mod hosts;
pub(crate) mod limits;
pub(crate) mod listener;
pub(crate) mod metrics;
pub(crate) mod redirect;
pub(crate) mod request_id;
pub(crate) mod route_table;
pub(crate) mod security;
pub(crate) mod stack;
pub(crate) mod tls;
