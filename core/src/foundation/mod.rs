//! What everything is built on: time, randomness, codes, colours, domain names, email and IP addresses, signatures, JSON,
//! encodings, private files.
//!
//! Nothing here depends on another part of the program, or reads a setting.

pub mod addresses;
pub mod backoff;
pub mod clock;
pub(crate) mod code;
pub mod color;
pub mod email;
pub mod encoding;
pub mod hostname;
pub mod json;
pub mod private_file;
pub mod rng;
pub mod standard_webhooks;
pub(crate) mod text_enum;
pub mod words;
