//! The bot, as people in chat see it: the real binary against a chat platform on this machine.

mod access_code;
mod answers;
mod bot;
mod check;
mod claims;
mod collector;
mod community;
mod deliver;
mod gateway;
mod invites;
mod keys;
mod log;
mod orders;
mod outbox;
mod redeem;
mod restock;
mod secrets;
mod seller;
mod setup;
mod slow;
mod soak;
mod start;
mod stock_board;
mod traces;
mod watched;
