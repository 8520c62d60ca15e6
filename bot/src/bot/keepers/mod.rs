//! What keeps chat true to the database, announcements in log channels, stock boards, answers that follow an order; and the database true
//! to chat, where a log channel can be spoken in again.
//!
//! Nothing here answers an interaction.

pub(crate) mod announcer;
mod board_agenda;
pub(crate) mod board_keeper;
pub(crate) mod log_channels;
pub(crate) mod order_follower;
