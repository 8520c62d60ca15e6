//! The API's document as `make openapi` wrote it down. A test compares it with the handlers.

pub(crate) const DOCUMENT: &str = include_str!("../../dashboard-ui/openapi.json");
