//! A request, taken apart, and the answer to it.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde_json::{Value, json};

use crate::schema::Operation;

/// A request, taken apart.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) route: &'static str,
    pub(super) operation: &'static Operation,
    pub(super) path: String,
    /// The path's parameters, by their names in the route.
    pub(super) named: BTreeMap<String, String>,
    pub(super) query: BTreeMap<String, String>,
    pub(super) body: Value,
    pub(super) files: Vec<(String, Bytes)>,
}

#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Call {
    pub(super) fn named(&self, name: &str) -> &str {
        &self.named[name]
    }

    /// The parameters that its rate limit is counted by, beside the route.
    pub(super) fn major(&self) -> String {
        ["channel_id", "guild_id", "webhook_token", "interaction_token"]
            .iter()
            .filter_map(|name| self.named.get(*name).map(String::as_str))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Whether it needs no bot's token.
    pub(super) fn is_open(&self) -> bool {
        self.is_by_token() || self.path == "/gateway"
    }

    /// Answers to interactions carry a token in the path, and fall under no global limit.
    pub(super) fn is_by_token(&self) -> bool {
        self.path.starts_with("/interactions/") || self.path.starts_with("/webhooks/")
    }
}

impl Reply {
    pub(super) fn ok(body: Value) -> Self {
        Self { status: 200, body }
    }

    pub(super) fn nothing() -> Self {
        Self { status: 204, body: Value::Null }
    }

    pub(super) fn refused(status: u16, code: u64, message: &str) -> Self {
        Self { status, body: json!({ "message": message, "code": code }) }
    }
}
