//! What a seller's own services are told, and how it gets to them.
//!
//! What there is to tell is written by `seller_events`. Nothing here knows a storefront.

pub mod event_endpoints;
