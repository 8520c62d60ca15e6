//! What everything stands on: time and chance, texts that are more than texts (codes, colours, domain names, email addresses, addresses, networks, signatures, JSON).
//!
//! Nothing here knows any other part of the house, or reads a setting.

pub mod addresses;
pub mod backoff;
pub mod clock;
pub(crate) mod code;
pub mod color;
pub mod email;
pub mod hostname;
pub mod json;
pub mod rng;
pub mod standard_webhooks;
pub(crate) mod text_enum;
pub mod words;
