//! What Boostdesk does, without a web or a chat platform.
//!
//! A feature is a module: its types and refusals in `mod.rs`, its rules and transactions in `service.rs` (in `mod.rs`, too,
//! where they are few), its SQL in `queries.rs` and nowhere else.

pub mod app;
pub mod chat;
pub mod closing;
pub mod config;
pub mod db;
pub mod developers;
pub mod events;
pub mod foundation;
pub mod health;
pub mod ids;
pub mod kept_answers;
pub mod messenger;
pub mod outbox;
pub mod people;
pub mod ports;
pub mod seal;
pub mod shop;
#[cfg(feature = "testing")]
pub mod testing;
pub mod watching;

pub use app::{App, AppParts};
