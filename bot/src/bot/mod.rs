//! The bot: everything that happens in chat. One process at a time runs it.
//!
//! Rules and SQL are core's; no page and no call of the web side is known here.

pub(crate) mod commands;
pub(crate) mod context;
pub(crate) mod embeds;
pub(crate) mod gateway;
pub(crate) mod interactions;
pub(crate) mod keepers;
pub(crate) mod platform;
