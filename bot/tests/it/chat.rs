//! The bot, as people in chat see it: the real binary against a chat platform on this machine.

mod access_code;
mod after_sale;
mod answers;
mod bot;
mod check;
mod claims;
mod community;
mod deliver;
mod gateway;
mod invites;
mod keys;
mod log;
mod membership;
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
mod watched;
