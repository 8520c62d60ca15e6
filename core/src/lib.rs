//! What Boostdesk does, without a web or a chat platform.
//!
//! A feature is a module: its types and refusals in `mod.rs`, its rules and transactions in `service.rs`,
//! its SQL in `queries.rs` and nowhere else.

pub mod app;
pub mod backup;
pub mod chat;
pub mod clock;
mod code;
pub mod config;
pub mod db;
pub mod events;
pub mod messenger;
pub mod people;
pub mod ports;
pub mod rng;
pub mod seal;
pub mod shop;
#[cfg(feature = "testing")]
pub mod testing;

pub use app::{App, AppParts};
