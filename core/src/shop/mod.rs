//! What is sold and how it gets to customers: storefronts, stock, keys, orders, their delivery, and the pages that show them.
//!
//! Nothing here knows the chat platform or its messages; what a log channel is to be told goes through the outbox.

pub mod blocklist;
pub mod bot_membership;
pub mod custom_domain;
pub mod dashboard;
pub mod delivery;
pub mod delivery_text;
pub mod fulfilment;
pub mod future_times;
pub mod insights;
pub mod keys;
pub mod live_page;
pub mod live_stock;
pub mod logos;
pub(crate) mod low_stock;
pub mod members;
pub mod order_history;
pub mod order_list;
pub mod orders;
pub mod redeem;
pub mod stock;
mod stock_name;
pub mod storefronts;
pub mod stores;
