//! Who uses the dashboard and what they did and said there: access codes and sessions, the activity log, feedback.
//!
//! Nothing here knows a storefront.

pub mod activity_log;
pub mod api_keys;
pub mod auth;
pub mod feedback;
