//! What Boostdesk does, without a web or a chat platform.
//!
//! A feature is a module: its types and refusals in `mod.rs`, its rules and transactions in `service.rs`,
//! its SQL in `queries.rs` and nowhere else.

pub mod app;
pub mod backoff;
pub mod chat;
pub mod clock;
pub mod closing;
mod code;
pub mod color;
pub mod config;
pub mod db;
pub mod developers;
pub mod events;
pub mod health;
pub mod hostname;
pub mod ids;
pub mod kept_answers;
pub mod messenger;
pub mod metrics;
pub mod outages;
mod outbox;
pub mod people;
pub mod ports;
pub mod rng;
pub mod seal;
pub mod seller_events;
pub mod shop;
pub mod standard_webhooks;
#[cfg(feature = "testing")]
pub mod testing;
mod text_enum;
pub mod traces;

pub use app::{App, AppParts};
