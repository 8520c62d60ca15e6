//! The answer of a call that has nothing to say but that it is done.

use serde::Serialize;
use utoipa::ToSchema;

/// It is done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ack {
    code: u16,
    message: &'static str,
}

impl Ack {
    pub(crate) fn new(message: &'static str) -> Self {
        Self { code: 200, message }
    }
}
