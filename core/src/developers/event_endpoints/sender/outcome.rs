//! The outcome of a call as one word, for metrics.

use crate::foundation::text_enum::text_enum;
use crate::ports::WebhookError;

text_enum! {
    pub enum Outcome {
        Delivered = "delivered",
        /// It answered, with another status than of success.
        Refused = "refused",
        Unreachable = "unreachable",
        /// It could not be put together: its secret does not open.
        Unsendable = "unsendable",
    }
}

impl From<&Result<u16, WebhookError>> for Outcome {
    fn from(answer: &Result<u16, WebhookError>) -> Self {
        match answer {
            Ok(200..=299) => Self::Delivered,
            Ok(_) => Self::Refused,
            Err(_) => Self::Unreachable,
        }
    }
}
