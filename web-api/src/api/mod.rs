//! The calls below `/api`, one file a feature: handlers and bodies. A handler extracts, calls one function of core, and maps.
//! Only `home` calls other handlers, since its answer is made of theirs.
//!
//! No rule and no SQL lives here, and no HTML.

pub(crate) mod activity_log;
pub(crate) mod after_sale;
pub(crate) mod api_keys;
pub(crate) mod auth;
pub(crate) mod autobuy;
pub(crate) mod blocklist;
pub(crate) mod bot_membership;
pub(crate) mod bug_reports;
pub(crate) mod custom_domain;
pub(crate) mod dashboard;
pub(crate) mod delivery;
pub(crate) mod delivery_text;
pub(crate) mod event_endpoints;
pub(crate) mod events;
pub(crate) mod fulfilment;
pub(crate) mod health;
pub(crate) mod home;
pub(crate) mod import_turns;
pub(crate) mod insights;
pub(crate) mod key_bulk;
pub(crate) mod keys;
pub(crate) mod live_page;
pub(crate) mod live_stock;
pub(crate) mod logos;
pub(crate) mod members;
pub(crate) mod open_refusals;
pub(crate) mod order_list;
pub(crate) mod order_status;
pub(crate) mod orders;
pub(crate) mod redeem;
pub(crate) mod runtime_settings;
pub(crate) mod settings;
pub(crate) mod stock;
pub(crate) mod store_calls;
pub(crate) mod storefronts;
pub(crate) mod stores;
pub(crate) mod suggestions;
pub(crate) mod user;
