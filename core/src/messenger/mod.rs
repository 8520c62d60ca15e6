//! What a chat platform has been told and shown, so that it stays true over a restart: announcements, stock boards, answers that
//! follow an order, channels that cannot be written in, registered commands.
//!
//! Nothing here calls the platform: the bot does, and reports back.

pub mod announcements;
pub mod channel_problems;
pub mod followed_orders;
pub mod registered_commands;
pub mod stock_boards;
