//! Bug reports: what sellers found broken. Everybody who is signed in sees all of them.

mod queries;
mod service;

use crate::db::Failure;
use crate::foundation::clock::Timestamp;
use crate::foundation::text_enum::text_enum;
use crate::ids::BugReportId;
use crate::people::feedback::{LONGEST_TEXT, LONGEST_TITLE};

pub use service::{create, delete, fix, list};

#[derive(Debug, thiserror::Error)]
pub enum BugReportError {
    #[error("Please fill in at least the title and description")]
    MissingFields,
    #[error("A title has at most {LONGEST_TITLE} characters, every other field at most {LONGEST_TEXT}.")]
    TooLong,
    #[error("There is no such bug report.")]
    NotFound,
    #[error("The cursor is not one that a list of bug reports gave.")]
    BadCursor,
    #[error(transparent)]
    Failure(#[from] Failure),
}

text_enum! {
    #[derive(Default)]
    pub enum BugSeverity {
        Low = "low",
        #[default]
        Medium = "medium",
        High = "high",
        Critical = "critical",
    }
}

text_enum! {
    pub enum BugStatus {
        Open = "open",
        Investigating = "investigating",
        Fixed = "fixed",
        Closed = "closed",
    }
}

#[derive(Debug, Clone, Default)]
pub struct NewBugReport {
    pub title: String,
    pub description: String,
    pub steps: String,
    pub expected_behavior: String,
    pub actual_behavior: String,
    pub severity: BugSeverity,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct BugReport {
    pub id: BugReportId,
    pub title: String,
    pub description: String,
    pub steps: String,
    pub expected_behavior: String,
    pub actual_behavior: String,
    pub severity: BugSeverity,
    pub status: BugStatus,
    pub author: String,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct BugCounts {
    pub total: i64,
    pub open: i64,
    pub fixed: i64,
    /// Reports of critical severity, in any status.
    pub critical: i64,
}

/// The newest first.
#[derive(Debug)]
pub struct BugPage {
    pub bugs: Vec<BugReport>,
    pub next: Option<String>,
    pub counts: BugCounts,
}
