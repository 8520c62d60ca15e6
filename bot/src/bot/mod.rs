//! The bot: everything that happens in chat. One process at a time runs it.
//!
//! Rules and SQL are in core; nothing here knows the web side. From the ground up: `platform` and `gateway`
//! talk to the chat platform; `context` is what the bot has, `interactions` what it hears; `commands` and `keepers` are
//! what it does, and know nothing of each other; `dispatch` and `run` tie them together.

mod backoff;
pub(crate) mod commands;
pub(crate) mod context;
mod dispatch;
mod embeds;
mod flood;
pub(crate) mod gateway;
mod interactions;
mod keepers;
pub(crate) mod platform;
mod product;
pub(crate) mod run;
