//! The outcome of a call to a service that delivers as one word, for metrics.

use crate::foundation::text_enum::text_enum;

text_enum! {
    pub enum CallOutcome {
        Results = "results",
        /// It will report the results by itself.
        Later = "later",
        /// It takes no more of this.
        Gone = "gone",
        Failed = "failed",
    }
}
