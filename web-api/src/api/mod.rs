//! The calls below `/api`, one file a feature: handlers and bodies. A handler extracts, calls one function of core, and maps.
//!
//! No rule and no SQL lives here, and no HTML.

pub(crate) mod activity_log;
pub(crate) mod after_sale;
pub(crate) mod auth;
pub(crate) mod bug_reports;
pub(crate) mod custom_domain;
pub(crate) mod dashboard;
pub(crate) mod delivery;
pub(crate) mod delivery_text;
pub(crate) mod events;
pub(crate) mod fulfilment;
pub(crate) mod keys;
pub(crate) mod live_page;
pub(crate) mod live_stock;
pub(crate) mod orders;
pub(crate) mod redeem;
pub(crate) mod runtime_settings;
pub(crate) mod settings;
pub(crate) mod stock;
pub(crate) mod storefronts;
pub(crate) mod suggestions;
pub(crate) mod user;
