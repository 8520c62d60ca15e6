//! What Boostdesk does, without a web or a chat platform.
//!
//! A feature is a module: its types and refusals in `mod.rs`, its rules and transactions in `service.rs`,
//! its SQL in `queries.rs` and nowhere else.

pub mod activity_log;
pub mod announcements;
pub mod app;
pub mod auth;
mod author;
pub mod autobuy;
pub mod backup;
pub mod bug_reports;
pub mod channel_problems;
pub mod chat;
pub mod clock;
mod code;
pub mod config;
pub mod custom_domain;
pub mod dashboard;
pub mod db;
pub mod delivery;
pub mod events;
pub mod followed_orders;
pub mod live_page;
pub mod live_stock;
pub mod orders;
pub mod ports;
pub mod redeem;
pub mod registered_commands;
pub mod rng;
pub mod seal;
pub mod stock;
pub mod stock_boards;
pub mod storefronts;
pub mod suggestions;
#[cfg(feature = "testing")]
pub mod testing;

pub use app::{App, AppParts};
pub use author::Author;
